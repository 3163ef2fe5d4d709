#include "sandbox/ops/from_unstructured.h"

#include <string.h>

#include "value/build.h"

/* Above this, doubles cannot hold every integer. */
#define EXACT_MAX 9007199254740992.0

/* The reflect.Kind of a value. */
static const char *go_kind(struct ls_node value)
{
    switch (ls_node_type(value)) {
    case LS_TYPE_STRING:
        return "string";
    case LS_TYPE_BOOL:
        return "bool";
    case LS_TYPE_INT:
        return "int64";
    case LS_TYPE_NUMBER:
        return "float64";
    case LS_TYPE_LIST:
        return "slice";
    case LS_TYPE_MAP:
        return "map";
    case LS_TYPE_ABSENT:
    case LS_TYPE_NULL:
        break;
    }
    return "invalid";
}

static const char *go_type(struct ls_node value)
{
    if (ls_node_is_map(value))
        return "map[string]interface {}";
    return ls_node_is_list(value) ? "[]interface {}" : go_kind(value);
}

/* Scalars that Go converts; times, quantities and others with their own decoder are not covered
 * here. */
static const struct scalar {
    enum ls_api_form form;
    const char *go_name;
    bool is_number;
    enum ls_type type;
} scalars[] = {
    {LS_API_FORM_STRING, "string", false, LS_TYPE_STRING},
    {LS_API_FORM_BOOL, "bool", false, LS_TYPE_BOOL},
    {LS_API_FORM_INT32, "int32", true, LS_TYPE_INT},
    {LS_API_FORM_INT64, "int64", true, LS_TYPE_INT},
    {LS_API_FORM_DOUBLE, "float64", true, LS_TYPE_NUMBER},
};

static const char *scalar_refusal(struct ls_arena *arena, struct ls_node value,
                                  const struct ls_api_field *field)
{
    enum ls_type type = ls_node_type(value);
    bool is_number = type == LS_TYPE_INT || type == LS_TYPE_NUMBER;
    for (size_t i = 0; i < LS_COUNT(scalars); i++) {
        if (field->form != scalars[i].form)
            continue;
        if (scalars[i].is_number ? is_number : type == scalars[i].type)
            return NULL;
        return ls_arena_printf(arena, "cannot convert %s to %s", go_type(value),
                               field->go_type ? field->go_type : scalars[i].go_name);
    }
    return NULL;
}

static const char *one_refusal(struct ls_arena *arena, struct ls_node value,
                               const struct ls_api_field *field)
{
    if (ls_node_is_null(value))
        return NULL;
    if (field->form == LS_API_FORM_STRUCT)
        return ls_from_unstructured_error(arena, value, field->type);
    return scalar_refusal(arena, value, field);
}

static const char *field_refusal(struct ls_arena *arena, struct ls_node value,
                                 const struct ls_api_field *field)
{
    bool is_map = field->shape == LS_SHAPE_MAP || field->shape == LS_SHAPE_MAP_LISTS;
    if (field->shape == LS_SHAPE_ONE || ls_node_is_null(value))
        return one_refusal(arena, value, field);
    if (is_map && !ls_node_is_map(value))
        return ls_arena_printf(arena, "cannot restore map from %s", go_kind(value));
    if (!is_map && !ls_node_is_list(value))
        return ls_arena_printf(arena, "cannot restore slice from %s", go_kind(value));
    const char *refusal = NULL;
    LS_EACH (it, value) {
        if (!refusal && field->shape != LS_SHAPE_MAP_LISTS)
            refusal = one_refusal(arena, it.value, field);
    }
    return refusal;
}

const char *ls_from_unstructured_error(struct ls_arena *arena, struct ls_node value,
                                       const struct ls_api_type *type)
{
    const char *refusal = NULL;
    if (!ls_node_is_map(value))
        return ls_arena_printf(arena, "cannot restore struct from: %s", go_kind(value));
    for (size_t i = 0; i < type->field_count && !refusal; i++) {
        struct ls_node member = ls_node_get(value, ls_slice_of(type->fields[i].name));
        if (!ls_node_is_absent(member))
            refusal = field_refusal(arena, member, &type->fields[i]);
    }
    return refusal;
}

static void whole_build(struct ls_build *build, struct ls_node value)
{
    double number = ls_node_double(value, 0);
    bool is_exact = number >= -EXACT_MAX && number <= EXACT_MAX;
    switch (ls_node_type(value)) {
    case LS_TYPE_MAP:
        ls_build_map(build);
        LS_EACH (it, value) {
            ls_build_key(build, it.key);
            whole_build(build, it.value);
        }
        ls_build_end(build);
        break;
    case LS_TYPE_LIST:
        ls_build_list(build);
        LS_EACH (it, value)
            whole_build(build, it.value);
        ls_build_end(build);
        break;
    case LS_TYPE_NUMBER:
        if (is_exact && (double)(int64_t)number == number) {
            ls_build_int(build, (int64_t)number);
            break;
        }
        ls_build_node(build, value);
        break;
    default:
        ls_build_node(build, value);
        break;
    }
}

struct ls_node ls_from_unstructured_integers(struct ls_arena *arena, struct ls_node value)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    whole_build(&build, value);
    return ls_build_arena(&build, arena);
}

const char *ls_from_unstructured_message(struct ls_arena *arena, const char *why)
{
    static const char number[] = "json: cannot unmarshal number ", type[] = " of type ";
    const char *target = strstr(why, type);
    if (strncmp(why, number, sizeof number - 1) == 0 && target)
        return ls_arena_printf(arena, "cannot convert float64 to %s", target + sizeof type - 1);
    if (strncmp(why, "illegal base64", sizeof "illegal base64" - 1) == 0)
        return ls_arena_printf(arena, "error decoding from json: %s", why);
    return why;
}
