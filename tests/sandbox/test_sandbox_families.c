/* Random owners and dependents, deleted in random ways: in the end nobody has outlived its owners,
 * and nothing waits forever. */
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "check.h"
#include "support_sandbox.h"

enum { MEMBERS = 10, NAMESPACES = 2, STEPS = 120 };

struct families {
    struct front front;
    struct ls_random random;
};

static size_t below(struct families *families, size_t bound)
{
    return (size_t)ls_random_below(&families->random, bound);
}

static void target_print(char out[128], size_t in, size_t member)
{
    snprintf(out, 128, "/api/v1/namespaces/f%zu/configmaps/m%zu", in, member);
}

/* "" when it is not there. */
static void uid_read(struct families *families, size_t in, size_t member, char out[64])
{
    char target[128];
    target_print(target, in, member);
    int status = front_ask(&families->front, "GET", target, NULL, NULL);
    snprintf(out, 64, "%s", status == 200 ? front_text(&families->front, "metadata.uid") : "");
}

/* A reference to another object, mostly of the same namespace, sometimes to none. */
static void reference_print(struct families *families, struct ls_buf *out, size_t in)
{
    char uid[64];
    size_t owner = below(families, MEMBERS), place = below(families, 8) ? in : 1 - in;
    uid_read(families, place, owner, uid);
    ls_buf_printf(out,
                  "%s{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"name\":\"m%zu\","
                  "\"uid\":\"%s\",\"blockOwnerDeletion\":%s}",
                  out->len > 0 && out->at[out->len - 1] == '}' ? "," : "", owner,
                  uid[0] ? uid : "nobody", below(families, 2) ? "true" : "false");
}

static void metadata_print(struct families *families, struct ls_buf *out, size_t in, size_t member)
{
    struct ls_buf references LS_AUTO(ls_buf_release) = {0};
    for (size_t i = below(families, 3); i > 0; i--)
        reference_print(families, &references, in);
    ls_buf_printf(out, "{\"metadata\":{\"name\":\"m%zu\",\"ownerReferences\":[%s]%s}}", member,
                  ls_buf_text(&references),
                  below(families, 6) ? "" : ",\"finalizers\":[\"f.io/f\"]");
}

static void step(struct families *families)
{
    static const char *const policies[] = {"Background", "Foreground", "Orphan"};
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    size_t in = below(families, NAMESPACES), member = below(families, MEMBERS);
    struct front *front = &families->front;
    char target[128];
    target_print(target, in, member);
    switch (below(families, 6)) {
    case 0:
        ls_buf_printf(&body, "{\"propagationPolicy\":\"%s\"}", policies[below(families, 3)]);
        front_ask(front, "DELETE", target, NULL, ls_buf_text(&body));
        break;
    case 1:
        metadata_print(families, &body, in, member);
        front_ask(front, "PATCH", target, ADMIN "content-type: application/merge-patch+json\n",
                  ls_buf_text(&body));
        break;
    default:
        metadata_print(families, &body, in, member);
        *strrchr(target, '/') = '\0';
        front_ask(front, "POST", target, NULL, ls_buf_text(&body));
    }
}

/* ---- what must hold ---- */

static struct ls_node find(struct ls_node items, struct ls_node child, struct ls_node reference)
{
    LS_EACH (it, items) {
        if (ls_node_equal(ls_node_at(it.value, "metadata.uid"), ls_node_at(reference, "uid")) &&
            ls_node_equal(ls_node_at(it.value, "metadata.name"), ls_node_at(reference, "name")) &&
            ls_node_equal(ls_node_at(it.value, "metadata.namespace"),
                          ls_node_at(child, "metadata.namespace")))
            return it.value;
    }
    return LS_ABSENT;
}

static bool has_finalizer(struct ls_node object, const char *name)
{
    LS_EACH (it, ls_node_at(object, "metadata.finalizers")) {
        if (ls_node_string_is(it.value, name))
            return true;
    }
    return false;
}

static bool is_deleting(struct ls_node object)
{
    return ls_node_is_string(ls_node_at(object, "metadata.deletionTimestamp"));
}

static bool is_blocked(struct ls_node items, struct ls_node owner)
{
    LS_EACH (it, items) {
        LS_EACH (ref, ls_node_at(it.value, "metadata.ownerReferences")) {
            if (ls_node_equal(ls_node_at(ref.value, "uid"), ls_node_at(owner, "metadata.uid")) &&
                ls_node_bool(ls_node_at(ref.value, "blockOwnerDeletion"), false))
                return true;
        }
    }
    return false;
}

static void member_check(struct ls_node items, struct ls_node object)
{
    if (is_deleting(object)) {
        CHECK(has_finalizer(object, "f.io/f") ||
              (has_finalizer(object, "foregroundDeletion") && is_blocked(items, object)));
        CHECK(!has_finalizer(object, "orphan"));
        return;
    }
    LS_EACH (it, ls_node_at(object, "metadata.ownerReferences")) {
        struct ls_node owner = find(items, object, it.value);
        CHECK(!ls_node_is_absent(owner));
        CHECK(!is_deleting(owner) || !has_finalizer(owner, "foregroundDeletion"));
    }
}

static void families_check(struct families *families)
{
    CHECK_INT(front_ask(&families->front, "GET", "/api/v1/configmaps", NULL, NULL), 200);
    struct ls_node items = front_at(&families->front, "items");
    LS_EACH (it, items)
        member_check(items, it.value);
}

TEST(nobody_outlives_its_owners)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct families families;
        front_init(&families.front);
        ls_random_init(&families.random, seed);
        for (int i = 0; i < NAMESPACES; i++) {
            char body[64];
            snprintf(body, sizeof body, "{\"metadata\":{\"name\":\"f%d\"}}", i);
            front_ask(&families.front, "POST", "/api/v1/namespaces", NULL, body);
        }
        for (int i = 0; i < STEPS; i++) {
            step(&families);
            families_check(&families);
        }
        front_release(&families.front);
    }
}

/* Finalizers hold objects, objects hold the namespace, and names are free again at once. */
TEST(nothing_is_left_in_a_namespace_that_is_gone)
{
    struct front front;
    char uid[64] = "";
    front_init(&front);
    for (int round = 0; round < 3; round++) {
        CHECK_INT(front_ask(&front, "POST", "/api/v1/namespaces", NULL,
                            "{\"metadata\":{\"name\":\"gone\"}}"),
                  201);
        CHECK(strcmp(uid, front_text(&front, "metadata.uid")) != 0);
        snprintf(uid, sizeof uid, "%s", front_text(&front, "metadata.uid"));
        CHECK_INT(front_ask(&front, "POST", "/api/v1/namespaces/gone/configmaps", NULL,
                            "{\"metadata\":{\"name\":\"held\",\"finalizers\":[\"f.io/f\"]}}"),
                  201);
        for (int twice = 0; twice < 2; twice++)
            CHECK_INT(front_ask(&front, "DELETE", "/api/v1/namespaces/gone", NULL, NULL), 200);
        CHECK_INT(front_ask(&front, "GET", "/api/v1/namespaces/gone", NULL, NULL), 200);
        CHECK_STR(front_text(&front, "status.phase"), "Terminating");
        CHECK_INT(front_ask(&front, "POST", "/api/v1/namespaces/gone/configmaps", NULL,
                            "{\"metadata\":{\"name\":\"late\"}}"),
                  403);
        CHECK_INT(front_ask(&front, "POST", "/api/v1/namespaces", NULL,
                            "{\"metadata\":{\"name\":\"gone\"}}"),
                  409);
        CHECK_INT(front_ask(&front, "PATCH", "/api/v1/namespaces/gone/configmaps/held",
                            ADMIN "content-type: application/merge-patch+json\n",
                            "{\"metadata\":{\"finalizers\":null}}"),
                  200);
        CHECK_INT(front_ask(&front, "GET", "/api/v1/namespaces/gone", NULL, NULL), 404);
        CHECK_INT(front_ask(&front, "GET", "/api/v1/namespaces/gone/configmaps", NULL, NULL), 200);
        CHECK_INT(ls_node_count(front_at(&front, "items")), 0);
    }
    front_release(&front);
}
