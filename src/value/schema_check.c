/* Checks of one value without what is below it: type, enum, text, number. Where kube-apiserver has
 * a quirk, it is kept: clients compare the messages. */
#include <math.h>
#include <string.h>

#include "base/utf8.h"
#include "value/go_text.h"
#include "value/schema_impl.h"

enum { JSON_INTEGER_BITS = 53 }; /* beyond this a double skips integers */

static unsigned type_of(struct ls_node value)
{
    switch (ls_node_type(value)) {
    case LS_TYPE_BOOL:
        return SCHEMA_BOOLEAN;
    case LS_TYPE_INT:
        return SCHEMA_INTEGER;
    case LS_TYPE_NUMBER:
        return SCHEMA_NUMBER;
    case LS_TYPE_STRING:
        return SCHEMA_STRING;
    case LS_TYPE_LIST:
        return SCHEMA_ARRAY;
    case LS_TYPE_MAP:
        return SCHEMA_OBJECT;
    default:
        return 0;
    }
}

static const char *type_text(unsigned type)
{
    switch (type) {
    case SCHEMA_BOOLEAN:
        return "boolean";
    case SCHEMA_INTEGER:
        return "integer";
    case SCHEMA_NUMBER:
        return "number";
    case SCHEMA_STRING:
        return "string";
    case SCHEMA_ARRAY:
        return "array";
    case SCHEMA_OBJECT:
        return "object";
    default:
        return "null";
    }
}

/* Is the double an integer, within one part in 10^9? */
static bool is_whole(double number)
{
    if (!isfinite(number) || fabs(number) > ldexp(1, JSON_INTEGER_BITS) - 1)
        return false;
    double whole = trunc(number);
    if (number == whole)
        return true;
    if (whole == 0)
        return false;
    return fabs(number - whole) / (fabs(number) + fabs(whole)) < 1e-9;
}

static void wrong_type(struct schema_checker *checker, const struct schema_place *place,
                       const char *wanted, const char *got, struct result *result)
{
    const char *quoted = ls_arena_printf(checker->arena, "\"%s\"", got);
    issue_at(checker, result, place, LS_FINDING_TYPE_INVALID, quoted, "must be of type %s: %s",
             wanted, quoted);
}

static const char *go_format_of(unsigned type)
{
    return type == SCHEMA_INTEGER ? "int64" : type == SCHEMA_NUMBER ? "float64" : "";
}

void check_type(struct schema_checker *checker, const struct ls_schema *schema,
                struct ls_node value, const struct schema_place *place, struct result *result)
{
    unsigned type = type_of(value);
    if (type == 0) {
        if (schema->types != 0 && !schema->is_nullable)
            wrong_type(checker, place, schema->type_text, "null", result);
        else
            result->matches++;
        return;
    }
    bool has_format = schema->format[0] != '\0';
    bool fits = (schema->types & type) != 0;
    if (type == SCHEMA_NUMBER && (schema->types & SCHEMA_INTEGER))
        fits = fits || is_whole(ls_node_double(value, 0));
    if (type == SCHEMA_INTEGER && (schema->types & SCHEMA_NUMBER))
        fits = true;
    bool is_plain = type != SCHEMA_STRING && type != SCHEMA_ARRAY;
    if (!fits && is_plain && has_format) {
        wrong_type(checker, place, schema->format, go_format_of(type), result);
        return;
    }
    /* With a format of strings, lists pass too. */
    bool is_numeric = (schema->types & (SCHEMA_NUMBER | SCHEMA_INTEGER)) != 0;
    if (!fits && (is_plain || is_numeric || !has_format)) {
        wrong_type(checker, place, schema->type_text, type_text(type), result);
        return;
    }
    result->matches++;
}

static void choices_print(struct ls_buf *out, struct ls_node values)
{
    size_t count = 0;
    ls_buf_add_text(out, "supported values: ");
    LS_EACH (it, values) {
        struct ls_buf json LS_AUTO(ls_buf_release) = {0};
        if (count++ > 0)
            ls_buf_add_text(out, ", ");
        ls_go_print_json(&json, it.value);
        ls_go_quote(out,
                    ls_node_is_string(it.value) ? ls_node_string(it.value) : ls_buf_slice(&json));
    }
}

void check_enum(struct schema_checker *checker, const struct ls_schema *schema,
                struct ls_node value, const struct schema_place *place, struct result *result)
{
    if (ls_node_count(schema->enum_values) == 0)
        return;
    LS_EACH (it, schema->enum_values) {
        /* null never matches, even when it is listed. */
        if (!ls_node_is_null(value) && ls_node_equal(it.value, value))
            return;
    }
    struct ls_buf choices LS_AUTO(ls_buf_release) = {0};
    choices_print(&choices, schema->enum_values);
    issue_at(checker, result, place, LS_FINDING_NOT_SUPPORTED, value_text(checker, value), "%s",
             ls_buf_text(&choices));
}

static int64_t character_count(struct ls_slice text)
{
    int64_t count = 0;
    for (size_t i = 0; i < text.len; i++)
        count += ((unsigned char)text.at[i] & 0xC0) != 0x80;
    return count;
}

static void check_pattern(struct schema_checker *checker, struct schema_pattern *pattern,
                          struct ls_node value, const struct schema_place *place,
                          struct result *result)
{
    struct ls_err err;
    if (pattern->regex == NULL && ls_regex_new(pattern->text, &pattern->regex, &err)) {
        issue_at(checker, result, place, LS_FINDING_INVALID, value_text(checker, value),
                 "should match '%.*s, but pattern is invalid: %s'", LS_ARG(pattern->text),
                 err.text);
        return;
    }
    if (!ls_regex_search(pattern->regex, ls_node_string(value)))
        issue_at(checker, result, place, LS_FINDING_INVALID, value_text(checker, value),
                 "should match '%.*s'", LS_ARG(pattern->text));
}

void check_string(struct schema_checker *checker, const struct ls_schema *schema,
                  struct ls_node value, const struct schema_place *place, struct result *result)
{
    LS_ASSERT(ls_node_is_string(value));
    int64_t count = 0;
    if (schema->limits->length_max.is_set || schema->limits->length_min.is_set)
        count = character_count(ls_node_string(value));
    if (schema->limits->length_max.is_set && count > schema->limits->length_max.value)
        issue_at(checker, result, place, LS_FINDING_TOO_LONG, NULL, "may not be more than %lld %s",
                 (long long)schema->limits->length_max.value,
                 schema->limits->length_max.value == 1 ? "byte" : "bytes");
    else if (schema->limits->length_min.is_set && count < schema->limits->length_min.value)
        issue_at(checker, result, place, LS_FINDING_INVALID, value_text(checker, value),
                 "should be at least %lld chars long", (long long)schema->limits->length_min.value);
    else if (schema->pattern != NULL)
        check_pattern(checker, schema->pattern, value, place, result);
}

void check_format(struct schema_checker *checker, const struct ls_schema *schema,
                  struct ls_node value, const struct schema_place *place, struct result *result)
{
    LS_ASSERT(schema->format_fn);
    if (!schema->format_fn(ls_node_string(value)))
        issue_at(checker, result, place, LS_FINDING_TYPE_INVALID, value_text(checker, value),
                 "must be of type %s: %s", schema->format, value_text(checker, value));
}

/* Can the number be held by the type and its format? */
static bool is_in_range(const struct ls_schema *schema, double number)
{
    if (schema->types == SCHEMA_NUMBER)
        return strcmp(schema->number_format, "float") != 0 || !isinf((float)number);
    if (schema->types != SCHEMA_INTEGER)
        return true;
    if (trunc(number) != number)
        return false;
    int bits = strcmp(schema->number_format, "int32") == 0 ? 31 : 63;
    return number >= -ldexp(1, bits) && number < ldexp(1, bits);
}

static bool check_range(struct schema_checker *checker, const struct ls_schema *schema,
                        double number, const char *what, const struct schema_place *place,
                        struct result *result)
{
    if (is_in_range(schema, number))
        return true;
    bool has_format = schema->number_format[0] != '\0';
    issue_whole(checker, result, "%s value must be of type %s %s%s%s in %s", what,
                schema->type_text, has_format ? "with format " : "(default format",
                schema->number_format, has_format ? "" : ")", place_name(checker, place));
    return false;
}

/* A limit as the message shows it: an integer when it is compared as one. */
static const char *limit_text(struct schema_checker *checker, double limit, bool is_integer)
{
    if (is_integer)
        return ls_arena_printf(checker->arena, "%lld", (long long)limit);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_go_show_double(&text, limit);
    return ls_arena_dup(checker->arena, ls_buf_slice(&text));
}

/* Below, at or above zero; integers are compared as such, the limit cut to one. */
static int limit_compare(struct ls_node value, double limit, bool is_integer)
{
    if (is_integer) {
        int64_t whole = (int64_t)limit, number = ls_node_int(value, 0);
        return number < whole ? -1 : number > whole;
    }
    double number = ls_node_double(value, 0);
    return number < limit ? -1 : number > limit;
}

/* Numbers outside of int64 are compared as doubles. */
static bool fits_int64(double number)
{
    return number >= -ldexp(1, 63) && number < ldexp(1, 63);
}

static void check_multiple(struct schema_checker *checker, const struct ls_schema *schema,
                           struct ls_node value, const struct schema_place *place,
                           struct result *result)
{
    double factor = schema->limits->multiple_of.value;
    bool is_integer = check_range(checker, schema, factor, "MultipleOf", place, result) &&
                      ls_node_type(value) == LS_TYPE_INT && fits_int64(factor);
    if (is_integer)
        factor = trunc(factor);
    if (factor <= 0) {
        const char *text = limit_text(checker, factor, is_integer);
        issue_message(checker, result, place, text,
                      ls_arena_printf(checker->arena,
                                      "factor MultipleOf declared for %s must be positive: %s",
                                      place_name(checker, place), text));
        return;
    }
    double number = ls_node_double(value, 0);
    bool is_multiple = is_integer ? ls_node_int(value, 0) % (int64_t)factor == 0
                                  : is_whole(factor < 1 ? 1 / factor * number : number / factor);
    if (!is_multiple)
        issue_at(checker, result, place, LS_FINDING_INVALID, value_text(checker, value),
                 "should be a multiple of %s", limit_text(checker, factor, is_integer));
}

static void check_limit(struct schema_checker *checker, const struct ls_schema *schema,
                        const struct schema_bound *bound, int direction, struct ls_node value,
                        const struct schema_place *place, struct result *result)
{
    const char *what = direction > 0 ? "Maximum boundary" : "Minimum boundary";
    bool is_integer = check_range(checker, schema, bound->value, what, place, result) &&
                      ls_node_type(value) == LS_TYPE_INT && fits_int64(bound->value);
    int order = limit_compare(value, bound->value, is_integer) * direction;
    if (order < 0 || (order == 0 && !bound->is_exclusive))
        return;
    issue_at(checker, result, place, LS_FINDING_INVALID, value_text(checker, value),
             "should be %s than %s%s", direction > 0 ? "less" : "greater",
             bound->is_exclusive ? "" : "or equal to ",
             limit_text(checker, bound->value, is_integer));
}

void check_number(struct schema_checker *checker, const struct ls_schema *schema,
                  struct ls_node value, const struct schema_place *place, struct result *result)
{
    /* As a double the largest int64 would be one too many. */
    bool is_sure =
        ls_node_type(value) == LS_TYPE_INT && strcmp(schema->number_format, "int32") != 0;
    if (!is_sure)
        (void)check_range(checker, schema, ls_node_double(value, 0), "Checked", place, result);
    if (schema->limits->multiple_of.is_set)
        check_multiple(checker, schema, value, place, result);
    if (schema->limits->minimum.is_set)
        check_limit(checker, schema, &schema->limits->minimum, -1, value, place, result);
    if (schema->limits->maximum.is_set)
        check_limit(checker, schema, &schema->limits->maximum, 1, value, place, result);
    result->matches++;
}
