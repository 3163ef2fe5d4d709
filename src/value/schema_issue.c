/* What validation says, in kube-apiserver's words. */
#include <string.h>

#include "value/go_text.h"
#include "value/limits.h"
#include "value/schema_impl.h"

static void place_print(struct ls_buf *out, const struct schema_place *place)
{
    if (place->kind == PLACE_ROOT)
        return;
    place_print(out, place->parent);
    if (place->kind == PLACE_INDEX) {
        ls_buf_printf(out, "[%zu]", place->index);
        return;
    }
    if (out->len > 0 || place->kind == PLACE_ADDITIONAL)
        ls_buf_add_char(out, '.');
    ls_buf_add_slice(out, place->key);
}

const char *place_name(struct schema_checker *checker, const struct schema_place *place)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    place_print(&text, place);
    return ls_arena_dup(checker->arena, ls_buf_slice(&text));
}

static bool is_known(const struct result *result, const char *message)
{
    for (size_t i = 0; i < result->count; i++) {
        if (strcmp(result->at[i].message, message) == 0)
            return true;
    }
    return false;
}

void result_add(struct schema_checker *checker, struct result *result, struct issue issue)
{
    LS_ASSERT(issue.message);
    if (result->count >= LS_FINDINGS_MAX || is_known(result, issue.message))
        return;
    if (result->count == result->cap) {
        size_t cap = result->cap > 0 ? result->cap * 2 : 8;
        struct issue *grown = LS_ARENA_ARRAY(checker->arena, struct issue, cap);
        if (result->count > 0)
            memcpy(grown, result->at, result->count * sizeof *grown);
        result->at = grown;
        result->cap = cap;
    }
    result->at[result->count++] = issue;
}

void result_merge(struct schema_checker *checker, struct result *result, const struct result *other)
{
    for (size_t i = 0; i < other->count; i++)
        result_add(checker, result, other->at[i]);
    result->matches += other->matches;
}

/* Messages show the whole place; field names lose the leading dot, and the root is "<nil>". */
static const char *field_of(const char *name)
{
    const char *field = name[0] == '.' ? name + 1 : name;
    return field[0] != '\0' ? field : "<nil>";
}

void issue_at(struct schema_checker *checker, struct result *result,
              const struct schema_place *place, enum ls_finding_type type, const char *shown_value,
              const char *format, ...)
{
    LS_ASSERT(type <= LS_FINDING_FORBIDDEN);
    va_list args;
    va_start(args, format);
    const char *text = ls_arena_vprintf(checker->arena, format, args);
    va_end(args);
    const char *name = place_name(checker, place);
    struct issue issue = {
        .finding = {.type = type,
                    .field = field_of(name),
                    .value_text = shown_value,
                    .detail = text},
        .message = ls_arena_printf(checker->arena, "%s in body %s", name, text),
    };
    if (type == LS_FINDING_INVALID || type == LS_FINDING_TYPE_INVALID)
        issue.finding.detail = issue.message;
    result_add(checker, result, issue);
}

void issue_message(struct schema_checker *checker, struct result *result,
                   const struct schema_place *place, const char *shown_value, const char *message)
{
    result_add(checker, result,
               (struct issue){.finding = {.type = LS_FINDING_INVALID,
                                          .field = field_of(place_name(checker, place)),
                                          .value_text = shown_value,
                                          .detail = message},
                              .message = message});
}

void issue_whole(struct schema_checker *checker, struct result *result, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = ls_arena_vprintf(checker->arena, format, args);
    va_end(args);
    result_add(checker, result,
               (struct issue){.finding = {.type = LS_FINDING_INVALID,
                                          .field = "<nil>",
                                          .value_text = "\"\"",
                                          .detail = text},
                              .message = text});
}

const char *value_text(struct schema_checker *checker, struct ls_node value)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (ls_node_is_map(value) || ls_node_is_list(value))
        ls_go_print_json(&text, value);
    else
        ls_go_quote_scalar(&text, value);
    return ls_arena_dup(checker->arena, ls_buf_slice(&text));
}

void ls_findings_add(struct ls_arena *arena, struct ls_findings *findings,
                     struct ls_finding finding)
{
    LS_ASSERT(finding.type <= LS_FINDING_FORBIDDEN);
    LS_ASSERT(finding.field);
    LS_ASSERT(finding.detail);
    if (findings->count >= LS_FINDINGS_MAX)
        return;
    if (findings->count == findings->cap) {
        size_t cap = findings->cap > 0 ? findings->cap * 2 : 8;
        struct ls_finding *grown = LS_ARENA_ARRAY(arena, struct ls_finding, cap);
        if (findings->count > 0)
            memcpy(grown, findings->at, findings->count * sizeof *grown);
        findings->at = grown;
        findings->cap = cap;
    }
    findings->at[findings->count++] = finding;
}
