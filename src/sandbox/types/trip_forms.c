/* Single values of the round trip: each form is checked and written as Go's types do. */
#include "sandbox/types/trip.h"

#include <math.h>
#include <string.h>

#include "sandbox/types/bytes.h"
#include "sandbox/types/go_time.h"
#include "sandbox/types/table_types.h"
#include "value/duration.h"
#include "value/go_text.h"
#include "value/members.h"
#include "value/quantity.h"

/* ---- names and errors ---- */

static const char *const plain_names[] = {
    [LS_API_FORM_STRING] = "string",
    [LS_API_FORM_BOOL] = "bool",
    [LS_API_FORM_INT32] = "int32",
    [LS_API_FORM_INT64] = "int64",
    [LS_API_FORM_DOUBLE] = "float64",
    [LS_API_FORM_BYTES] = "[]uint8",
    [LS_API_FORM_TIME] = "v1.Time",
    [LS_API_FORM_MICRO_TIME] = "v1.MicroTime",
    [LS_API_FORM_QUANTITY] = "resource.Quantity",
    [LS_API_FORM_INT_OR_STRING] = "intstr.IntOrString",
    [LS_API_FORM_DURATION] = "v1.Duration",
    [LS_API_FORM_RAW] = "runtime.RawExtension",
    [LS_API_FORM_STRUCT] = "struct",
    [LS_API_FORM_SCHEMA_OR_BOOL] = "v1.JSONSchemaPropsOrBool",
    [LS_API_FORM_SCHEMA_OR_LIST] = "v1.JSONSchemaPropsOrArray",
    [LS_API_FORM_SCHEMA_OR_STRINGS] = "v1.JSONSchemaPropsOrStringArray",
};

/* "io.k8s.api.apps.v1.Deployment" is v1.Deployment to Go. */
static const char *short_name(const char *name)
{
    const char *at = name;
    for (const char *dot = name; (dot = strchr(dot + 1, '.')) != NULL;) {
        if (strchr(dot + 1, '.'))
            at = dot + 1;
    }
    return at;
}

static void go_type_of(struct ls_buf *out, const struct ls_api_field *field)
{
    LS_ASSERT(field->form < LS_COUNT(plain_names));
    if (field->form == LS_API_FORM_STRUCT)
        ls_buf_add_text(out, short_name(field->type->name));
    else
        ls_buf_add_text(out, field->go_type ? field->go_type : plain_names[field->form]);
}

void ls_trip_go_whole(struct ls_buf *out, const struct ls_api_field *field)
{
    LS_ASSERT(field->shape <= LS_SHAPE_MAP_LISTS);
    static const char *const fronts[] = {
        [LS_SHAPE_ONE] = "", [LS_SHAPE_LIST] = "[]", [LS_SHAPE_MAP] = "map[string]"};
    if (field->go_whole || field->shape == LS_SHAPE_MAP_LISTS) {
        ls_buf_add_text(out, field->go_whole ? field->go_whole : "map[string]v1.ExtraValue");
        return;
    }
    ls_buf_add_text(out, fronts[field->shape]);
    go_type_of(out, field);
}

static void fields_print(struct ls_buf *out, const struct ls_trip_step *step)
{
    if (!step)
        return;
    fields_print(out, step->parent);
    if (!step->field)
        return;
    ls_buf_add_char(out, '.');
    if (step->field->go_inside)
        ls_buf_printf(out, "%s.", step->field->go_inside);
    ls_buf_add_text(out, step->field->name);
}

static const struct ls_api_type *struct_at(const struct ls_trip_step *step)
{
    while (step && !step->field)
        step = step->parent;
    return step ? step->type : NULL;
}

/* The first error counts, unless a later one ends the decoding. */
static void fail_text(struct ls_trip *trip, const char *text, bool is_fatal)
{
    LS_ASSERT(text);
    ls_build_null(&trip->build);
    if (!trip->code || is_fatal)
        trip->code = ls_fail(trip->err, LS_E_INVALID, "%s", text);
    trip->is_over = is_fatal || !trip->as_sent;
}

static void kind_print(struct ls_buf *out, struct ls_node node, const char *go_type)
{
    LS_ASSERT(!ls_node_is_absent(node));
    static const char *const kinds[] = {
        [LS_TYPE_NULL] = "null",     [LS_TYPE_BOOL] = "bool",     [LS_TYPE_INT] = "number",
        [LS_TYPE_NUMBER] = "number", [LS_TYPE_STRING] = "string", [LS_TYPE_LIST] = "array",
        [LS_TYPE_MAP] = "object"};
    ls_buf_add_text(out, kinds[ls_node_type(node)]);
    bool wants_number = strstr(go_type, "int") == go_type || strstr(go_type, "float") == go_type ||
                        strcmp(go_type, "uint8") == 0;
    if (!wants_number)
        return;
    if (ls_node_type(node) == LS_TYPE_INT)
        ls_buf_printf(out, " %lld", (long long)ls_node_int(node, 0));
    if (ls_node_type(node) == LS_TYPE_NUMBER)
        ls_buf_printf(out, " %.*s", LS_ARG(ls_node_number_text(node)));
}

void ls_trip_fail_type(struct ls_trip *trip, struct ls_node node, const char *go_type,
                       bool is_fatal)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    const struct ls_api_type *around = struct_at(trip->at);
    ls_buf_add_text(&text, "json: cannot unmarshal ");
    kind_print(&text, node, go_type);
    if (around) {
        ls_buf_printf(&text, " into Go struct field %s", around->go_name);
        fields_print(&text, trip->at);
    } else {
        ls_buf_add_text(&text, " into Go value");
    }
    ls_buf_printf(&text, " of type %s", go_type);
    fail_text(trip, ls_buf_text(&text), is_fatal);
}

static void wrong_type(struct ls_trip *trip, const struct ls_api_field *field, struct ls_node node)
{
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    go_type_of(&name, field);
    ls_trip_fail_type(trip, node, ls_buf_text(&name), false);
}

/* ---- numbers ---- */

static bool whole_number(struct ls_node node, int64_t least, int64_t most, int64_t *out)
{
    if (ls_node_type(node) == LS_TYPE_NUMBER) /* the one integer that is kept as text */
        return *out = 0, ls_slice_is(ls_node_number_text(node), "-0");
    *out = ls_node_int(node, 0);
    return ls_node_type(node) == LS_TYPE_INT && *out >= least && *out <= most;
}

static void int_put(struct ls_trip *trip, const struct ls_api_field *field, struct ls_node node)
{
    bool is_short = field->form == LS_API_FORM_INT32;
    int64_t value = 0;
    if (whole_number(node, is_short ? INT32_MIN : INT64_MIN, is_short ? INT32_MAX : INT64_MAX,
                     &value))
        ls_build_int(&trip->build, value);
    else
        wrong_type(trip, field, node);
}

static void double_put(struct ls_trip *trip, const struct ls_api_field *field, struct ls_node node)
{
    enum ls_type type = ls_node_type(node);
    double value = ls_node_double(node, 0);
    if ((type != LS_TYPE_INT && type != LS_TYPE_NUMBER) || !isfinite(value)) {
        wrong_type(trip, field, node);
        return;
    }
    ls_buf_clear(&trip->text);
    ls_go_print_double(&trip->text, value);
    ls_build_number(&trip->build, ls_buf_slice(&trip->text));
}

/* ---- texts with a meaning ---- */

static void bytes_put(struct ls_trip *trip, const struct ls_api_field *field, struct ls_node node)
{
    struct ls_err why = {0};
    ls_buf_clear(&trip->text);
    if (ls_node_is_string(node)) {
        if (ls_bytes_are_canonical(ls_node_string(node)))
            ls_build_node(&trip->build, node);
        else if (ls_bytes_normalize(ls_node_string(node), &trip->text, &why))
            fail_text(trip, why.text, false);
        else
            ls_build_string(&trip->build, ls_buf_slice(&trip->text));
        return;
    }
    if (!ls_node_is_list(node)) {
        wrong_type(trip, field, node);
        return;
    }
    struct ls_buf bytes LS_AUTO(ls_buf_release) = {0};
    LS_EACH (it, node) {
        int64_t byte = 0;
        if (!ls_node_is_null(it.value) && !whole_number(it.value, 0, UINT8_MAX, &byte)) {
            ls_trip_fail_type(trip, it.value, "uint8", false);
            return;
        }
        ls_buf_add_char(&bytes, (char)byte);
    }
    ls_base64_encode(&trip->text, ls_buf_slice(&bytes), LS_BASE64_STANDARD);
    ls_build_string(&trip->build, ls_buf_slice(&trip->text));
}

/* The year 1, which is Go's zero time. */
static const int64_t zero_time_s = -62135596800;

static void time_put(struct ls_trip *trip, const struct ls_api_field *field, struct ls_node node)
{
    bool is_micro = field->form == LS_API_FORM_MICRO_TIME;
    struct ls_err why = {0};
    struct ls_time time = {0};
    if (!ls_node_is_string(node)) {
        ls_trip_fail_type(trip, node, "string", true);
        return;
    }
    if (ls_go_time_parse(ls_node_string(node), is_micro, &time, &why)) {
        fail_text(trip, why.text, true);
        return;
    }
    if (time.seconds == zero_time_s && time.ns == 0) {
        ls_build_null(&trip->build);
        return;
    }
    ls_buf_clear(&trip->text);
    if (is_micro)
        ls_time_print_micro(&trip->text, time);
    else
        ls_time_print(&trip->text, time);
    ls_build_string(&trip->build, ls_buf_slice(&trip->text));
}

/* The text that Go parses as a quantity: any value, without its quotes. */
static struct ls_slice quantity_text(struct ls_trip *trip, struct ls_node node)
{
    ls_buf_clear(&trip->text);
    if (ls_node_is_string(node))
        return ls_slice_trim(ls_node_string(node));
    ls_go_print_json(&trip->text, node);
    return ls_buf_slice(&trip->text);
}

static void quantity_put(struct ls_trip *trip, struct ls_node node)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_slice text = ls_node_type(node) == LS_TYPE_NUMBER ? ls_node_number_text(node)
                                                                : quantity_text(trip, node);
    if (ls_quantity_normalize(text, &out, NULL))
        fail_text(trip, ls_quantity_sentence(text), true);
    else
        ls_build_string(&trip->build, ls_buf_slice(&out));
}

static void int_or_string_put(struct ls_trip *trip, struct ls_node node)
{
    int64_t value = 0;
    if (ls_node_is_string(node))
        ls_build_node(&trip->build, node);
    else if (whole_number(node, INT32_MIN, INT32_MAX, &value))
        ls_build_int(&trip->build, value);
    else
        ls_trip_fail_type(trip, node, "int32", true);
}

static void duration_put(struct ls_trip *trip, struct ls_node node)
{
    int64_t ns = 0;
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (!ls_node_is_string(node)) {
        ls_trip_fail_type(trip, node, "string", true);
        return;
    }
    if (ls_duration_parse(ls_node_string(node), &ns, NULL)) {
        ls_buf_add_text(&text, "time: invalid duration ");
        ls_go_quote(&text, ls_node_string(node));
        fail_text(trip, ls_buf_text(&text), true);
        return;
    }
    ls_duration_print(&text, ns);
    ls_build_string(&trip->build, ls_buf_slice(&text));
}

/* ---- any JSON ---- */

/* Through Go's interface{}: keys sorted, numbers as doubles unless they are whole. */
static void any_put(struct ls_trip *trip, struct ls_node node)
{
    if (ls_node_is_map(node)) {
        struct ls_members members LS_AUTO(ls_members_release);
        ls_members_init(&members, node);
        ls_build_map(&trip->build);
        for (size_t i = 0; i < members.count; i++) {
            ls_build_key(&trip->build, members.at[i].key);
            any_put(trip, members.at[i].value);
        }
        ls_build_end(&trip->build);
    } else if (ls_node_is_list(node)) {
        ls_build_list(&trip->build);
        LS_EACH (it, node)
            any_put(trip, it.value);
        ls_build_end(&trip->build);
    } else if (ls_node_type(node) == LS_TYPE_NUMBER && isfinite(ls_node_double(node, 0))) {
        ls_buf_clear(&trip->text);
        ls_go_print_double(&trip->text, ls_node_double(node, 0));
        ls_build_number(&trip->build, ls_buf_slice(&trip->text));
    } else {
        ls_build_node(&trip->build, node);
    }
}

static void raw_put(struct ls_trip *trip, const struct ls_api_field *field, struct ls_node node)
{
    if (field->go_type && strcmp(field->go_type, "v1.JSON") == 0)
        any_put(trip, node);
    else
        ls_build_node(&trip->build, node);
}

/* ---- a schema, or something simpler ---- */

static void schema_put(struct ls_trip *trip, struct ls_node map)
{
    trip->decoded_alone_depth++;
    ls_trip_struct(trip, &ls_api_apiextensions_v1_JSONSchemaProps, map);
    trip->decoded_alone_depth--;
}

static void schema_or_bool_put(struct ls_trip *trip, struct ls_node node)
{
    if (ls_node_is_map(node))
        schema_put(trip, node);
    else if (ls_node_type(node) == LS_TYPE_BOOL)
        ls_build_node(&trip->build, node);
    else
        fail_text(trip, "boolean or JSON schema expected", true);
}

static void schema_list_item_put(struct ls_trip *trip, const struct ls_api_field *field,
                                 struct ls_node node)
{
    bool is_string = field->form == LS_API_FORM_SCHEMA_OR_STRINGS;
    if (is_string ? ls_node_is_string(node) : ls_node_is_map(node)) {
        if (is_string)
            ls_build_node(&trip->build, node);
        else
            schema_put(trip, node);
    } else if (ls_node_is_null(node)) {
        if (is_string)
            ls_build_text(&trip->build, "");
        else
            schema_put(trip, LS_ABSENT);
    } else {
        ls_trip_fail_type(trip, node, is_string ? "string" : "v1.JSONSchemaProps", true);
    }
}

/* Anything else than a schema or a list becomes null, without an error. */
static void schema_or_list_put(struct ls_trip *trip, const struct ls_api_field *field,
                               struct ls_node node)
{
    if (ls_node_is_map(node)) {
        schema_put(trip, node);
    } else if (ls_node_count(node) > 0) {
        ls_build_list(&trip->build);
        LS_EACH (it, node)
            schema_list_item_put(trip, field, it.value);
        ls_build_end(&trip->build);
    } else {
        ls_build_null(&trip->build);
    }
}

/* ---- one value of any form ---- */

static void plain_put(struct ls_trip *trip, const struct ls_api_field *field, struct ls_node node,
                      enum ls_type type)
{
    if (ls_node_type(node) == type)
        ls_build_node(&trip->build, node);
    else
        wrong_type(trip, field, node);
}

void ls_trip_value(struct ls_trip *trip, const struct ls_api_field *field, struct ls_node node)
{
    LS_ASSERT(!ls_node_is_absent(node));
    switch ((enum ls_api_form)field->form) {
    case LS_API_FORM_STRING:
        plain_put(trip, field, node, LS_TYPE_STRING);
        return;
    case LS_API_FORM_BOOL:
        plain_put(trip, field, node, LS_TYPE_BOOL);
        return;
    case LS_API_FORM_INT32:
    case LS_API_FORM_INT64:
        int_put(trip, field, node);
        return;
    case LS_API_FORM_DOUBLE:
        double_put(trip, field, node);
        return;
    case LS_API_FORM_BYTES:
        bytes_put(trip, field, node);
        return;
    case LS_API_FORM_TIME:
    case LS_API_FORM_MICRO_TIME:
        time_put(trip, field, node);
        return;
    case LS_API_FORM_QUANTITY:
        quantity_put(trip, node);
        return;
    case LS_API_FORM_INT_OR_STRING:
        int_or_string_put(trip, node);
        return;
    case LS_API_FORM_DURATION:
        duration_put(trip, node);
        return;
    case LS_API_FORM_RAW:
        raw_put(trip, field, node);
        return;
    case LS_API_FORM_STRUCT:
        if (ls_node_is_map(node))
            ls_trip_struct(trip, field->type, node);
        else
            wrong_type(trip, field, node);
        return;
    case LS_API_FORM_SCHEMA_OR_BOOL:
        schema_or_bool_put(trip, node);
        return;
    case LS_API_FORM_SCHEMA_OR_LIST:
    case LS_API_FORM_SCHEMA_OR_STRINGS:
        schema_or_list_put(trip, field, node);
        return;
    }
}

void ls_trip_zero(struct ls_trip *trip, const struct ls_api_field *field)
{
    switch ((enum ls_api_form)field->form) {
    case LS_API_FORM_STRING:
        ls_build_text(&trip->build, "");
        return;
    case LS_API_FORM_BOOL:
        ls_build_bool(&trip->build, false);
        return;
    case LS_API_FORM_INT32:
    case LS_API_FORM_INT64:
    case LS_API_FORM_DOUBLE:
    case LS_API_FORM_INT_OR_STRING:
        ls_build_int(&trip->build, 0);
        return;
    case LS_API_FORM_QUANTITY:
        ls_build_text(&trip->build, "0");
        return;
    case LS_API_FORM_DURATION:
        ls_build_text(&trip->build, "0s");
        return;
    case LS_API_FORM_STRUCT:
        ls_trip_struct(trip, field->type, LS_ABSENT);
        return;
    case LS_API_FORM_BYTES:
        /* In a map (`data: {a: null}` of a Secret) the stored value is an empty one. */
        if (field->shape == LS_SHAPE_MAP)
            ls_build_text(&trip->build, "");
        else
            ls_build_null(&trip->build);
        return;
    case LS_API_FORM_SCHEMA_OR_BOOL:
        ls_build_bool(&trip->build, false);
        return;
    case LS_API_FORM_TIME:
    case LS_API_FORM_MICRO_TIME:
    case LS_API_FORM_RAW:
    case LS_API_FORM_SCHEMA_OR_LIST:
    case LS_API_FORM_SCHEMA_OR_STRINGS:
        ls_build_null(&trip->build);
        return;
    }
}

static bool is_zero_number(struct ls_node node)
{
    enum ls_type type = ls_node_type(node);
    if (type == LS_TYPE_INT)
        return ls_node_int(node, 1) == 0;
    return type == LS_TYPE_NUMBER && ls_node_double(node, 1) == 0;
}

static bool is_zero_time(struct ls_node node)
{
    struct ls_time time = {0};
    return ls_slice_starts(ls_node_string(node), "000") &&
           !ls_go_time_parse(ls_node_string(node), false, &time, NULL) &&
           time.seconds == zero_time_s && time.ns == 0;
}

bool ls_trip_is_empty(const struct ls_api_field *field, struct ls_node node)
{
    switch ((enum ls_api_form)field->form) {
    case LS_API_FORM_STRING:
        return ls_node_is_string(node) && ls_node_string(node).len == 0;
    case LS_API_FORM_BYTES:
        return (ls_node_is_string(node) && ls_node_string(node).len == 0) ||
               (ls_node_is_list(node) && ls_node_count(node) == 0);
    case LS_API_FORM_BOOL:
        return ls_node_type(node) == LS_TYPE_BOOL && !ls_node_bool(node, true);
    case LS_API_FORM_INT32:
    case LS_API_FORM_INT64:
        return whole_number(node, 0, 0, &(int64_t){0});
    case LS_API_FORM_DOUBLE:
        return is_zero_number(node);
    case LS_API_FORM_TIME:
        return field->flags & LS_FIELD_OMIT_ZERO && is_zero_time(node);
    default:
        return false;
    }
}
