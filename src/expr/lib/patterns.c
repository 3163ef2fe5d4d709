/* Regular expressions beyond matches(): Kubernetes's find and findAll, cel-go's regex extension. */
#include "expr/lib/characters.h"
#include "expr/lib/fn.h"
#include "expr/lib/regex.h"
#include "expr/lib/tables.h"
#include "base/vec.h"
#include "value/go_text.h"

enum {
    GROUPS_MAX = 10,            /* a replacement names them by one digit; the whole is group 0 */
    SEARCH_BYTES_PER_UNIT = 512 /* that the search for one more match may read */
};

/* Iterates matches as Go's regexp does: an empty match right after the one before is skipped. */
struct matches {
    struct ls_cel_call *call;
    const struct ls_regex *regex;
    struct ls_slice text;
    struct ls_regex_span span[GROUPS_MAX];
    size_t next;            /* where the search goes on */
    size_t last_end;        /* of the match before; SIZE_MAX: there was none */
    struct ls_term mistake; /* kind ERROR once the run has no cost left */
};

static struct matches matches_of(struct ls_cel_call *call, const struct ls_regex *regex,
                                 struct ls_slice text)
{
    return (struct matches){.call = call,
                            .regex = regex,
                            .text = text,
                            .last_end = SIZE_MAX,
                            .mistake = ls_term_null()};
}

static bool matches_next(struct matches *at)
{
    while (at->next <= at->text.len) {
        if (!ls_cel_charge(at->call, (at->text.len - at->next) / SEARCH_BYTES_PER_UNIT,
                           &at->mistake) ||
            !ls_regex_find(at->regex, at->text, at->next, at->span, GROUPS_MAX))
            return false;
        bool is_empty_here = at->span[0].end == at->next;
        bool is_accepted = !is_empty_here || at->span[0].start != at->last_end;
        struct ls_slice rest = ls_slice_from(at->text, at->span[0].end);
        at->next = at->span[0].end;
        if (is_empty_here)
            at->next += rest.len ? ls_cel_character_bytes(rest) : 1;
        at->last_end = at->span[0].end;
        if (is_accepted)
            return true;
    }
    return false;
}

static struct ls_slice span_text(struct ls_slice text, struct ls_regex_span span)
{
    if (span.start == SIZE_MAX)
        return (struct ls_slice){"", 0};
    return (struct ls_slice){text.at + span.start, span.end - span.start};
}

/* The error of a pattern, with a prefix. */
static struct ls_term mistake_in(struct ls_cel_call *call, const char *front,
                                 struct ls_term mistake)
{
    if (mistake.failure->is_over_cost)
        return mistake;
    return ls_term_error(call->arena, "%s%s", front, mistake.failure->text);
}

LS_CEL_FN(find)
{
    LS_CEL_UNUSED;
    struct ls_term mistake;
    const struct ls_regex *regex = ls_cel_regex_of(call, args[1].text, &mistake);
    if (!regex)
        return mistake_in(call, "Illegal regex: ", mistake);
    struct ls_regex_span span = {SIZE_MAX, SIZE_MAX};
    bool is_paid = ls_cel_charge_bytes(call, args[0].text.len, &mistake);
    if (is_paid)
        ls_regex_find(regex, args[0].text, 0, &span, 1);
    ls_cel_regex_done(call, regex);
    return is_paid ? ls_term_string(span_text(args[0].text, span)) : mistake;
}

/* Up to count_max matches, or of each the one group there is unless it is empty. */
static struct ls_term collect(struct ls_cel_call *call, const struct ls_regex *regex,
                              struct ls_slice text, uint64_t count_max, bool is_group)
{
    LS_VEC(struct ls_term) found = {0};
    struct matches at = matches_of(call, regex, text);
    while (found.count < count_max && matches_next(&at)) {
        struct ls_slice match = span_text(text, at.span[is_group ? 1 : 0]);
        if (is_group && match.len == 0)
            continue;
        if (!ls_cel_charge_bytes(call, sizeof(struct ls_term) * 2, &at.mistake))
            break;
        ls_vec_push(&found, ls_term_string(match));
    }
    struct ls_term result = at.mistake;
    if (!ls_term_is_error(result)) {
        struct ls_term *items = LS_ARENA_ARRAY(call->arena, struct ls_term, found.count);
        for (size_t i = 0; i < found.count; i++)
            items[i] = found.at[i];
        result = ls_term_list(call->arena, items, found.count);
    }
    ls_vec_release(&found);
    return result;
}

LS_CEL_FN(find_all)
{
    struct ls_term mistake;
    const struct ls_regex *regex = ls_cel_regex_of(call, args[1].text, &mistake);
    if (!regex)
        return mistake_in(call, "Illegal regex: ", mistake);
    uint64_t count_max =
        arg_count > 2 && args[2].integer >= 0 ? (uint64_t)args[2].integer : UINT64_MAX;
    struct ls_term found = collect(call, regex, args[0].text, count_max, false);
    ls_cel_regex_done(call, regex);
    return found;
}

/* A pattern with one group at the most, as extracting needs it. */
static const struct ls_regex *extractor_of(struct ls_cel_call *call, struct ls_slice pattern,
                                           struct ls_term *mistake)
{
    const struct ls_regex *regex = ls_cel_regex_of(call, pattern, mistake);
    if (!regex) {
        *mistake = mistake_in(call, "given regex is invalid: ", *mistake);
        return NULL;
    }
    if (ls_regex_group_count(regex) <= 1)
        return regex;
    struct ls_buf quoted LS_AUTO(ls_buf_release) = {0};
    ls_go_quote(&quoted, pattern);
    *mistake =
        ls_term_error(call->arena, "regular expression has more than one capturing group: %s",
                      ls_buf_text(&quoted));
    ls_cel_regex_done(call, regex);
    return NULL;
}

LS_CEL_FN(extract)
{
    LS_CEL_UNUSED;
    struct ls_term mistake;
    const struct ls_regex *regex = extractor_of(call, args[1].text, &mistake);
    if (!regex)
        return mistake;
    struct ls_regex_span span[2];
    size_t group = ls_regex_group_count(regex);
    bool is_paid = ls_cel_charge_bytes(call, args[0].text.len, &mistake);
    bool is_found = is_paid && ls_regex_find(regex, args[0].text, 0, span, group + 1);
    ls_cel_regex_done(call, regex);
    if (!is_found)
        return is_paid ? ls_term_none() : mistake;
    struct ls_slice match = span_text(args[0].text, span[group]);
    if (group == 1 && match.len == 0)
        return ls_term_none();
    return ls_term_some(call->arena, ls_term_string(match));
}

LS_CEL_FN(extract_all)
{
    LS_CEL_UNUSED;
    struct ls_term mistake;
    const struct ls_regex *regex = extractor_of(call, args[1].text, &mistake);
    if (!regex)
        return mistake;
    struct ls_term found =
        collect(call, regex, args[0].text, UINT64_MAX, ls_regex_group_count(regex) == 1);
    ls_cel_regex_done(call, regex);
    return found;
}

static bool replacement_fail(struct matches *at, struct ls_slice replacement, const char *why)
{
    at->mistake = ls_term_error(at->call->arena, "invalid replacement string: '%.*s' \\ %s",
                                LS_ARG(replacement), why);
    return false;
}

/* Writes the replacement of one match: \1 is its first group, \\ a backslash. */
static bool replacement_print(struct matches *at, struct ls_slice replacement, struct ls_buf *out)
{
    size_t group_count = ls_regex_group_count(at->regex);
    for (size_t i = 0; i < replacement.len; i++) {
        char c = replacement.at[i];
        if (c != '\\') {
            ls_buf_add_char(out, c);
            continue;
        }
        if (++i == replacement.len)
            return replacement_fail(at, replacement, "not allowed at end");
        c = replacement.at[i];
        if (c == '\\') {
            ls_buf_add_char(out, c);
            continue;
        }
        if (c < '0' || c > '9')
            return replacement_fail(at, replacement, "must be followed by a digit or \\");
        size_t group = (size_t)(c - '0');
        if (group > group_count) {
            at->mistake = ls_term_error(
                at->call->arena,
                "replacement string references group %zu but regex has only %zu group(s)", group,
                group_count);
            return false;
        }
        ls_buf_add_slice(out, span_text(at->text, at->span[group]));
    }
    return true;
}

static bool replace_matches(struct matches *at, struct ls_slice replacement, uint64_t count_max,
                            struct ls_buf *out)
{
    size_t done = 0;
    for (uint64_t i = 0; i < count_max && matches_next(at); i++) {
        size_t before = out->len;
        ls_buf_add(out, at->text.at + done, at->span[0].start - done);
        if (!replacement_print(at, replacement, out) ||
            !ls_cel_charge_bytes(at->call, out->len - before, &at->mistake))
            return false;
        done = at->span[0].end;
    }
    ls_buf_add_slice(out, ls_slice_from(at->text, done));
    return !ls_term_is_error(at->mistake);
}

LS_CEL_FN(replace)
{
    int64_t count = arg_count > 3 ? args[3].integer : -1;
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_term mistake;
    if (count == 0)
        return args[0];
    if (count > INT32_MAX)
        return ls_term_error(call->arena, "integer overflow");
    const struct ls_regex *regex = ls_cel_regex_of(call, args[1].text, &mistake);
    if (!regex)
        return mistake;
    struct matches at = matches_of(call, regex, args[0].text);
    bool is_done =
        replace_matches(&at, args[2].text, count < 0 ? UINT64_MAX : (uint64_t)count, &out);
    ls_cel_regex_done(call, regex);
    return is_done ? ls_cel_text(call, &out) : at.mistake;
}

#define ROW(library, name, id, signature, fn)                                                      \
    {                                                                                              \
        name, id, signature, fn, LS_CEL_LIB_##library, LS_CEL_COST_SPECIAL, true, false            \
    }
/* clang-format off */
const struct ls_cel_overload ls_cel_patterns_table[] = {
    ROW(KUBE_REGEX, "find",    "string_find_string",         "string.(string) string",            find),
    ROW(KUBE_REGEX, "findAll", "string_find_all_string",     "string.(string) list(string)",      find_all),
    ROW(KUBE_REGEX, "findAll", "string_find_all_string_int", "string.(string, int) list(string)", find_all),
    ROW(REGEX_EXT, "regex.extract",    "regex_extract_string_string",            "(string, string) optional(string)",     extract),
    ROW(REGEX_EXT, "regex.extractAll", "regex_extractAll_string_string",         "(string, string) list(string)",         extract_all),
    ROW(REGEX_EXT, "regex.replace",    "regex_replace_string_string_string",     "(string, string, string) string",       replace),
    ROW(REGEX_EXT, "regex.replace",    "regex_replace_string_string_string_int", "(string, string, string, int) string",  replace),
    {0},
};
/* clang-format on */
