#include "sandbox/status/complaints.h"

#include <stdarg.h>
#include <string.h>

#include "base/buf.h"
#include "sandbox/status/limits.h"
#include "value/go_text.h"

struct complaint_words {
    const char *reason;
    const char *words;
    bool shows_value;
};

/* clang-format off */
static const struct complaint_words wording[LS_COMPLAINT_COUNT] = {
    [LS_COMPLAINT_REQUIRED]      = {"FieldValueRequired",     "Required value",    false},
    [LS_COMPLAINT_INVALID]       = {"FieldValueInvalid",      "Invalid value",     true},
    [LS_COMPLAINT_TYPE_INVALID]  = {"FieldValueTypeInvalid",  "Invalid value",     true},
    [LS_COMPLAINT_NOT_SUPPORTED] = {"FieldValueNotSupported", "Unsupported value", true},
    [LS_COMPLAINT_FORBIDDEN]     = {"FieldValueForbidden",    "Forbidden",         false},
    [LS_COMPLAINT_DUPLICATE]     = {"FieldValueDuplicate",    "Duplicate value",   true},
    [LS_COMPLAINT_TOO_LONG]      = {"FieldValueTooLong",      "Too long",          false},
    [LS_COMPLAINT_TOO_MANY]      = {"FieldValueTooMany",      "Too many",          true},
    [LS_COMPLAINT_NOT_FOUND]     = {"FieldValueNotFound",     "Not found",         true},
    [LS_COMPLAINT_INTERNAL]      = {"InternalError",          "Internal error",    false},
    [LS_COMPLAINT_TOO_FEW]       = {"FieldValueTooFew",       "Too few",           true},
    [LS_COMPLAINT_TOO_SHORT]     = {"FieldValueTooShort",     "Too short",         false},
};
/* clang-format on */

static void complaints_push(struct ls_complaints *complaints, struct ls_failure_cause cause)
{
    if (complaints->count == complaints->cap) {
        size_t cap = complaints->cap > 0 ? complaints->cap * 2 : 8;
        struct ls_failure_cause *grown =
            LS_ARENA_ARRAY(complaints->arena, struct ls_failure_cause, cap);
        if (complaints->count > 0)
            memcpy(grown, complaints->at, complaints->count * sizeof *grown);
        complaints->at = grown;
        complaints->cap = cap;
    }
    complaints->at[complaints->count++] = cause;
    complaints->bytes += strlen(cause.message);
}

static bool is_full(const struct ls_complaints *complaints)
{
    return complaints->count == LS_COMPLAINTS_MAX || complaints->bytes >= LS_COMPLAINTS_BYTES_MAX;
}

LS_FORMAT(5, 0)
static void complain_v(struct ls_complaints *complaints, enum ls_complaint_type type,
                       const char *field, const char *value_text, const char *format, va_list args)
{
    LS_ASSERT(type < LS_COMPLAINT_COUNT);
    if (is_full(complaints))
        return;
    const struct complaint_words *words = &wording[type];
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&text, words->words);
    if (value_text && words->shows_value)
        ls_buf_printf(&text, ": %s", value_text);
    size_t len = text.len;
    ls_buf_add_text(&text, ": ");
    ls_buf_vprintf(&text, format, args);
    bool has_sentence = text.len > len + 2;
    struct ls_slice message = {text.at, has_sentence ? text.len : len};
    complaints_push(complaints, (struct ls_failure_cause){
                                    .reason = words->reason,
                                    .message = ls_arena_dup(complaints->arena, message),
                                    .field = ls_arena_dup(complaints->arena, ls_slice_of(field))});
}

void ls_complain(struct ls_complaints *complaints, enum ls_complaint_type type, const char *field,
                 const char *value_text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    complain_v(complaints, type, field, value_text, format, args);
    va_end(args);
}

static void value_print(struct ls_buf *out, struct ls_node value)
{
    if (ls_node_is_map(value) || ls_node_is_list(value))
        ls_go_print_json(out, value);
    else
        ls_go_quote_scalar(out, value);
}

void ls_complain_about(struct ls_complaints *complaints, enum ls_complaint_type type,
                       const char *field, struct ls_node value, const char *format, ...)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (is_full(complaints))
        return;
    value_print(&text, value);
    va_list args;
    va_start(args, format);
    complain_v(complaints, type, field, ls_buf_text(&text), format, args);
    va_end(args);
}

void ls_complain_choice(struct ls_complaints *complaints, const char *field, struct ls_node value,
                        const char *const *choices, size_t choice_count)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < choice_count; i++) {
        ls_buf_add_text(&text, i > 0 ? ", " : "supported values: ");
        ls_go_quote(&text, ls_slice_of(choices[i]));
    }
    ls_complain_about(complaints, LS_COMPLAINT_NOT_SUPPORTED, field, value, "%s",
                      ls_buf_text(&text));
}

void ls_complaints_append(struct ls_complaints *complaints, const struct ls_complaints *more)
{
    LS_ASSERT(complaints != more);
    for (size_t i = 0; i < more->count && !is_full(complaints); i++)
        complaints_push(complaints, more->at[i]);
}

const char *ls_field(struct ls_arena *arena, const char *parent, const char *child)
{
    return ls_arena_printf(arena, "%s%s%s", parent, parent[0] ? "." : "", child);
}

const char *ls_field_index(struct ls_arena *arena, const char *parent, size_t i)
{
    return ls_arena_printf(arena, "%s[%zu]", parent, i);
}

static bool was_said_before(const struct ls_complaints *complaints, size_t i)
{
    for (size_t earlier = 0; earlier < i; earlier++) {
        if (strcmp(complaints->at[earlier].field, complaints->at[i].field) == 0 &&
            strcmp(complaints->at[earlier].message, complaints->at[i].message) == 0)
            return true;
    }
    return false;
}

static void complaints_print(struct ls_buf *out, const struct ls_complaints *complaints)
{
    struct ls_buf all LS_AUTO(ls_buf_release) = {0};
    size_t said = 0;
    for (size_t i = 0; i < complaints->count; i++) {
        if (was_said_before(complaints, i))
            continue;
        const struct ls_failure_cause *cause = &complaints->at[i];
        ls_buf_printf(&all, "%s%s: %s", said++ > 0 ? ", " : "", cause->field, cause->message);
    }
    ls_buf_printf(out, said > 1 ? "[%s]" : "%s", ls_buf_text(&all));
}

const struct ls_failure *ls_complaints_failure(const struct ls_complaints *complaints,
                                               struct ls_about about)
{
    LS_ASSERT(complaints->count <= LS_COMPLAINTS_MAX);
    if (complaints->count == 0)
        return NULL;
    struct ls_arena *arena = complaints->arena;
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&text, "%s%s%s ", about.kind, about.group[0] ? "." : "", about.group);
    ls_go_quote(&text, about.name);
    ls_buf_add_text(&text, " is invalid: ");
    complaints_print(&text, complaints);
    struct ls_failure *failure = LS_ARENA_NEW(arena, struct ls_failure);
    *failure = (struct ls_failure){.code = 422,
                                   .reason = "Invalid",
                                   .message = ls_arena_dup(arena, ls_buf_slice(&text)),
                                   .name = ls_arena_dup(arena, about.name),
                                   .group = ls_arena_dup(arena, ls_slice_of(about.group)),
                                   .kind = ls_arena_dup(arena, ls_slice_of(about.kind)),
                                   .uid = "",
                                   .causes = complaints->at,
                                   .cause_count = complaints->count,
                                   .has_details = true};
    return failure;
}
