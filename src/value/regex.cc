/* The one file that is C++: RE2 has no other face. Nothing is made before a pattern is. */
extern "C" {
#include "value/regex.h"

#include "value/limits.h"

}

#include <re2/re2.h>

#include <string>

struct ls_regex {
    RE2 re2;
};

namespace
{

re2::StringPiece piece_of(struct ls_slice text)
{
    return re2::StringPiece(text.at == nullptr ? "" : text.at, text.len);
}

RE2::Options options()
{
    RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(LS_REGEX_PROGRAM_BYTES_MAX);
    return options;
}

/* Go names groups (?<name>...) too, which RE2 of Debian 12 writes only as (?P<name>...). */
std::string with_named_groups(struct ls_slice pattern)
{
    std::string out;
    bool is_in_class = false;
    for (size_t i = 0; i < pattern.len; i++) {
        struct ls_slice rest = ls_slice_from(pattern, i);
        char c = rest.at[0];
        out += c;
        if (c == '\\' && rest.len > 1) {
            out += rest.at[1];
            i++;
        } else if (!is_in_class && ls_slice_starts(rest, "(?<") && rest.len > 3 &&
                   rest.at[3] != '=' && rest.at[3] != '!') {
            out += "?P";
            i++;
        } else {
            is_in_class = c == '[' || (is_in_class && c != ']');
        }
    }
    return out;
}

/* As Go's regexp words it, since that is what users of the API know. */
const char *reason_of(RE2::ErrorCode code)
{
    switch (code) {
    case RE2::ErrorBadEscape:
        return "invalid escape sequence";
    case RE2::ErrorBadCharClass:
        return "invalid character class";
    case RE2::ErrorBadCharRange:
        return "invalid character class range";
    case RE2::ErrorMissingBracket:
        return "missing closing ]";
    case RE2::ErrorMissingParen:
        return "missing closing )";
    case RE2::ErrorUnexpectedParen:
        return "unexpected )";
    case RE2::ErrorTrailingBackslash:
        return "trailing backslash at end of expression";
    case RE2::ErrorRepeatArgument:
        return "missing argument to repetition operator";
    case RE2::ErrorRepeatSize:
        return "invalid repeat count";
    case RE2::ErrorRepeatOp:
        return "invalid nested repetition operator";
    case RE2::ErrorBadPerlOp:
        return "invalid or unsupported Perl syntax";
    case RE2::ErrorBadUTF8:
        return "invalid UTF-8";
    case RE2::ErrorBadNamedCapture:
        return "invalid named capture";
    default:
        return "expression too large";
    }
}

} // namespace

enum ls_code ls_regex_new(struct ls_slice pattern, struct ls_regex **out, struct ls_err *err)
{
    if (pattern.len > LS_REGEX_BYTES_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "error parsing regexp: it has %zu bytes, the limit is %d",
                       pattern.len, LS_REGEX_BYTES_MAX);
    struct ls_regex *regex = new ls_regex{RE2(with_named_groups(pattern), options())};
    if (!regex->re2.ok()) {
        enum ls_code code =
            ls_fail(err, LS_E_INVALID, "error parsing regexp: %s: `%s`",
                    reason_of(regex->re2.error_code()), regex->re2.error_arg().c_str());
        delete regex;
        return code;
    }
    *out = regex;
    return LS_OK;
}

void ls_regex_free(struct ls_regex *regex)
{
    delete regex;
}

bool ls_regex_search(const struct ls_regex *regex, struct ls_slice text)
{
    return RE2::PartialMatch(piece_of(text), regex->re2);
}

size_t ls_regex_group_count(const struct ls_regex *regex)
{
    return (size_t)regex->re2.NumberOfCapturingGroups();
}

bool ls_regex_find(const struct ls_regex *regex, struct ls_slice text, size_t from,
                   struct ls_regex_span *out, size_t out_count)
{
    constexpr size_t groups_max = 32;
    re2::StringPiece whole = piece_of(text);
    re2::StringPiece groups[groups_max];
    int count = (int)(out_count < groups_max ? out_count : groups_max);
    if (from > text.len || !regex->re2.Match(whole, from, text.len, RE2::UNANCHORED, groups, count))
        return false;
    for (size_t i = 0; i < out_count; i++) {
        bool is_there = i < groups_max && groups[i].data() != nullptr;
        out[i].start = is_there ? (size_t)(groups[i].data() - whole.data()) : SIZE_MAX;
        out[i].end = is_there ? out[i].start + groups[i].size() : SIZE_MAX;
    }
    return true;
}
