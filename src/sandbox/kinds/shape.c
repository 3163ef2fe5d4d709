#include "sandbox/kinds/shape.h"

#include "sandbox/kinds/kind.h"

static const struct ls_shape nowhere = {NULL, NULL};

struct ls_shape ls_shape_of(const struct ls_admission *admission)
{
    LS_ASSERT(admission->space != NULL);
    LS_ASSERT(admission->object != NULL);
    return (struct ls_shape){admission->space, admission->object};
}

bool ls_shape_is_there(struct ls_shape shape)
{
    return shape.draft != NULL;
}

/* An unchanged map is searched without unfolding it. */
static bool is_missing(struct ls_shape map, struct ls_slice key)
{
    if (!map.draft)
        return true;
    struct ls_node frozen = ls_draft_node(map.draft);
    return !ls_node_is_absent(frozen) && ls_node_is_absent(ls_node_get(frozen, key));
}

static struct ls_draft *member_of(struct ls_shape map, const char *key)
{
    struct ls_slice name = ls_slice_of(key);
    if (is_missing(map, name))
        return NULL;
    struct ls_draft *member = ls_draft_member(map.space, map.draft, name);
    return member && ls_draft_type(member) != LS_TYPE_NULL ? member : NULL;
}

struct ls_shape ls_shape_at(struct ls_shape map, const char *key)
{
    struct ls_draft *member = member_of(map, key);
    return member ? (struct ls_shape){map.space, member} : nowhere;
}

struct ls_shape ls_shape_made(struct ls_shape map, const char *key)
{
    if (map.draft && !member_of(map, key))
        ls_shape_set_empty(map, key, LS_TYPE_MAP);
    return ls_shape_at(map, key);
}

size_t ls_shape_count(struct ls_shape shape)
{
    return shape.draft ? ls_draft_count(shape.draft) : 0;
}

struct ls_shape ls_shape_item(struct ls_shape list, size_t i)
{
    if (!list.draft)
        return nowhere;
    struct ls_draft *item = ls_draft_item(list.space, list.draft, i);
    return item ? (struct ls_shape){list.space, item} : nowhere;
}

struct ls_node ls_shape_get(struct ls_shape map, const char *key)
{
    if (!map.draft)
        return LS_ABSENT;
    struct ls_node frozen = ls_draft_node(map.draft);
    if (!ls_node_is_absent(frozen))
        return ls_node_get(frozen, ls_slice_of(key));
    struct ls_draft *member = ls_draft_member(map.space, map.draft, ls_slice_of(key));
    return member ? ls_draft_node(member) : LS_ABSENT;
}

bool ls_shape_has(struct ls_shape map, const char *key)
{
    struct ls_node value = ls_shape_get(map, key);
    if (!ls_node_is_absent(value))
        return !ls_node_is_null(value);
    return member_of(map, key) != NULL;
}

struct ls_node ls_shape_value(struct ls_shape shape)
{
    if (!shape.draft)
        return LS_ABSENT;
    struct ls_node frozen = ls_draft_node(shape.draft);
    if (!ls_node_is_absent(frozen))
        return frozen;
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_draft_build(shape.draft, &build);
    return ls_build_arena(&build, &shape.space->arena);
}

static void shape_put(struct ls_shape map, const char *key, struct ls_draft *value)
{
    ls_draft_set(map.space, map.draft, ls_slice_of(key), value);
}

void ls_shape_set(struct ls_shape map, const char *key, struct ls_node value)
{
    if (map.draft && !ls_node_is_absent(value))
        shape_put(map, key, ls_draft_of(map.space, value));
}

void ls_shape_set_text(struct ls_shape map, const char *key, struct ls_slice text)
{
    if (map.draft)
        shape_put(map, key, ls_draft_text(map.space, text));
}

void ls_shape_set_int(struct ls_shape map, const char *key, int64_t value)
{
    if (map.draft)
        shape_put(map, key, ls_draft_int(map.space, value));
}

void ls_shape_set_bool(struct ls_shape map, const char *key, bool value)
{
    if (map.draft)
        shape_put(map, key, ls_draft_bool(map.space, value));
}

void ls_shape_set_empty(struct ls_shape map, const char *key, enum ls_type type)
{
    LS_ASSERT(type == LS_TYPE_MAP || type == LS_TYPE_LIST);
    if (map.draft)
        shape_put(map, key, ls_draft_empty(map.space, type));
}

void ls_shape_drop(struct ls_shape map, const char *key)
{
    if (!is_missing(map, ls_slice_of(key)))
        ls_draft_take_member(map.space, map.draft, ls_slice_of(key));
}

void ls_shape_append_text(struct ls_shape list, const char *text)
{
    if (list.draft)
        ls_draft_insert(list.space, list.draft, ls_draft_count(list.draft),
                        ls_draft_text(list.space, ls_slice_of(text)));
}

void ls_shape_append(struct ls_shape list, struct ls_node value)
{
    if (list.draft && !ls_node_is_absent(value))
        ls_draft_insert(list.space, list.draft, ls_draft_count(list.draft),
                        ls_draft_of(list.space, value));
}

static void members_build(struct ls_build *build, struct ls_node map)
{
    LS_EACH (it, map) {
        ls_build_key(build, it.key);
        ls_build_node(build, it.value);
    }
}

struct ls_node ls_shape_merged(struct ls_draft_space *space, struct ls_node under,
                               struct ls_node over)
{
    LS_ASSERT(space != NULL);
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build); /* of duplicate keys the last one wins */
    members_build(&build, under);
    members_build(&build, over);
    ls_build_end(&build);
    return ls_build_arena(&build, &space->arena);
}

void ls_shape_fill_rows(struct ls_shape map, const struct ls_default *rows, size_t row_count)
{
    LS_ASSERT(row_count > 0);
    for (size_t i = 0; map.draft && i < row_count; i++) {
        const struct ls_default *row = &rows[i];
        if (ls_shape_has(map, row->key))
            continue;
        if (row->type == LS_TYPE_STRING)
            ls_shape_set_text(map, row->key, ls_slice_of(row->text));
        else if (row->type == LS_TYPE_INT)
            ls_shape_set_int(map, row->key, row->number);
        else if (row->type == LS_TYPE_BOOL)
            ls_shape_set_bool(map, row->key, row->number != 0);
        else
            ls_shape_set_empty(map, row->key, row->type);
    }
}
