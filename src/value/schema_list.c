/* Checks sets and map lists for duplicates, and walks to embedded resources, which follows the same
 * path. Paths here are the API server's field paths: members of maps are in brackets. */
#include <string.h>

#include "base/map.h"
#include "value/build.h"
#include "value/go_text.h"
#include "value/hash.h"
#include "value/schema_impl.h"

struct lister {
    struct ls_arena *arena;
    struct ls_findings *findings;
    ls_embedded_fn fn; /* of the walk to embedded resources */
    void *self;
};

static void field_print(struct ls_buf *out, const struct schema_place *place)
{
    if (place->kind == PLACE_ROOT)
        return;
    field_print(out, place->parent);
    if (place->kind == PLACE_INDEX)
        ls_buf_printf(out, "[%zu]", place->index);
    else if (place->kind == PLACE_ADDITIONAL)
        ls_buf_printf(out, "[%.*s]", LS_ARG(place->key));
    else
        ls_buf_printf(out, "%s%.*s", out->len > 0 ? "." : "", LS_ARG(place->key));
}

static const char *field_of(struct lister *lister, const struct schema_place *place)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    field_print(&text, place);
    return ls_arena_dup(lister->arena, ls_buf_slice(&text));
}

static const char *text_of(struct lister *lister, struct ls_node value)
{
    struct schema_checker checker = {.arena = lister->arena};
    return value_text(&checker, value);
}

static void find(struct lister *lister, enum ls_finding_type type, const struct schema_place *place,
                 size_t index, struct ls_node value, const char *detail)
{
    struct schema_place item = {.parent = place, .kind = PLACE_INDEX, .index = index};
    ls_findings_add(lister->arena, lister->findings,
                    (struct ls_finding){.type = type,
                                        .field = field_of(lister, &item),
                                        .value_text = text_of(lister, value),
                                        .detail = detail});
}

/* The key fields of an item that it has, as a map of its own. */
static struct ls_node keys_of(struct lister *lister, const struct ls_schema *schema,
                              struct ls_node item)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    LS_EACH (it, schema->list_keys) {
        struct ls_slice name = ls_node_string(it.value);
        struct ls_node key = ls_node_get(item, name);
        if (ls_node_is_absent(key))
            continue;
        ls_build_key(&build, name);
        ls_build_node(&build, key);
    }
    ls_build_end(&build);
    return ls_build_arena(&build, lister->arena);
}

/* Each value that is there more than once is reported once, at its second place. */
static void find_repeats(struct lister *lister, const struct schema_place *place,
                         const struct ls_node *items, size_t count)
{
    static char once[] = "1", twice[] = "2";
    struct ls_map *seen = ls_map_new(0);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < count; i++) {
        ls_buf_clear(&text);
        ls_canonical_print(&text, items[i]);
        char *times = ls_map_get(seen, ls_buf_slice(&text));
        if (times == once)
            find(lister, LS_FINDING_DUPLICATE, place, i, items[i], "");
        (void)ls_map_put(seen, ls_buf_slice(&text), times == NULL ? once : twice);
    }
    ls_map_free(seen);
}

static void check_uniqueness(struct lister *lister, const struct ls_schema *schema,
                             struct ls_node list, const struct schema_place *place)
{
    size_t count = ls_node_count(list), i = 0;
    struct ls_node *items = LS_ARENA_ARRAY(lister->arena, struct ls_node, count + 1);
    bool is_map_list = schema->list_kind == LS_LIST_MAP;
    LS_EACH (it, list) {
        if (is_map_list && !ls_node_is_map(it.value) && !ls_node_is_null(it.value)) {
            find(lister, LS_FINDING_INVALID, place, i, it.value,
                 "must be an object for an array of list-type map");
            return;
        }
        items[i++] = is_map_list ? keys_of(lister, schema, it.value) : it.value;
    }
    if (count > 1)
        find_repeats(lister, place, items, count);
}

static void walk(struct lister *lister, const struct ls_schema *schema, struct ls_node value,
                 const struct schema_place *place);

static void walk_map(struct lister *lister, const struct ls_schema *schema, struct ls_node value,
                     const struct schema_place *place)
{
    if (lister->fn != NULL && schema->is_embedded && place->kind != PLACE_ROOT)
        lister->fn(lister->self, field_of(lister, place), value);
    LS_EACH (it, value) {
        const struct ls_schema *property = schema_property_find(schema, it.key);
        struct schema_place below = {.parent = place,
                                     .kind = property != NULL ? PLACE_PROPERTY : PLACE_ADDITIONAL,
                                     .key = it.key};
        walk(lister, property != NULL ? property : schema->additional, it.value, &below);
    }
}

static void walk(struct lister *lister, const struct ls_schema *schema, struct ls_node value,
                 const struct schema_place *place)
{
    if (schema == NULL)
        return;
    if (ls_node_is_map(value))
        walk_map(lister, schema, value, place);
    if (!ls_node_is_list(value))
        return;
    if (lister->findings != NULL && schema->list_kind != LS_LIST_ATOMIC)
        check_uniqueness(lister, schema, value, place);
    size_t index = 0;
    LS_EACH (it, value) {
        struct schema_place below = {.parent = place, .kind = PLACE_INDEX, .index = index};
        walk(lister, schema->items, it.value, &below);
        index++;
    }
}

void ls_schema_validate_lists(struct ls_arena *arena, const struct ls_schema *schema,
                              struct ls_node value, struct ls_findings *findings)
{
    LS_ASSERT(schema);
    LS_ASSERT(findings);
    struct lister lister = {.arena = arena, .findings = findings};
    struct schema_place root = {.kind = PLACE_ROOT};
    walk(&lister, schema, value, &root);
}

void ls_schema_each_embedded(struct ls_arena *arena, const struct ls_schema *schema,
                             struct ls_node value, ls_embedded_fn fn, void *self)
{
    LS_ASSERT(schema);
    LS_ASSERT(fn);
    struct lister lister = {.arena = arena, .fn = fn, .self = self};
    struct schema_place root = {.kind = PLACE_ROOT};
    walk(&lister, schema, value, &root);
}
