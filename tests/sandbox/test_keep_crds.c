/* The life of definitions: every step as watchers of a real kube-apiserver 1.36.3 see it. */
#include "sandbox/keep/crds.h"

#include <string.h>

#include "check.h"
#include "sandbox/kinds/registry.h"
#include "sandbox/store/store.h"
#include "support_cluster.h"

static const char definitions[] = "apiextensions.k8s.io/v1 customresourcedefinitions";

struct life {
    struct stage stage;
    struct ls_crds *crds;
    struct ls_collection *collection;
    struct ls_collection_reader reader;
};

static void nobody(void *self)
{
    (void)self;
}

static void life_init(struct life *life)
{
    stage_init(&life->stage);
    life->reader = (struct ls_collection_reader){0};
    life->crds = ls_crds_new(&life->stage.cluster);
    life->collection = ls_store_collection(life->stage.cluster.store, "apiextensions.k8s.io",
                                           "customresourcedefinitions");
    CHECK(ls_collection_read_from(life->collection, &life->reader,
                                  ls_store_revision(life->stage.cluster.store), nobody, NULL));
}

static void life_release(struct life *life)
{
    ls_collection_read_end(&life->reader);
    ls_crds_free(life->crds);
    stage_release(&life->stage);
}

static void settle(struct life *life)
{
    while (ls_loop_step(life->stage.cluster.world->loop, 0))
        continue;
}

static const char *define(struct life *life, const char *plural, const char *names)
{
    const char *body = ls_arena_printf(
        &life->stage.arena,
        "{\"metadata\":{\"name\":\"%s.x.test\"},\"spec\":{\"group\":\"x.test\",\"scope\":"
        "\"Namespaced\",\"names\":{\"plural\":\"%s\",%s},\"versions\":[{\"name\":\"v1\","
        "\"served\":true,\"storage\":true,\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\","
        "\"properties\":{\"spec\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":"
        "\"string\",\"default\":\"x\"}}}}}}}]}}",
        plural, plural, names);
    return stage_create(&life->stage, definitions, body);
}

static void condition_print(struct ls_buf *out, struct ls_node definition, const char *type)
{
    LS_EACH (it, ls_node_at(definition, "status.conditions")) {
        if (ls_node_string_is(ls_node_at(it.value, "type"), type))
            ls_buf_printf(out, " %s=%s/%s", type, ls_node_text(ls_node_at(it.value, "status")),
                          ls_node_text(ls_node_at(it.value, "reason")));
    }
}

/* What watchers saw since the last call, a line each. */
static const char *events(struct life *life)
{
    static const char *const changes[] = {"ADDED", "MODIFIED", "DELETED"};
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_collection_event *event;
    while (ls_collection_read(&life->reader, &event) == LS_READ_EVENT) {
        struct ls_node object = ls_obj_root(event->object);
        ls_buf_printf(&text, "%s %.*s", changes[event->change], LS_ARG(event->key.name));
        condition_print(&text, object, "NamesAccepted");
        condition_print(&text, object, "Established");
        condition_print(&text, object, "Terminating");
        ls_buf_add_char(&text, '\n');
    }
    return ls_arena_dup(&life->stage.arena, ls_buf_slice(&text));
}

static bool is_served(struct life *life, const char *version, const char *plural)
{
    return ls_registry_resource(life->stage.cluster.registry, LS_SLICE("x.test"),
                                ls_slice_of(version), ls_slice_of(plural)) != NULL;
}

TEST(a_definition_is_accepted_established_and_served)
{
    struct life life;
    life_init(&life);
    CHECK_HAS(define(&life, "as", "\"kind\":\"A\",\"shortNames\":[\"aa\"]"), "201 ");
    CHECK_STR(stage_at(&life.stage, definitions, "as.x.test", "status"),
              "{\"conditions\":null,\"acceptedNames\":{\"plural\":\"\",\"kind\":\"\"},"
              "\"storedVersions\":[\"v1\"]}");
    CHECK_STR(stage_at(&life.stage, definitions, "as.x.test", "spec.conversion"),
              "{\"strategy\":\"None\"}");
    CHECK(!is_served(&life, "v1", "as"));
    settle(&life);
    CHECK_STR(events(&life), "ADDED as.x.test\n"
                             "MODIFIED as.x.test NamesAccepted=True/NoConflicts "
                             "Established=False/Installing\n"
                             "MODIFIED as.x.test NamesAccepted=True/NoConflicts "
                             "Established=True/InitialNamesAccepted\n");
    CHECK_STR(stage_at(&life.stage, definitions, "as.x.test", "status.acceptedNames"),
              "{\"plural\":\"as\",\"singular\":\"a\",\"shortNames\":[\"aa\"],\"kind\":\"A\","
              "\"listKind\":\"AList\"}");
    CHECK_STR(stage_at(&life.stage, definitions, "as.x.test", "metadata.generation"), "1");
    CHECK(is_served(&life, "v1", "as"));
    CHECK_HAS(stage_create(&life.stage, "x.test/v1 as",
                           "{\"apiVersion\":\"x.test/v1\",\"kind\":\"A\",\"metadata\":{\"name\":"
                           "\"one\"},\"spec\":{\"junk\":1}}"),
              "\"spec\":{\"a\":\"x\"}");
    life_release(&life);
}

TEST(names_in_use_are_refused_until_they_are_free)
{
    struct life life;
    life_init(&life);
    define(&life, "as", "\"kind\":\"A\",\"shortNames\":[\"aa\"]");
    settle(&life);
    define(&life, "bs", "\"kind\":\"A\",\"singular\":\"a\",\"shortNames\":[\"aa\",\"bb\"]");
    settle(&life);
    define(&life, "cs",
           "\"kind\":\"C\",\"singular\":\"as\",\"shortNames\":[\"as\"],"
           "\"categories\":[\"all\"]");
    settle(&life);
    CHECK_HAS(events(&life), "MODIFIED bs.x.test NamesAccepted=False/ListKindConflict "
                             "Established=False/NotAccepted\n"
                             "ADDED cs.x.test\n"
                             "MODIFIED cs.x.test NamesAccepted=False/ShortNamesConflict "
                             "Established=False/NotAccepted\n");
    CHECK_STR(stage_at(&life.stage, definitions, "bs.x.test", "status.acceptedNames"),
              "{\"plural\":\"bs\",\"kind\":\"\"}");
    CHECK_HAS(stage_at(&life.stage, definitions, "cs.x.test", "status.conditions"),
              "\"message\":\"\\\"as\\\" is already in use\"");
    CHECK(!is_served(&life, "v1", "bs"));
    stage_delete(&life.stage, definitions, "as.x.test", LS_PROPAGATE_BACKGROUND);
    settle(&life);
    CHECK_STR(events(&life),
              "MODIFIED as.x.test NamesAccepted=True/NoConflicts "
              "Established=True/InitialNamesAccepted Terminating=True/InstanceDeletionPending\n"
              "MODIFIED as.x.test NamesAccepted=True/NoConflicts "
              "Established=True/InitialNamesAccepted Terminating=True/InstanceDeletionInProgress\n"
              "DELETED as.x.test NamesAccepted=True/NoConflicts "
              "Established=True/InitialNamesAccepted Terminating=True/InstanceDeletionInProgress\n"
              "MODIFIED bs.x.test NamesAccepted=True/NoConflicts Established=False/Installing\n"
              "MODIFIED cs.x.test NamesAccepted=True/NoConflicts Established=False/Installing\n"
              "MODIFIED bs.x.test NamesAccepted=True/NoConflicts "
              "Established=True/InitialNamesAccepted\n"
              "MODIFIED cs.x.test NamesAccepted=True/NoConflicts "
              "Established=True/InitialNamesAccepted\n");
    CHECK(is_served(&life, "v1", "bs") && is_served(&life, "v1", "cs"));
    CHECK(!is_served(&life, "v1", "as"));
    life_release(&life);
}

TEST(a_definition_goes_after_its_objects)
{
    struct life life;
    life_init(&life);
    define(&life, "as", "\"kind\":\"A\"");
    settle(&life);
    stage_create(&life.stage, "x.test/v1 as",
                 "{\"apiVersion\":\"x.test/v1\",\"kind\":\"A\",\"metadata\":{\"name\":\"held\","
                 "\"finalizers\":[\"a.b/c\"]}}");
    stage_create(&life.stage, "x.test/v1 as",
                 "{\"apiVersion\":\"x.test/v1\",\"kind\":\"A\",\"metadata\":{\"name\":\"free\"}}");
    stage_delete(&life.stage, definitions, "as.x.test", LS_PROPAGATE_BACKGROUND);
    settle(&life);
    CHECK_HAS(stage_at(&life.stage, "x.test/v1 as", "held", "metadata.deletionTimestamp"), "2026");
    CHECK_HAS(stage_get(&life.stage, "x.test/v1 as", "free"), "404 NotFound");
    CHECK_STR(stage_create(&life.stage, "x.test/v1 as",
                           "{\"apiVersion\":\"x.test/v1\",\"kind\":\"A\",\"metadata\":{\"name\":"
                           "\"late\"}}"),
              "403 Forbidden as.x.test \"late\" is forbidden: create not allowed while custom "
              "resource definition is terminating");
    CHECK_HAS(stage_get(&life.stage, definitions, "as.x.test"), "InstanceDeletionInProgress");
    stage_patch(&life.stage, "x.test/v1 as", "held", LS_PATCH_MERGE,
                "{\"metadata\":{\"finalizers\":null}}");
    settle(&life);
    CHECK_HAS(stage_get(&life.stage, definitions, "as.x.test"), "404 NotFound");
    CHECK(!is_served(&life, "v1", "as"));
    life_release(&life);
}

TEST(changes_of_versions_reach_the_registry_at_once)
{
    struct life life;
    life_init(&life);
    define(&life, "as", "\"kind\":\"A\"");
    settle(&life);
    stage_create(&life.stage, "x.test/v1 as",
                 "{\"apiVersion\":\"x.test/v1\",\"kind\":\"A\",\"metadata\":{\"name\":\"one\"}}");
    uint64_t before = ls_registry_generation(life.stage.cluster.registry);
    stage_patch(&life.stage, definitions, "as.x.test", LS_PATCH_JSON,
                "[{\"op\":\"replace\",\"path\":\"/spec/versions/0/storage\",\"value\":false},"
                "{\"op\":\"add\",\"path\":\"/spec/versions/-\",\"value\":{\"name\":\"v2\","
                "\"served\":true,\"storage\":true,\"schema\":{\"openAPIV3Schema\":{\"type\":"
                "\"object\",\"x-kubernetes-preserve-unknown-fields\":true}}}}]");
    settle(&life);
    CHECK(is_served(&life, "v1", "as") && is_served(&life, "v2", "as"));
    CHECK(ls_registry_generation(life.stage.cluster.registry) > before);
    CHECK_STR(stage_at(&life.stage, definitions, "as.x.test", "status.storedVersions"),
              "[\"v1\",\"v2\"]");
    CHECK_HAS(stage_get(&life.stage, "x.test/v2 as", "one"), "\"apiVersion\":\"x.test/v2\"");
    CHECK_HAS(stage_get(&life.stage, "x.test/v1 as", "one"), "\"apiVersion\":\"x.test/v1\"");
    stage_patch(&life.stage, definitions, "as.x.test", LS_PATCH_JSON,
                "[{\"op\":\"replace\",\"path\":\"/spec/versions/0/served\",\"value\":false}]");
    settle(&life);
    CHECK(!is_served(&life, "v1", "as") && is_served(&life, "v2", "as"));
    life_release(&life);
}

TEST(definitions_that_are_there_already_are_served)
{
    struct life life;
    life_init(&life);
    define(&life, "as", "\"kind\":\"A\"");
    settle(&life);
    ls_crds_free(life.crds);
    CHECK(!is_served(&life, "v1", "as"));
    life.crds = ls_crds_new(&life.stage.cluster);
    CHECK(is_served(&life, "v1", "as"));
    life_release(&life);
}

TEST(a_default_of_status_is_there_from_the_first_answer)
{
    struct life life;
    life_init(&life);
    stage_create(
        &life.stage, definitions,
        "{\"metadata\":{\"name\":\"as.x.test\"},\"spec\":{\"group\":\"x.test\",\"scope\":"
        "\"Namespaced\",\"names\":{\"plural\":\"as\",\"kind\":\"A\"},\"versions\":[{\"name\":"
        "\"v1\",\"served\":true,\"storage\":true,\"subresources\":{\"status\":{}},\"schema\":{"
        "\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":{\"status\":{\"type\":"
        "\"object\",\"default\":{\"phase\":\"new\"},\"properties\":{\"phase\":{\"type\":"
        "\"string\"}}}}}}}]}}");
    settle(&life);
    CHECK_HAS(stage_create(&life.stage, "x.test/v1 as",
                           "{\"apiVersion\":\"x.test/v1\",\"kind\":\"A\",\"metadata\":{\"name\":"
                           "\"one\"},\"status\":{\"phase\":\"mine\"}}"),
              "\"status\":{\"phase\":\"new\"}");
    CHECK_HAS(stage_get(&life.stage, "x.test/v1 as", "one"), "\"status\":{\"phase\":\"new\"}");
    life_release(&life);
}
