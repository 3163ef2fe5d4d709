#include "sandbox/ops/bind.h"

#include "check.h"
#include "support_cluster.h"
#include "value/json.h"

#define POD                                                                                        \
    "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}"

static const char *bind(struct stage *stage, const char *name, const char *binding)
{
    const struct ls_obj *body LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err = {0};
    struct ls_written written = {0};
    struct ls_op_call call = stage_call(stage, "v1 pods", name);
    CHECK_OK(ls_json_parse(ls_slice_of(binding), NULL, &body, &err), err);
    const struct ls_failure *failure = ls_op_bind(&call, ls_obj_root(body), &written);
    return stage_said(stage, failure, &written);
}

static void bind_init(struct stage *stage)
{
    stage_init(stage);
    stage_create(stage, "v1 serviceaccounts", "{\"metadata\":{\"name\":\"default\"}}");
    stage_create(stage, "v1 pods", POD);
}

TEST(a_pod_gets_its_node_and_nobody_owns_that)
{
    struct stage stage LS_AUTO(stage_release);
    bind_init(&stage);
    bind(&stage, "p",
         "{\"metadata\":{\"name\":\"p\",\"annotations\":{\"a\":\"b\"}},"
         "\"target\":{\"kind\":\"Node\",\"name\":\"n1\"}}");
    CHECK_STR(stage_at(&stage, "v1 pods", "p", "spec.nodeName"), "\"n1\"");
    CHECK_STR(stage_at(&stage, "v1 pods", "p", "metadata.annotations"), "{\"a\":\"b\"}");
    CHECK_STR(stage_at(&stage, "v1 pods", "p", "status.conditions"),
              "[{\"type\":\"PodScheduled\",\"status\":\"True\",\"lastProbeTime\":null,"
              "\"lastTransitionTime\":\"2026-01-01T00:00:00Z\"}]");
    CHECK_STR(stage_at(&stage, "v1 pods", "p", "metadata.generation"), "1");
}

TEST(bindings_that_are_refused)
{
    static const struct {
        const char *pod;
        const char *binding;
        const char *said;
    } rows[] = {
        {"gone", "{\"target\":{\"kind\":\"Node\",\"name\":\"n\"}}",
         "404 NotFound pods \"gone\" not found"},
        {"p", "{\"metadata\":{\"name\":\"q\"},\"target\":{\"kind\":\"Node\",\"name\":\"n\"}}",
         "400 BadRequest name in URL does not match name in Binding object"},
        {"p", "{\"target\":{\"kind\":\"Pod\"}}",
         "500  [target.kind: Unsupported value: \"Pod\": supported values: \"Node\", \"<empty>\", "
         "target.name: Required value]"},
        {"p", "{\"metadata\":{\"uid\":\"x\"},\"target\":{\"name\":\"n\"}}",
         "409 Conflict Operation cannot be fulfilled on pods \"p\": StorageError: invalid object"},
    };
    struct stage stage LS_AUTO(stage_release);
    bind_init(&stage);
    for (size_t i = 0; i < LS_COUNT(rows); i++)
        CHECK_HAS(bind(&stage, rows[i].pod, rows[i].binding), rows[i].said);
    bind(&stage, "p", "{\"target\":{\"kind\":\"Node\",\"name\":\"n1\"}}");
    CHECK_STR(bind(&stage, "p", "{\"target\":{\"kind\":\"Node\",\"name\":\"n2\"}}"),
              "409 Conflict Operation cannot be fulfilled on pods/binding \"p\": pod p is already "
              "assigned to node \"n1\"");
}
