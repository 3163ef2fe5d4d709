#include "sandbox/keep/events.h"

#include "sandbox/ops/metadata.h"
#include "value/build.h"
#include "value/time.h"

static void involved_build(struct ls_build *build, struct ls_object_place place)
{
    struct ls_node object = ls_keep_step_read(place);
    ls_build_key(build, LS_SLICE("involvedObject"));
    ls_build_map(build);
    ls_build_member_text(build, "kind", place.kind->resource.kind);
    ls_build_member_text(build, "apiVersion", place.kind->api_version);
    ls_build_key(build, LS_SLICE("namespace"));
    ls_build_string(build, place.key.namespace_name);
    ls_build_key(build, LS_SLICE("name"));
    ls_build_string(build, place.key.name);
    ls_build_member(build, "uid", ls_object_meta(object, LS_META_UID));
    ls_build_member(build, "resourceVersion", ls_object_meta(object, LS_META_RESOURCE_VERSION));
    ls_build_end(build);
}

static void metadata_build(const struct ls_keep_step *step, struct ls_build *build,
                           struct ls_object_place place, struct ls_slice in_namespace)
{
    uint64_t number = ls_random_u64(&step->cluster->world->random);
    const char *name = ls_arena_printf(step->arena, "%.*s.%016llx", LS_ARG(place.key.name),
                                       (unsigned long long)number);
    ls_build_key(build, LS_SLICE("metadata"));
    ls_build_map(build);
    ls_build_member_text(build, "name", name);
    ls_build_key(build, LS_SLICE("namespace"));
    ls_build_string(build, in_namespace);
    ls_build_end(build);
}

void ls_keep_step_event(const struct ls_keep_step *step, struct ls_object_place place,
                        const char *reason, const char *message)
{
    LS_ASSERT(reason && message);
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_buf now LS_AUTO(ls_buf_release) = {0};
    struct ls_slice in_namespace = place.key.namespace_name;
    if (in_namespace.len == 0)
        in_namespace = LS_SLICE("default");
    ls_time_print(&now, ls_time_of_ms(ls_clock_wall_ms(step->cluster->world->clock)));
    ls_build_map(&build);
    metadata_build(step, &build, place, in_namespace);
    involved_build(&build, place);
    ls_build_member_text(&build, "reason", reason);
    ls_build_member_text(&build, "message", message);
    ls_build_key(&build, LS_SLICE("source"));
    ls_build_map(&build);
    ls_build_member_text(&build, "component", "garbage-collector-controller");
    ls_build_end(&build);
    ls_build_member_text(&build, "firstTimestamp", ls_buf_text(&now));
    ls_build_member_text(&build, "lastTimestamp", ls_buf_text(&now));
    ls_build_key(&build, LS_SLICE("count"));
    ls_build_int(&build, 1);
    ls_build_member_text(&build, "type", "Warning");
    ls_build_member_text(&build, "reportingComponent", "garbage-collector-controller");
    ls_build_end(&build);
    ls_keep_step_create(step, ls_keep_step_kind(step, "", "events"), in_namespace,
                        ls_build_arena(&build, step->arena));
}
