#include "support_model_rules.h"

#include "base/arena.h"
#include "check.h"
#include "support_json.h"
#include "value/json.h"

/* ---- owned fields ---- */

static bool has_members(struct ls_node value, struct ls_node wanted)
{
    LS_EACH (it, wanted) {
        if (!ls_node_equal(ls_node_get(value, it.key), it.value))
            return false;
    }
    return true;
}

static struct ls_node item_find(struct ls_node list, struct ls_slice step)
{
    const struct ls_obj *wanted LS_AUTO(ls_obj_unref_at) = NULL;
    CHECK(ls_json_parse(ls_slice_from(step, 2), NULL, &wanted, NULL) == LS_OK);
    struct ls_node root = ls_obj_root(wanted);
    LS_EACH (it, list) {
        if (step.at[0] == 'k' ? has_members(it.value, root) : ls_node_equal(it.value, root))
            return it.value;
    }
    return LS_ABSENT;
}

/* A map or list that lost its last member is still owned, and Go omits it. */
static bool may_be_empty(struct ls_slice step)
{
    static const char *const steps[] = {"f:labels", "f:annotations", "f:finalizers", "f:data"};
    for (size_t i = 0; i < LS_COUNT(steps); i++) {
        if (ls_slice_is(step, steps[i]))
            return true;
    }
    return false;
}

/* Each field with an owner exists. */
static void owned_check(struct ls_node fields, struct ls_node value, struct ls_node object)
{
    LS_EACH (it, fields) {
        if (ls_slice_is(it.key, "."))
            continue;
        CHECK(it.key.len > 2 && it.key.at[1] == ':');
        struct ls_node part = it.key.at[0] == 'f' ? ls_node_get(value, ls_slice_from(it.key, 2))
                                                  : item_find(value, it.key);
        if (ls_node_is_absent(part) && !(may_be_empty(it.key) && ls_node_count(it.value) == 0))
            CHECK_STR("an owned field is missing", json_of(object));
        owned_check(it.value, part, object);
    }
}

static void managed_check(struct ls_node object)
{
    LS_EACH (it, ls_node_at(object, "metadata.managedFields")) {
        CHECK_STR(ls_node_text(ls_node_at(it.value, "fieldsType")), "FieldsV1");
        owned_check(ls_node_at(it.value, "fieldsV1"), object, object);
    }
}

/* ---- generation ---- */

static bool part_differs(struct ls_node a, struct ls_node b, const char *path)
{
    struct ls_node left = ls_node_at(a, path), right = ls_node_at(b, path);
    if (ls_node_is_absent(left) || ls_node_is_absent(right))
        return ls_node_count(left) + ls_node_count(right) > 0;
    return !ls_node_equal(left, right);
}

static void generation_check(size_t resource, struct ls_node old, struct ls_node now)
{
    int64_t was = ls_node_int(ls_node_at(old, "metadata.generation"), 0);
    int64_t is = ls_node_int(ls_node_at(now, "metadata.generation"), 0);
    bool is_marked = part_differs(old, now, "metadata.deletionTimestamp") ||
                     ls_node_is_absent(ls_node_at(old, "metadata.deletionTimestamp")) !=
                         ls_node_is_absent(ls_node_at(now, "metadata.deletionTimestamp"));
    bool moves = part_differs(old, now, "spec");
    /* Annotations of a Deployment count as well, unless they come through /status. */
    bool may_move = resource == 1 && part_differs(old, now, "metadata.annotations");
    if (resource == 0)
        CHECK_INT(is, 0);
    else if (!may_move || is != was + 1)
        CHECK_INT(is, was + is_marked + moves);
}

/* ---- the life of one object ---- */

static void same_check(struct ls_node old, struct ls_node now, const char *path)
{
    CHECK_STR(ls_node_text(ls_node_at(now, path)), ls_node_text(ls_node_at(old, path)));
}

static bool has_text(struct ls_node list, struct ls_node text)
{
    LS_EACH (it, list) {
        if (ls_node_equal(it.value, text))
            return true;
    }
    return false;
}

static void deletion_check(struct ls_node old, struct ls_node now)
{
    static const char *const of_server[] = {"orphan", "foregroundDeletion"};
    if (ls_node_is_string(ls_node_at(now, "metadata.deletionTimestamp")))
        CHECK(ls_node_count(ls_node_at(now, "metadata.finalizers")) > 0);
    if (!ls_node_is_string(ls_node_at(old, "metadata.deletionTimestamp")))
        return;
    same_check(old, now, "metadata.deletionTimestamp");
    LS_EACH (it, ls_node_at(now, "metadata.finalizers")) {
        if (!ls_node_string_is(it.value, of_server[0]) &&
            !ls_node_string_is(it.value, of_server[1]))
            CHECK(has_text(ls_node_at(old, "metadata.finalizers"), it.value));
    }
}

void model_rules_check(size_t resource, struct ls_node old, struct ls_node now, char type)
{
    managed_check(now);
    CHECK(ls_node_string(ls_node_at(now, "metadata.uid")).len == 36);
    if (type == 'A') {
        CHECK(!ls_node_is_string(ls_node_at(now, "metadata.deletionTimestamp")));
        CHECK_INT(ls_node_int(ls_node_at(now, "metadata.generation"), 0), resource > 0);
        return;
    }
    same_check(old, now, "metadata.uid");
    same_check(old, now, "metadata.creationTimestamp");
    if (type == 'D')
        return;
    deletion_check(old, now);
    generation_check(resource, old, now);
}
