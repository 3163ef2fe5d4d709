#include "value/json_patch.h"

#include "base/arena.h"
#include "value/build.h"
#include "value/draft.h"
#include "value/limits.h"
#include "value/pointer.h"

/* How much of a path or token an error shows. */
enum { SHOWN_BYTES_MAX = 200 };
#define SHOWN(slice) (int)LS_MIN((slice).len, (size_t)SHOWN_BYTES_MAX), (slice).at

struct patching {
    struct ls_draft_space space;
    struct ls_draft *root;
    size_t copied_bytes;
};

struct operation {
    struct ls_slice op;
    struct ls_slice path_text;
    struct ls_pointer path;
    struct ls_pointer from;
    struct ls_node value;
};

static void patching_release(struct patching *patching)
{
    ls_draft_space_release(&patching->space);
}

/* ---- finding places ---- */

static enum ls_code index_fail(const struct ls_draft *list, struct ls_slice token,
                               struct ls_err *err)
{
    size_t index;
    if (!ls_pointer_index(token, &index))
        return ls_fail(err, LS_E_INVALID, "\"%.*s\" is no index of a list", SHOWN(token));
    return ls_fail(err, LS_E_INVALID, "the list has %zu items, there is none at %zu",
                   ls_draft_count(list), index);
}

static enum ls_code child_fail(const struct ls_draft *parent, struct ls_slice token,
                               struct ls_err *err)
{
    switch (ls_draft_type(parent)) {
    case LS_TYPE_MAP:
        return ls_fail(err, LS_E_INVALID, "there is no member \"%.*s\"", SHOWN(token));
    case LS_TYPE_LIST:
        return index_fail(parent, token, err);
    default:
        return ls_fail(err, LS_E_INVALID, "\"%.*s\" leads into a value of type %s", SHOWN(token),
                       ls_type_name(ls_draft_type(parent)));
    }
}

/* -1 is counted back from `places`. */
static bool index_read(struct ls_slice token, size_t places, size_t *out)
{
    int64_t index;
    if (!ls_slice_to_i64(token, &index) || index < -(int64_t)places || index > INT32_MAX)
        return false;
    *out = (size_t)(index < 0 ? index + (int64_t)places : index);
    return true;
}

static struct ls_draft *child_find(struct patching *patching, struct ls_draft *parent,
                                   struct ls_slice token)
{
    size_t index;
    if (ls_draft_type(parent) == LS_TYPE_MAP)
        return ls_draft_member(&patching->space, parent, token);
    if (ls_draft_type(parent) == LS_TYPE_LIST && index_read(token, ls_draft_count(parent), &index))
        return ls_draft_item(&patching->space, parent, index);
    return NULL;
}

static struct ls_node null_node(struct patching *patching)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_null(&build);
    return ls_build_arena(&build, &patching->space.arena);
}

/* The value at the first `count` tokens of the path. */
static enum ls_code place_find(struct patching *patching, struct ls_pointer path, size_t count,
                               struct ls_draft **out, struct ls_err *err)
{
    struct ls_draft *place = patching->root;
    for (size_t i = 0; i < count; i++) {
        struct ls_draft *child = child_find(patching, place, path.tokens[i]);
        if (!child)
            return child_fail(place, path.tokens[i], err);
        place = child;
    }
    *out = place;
    return LS_OK;
}

/* Is it a missing member of a map that is there? It counts as null. */
static bool is_missing_member(struct patching *patching, struct ls_pointer path)
{
    struct ls_draft *parent;
    if (!path.count || place_find(patching, path, path.count - 1, &parent, NULL))
        return false;
    return ls_draft_type(parent) == LS_TYPE_MAP &&
           !ls_draft_member(&patching->space, parent, path.tokens[path.count - 1]);
}

/* ---- the two basic changes ---- */

static enum ls_code item_add(struct patching *patching, struct ls_draft *list,
                             struct ls_slice token, struct ls_draft *value, struct ls_err *err)
{
    size_t index = ls_draft_count(list);
    if (!ls_slice_is(token, "-") &&
        (!index_read(token, ls_draft_count(list) + 1, &index) || index > ls_draft_count(list)))
        return index_fail(list, token, err);
    ls_draft_insert(&patching->space, list, index, value);
    return LS_OK;
}

static enum ls_code place_add(struct patching *patching, struct ls_pointer path,
                              struct ls_draft *value, struct ls_err *err)
{
    if (path.count + ls_draft_depth(&patching->space, value) > LS_DEPTH_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "the result would be nested deeper than %d",
                       LS_DEPTH_MAX);
    if (!path.count)
        return ls_fail(err, LS_E_INVALID, "the whole value can only be replaced");
    struct ls_draft *parent;
    struct ls_slice last = path.tokens[path.count - 1];
    enum ls_code code = place_find(patching, path, path.count - 1, &parent, err);
    if (code)
        return code;
    if (ls_draft_type(parent) == LS_TYPE_LIST)
        return item_add(patching, parent, last, value, err);
    if (ls_draft_type(parent) != LS_TYPE_MAP)
        return child_fail(parent, last, err);
    ls_draft_set(&patching->space, parent, last, value);
    return LS_OK;
}

static enum ls_code place_take(struct patching *patching, struct ls_pointer path,
                               struct ls_draft **out, struct ls_err *err)
{
    if (!path.count)
        return ls_fail(err, LS_E_INVALID, "the whole value cannot be removed");
    struct ls_draft *parent, *taken = NULL;
    struct ls_slice last = path.tokens[path.count - 1];
    enum ls_code code = place_find(patching, path, path.count - 1, &parent, err);
    if (code)
        return code;
    size_t index;
    if (ls_draft_type(parent) == LS_TYPE_MAP)
        taken = ls_draft_take_member(&patching->space, parent, last);
    else if (ls_draft_type(parent) == LS_TYPE_LIST &&
             index_read(last, ls_draft_count(parent), &index))
        taken = ls_draft_take_item(&patching->space, parent, index);
    if (!taken)
        return child_fail(parent, last, err);
    *out = taken;
    return LS_OK;
}

/* ---- one function per operation ---- */

static enum ls_code operation_add(struct patching *patching, const struct operation *operation,
                                  struct ls_err *err)
{
    struct ls_draft *value = ls_draft_of(&patching->space, operation->value);
    return place_add(patching, operation->path, value, err);
}

static enum ls_code operation_remove(struct patching *patching, const struct operation *operation,
                                     struct ls_err *err)
{
    struct ls_draft *taken;
    return place_take(patching, operation->path, &taken, err);
}

static enum ls_code operation_replace(struct patching *patching, const struct operation *operation,
                                      struct ls_err *err)
{
    struct ls_draft *place;
    if (is_missing_member(patching, operation->path))
        return operation_add(patching, operation, err);
    enum ls_code code = place_find(patching, operation->path, operation->path.count, &place, err);
    if (code)
        return code;
    struct ls_draft *value = ls_draft_of(&patching->space, operation->value);
    if (operation->path.count + ls_draft_depth(&patching->space, value) > LS_DEPTH_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "the result would be nested deeper than %d",
                       LS_DEPTH_MAX);
    ls_draft_replace(place, value);
    return LS_OK;
}

static enum ls_code operation_move(struct patching *patching, const struct operation *operation,
                                   struct ls_err *err)
{
    if (ls_pointer_is_inside(operation->path, operation->from))
        return ls_fail(err, LS_E_INVALID, "a value cannot move into itself");
    struct ls_draft *value;
    enum ls_code code;
    if (!operation->from.count && !operation->path.count)
        return LS_OK;
    code = place_take(patching, operation->from, &value, err);
    if (code)
        return ls_context(err, "from");
    return place_add(patching, operation->path, value, err);
}

static enum ls_code operation_copy(struct patching *patching, const struct operation *operation,
                                   struct ls_err *err)
{
    struct ls_draft *source;
    if (!operation->from.count)
        return ls_fail(err, LS_E_INVALID, "the whole value cannot be copied");
    if (is_missing_member(patching, operation->from))
        return place_add(patching, operation->path,
                         ls_draft_of(&patching->space, null_node(patching)), err);
    enum ls_code code = place_find(patching, operation->from, operation->from.count, &source, err);
    if (code)
        return ls_context(err, "from");
    patching->copied_bytes += ls_draft_bytes(source, LS_PATCH_COPY_BYTES_MAX);
    if (patching->copied_bytes > LS_PATCH_COPY_BYTES_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "the copies of this patch add more than %d bytes",
                       LS_PATCH_COPY_BYTES_MAX);
    struct ls_draft *copy = ls_draft_copy(&patching->space, source);
    return place_add(patching, operation->path, copy, err);
}

static enum ls_code operation_test(struct patching *patching, const struct operation *operation,
                                   struct ls_err *err)
{
    struct ls_draft *place;
    if (ls_node_is_null(operation->value) && is_missing_member(patching, operation->path))
        return LS_OK;
    enum ls_code code = place_find(patching, operation->path, operation->path.count, &place, err);
    if (code)
        return code;
    if (!ls_draft_equal(&patching->space, place, operation->value))
        return ls_fail(err, LS_E_CONFLICT, "the value there is not the one given");
    return LS_OK;
}

struct operation_kind {
    const char *name;
    enum ls_code (*run)(struct patching *patching, const struct operation *operation,
                        struct ls_err *err);
    bool needs_value;
    bool needs_from;
};

/* clang-format off */
static const struct operation_kind operation_kinds[] = {
    /* op        run                value  from */
    {"add",      operation_add,     true,  false},
    {"remove",   operation_remove,  false, false},
    {"replace",  operation_replace, true,  false},
    {"move",     operation_move,    false, true},
    {"copy",     operation_copy,    false, true},
    {"test",     operation_test,    true,  false},
};
/* clang-format on */

/* ---- reading and running them ---- */

static const struct operation_kind *kind_find(struct ls_slice name)
{
    for (size_t i = 0; i < LS_COUNT(operation_kinds); i++) {
        if (ls_slice_is(name, operation_kinds[i].name))
            return &operation_kinds[i];
    }
    return NULL;
}

static enum ls_code pointer_read(struct patching *patching, struct ls_node source, const char *name,
                                 struct ls_pointer *out, struct ls_err *err)
{
    struct ls_node text = ls_node_get(source, ls_slice_of(name));
    if (!ls_node_is_string(text))
        return ls_fail(err, LS_E_INVALID, "\"%s\" is missing or no string", name);
    if (ls_pointer_parse(&patching->space.arena, ls_node_string(text), out, err))
        return ls_context(err, "\"%s\"", name);
    return LS_OK;
}

static enum ls_code operation_read(struct patching *patching, struct ls_node source,
                                   const struct operation_kind *kind, struct operation *out,
                                   struct ls_err *err)
{
    enum ls_code code = pointer_read(patching, source, "path", &out->path, err);
    if (!code && kind->needs_from)
        code = pointer_read(patching, source, "from", &out->from, err);
    if (code)
        return code;
    out->value = ls_node_get(source, LS_SLICE("value"));
    if (kind->needs_value && ls_node_is_absent(out->value))
        out->value = null_node(patching);
    return LS_OK;
}

static enum ls_code operation_run(struct patching *patching, struct ls_node source,
                                  struct ls_err *err)
{
    if (!ls_node_is_map(source))
        return ls_fail(err, LS_E_INVALID, "expected a map, got %s",
                       ls_type_name(ls_node_type(source)));
    struct ls_node op = ls_node_get(source, LS_SLICE("op"));
    if (!ls_node_is_string(op))
        return ls_fail(err, LS_E_INVALID, "\"op\" is missing or no string");
    const struct operation_kind *kind = kind_find(ls_node_string(op));
    if (!kind)
        return ls_fail(err, LS_E_INVALID,
                       "\"%.*s\" is none of add, remove, replace, move, copy, test",
                       SHOWN(ls_node_string(op)));
    struct operation operation = {0};
    enum ls_code code = operation_read(patching, source, kind, &operation, err);
    if (!code)
        code = kind->run(patching, &operation, err);
    if (code)
        return ls_context(err, "%s %.*s", kind->name,
                          SHOWN(ls_node_string(ls_node_get(source, LS_SLICE("path")))));
    return LS_OK;
}

static enum ls_code patch_check(struct ls_node target, struct ls_node patch, struct ls_err *err)
{
    if (!ls_node_is_list(patch))
        return ls_fail(err, LS_E_INVALID, "a JSON patch is a list of operations, got %s",
                       ls_type_name(ls_node_type(patch)));
    if (ls_node_count(patch) > LS_PATCH_OPERATIONS_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "the patch has %zu operations, the limit is %d",
                       ls_node_count(patch), LS_PATCH_OPERATIONS_MAX);
    size_t bytes = sizeof(uint32_t) * (ls_node_words(target) + ls_node_words(patch));
    if (bytes > LS_MERGE_BYTES_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "value and patch have %zu bytes, the limit is %d", bytes,
                       LS_MERGE_BYTES_MAX);
    return LS_OK;
}

/* An operation may cost one step for each entry of a long list or map, and not much more. */
static enum ls_code steps_check(const struct patching *patching, struct ls_err *err)
{
    if (patching->space.steps <= LS_PATCH_STEPS_MAX)
        return LS_OK;
    return ls_fail(err, LS_E_TOO_BIG,
                   "the patch has too many operations on long lists and maps; send it in parts");
}

enum ls_code ls_json_patch_apply(struct ls_node target, struct ls_node patch,
                                 const struct ls_obj **out, struct ls_err *err)
{
    LS_ASSERT(!ls_node_is_absent(target));
    struct ls_err unread;
    if (!err)
        err = &unread;
    enum ls_code code = patch_check(target, patch, err);
    if (code)
        return code;
    struct patching patching LS_AUTO(patching_release) = {0};
    patching.root = ls_draft_of(&patching.space, target);
    size_t number = 0;
    LS_EACH (it, patch) {
        number++;
        code = operation_run(&patching, it.value, err);
        if (!code)
            code = steps_check(&patching, err);
        if (code)
            return ls_context(err, "operation %zu of %zu", number, ls_node_count(patch));
    }
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_draft_build(patching.root, &build);
    *out = ls_build_obj(&build);
    return LS_OK;
}
