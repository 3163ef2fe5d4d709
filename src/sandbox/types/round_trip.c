#include "sandbox/types/round_trip.h"

#include <string.h>

#include "sandbox/types/limits.h"
#include "sandbox/types/table_types.h"
#include "sandbox/types/trip.h"
#include "value/members.h"

/* Clients mostly send members in the order of the type or sorted: starting after the last match
 * finds the former at once. */
static const struct ls_api_field *field_find(const struct ls_api_type *type, struct ls_slice key,
                                             size_t *hint)
{
    for (size_t i = 0, at = *hint; i < type->field_count; i++, at++) {
        if (at >= type->field_count)
            at -= type->field_count;
        const char *name = type->fields[at].name;
        if (name[0] == key.at[0] && strncmp(name, key.at, key.len) == 0 && name[key.len] == '\0') {
            *hint = at + 1;
            return &type->fields[at];
        }
    }
    return NULL;
}

static void path_print(struct ls_buf *out, const struct ls_trip_step *step)
{
    if (!step)
        return;
    path_print(out, step->parent);
    struct ls_slice name = step->field ? ls_slice_of(step->field->name) : step->key;
    if (!name.at) {
        ls_buf_printf(out, "[%zu]", step->index);
        return;
    }
    if (out->len > 0)
        ls_buf_add_char(out, '.');
    ls_buf_add_slice(out, name);
}

static void unknown_field_found(struct ls_trip *trip, struct ls_slice key)
{
    if (trip->decoded_alone_depth > 0)
        return;
    trip->has_strict_errors = true;
    if (!trip->as_sent || !trip->strict)
        return;
    struct ls_buf path LS_AUTO(ls_buf_release) = {0};
    const struct ls_trip_step step = {.parent = trip->at, .key = key};
    path_print(&path, &step);
    ls_strict_errors_add(trip->strict, "unknown field \"%s\"", ls_buf_text(&path));
}

/* One item of a list or value of a map. */
static void element_put(struct ls_trip *trip, const struct ls_api_field *field, struct ls_node node)
{
    if (ls_node_is_null(node))
        ls_trip_zero(trip, field);
    else
        ls_trip_value(trip, field, node);
}

static void list_put(struct ls_trip *trip, const struct ls_api_field *field, struct ls_node list)
{
    struct ls_trip_step step = {.parent = trip->at};
    trip->at = &step; /* cppcheck-suppress autoVariables ; set back before it ends */
    ls_build_list(&trip->build);
    LS_EACH (it, list) {
        if (trip->is_over)
            break;
        element_put(trip, field, it.value);
        step.index++;
    }
    ls_build_end(&trip->build);
    trip->at = step.parent;
}

static void wrong_whole(struct ls_trip *trip, const struct ls_api_field *field, struct ls_node node)
{
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    ls_trip_go_whole(&name, field);
    ls_trip_fail_type(trip, node, ls_buf_text(&name), false);
}

/* A value of a map of lists; the only such maps hold extra attributes of users. */
static void inner_list_put(struct ls_trip *trip, const struct ls_api_field *field,
                           struct ls_node node)
{
    if (ls_node_is_list(node))
        list_put(trip, field, node);
    else if (ls_node_is_null(node))
        ls_build_null(&trip->build);
    else
        ls_trip_fail_type(trip, node, "v1.ExtraValue", false);
}

static void map_value_put(struct ls_trip *trip, const struct ls_api_field *field,
                          struct ls_slice key, struct ls_node value)
{
    struct ls_trip_step step = {.parent = trip->at, .key = key};
    if (trip->is_over)
        return;
    trip->at = &step; /* cppcheck-suppress autoVariables ; set back before it ends */
    ls_build_key(&trip->build, key);
    if (field->shape == LS_SHAPE_MAP_LISTS)
        inner_list_put(trip, field, value);
    else
        element_put(trip, field, value);
    trip->at = step.parent;
}

static void map_put(struct ls_trip *trip, const struct ls_api_field *field, struct ls_node map)
{
    ls_build_map(&trip->build);
    if (trip->as_sent) {
        LS_EACH (it, map)
            map_value_put(trip, field, it.key, it.value);
    } else {
        struct ls_members members LS_AUTO(ls_members_release);
        ls_members_init(&members, map);
        for (size_t i = 0; i < members.count; i++)
            map_value_put(trip, field, members.at[i].key, members.at[i].value);
    }
    ls_build_end(&trip->build);
}

static void whole_put(struct ls_trip *trip, const struct ls_api_field *field, struct ls_node node)
{
    bool is_list = field->shape == LS_SHAPE_LIST;
    if (field->shape == LS_SHAPE_ONE)
        ls_trip_value(trip, field, node);
    else if (is_list ? !ls_node_is_list(node) : !ls_node_is_map(node))
        wrong_whole(trip, field, node);
    else if (ls_node_count(node) == 0 && !trip->keeps_empty)
        ls_build_null(&trip->build);
    else if (is_list)
        list_put(trip, field, node);
    else
        map_put(trip, field, node);
}

/* omitempty never drops structs, nor the few leaf forms that are structs in Go. Called for every
 * field of every struct, so the forms are bits. */
static inline bool is_written_when_absent(const struct ls_api_field *field)
{
    static const uint32_t structs = LS_BIT(LS_API_FORM_STRUCT) | LS_BIT(LS_API_FORM_TIME) |
                                    LS_BIT(LS_API_FORM_MICRO_TIME) | LS_BIT(LS_API_FORM_QUANTITY) |
                                    LS_BIT(LS_API_FORM_INT_OR_STRING) |
                                    LS_BIT(LS_API_FORM_DURATION) | LS_BIT(LS_API_FORM_RAW);
    if (!(field->flags & LS_FIELD_OMIT_EMPTY))
        return true;
    if (field->shape != LS_SHAPE_ONE || field->flags & (LS_FIELD_POINTER | LS_FIELD_OMIT_ZERO))
        return false;
    return structs >> field->form & 1;
}

static void absent_put(struct ls_trip *trip, const struct ls_api_field *field)
{
    if (trip->as_sent || !is_written_when_absent(field))
        return;
    ls_build_key(&trip->build, ls_slice_of(field->name));
    if (field->flags & LS_FIELD_POINTER || field->shape != LS_SHAPE_ONE)
        ls_build_null(&trip->build);
    else
        ls_trip_zero(trip, field);
}

static bool is_left_out(const struct ls_api_field *field, struct ls_node node)
{
    if (field->shape != LS_SHAPE_ONE)
        return field->flags & LS_FIELD_OMIT_EMPTY && ls_node_count(node) == 0 &&
               (ls_node_is_list(node) || ls_node_is_map(node)) &&
               ls_node_is_list(node) == (field->shape == LS_SHAPE_LIST);
    return field->flags & (LS_FIELD_OMIT_EMPTY | LS_FIELD_OMIT_ZERO) &&
           !(field->flags & LS_FIELD_POINTER) && ls_trip_is_empty(field, node);
}

static void field_put(struct ls_trip *trip, const struct ls_api_type *type,
                      const struct ls_api_field *field, struct ls_node node)
{
    if (trip->is_over)
        return;
    if (ls_node_is_absent(node) || ls_node_is_null(node)) {
        absent_put(trip, field);
        return;
    }
    if (is_left_out(field, node))
        return;
    struct ls_trip_step step = {.parent = trip->at, .type = type, .field = field};
    trip->at = &step; /* cppcheck-suppress autoVariables ; set back before it ends */
    ls_build_key(&trip->build, ls_slice_of(field->name));
    whole_put(trip, field, node);
    trip->at = step.parent;
}

static void struct_put_as_sent(struct ls_trip *trip, const struct ls_api_type *type,
                               struct ls_node map)
{
    size_t hint = 0;
    LS_EACH (it, map) {
        const struct ls_api_field *field = field_find(type, it.key, &hint);
        if (field)
            field_put(trip, type, field, it.value);
        else
            unknown_field_found(trip, it.key);
    }
}

static void struct_put_in_order(struct ls_trip *trip, const struct ls_api_type *type,
                                struct ls_node map)
{
    struct ls_node slots[LS_API_FIELDS_MAX];
    LS_ASSERT(type->field_count <= LS_API_FIELDS_MAX);
    memset(slots, 0, type->field_count * sizeof slots[0]);
    size_t hint = 0;
    LS_EACH (it, map) {
        const struct ls_api_field *field = field_find(type, it.key, &hint);
        if (field)
            slots[field - type->fields] = it.value;
        else
            unknown_field_found(trip, it.key);
    }
    for (size_t i = 0; i < type->field_count; i++) {
        if (slots[i].word || is_written_when_absent(&type->fields[i]))
            field_put(trip, type, &type->fields[i], slots[i]);
    }
}

void ls_trip_struct(struct ls_trip *trip, const struct ls_api_type *type, struct ls_node map)
{
    ls_build_map(&trip->build);
    if (trip->as_sent)
        struct_put_as_sent(trip, type, map);
    else
        struct_put_in_order(trip, type, map);
    ls_build_end(&trip->build);
}

static void root_put(struct ls_trip *trip, const struct ls_api_type *type, struct ls_node value)
{
    const struct ls_api_field root = {
        .name = "", .type = type, .form = LS_API_FORM_STRUCT, .shape = LS_SHAPE_ONE};
    trip->keeps_empty = type == &ls_api_apiextensions_v1_CustomResourceDefinition;
    element_put(trip, &root, value);
}

/* Walks again in the order in which the members were sent, which is the order of errors. */
static enum ls_code trip_search(struct ls_node value, const struct ls_api_type *type,
                                struct ls_strict_errors *strict, struct ls_err *err)
{
    struct ls_trip trip = {.as_sent = true, .strict = strict, .err = err};
    root_put(&trip, type, value);
    ls_build_release(&trip.build);
    ls_buf_release(&trip.text);
    return trip.code;
}

enum ls_code ls_round_trip(struct ls_arena *arena, struct ls_node value,
                           const struct ls_api_type *type, struct ls_strict_errors *strict,
                           struct ls_node *out, struct ls_err *err)
{
    LS_ASSERT(type);
    struct ls_trip trip = {.err = err};
    ls_build_reserve(&trip.build, ls_node_words(value) + 64);
    root_put(&trip, type, value);
    enum ls_code code = trip.code;
    if (code || (trip.has_strict_errors && strict))
        code = trip_search(value, type, strict, err);
    LS_ASSERT(!code == !trip.code);
    LS_ASSERT(trip.decoded_alone_depth == 0);
    if (!code)
        *out = ls_build_arena(&trip.build, arena);
    ls_build_release(&trip.build);
    ls_buf_release(&trip.text);
    return code;
}
