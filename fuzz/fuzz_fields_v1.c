/*
 * Field sets, on a text that is a list of two fieldsV1 maps: what is printed reads back as the same
 * set and prints the same again; union, intersection and difference keep the laws of sets.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/macros.h"
#include "value/build.h"
#include "value/field_set.h"
#include "value/json.h"
#include "value/limits.h"
#include "value/obj.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void set_print(struct ls_buf *out, struct ls_field_set set)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_field_set_build(&build, set);
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = ls_build_obj(&build);
    ls_json_print(out, ls_obj_root(obj), LS_JSON_COMPACT);
}

static void check_round_trip(struct ls_arena *arena, struct ls_field_set set)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_buf again_text LS_AUTO(ls_buf_release) = {0};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_json_options options = {.depth_max = LS_DEPTH_MAX};
    struct ls_field_set again;
    set_print(&text, set);
    LS_ASSERT(!ls_json_parse(ls_buf_slice(&text), &options, &obj, NULL));
    LS_ASSERT(!ls_field_set_parse(arena, ls_obj_root(obj), &again, NULL));
    LS_ASSERT(ls_field_set_equal(set, again));
    set_print(&again_text, again);
    LS_ASSERT(ls_slice_equal(ls_buf_slice(&text), ls_buf_slice(&again_text)));
}

static void check_laws(struct ls_arena *arena, struct ls_field_set a, struct ls_field_set b)
{
    struct ls_field_set both = ls_field_set_union(arena, a, b);
    struct ls_field_set shared = ls_field_set_intersection(arena, a, b);
    struct ls_field_set rest = ls_field_set_difference(arena, a, b);
    LS_ASSERT(ls_field_set_equal(both, ls_field_set_union(arena, b, a)));
    LS_ASSERT(ls_field_set_equal(shared, ls_field_set_intersection(arena, b, a)));
    LS_ASSERT(ls_field_set_equal(a, ls_field_set_union(arena, rest, shared)));
    LS_ASSERT(ls_field_set_equal(both, ls_field_set_union(arena, rest, b)));
    LS_ASSERT(ls_field_set_is_empty(ls_field_set_intersection(arena, rest, b)));
    LS_ASSERT(ls_field_set_is_subset(a, both) && ls_field_set_is_subset(shared, b));
    LS_ASSERT(ls_field_set_is_subset(a, b) == ls_field_set_is_empty(rest));
    LS_ASSERT(ls_field_set_count(both) == ls_field_set_count(rest) + ls_field_set_count(b));
    LS_ASSERT(ls_field_set_is_subset(ls_field_set_without(arena, a, b), rest));
    LS_ASSERT(ls_field_set_is_empty(ls_field_set_difference(arena, a, a)));
    check_round_trip(arena, both);
    check_round_trip(arena, rest);
}

static void member_check(void *self, struct ls_field_path path)
{
    const struct ls_field_set *set = self;
    LS_ASSERT(ls_field_set_has(*set, path) && ls_field_set_covers(*set, path));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ls_slice text = {(const char *)data, size};
    const struct ls_obj *input LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_field_set a, b;
    if (ls_json_parse(text, NULL, &input, NULL))
        return 0;
    struct ls_node list = ls_obj_root(input);
    if (ls_field_set_parse(&arena, ls_node_item(list, 0), &a, NULL) ||
        ls_field_set_parse(&arena, ls_node_item(list, 1), &b, NULL))
        return 0;
    check_round_trip(&arena, a);
    check_laws(&arena, a, b);
    ls_field_set_each(a, member_check, &a);
    return 0;
}
