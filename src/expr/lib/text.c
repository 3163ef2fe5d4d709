/* String functions of the standard library: contains, startsWith, endsWith, matches. */
#include <string.h>

#include "expr/lib/fn.h"
#include "expr/lib/regex.h"
#include "expr/lib/tables.h"

LS_CEL_FN(contains)
{
    LS_CEL_UNUSED;
    struct ls_slice text = args[0].text;
    struct ls_slice part = args[1].text;
    struct ls_term mistake;
    if (!ls_cel_charge_bytes(call, text.len, &mistake))
        return mistake;
    return ls_term_bool(part.len == 0 || memmem(text.at, text.len, part.at, part.len) != NULL);
}

LS_CEL_FN(starts_with)
{
    LS_CEL_UNUSED;
    struct ls_slice text = args[0].text;
    struct ls_slice front = args[1].text;
    return ls_term_bool(front.len <= text.len &&
                        ls_slice_equal((struct ls_slice){text.at, front.len}, front));
}

LS_CEL_FN(ends_with)
{
    LS_CEL_UNUSED;
    struct ls_slice text = args[0].text;
    struct ls_slice end = args[1].text;
    return ls_term_bool(end.len <= text.len &&
                        ls_slice_equal(ls_slice_from(text, text.len - end.len), end));
}

LS_CEL_FN(matches)
{
    LS_CEL_UNUSED;
    struct ls_term mistake;
    if (!ls_cel_charge_bytes(call, args[0].text.len, &mistake))
        return mistake;
    const struct ls_regex *regex = ls_cel_regex_of(call, args[1].text, &mistake);
    if (!regex)
        return mistake;
    bool is_match = ls_regex_search(regex, args[0].text);
    ls_cel_regex_done(call, regex);
    return ls_term_bool(is_match);
}

#define ROW(name, id, signature, fn, has_pattern)                                                  \
    {                                                                                              \
        name, id, signature, fn, LS_CEL_LIB_STANDARD, LS_CEL_COST_SPECIAL, has_pattern, false      \
    }
const struct ls_cel_overload ls_cel_text_table[] = {
    ROW("contains", "contains_string", "string.(string) bool", contains, false),
    ROW("endsWith", "ends_with_string", "string.(string) bool", ends_with, false),
    ROW("startsWith", "starts_with_string", "string.(string) bool", starts_with, false),
    ROW("matches", "matches", "(string, string) bool", matches, true),
    ROW("matches", "matches_string", "string.(string) bool", matches, true),
    {0},
};
