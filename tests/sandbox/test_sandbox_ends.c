/* Deletion of objects together with their owners, kinds or namespaces, through the API. */
#include <stdio.h>

#include "check.h"
#include "support_sandbox.h"

#define CONFIG_MAPS "/api/v1/namespaces/default/configmaps"
#define DEFINITIONS "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
#define BOXES       "/apis/ends.io/v1/namespaces/default/boxes"
#define MERGE       ADMIN "content-type: application/merge-patch+json\n"
#define JSON_PATCH  ADMIN "content-type: application/json-patch+json\n"

struct name {
    char text[64];
};

static struct name made(struct front *front, const char *collection, const char *body)
{
    struct name uid;
    CHECK_INT(front_ask(front, "POST", collection, NULL, body), 201);
    snprintf(uid.text, sizeof uid.text, "%s", front_text(front, "metadata.uid"));
    return uid;
}

static struct name config_map_make(struct front *front, const char *name)
{
    char body[128];
    snprintf(body, sizeof body, "{\"metadata\":{\"name\":\"%s\"}}", name);
    return made(front, CONFIG_MAPS, body);
}

/* The child names the owner, and blocks its deletion. */
static void own(struct front *front, const char *child, const char *api_version, const char *kind,
                const char *owner, struct name uid)
{
    char target[128], body[512];
    snprintf(target, sizeof target, CONFIG_MAPS "/%s", child);
    snprintf(body, sizeof body,
             "{\"metadata\":{\"ownerReferences\":[{\"apiVersion\":\"%s\",\"kind\":\"%s\","
             "\"name\":\"%s\",\"uid\":\"%s\",\"blockOwnerDeletion\":true}]}}",
             api_version, kind, owner, uid.text);
    CHECK_INT(front_ask(front, "PATCH", target, MERGE, body), 200);
}

static void config_map_own(struct front *front, const char *child, const char *owner,
                           struct name uid)
{
    own(front, child, "v1", "ConfigMap", owner, uid);
}

static void delete_with(struct front *front, const char *target, const char *policy)
{
    char body[64];
    snprintf(body, sizeof body, "{\"propagationPolicy\":\"%s\"}", policy);
    CHECK_INT(front_ask(front, "DELETE", target, NULL, body), 200);
}

static size_t count_of(struct front *front, const char *collection)
{
    CHECK_INT(front_ask(front, "GET", collection, NULL, NULL), 200);
    return ls_node_count(front_at(front, "items"));
}

enum { OWN_OBJECTS = 1 }; /* kube-root-ca.crt */

/* kube-controller-manager 1.36.3 removes both circles; a foreground deletion of an object that owns
 * itself never ends there. */
TEST(circles_of_owners_go_in_the_foreground)
{
    struct front front;
    front_init(&front);
    struct name a = config_map_make(&front, "a"), b = config_map_make(&front, "b");
    config_map_own(&front, "a", "b", b);
    config_map_own(&front, "b", "a", a);
    delete_with(&front, CONFIG_MAPS "/a", "Foreground");
    CHECK_INT(count_of(&front, CONFIG_MAPS), OWN_OBJECTS);

    struct name c = config_map_make(&front, "c"), d = config_map_make(&front, "d");
    struct name e = config_map_make(&front, "e");
    config_map_own(&front, "d", "c", c);
    config_map_own(&front, "e", "d", d);
    config_map_own(&front, "c", "e", e);
    delete_with(&front, CONFIG_MAPS "/c", "Foreground");
    CHECK_INT(count_of(&front, CONFIG_MAPS), OWN_OBJECTS);

    struct name self = config_map_make(&front, "self");
    config_map_own(&front, "self", "self", self);
    delete_with(&front, CONFIG_MAPS "/self", "Foreground");
    CHECK_INT(count_of(&front, CONFIG_MAPS), OWN_OBJECTS + 1);
    front_release(&front);
}

static void definition_make(struct front *front)
{
    CHECK_INT(
        front_ask(front, "POST", DEFINITIONS, NULL,
                  "{\"metadata\":{\"name\":\"boxes.ends.io\"},\"spec\":{\"group\":\"ends.io\","
                  "\"scope\":\"Namespaced\",\"names\":{\"plural\":\"boxes\",\"kind\":\"Box\"},"
                  "\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":true,\"schema\":{"
                  "\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":{\"size\":{"
                  "\"type\":\"integer\"}}}}}]}}"),
        201);
    front_settle(front);
}

#define BOX                                                                                        \
    "{\"apiVersion\":\"ends.io/v1\",\"kind\":\"Box\",\"metadata\":{\"name\":\"box\"},\"size\":9}"

/* When the dependents are checked, the owner's kind is unknown already. */
TEST(dependents_go_with_the_definition_of_their_owner)
{
    enum { DEPENDENTS = 300 }; /* more than housekeeping checks in one task */
    struct front front;
    front_init(&front);
    definition_make(&front);
    struct name box = made(&front, BOXES, BOX);
    for (int i = 0; i < DEPENDENTS; i++) {
        char name[32];
        snprintf(name, sizeof name, "child-%d", i);
        config_map_make(&front, name);
        own(&front, name, "ends.io/v1", "Box", "box", box);
    }
    delete_with(&front, DEFINITIONS "/boxes.ends.io", "Background");
    CHECK_INT(front_ask(&front, "GET", BOXES, NULL, NULL), 404);
    CHECK_INT(count_of(&front, CONFIG_MAPS), OWN_OBJECTS);
    front_release(&front);
}

TEST(objects_go_with_a_definition_that_serves_no_version)
{
    struct front front;
    front_init(&front);
    definition_make(&front);
    made(&front, BOXES, BOX);
    CHECK_INT(front_ask(&front, "PATCH", DEFINITIONS "/boxes.ends.io", JSON_PATCH,
                        "[{\"op\":\"replace\",\"path\":\"/spec/versions/0/served\","
                        "\"value\":false}]"),
              200);
    CHECK_INT(front_ask(&front, "GET", BOXES, NULL, NULL), 404);
    delete_with(&front, DEFINITIONS "/boxes.ends.io", "Background");
    CHECK_INT(front_ask(&front, "GET", DEFINITIONS "/boxes.ends.io", NULL, NULL), 404);
    definition_make(&front);
    CHECK_INT(count_of(&front, BOXES), 0);
    front_release(&front);
}

/* A dependent that cannot be written (its schema grew stricter) keeps its owner waiting; it is not
 * collected. */
TEST(an_orphan_is_not_collected_because_it_cannot_be_written)
{
    struct front front;
    front_init(&front);
    definition_make(&front);
    struct name owner = config_map_make(&front, "owner");
    char body[512];
    snprintf(
        body, sizeof body,
        "{\"apiVersion\":\"ends.io/v1\",\"kind\":\"Box\",\"metadata\":{\"name\":\"box\","
        "\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"name\":\"owner\","
        "\"uid\":\"%s\"}]},\"size\":9}",
        owner.text);
    made(&front, BOXES, body);
    const char *required = "[{\"op\":\"add\",\"path\":\"/spec/versions/0/schema/openAPIV3Schema/"
                           "required\",\"value\":[\"color\"]}]";
    CHECK_INT(front_ask(&front, "PATCH", DEFINITIONS "/boxes.ends.io", JSON_PATCH, required), 200);
    delete_with(&front, CONFIG_MAPS "/owner", "Orphan");
    CHECK_INT(count_of(&front, BOXES), 1);
    CHECK_INT(count_of(&front, CONFIG_MAPS), OWN_OBJECTS + 1);

    CHECK_INT(front_ask(&front, "PATCH", DEFINITIONS "/boxes.ends.io", JSON_PATCH,
                        "[{\"op\":\"remove\",\"path\":\"/spec/versions/0/schema/openAPIV3Schema/"
                        "required\"}]"),
              200);
    CHECK_INT(front_ask(&front, "PATCH", BOXES "/box", MERGE,
                        "{\"metadata\":{\"ownerReferences\":null}}"),
              200);
    CHECK_INT(count_of(&front, BOXES), 1);
    CHECK_INT(count_of(&front, CONFIG_MAPS), OWN_OBJECTS);
    front_release(&front);
}

/* The history of namespaces grows at some of these writes, while its events are being read. */
TEST(namespaces_end_whatever_their_history_does)
{
    struct front front;
    front_init(&front);
    for (int i = 0; i < 40; i++) {
        char body[64], target[64];
        snprintf(body, sizeof body, "{\"metadata\":{\"name\":\"n%d\"}}", i);
        snprintf(target, sizeof target, "/api/v1/namespaces/n%d", i);
        CHECK_INT(front_ask(&front, "POST", "/api/v1/namespaces", NULL, body), 201);
        if (i % 3 == 0)
            CHECK_INT(front_ask(&front, "PATCH", target, MERGE,
                                "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}"),
                      200);
        delete_with(&front, target, "Background");
        CHECK_INT(front_ask(&front, "GET", target, NULL, NULL), 404);
    }
    front_release(&front);
}

/* Names of roles are path segments: kube-apiserver has no limit, etcd has. */
TEST(names_beyond_all_bounds_are_refused)
{
    struct front front;
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    front_init(&front);
    ls_buf_add_text(&body, "{\"metadata\":{\"name\":\"");
    for (int i = 0; i < 70000; i++)
        ls_buf_add_char(&body, 'a');
    ls_buf_add_text(&body, "\"}}");
    CHECK_INT(front_ask(&front, "POST", "/apis/rbac.authorization.k8s.io/v1/clusterroles", NULL,
                        ls_buf_text(&body)),
              422);
    CHECK_HAS(front_body(&front), "metadata.name: Too long");
    front_release(&front);
}
