#include "sandbox/status/field_errors.h"

#include <stdarg.h>
#include <string.h>

#include "base/buf.h"
#include "sandbox/status/limits.h"
#include "value/go_text.h"

struct error_words {
    const char *reason;
    const char *words;
    bool shows_value;
};

/* clang-format off */
static const struct error_words wording[LS_FIELD_ERROR_COUNT] = {
    [LS_FIELD_ERROR_REQUIRED]      = {"FieldValueRequired",     "Required value",    false},
    [LS_FIELD_ERROR_INVALID]       = {"FieldValueInvalid",      "Invalid value",     true},
    [LS_FIELD_ERROR_TYPE_INVALID]  = {"FieldValueTypeInvalid",  "Invalid value",     true},
    [LS_FIELD_ERROR_NOT_SUPPORTED] = {"FieldValueNotSupported", "Unsupported value", true},
    [LS_FIELD_ERROR_FORBIDDEN]     = {"FieldValueForbidden",    "Forbidden",         false},
    [LS_FIELD_ERROR_DUPLICATE]     = {"FieldValueDuplicate",    "Duplicate value",   true},
    [LS_FIELD_ERROR_TOO_LONG]      = {"FieldValueTooLong",      "Too long",          false},
    [LS_FIELD_ERROR_TOO_MANY]      = {"FieldValueTooMany",      "Too many",          true},
    [LS_FIELD_ERROR_NOT_FOUND]     = {"FieldValueNotFound",     "Not found",         true},
    [LS_FIELD_ERROR_INTERNAL]      = {"InternalError",          "Internal error",    false},
    [LS_FIELD_ERROR_TOO_FEW]       = {"FieldValueTooFew",       "Too few",           true},
    [LS_FIELD_ERROR_TOO_SHORT]     = {"FieldValueTooShort",     "Too short",         false},
};
/* clang-format on */

static void errors_push(struct ls_field_errors *errors, struct ls_failure_cause cause)
{
    if (errors->count == errors->cap) {
        size_t cap = errors->cap > 0 ? errors->cap * 2 : 8;
        struct ls_failure_cause *grown =
            LS_ARENA_ARRAY(errors->arena, struct ls_failure_cause, cap);
        if (errors->count > 0)
            memcpy(grown, errors->at, errors->count * sizeof *grown);
        errors->at = grown;
        errors->cap = cap;
    }
    errors->at[errors->count++] = cause;
    errors->bytes += strlen(cause.message);
}

static bool is_full(const struct ls_field_errors *errors)
{
    return errors->count == LS_FIELD_ERRORS_MAX || errors->bytes >= LS_FIELD_ERRORS_BYTES_MAX;
}

LS_FORMAT(5, 0)
static void error_add_v(struct ls_field_errors *errors, enum ls_field_error_type type,
                        const char *field, const char *value_text, const char *format, va_list args)
{
    LS_ASSERT(type < LS_FIELD_ERROR_COUNT);
    if (is_full(errors))
        return;
    const struct error_words *words = &wording[type];
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&text, words->words);
    if (value_text && words->shows_value)
        ls_buf_printf(&text, ": %s", value_text);
    size_t len = text.len;
    ls_buf_add_text(&text, ": ");
    ls_buf_vprintf(&text, format, args);
    bool has_sentence = text.len > len + 2;
    struct ls_slice message = {text.at, has_sentence ? text.len : len};
    errors_push(errors, (struct ls_failure_cause){
                            .reason = words->reason,
                            .message = ls_arena_dup(errors->arena, message),
                            .field = ls_arena_dup(errors->arena, ls_slice_of(field))});
}

void ls_field_error_add(struct ls_field_errors *errors, enum ls_field_error_type type,
                        const char *field, const char *value_text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    error_add_v(errors, type, field, value_text, format, args);
    va_end(args);
}

static void value_print(struct ls_buf *out, struct ls_node value)
{
    if (ls_node_is_map(value) || ls_node_is_list(value))
        ls_go_print_json(out, value);
    else
        ls_go_quote_scalar(out, value);
}

void ls_field_error_add_value(struct ls_field_errors *errors, enum ls_field_error_type type,
                              const char *field, struct ls_node value, const char *format, ...)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (is_full(errors))
        return;
    value_print(&text, value);
    va_list args;
    va_start(args, format);
    error_add_v(errors, type, field, ls_buf_text(&text), format, args);
    va_end(args);
}

void ls_field_error_add_choice(struct ls_field_errors *errors, const char *field,
                               struct ls_node value, const char *const *choices,
                               size_t choice_count)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < choice_count; i++) {
        ls_buf_add_text(&text, i > 0 ? ", " : "supported values: ");
        ls_go_quote(&text, ls_slice_of(choices[i]));
    }
    ls_field_error_add_value(errors, LS_FIELD_ERROR_NOT_SUPPORTED, field, value, "%s",
                             ls_buf_text(&text));
}

void ls_field_errors_append(struct ls_field_errors *errors, const struct ls_field_errors *more)
{
    LS_ASSERT(errors != more);
    for (size_t i = 0; i < more->count && !is_full(errors); i++)
        errors_push(errors, more->at[i]);
}

const char *ls_field(struct ls_arena *arena, const char *parent, const char *child)
{
    return ls_arena_printf(arena, "%s%s%s", parent, parent[0] ? "." : "", child);
}

const char *ls_field_index(struct ls_arena *arena, const char *parent, size_t i)
{
    return ls_arena_printf(arena, "%s[%zu]", parent, i);
}

static bool was_said_before(const struct ls_field_errors *errors, size_t i)
{
    for (size_t earlier = 0; earlier < i; earlier++) {
        if (strcmp(errors->at[earlier].field, errors->at[i].field) == 0 &&
            strcmp(errors->at[earlier].message, errors->at[i].message) == 0)
            return true;
    }
    return false;
}

static void errors_print(struct ls_buf *out, const struct ls_field_errors *errors)
{
    struct ls_buf all LS_AUTO(ls_buf_release) = {0};
    size_t said = 0;
    for (size_t i = 0; i < errors->count; i++) {
        if (was_said_before(errors, i))
            continue;
        const struct ls_failure_cause *cause = &errors->at[i];
        ls_buf_printf(&all, "%s%s: %s", said++ > 0 ? ", " : "", cause->field, cause->message);
    }
    ls_buf_printf(out, said > 1 ? "[%s]" : "%s", ls_buf_text(&all));
}

const struct ls_failure *ls_field_errors_failure(const struct ls_field_errors *errors,
                                                 struct ls_about about)
{
    LS_ASSERT(errors->count <= LS_FIELD_ERRORS_MAX);
    if (errors->count == 0)
        return NULL;
    struct ls_arena *arena = errors->arena;
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&text, "%s%s%s ", about.kind, about.group[0] ? "." : "", about.group);
    ls_go_quote(&text, about.name);
    ls_buf_add_text(&text, " is invalid: ");
    errors_print(&text, errors);
    struct ls_failure *failure = LS_ARENA_NEW(arena, struct ls_failure);
    *failure = (struct ls_failure){.code = 422,
                                   .reason = "Invalid",
                                   .message = ls_arena_dup(arena, ls_buf_slice(&text)),
                                   .name = ls_arena_dup(arena, about.name),
                                   .group = ls_arena_dup(arena, ls_slice_of(about.group)),
                                   .kind = ls_arena_dup(arena, ls_slice_of(about.kind)),
                                   .uid = "",
                                   .causes = errors->at,
                                   .cause_count = errors->count,
                                   .has_details = true};
    return failure;
}
