/* cel-go's string extension: text by characters. Every result is charged before it is made. */
#include <string.h>

#include "expr/lib/characters.h"
#include "expr/lib/fn.h"
#include "expr/lib/format.h"
#include "expr/lib/scalars.h"
#include "expr/lib/search.h"
#include "expr/lib/tables.h"
#include "base/utf8.h"

static struct ls_term out_of_range(struct ls_cel_call *call, int64_t index)
{
    return ls_term_error(call->arena, "index out of range: %lld", (long long)index);
}

/* Where a character begins, also the one past the last; false: there is none. */
static bool place_of(struct ls_slice text, int64_t index, size_t *out)
{
    if (index < 0 || (uint64_t)index > text.len)
        return false;
    *out = ls_cel_character_at(text, (size_t)index);
    return *out != SIZE_MAX;
}

LS_CEL_FN(char_at)
{
    LS_CEL_UNUSED;
    struct ls_slice text = args[0].text;
    struct ls_term mistake;
    size_t at = 0;
    if (!ls_cel_charge_bytes(call, text.len, &mistake))
        return mistake;
    if (!place_of(text, args[1].integer, &at))
        return out_of_range(call, args[1].integer);
    struct ls_slice rest = ls_slice_from(text, at);
    return ls_term_string((struct ls_slice){rest.at, rest.len ? ls_cel_character_bytes(rest) : 0});
}

/* A search that starts after the end is an error by the conformance tests; cel-go, and so
 * Kubernetes, finds nothing there. */
static struct ls_term search_past_end(struct ls_cel_call *call, int64_t offset)
{
    bool is_newest = (call->libraries & LS_CEL_LIBS(LS_CEL_LIB_STRINGS_4)) != 0;
    return is_newest ? out_of_range(call, offset) : ls_term_int(-1);
}

LS_CEL_FN(index_of)
{
    struct ls_slice text = args[0].text;
    struct ls_slice part = args[1].text;
    int64_t offset = arg_count > 2 ? args[2].integer : 0;
    struct ls_term mistake;
    if (!ls_cel_charge_bytes(call, text.len, &mistake))
        return mistake;
    if (part.len == 0)
        return ls_term_int(offset);
    if (offset < 0)
        return out_of_range(call, offset);
    size_t from = 0;
    if (arg_count == 2 && text.len == 0)
        return ls_term_int(-1);
    if (!place_of(text, offset, &from) || from == text.len)
        return search_past_end(call, offset);
    size_t at = ls_text_find(ls_slice_from(text, from), part);
    if (at == SIZE_MAX)
        return ls_term_int(-1);
    struct ls_slice between = {text.at + from, at};
    return ls_term_int(offset + (int64_t)ls_cel_characters(between));
}

LS_CEL_FN(last_index_of)
{
    struct ls_slice text = args[0].text;
    struct ls_slice part = args[1].text;
    struct ls_term mistake;
    if (!ls_cel_charge_bytes(call, text.len, &mistake))
        return mistake;
    int64_t count = (int64_t)ls_cel_characters(text);
    int64_t offset = arg_count > 2 ? args[2].integer : count - 1;
    if (part.len == 0)
        return ls_term_int(arg_count > 2 ? offset : count);
    if (text.len < part.len && arg_count == 2)
        return ls_term_int(-1);
    if (offset < 0)
        return out_of_range(call, offset);
    if (offset >= count)
        return search_past_end(call, offset);
    size_t start_max = ls_cel_character_at(text, (size_t)offset);
    size_t at = ls_text_find_last(text, part, start_max);
    if (at == SIZE_MAX)
        return ls_term_int(-1);
    return ls_term_int((int64_t)ls_cel_characters((struct ls_slice){text.at, at}));
}

static struct ls_term cased(struct ls_cel_call *call, struct ls_slice text, char first, char last)
{
    struct ls_term mistake;
    if (!ls_cel_charge_bytes(call, text.len, &mistake))
        return mistake;
    char *out = ls_arena_dup(call->arena, text);
    for (size_t i = 0; i < text.len; i++) {
        if (out[i] >= first && out[i] <= last)
            out[i] = (char)(out[i] ^ 0x20);
    }
    return ls_term_string((struct ls_slice){out, text.len});
}

LS_CEL_SIMPLE_FN(lower_ascii, cased(call, args[0].text, 'A', 'Z'))
LS_CEL_SIMPLE_FN(upper_ascii, cased(call, args[0].text, 'a', 'z'))

/* The next place of `part` at or after `from`; for an empty part the next place between two
 * characters. SIZE_MAX: none. */
static size_t next_place(struct ls_slice text, struct ls_slice part, size_t from, bool is_first)
{
    if (part.len > 0) {
        size_t at = ls_text_find(ls_slice_from(text, from), part);
        return at == SIZE_MAX ? SIZE_MAX : from + at;
    }
    if (is_first)
        return 0;
    if (from >= text.len)
        return SIZE_MAX;
    return from + ls_cel_character_bytes(ls_slice_from(text, from));
}

static size_t places_count(struct ls_slice text, struct ls_slice part, uint64_t count_max)
{
    size_t count = 0;
    size_t at = 0;
    while (count < count_max) {
        at = next_place(text, part, at, count == 0);
        if (at == SIZE_MAX)
            break;
        at += part.len;
        count++;
    }
    return count;
}

LS_CEL_FN(replace)
{
    struct ls_slice text = args[0].text;
    struct ls_slice old = args[1].text;
    struct ls_slice new = args[2].text;
    uint64_t count_max =
        arg_count > 3 && args[3].integer >= 0 ? (uint64_t)args[3].integer : UINT64_MAX;
    struct ls_term mistake;
    if (!ls_cel_charge_bytes(call, text.len, &mistake))
        return mistake;
    size_t count = places_count(text, old, count_max);
    size_t bytes = 0;
    if (__builtin_mul_overflow(count, new.len, &bytes) ||
        __builtin_add_overflow(bytes, text.len - count * old.len, &bytes))
        return ls_cel_over_cost(call->arena);
    if (!ls_cel_charge_bytes(call, bytes, &mistake))
        return mistake;
    char *out = ls_arena_alloc(call->arena, bytes + 1);
    char *end = out;
    size_t done = 0;
    for (size_t i = 0; i < count; i++) {
        size_t at = next_place(text, old, done, i == 0);
        end = mempcpy(end, text.at + done, at - done);
        if (new.len)
            end = mempcpy(end, new.at, new.len);
        done = at + old.len;
    }
    if (done < text.len)
        memcpy(end, text.at + done, text.len - done);
    return ls_term_string((struct ls_slice){out, bytes});
}

/* Pieces between separators, or single characters; the last piece is the rest. */
static struct ls_term split_in(struct ls_cel_call *call, struct ls_slice text,
                               struct ls_slice separator, uint64_t piece_max)
{
    size_t count = 0;
    if (separator.len > 0)
        count = places_count(text, separator, piece_max - 1) + 1;
    else
        count = (size_t)LS_MIN(ls_cel_characters(text), piece_max);
    struct ls_term mistake;
    if (!ls_cel_charge_bytes(call, count * sizeof(struct ls_term), &mistake))
        return mistake;
    struct ls_term *pieces = LS_ARENA_ARRAY(call->arena, struct ls_term, count);
    struct ls_slice rest = text;
    for (size_t i = 0; i < count; i++) {
        size_t len = rest.len;
        if (i + 1 < count)
            len = separator.len ? ls_text_find(rest, separator) : ls_cel_character_bytes(rest);
        pieces[i] = ls_term_string((struct ls_slice){rest.at, len});
        if (i + 1 < count)
            rest = ls_slice_from(rest, len + separator.len);
    }
    return ls_term_list(call->arena, pieces, count);
}

LS_CEL_FN(split)
{
    int64_t piece_max = arg_count > 2 ? args[2].integer : -1;
    struct ls_term mistake;
    if (piece_max == 0)
        return ls_term_list(call->arena, NULL, 0);
    if (!ls_cel_charge_bytes(call, args[0].text.len, &mistake))
        return mistake;
    return split_in(call, args[0].text, args[1].text,
                    piece_max < 0 ? UINT64_MAX : (uint64_t)piece_max);
}

LS_CEL_FN(substring)
{
    struct ls_slice text = args[0].text;
    struct ls_term mistake;
    size_t start = 0;
    size_t end = text.len;
    if (!ls_cel_charge_bytes(call, text.len, &mistake))
        return mistake;
    if (arg_count > 2 && args[1].integer > args[2].integer)
        return ls_term_error(call->arena, "invalid substring range. start: %lld, end: %lld",
                             (long long)args[1].integer, (long long)args[2].integer);
    if (!place_of(text, args[1].integer, &start))
        return out_of_range(call, args[1].integer);
    if (arg_count > 2 && !place_of(text, args[2].integer, &end))
        return out_of_range(call, args[2].integer);
    return ls_term_string((struct ls_slice){text.at + start, end - start});
}

/* White space as Unicode defines it. */
static bool is_space(uint32_t c)
{
    return (c >= 0x09 && c <= 0x0d) || c == ' ' || c == 0x85 || c == 0xa0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f ||
           c == 0x205f || c == 0x3000;
}

LS_CEL_FN(trim)
{
    LS_CEL_UNUSED;
    struct ls_slice rest = args[0].text;
    struct ls_term mistake;
    uint32_t character = 0;
    size_t start = 0;
    size_t end = 0; /* the end of the last character that is no space */
    bool is_inside = false;
    if (!ls_cel_charge_bytes(call, rest.len, &mistake))
        return mistake;
    for (size_t at = 0; rest.len > 0;) {
        size_t bytes = ls_utf8_decode(rest, &character);
        bool is_text = bytes == 0 || !is_space(character);
        bytes = bytes ? bytes : 1;
        if (is_text && !is_inside)
            start = at;
        is_inside = is_inside || is_text;
        at += bytes;
        end = is_text ? at : end;
        rest = ls_slice_from(rest, bytes);
    }
    return ls_term_string(
        (struct ls_slice){args[0].text.at + start, end > start ? end - start : 0});
}

LS_CEL_FN(reverse)
{
    LS_CEL_UNUSED;
    struct ls_slice rest = args[0].text;
    struct ls_term mistake;
    if (!ls_cel_charge_bytes(call, rest.len, &mistake))
        return mistake;
    char *out = ls_arena_alloc(call->arena, rest.len + 1);
    char *front = out + rest.len;
    while (rest.len > 0) {
        size_t bytes = ls_cel_character_bytes(rest);
        front -= bytes;
        memcpy(front, rest.at, bytes);
        rest = ls_slice_from(rest, bytes);
    }
    return ls_term_string((struct ls_slice){out, args[0].text.len});
}

LS_CEL_FN(join)
{
    struct ls_slice separator = arg_count > 1 ? args[1].text : (struct ls_slice){"", 0};
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_term mistake;
    struct ls_term_iter iter = ls_term_iter(args[0]);
    for (size_t i = 0; ls_term_next(&iter); i++) {
        if (iter.value.kind != LS_TERM_STRING && i == 0)
            return ls_cel_no_overload(call, args, arg_count);
        if (iter.value.kind != LS_TERM_STRING) {
            struct ls_buf shown LS_AUTO(ls_buf_release) = {0};
            ls_cel_show(&shown, iter.value);
            return ls_term_error(call->arena, "join: invalid input: %s", ls_buf_text(&shown));
        }
        size_t before = i ? separator.len : 0;
        if (!ls_cel_charge_bytes(call, before + iter.value.text.len, &mistake))
            return mistake;
        ls_buf_add(&out, separator.at, before);
        ls_buf_add_slice(&out, iter.value.text);
    }
    return ls_cel_text(call, &out);
}

LS_CEL_FN(quote)
{
    LS_CEL_UNUSED;
    static const char letters[] = "\aa\bb\ff\nn\rr\tt\vv\\\\\"\"";
    struct ls_slice rest = args[0].text;
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_term mistake;
    if (!ls_cel_charge_bytes(call, rest.len * 2, &mistake))
        return mistake;
    ls_buf_add_char(&out, '"');
    while (rest.len > 0) {
        uint32_t character = 0;
        size_t bytes = ls_utf8_decode(rest, &character);
        const char *letter = bytes == 1 && character ? strchr(letters, (int)character) : NULL;
        if (letter && (letter - letters) % 2 == 0)
            ls_buf_printf(&out, "\\%c", letter[1]);
        else if (bytes)
            ls_buf_add(&out, rest.at, bytes);
        else
            ls_buf_add_text(&out, "\xef\xbf\xbd"); /* U+FFFD */
        rest = ls_slice_from(rest, bytes ? bytes : 1);
    }
    ls_buf_add_char(&out, '"');
    return ls_cel_text(call, &out);
}

#define ROW(version, name, id, signature, fn)                                                      \
    LS_CEL_ROW(STRINGS_##version, name, id, signature, fn, SPECIAL)
/* clang-format off */
const struct ls_cel_overload ls_cel_strings_table[] = {
    ROW(0, "charAt",        "string_char_at_int",               "string.(int) string",                 char_at),
    ROW(0, "indexOf",       "string_index_of_string",           "string.(string) int",                 index_of),
    ROW(0, "indexOf",       "string_index_of_string_int",       "string.(string, int) int",            index_of),
    ROW(0, "lastIndexOf",   "string_last_index_of_string",      "string.(string) int",                 last_index_of),
    ROW(0, "lastIndexOf",   "string_last_index_of_string_int",  "string.(string, int) int",            last_index_of),
    ROW(0, "lowerAscii",    "string_lower_ascii",               "string.() string",                    lower_ascii),
    ROW(0, "replace",       "string_replace_string_string",     "string.(string, string) string",      replace),
    ROW(0, "replace",       "string_replace_string_string_int", "string.(string, string, int) string", replace),
    ROW(0, "split",         "string_split_string",              "string.(string) list(string)",        split),
    ROW(0, "split",         "string_split_string_int",          "string.(string, int) list(string)",   split),
    ROW(0, "substring",     "string_substring_int",             "string.(int) string",                 substring),
    ROW(0, "substring",     "string_substring_int_int",         "string.(int, int) string",            substring),
    ROW(0, "trim",          "string_trim",                      "string.() string",                    trim),
    ROW(0, "upperAscii",    "string_upper_ascii",               "string.() string",                    upper_ascii),
    ROW(0, "join",          "list_join",                        "list(string).() string",              join),
    ROW(0, "join",          "list_join_string",                 "list(string).(string) string",        join),
    ROW(1, "format",        "string_format",                    "string.(list(dyn)) string",           ls_cel_format),
    ROW(1, "strings.quote", "strings_quote",                    "(string) string",                     quote),
    ROW(3, "reverse",       "string_reverse",                   "string.() string",                    reverse),
    {0},
};
/* clang-format on */
