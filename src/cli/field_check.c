#include "cli/field_check.h"

#include "kube/resource.h"
#include "phase/own/stray.h"
#include "sandbox/kinds/rows.h"

/* ---- which table ---- */

static bool group_has_kind(const struct ls_group_rows *group, struct ls_slice kind)
{
    for (size_t i = 0; i < group->row_count; i++) {
        if (ls_slice_is(kind, group->rows[i].kind))
            return true;
    }
    return false;
}

/* NULL: not a kind that is built in. */
static const struct ls_api_type *type_of(const struct ls_gvk *gvk)
{
    for (size_t i = 0; i < ls_built_in_group_count; i++) {
        const struct ls_group_rows *group = ls_built_in_groups[i];
        if (!ls_slice_is(gvk->group, group->group) || !ls_slice_is(gvk->version, group->version) ||
            !group_has_kind(group, gvk->kind))
            continue;
        struct ls_buf name LS_AUTO(ls_buf_release) = {0};
        ls_buf_printf(&name, "%s%.*s", group->type_prefix, LS_ARG(gvk->kind));
        return ls_api_type_find(ls_buf_text(&name));
    }
    return NULL;
}

/* ---- one value ---- */

#define IS(type) LS_BIT(LS_TYPE_##type)
/* The JSON types a form takes; the rest is checked by the server. */
static const struct form_row {
    const char *expected;
    unsigned fits;
} forms[] = {
    [LS_API_FORM_STRING] = {"string", IS(STRING)},
    [LS_API_FORM_BOOL] = {"boolean", IS(BOOL)},
    [LS_API_FORM_INT32] = {"integer", IS(INT)},
    [LS_API_FORM_INT64] = {"integer", IS(INT)},
    [LS_API_FORM_DOUBLE] = {"number", IS(INT) | IS(NUMBER)},
    [LS_API_FORM_BYTES] = {"string", IS(STRING)},
    [LS_API_FORM_TIME] = {"string", IS(STRING)},
    [LS_API_FORM_MICRO_TIME] = {"string", IS(STRING)},
    [LS_API_FORM_QUANTITY] = {"string or number", IS(STRING) | IS(INT) | IS(NUMBER)},
    [LS_API_FORM_INT_OR_STRING] = {"integer or string", IS(INT) | IS(STRING)},
    [LS_API_FORM_DURATION] = {"string", IS(STRING)},
    [LS_API_FORM_STRUCT] = {"map", IS(MAP)},
    [LS_API_FORM_RAW] = {"", ~0u},
    [LS_API_FORM_SCHEMA_OR_BOOL] = {"", ~0u},
    [LS_API_FORM_SCHEMA_OR_LIST] = {"", ~0u},
    [LS_API_FORM_SCHEMA_OR_STRINGS] = {"", ~0u},
};

static void struct_check(const struct ls_api_type *type, struct ls_node value,
                         const struct ls_stray_step *at, struct ls_buf *out);

/* False: it is of another type, and a problem was added. */
static bool fits(struct ls_node value, unsigned types, const char *expected,
                 const struct ls_stray_step *at, struct ls_buf *out)
{
    if (types & LS_BIT(ls_node_type(value)))
        return true;
    ls_stray_print_type(out, at, expected, value);
    return false;
}

static void one_check(const struct ls_api_field *field, struct ls_node value,
                      const struct ls_stray_step *at, struct ls_buf *out)
{
    const struct form_row *row = &forms[field->form];
    if (ls_node_is_null(value) || ls_stray_is_full(out))
        return;
    if (fits(value, row->fits, row->expected, at, out) && field->form == LS_API_FORM_STRUCT)
        struct_check(field->type, value, at, out);
}

static void list_check(const struct ls_api_field *field, struct ls_node value,
                       const struct ls_stray_step *at, struct ls_buf *out)
{
    size_t i = 0;
    if (ls_node_is_null(value) || !fits(value, IS(LIST), "list", at, out))
        return;
    LS_EACH (it, value) {
        struct ls_stray_step step = {at, {NULL, 0}, i++};
        one_check(field, it.value, &step, out);
    }
}

static void map_check(const struct ls_api_field *field, struct ls_node value,
                      const struct ls_stray_step *at, struct ls_buf *out)
{
    if (!fits(value, IS(MAP), "map", at, out))
        return;
    LS_EACH (it, value) {
        struct ls_stray_step step = {at, it.key, 0};
        if (field->shape == LS_SHAPE_MAP_LISTS)
            list_check(field, it.value, &step, out);
        else
            one_check(field, it.value, &step, out);
    }
}

/* ---- structs ---- */

static void field_check(const struct ls_api_field *field, struct ls_node value,
                        const struct ls_stray_step *at, struct ls_buf *out)
{
    if (ls_node_is_null(value))
        return;
    if (field->shape == LS_SHAPE_ONE)
        one_check(field, value, at, out);
    else if (field->shape == LS_SHAPE_LIST)
        list_check(field, value, at, out);
    else
        map_check(field, value, at, out);
}

static void stray_found(const struct ls_api_type *type, const struct ls_stray_step *step,
                        struct ls_buf *out)
{
    struct ls_stray_guess guess = {.typed = step->key};
    for (size_t i = 0; i < type->field_count; i++)
        ls_stray_guess(&guess, ls_slice_of(type->fields[i].name));
    ls_stray_print(out, step, &guess);
}

static void struct_check(const struct ls_api_type *type, struct ls_node value,
                         const struct ls_stray_step *at, struct ls_buf *out)
{
    LS_EACH (it, value) {
        struct ls_stray_step step = {at, it.key, 0};
        const struct ls_api_field *field = ls_api_field_find(type, it.key);
        /* status at the root and nulls are left out of what is applied. */
        if (ls_node_is_null(it.value) || (!at && ls_slice_is(it.key, "status")))
            continue;
        if (field)
            field_check(field, it.value, &step, out);
        else if (!ls_stray_is_full(out))
            stray_found(type, &step, out);
    }
}

static enum ls_check_word check(void *self, struct ls_node object, struct ls_buf *out)
{
    struct ls_err err;
    struct ls_gvk gvk;
    size_t before = out->len;
    (void)self;
    const struct ls_api_type *type = ls_gvk_of(object, &gvk, &err) ? NULL : type_of(&gvk);
    if (!type)
        return LS_CHECK_UNKNOWN;
    struct_check(type, object, NULL, out);
    return out->len > before ? LS_CHECK_STRAYS : LS_CHECK_CLEAN;
}

const struct ls_field_tables *ls_field_check_tables(void)
{
    static const struct ls_field_tables tables = {NULL, check};
    return &tables;
}
