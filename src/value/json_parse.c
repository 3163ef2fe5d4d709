/* The JSON reader: puts the values of a text on a tape. */
#include "value/json.h"

#include "base/ascii.h"
#include "value/json_read.h"
#include "value/limits.h"
#include "value/number.h"
#include "value/scan.h"
#include "value/tape_write.h"

static enum ls_code read_value(struct ls_json_reader *in);

static void reader_release(struct ls_json_reader *in)
{
    ls_vec_release(&in->keys);
    ls_buf_release(&in->unescaped);
    ls_build_release(&in->build);
}

static inline void skip_space(struct ls_json_reader *in)
{
    while (in->at < in->end && ls_ascii_is_space(*in->at))
        in->at++;
}

/* Takes the byte, with the white space before it, if it comes next. */
static inline bool take(struct ls_json_reader *in, char c)
{
    skip_space(in);
    if (in->at == in->end || *in->at != c)
        return false;
    in->at++;
    return true;
}

/* A string without escapes, up to its closing quote, if it is one and plain ASCII. */
static inline bool take_plain_text(struct ls_json_reader *in, struct ls_slice *out)
{
    const char *stop = ls_scan_plain(in->at, in->end);
    if (LS_UNLIKELY(stop == in->end || *stop != '"'))
        return false;
    *out = (struct ls_slice){in->at, (size_t)(stop - in->at)};
    in->at = stop + 1;
    return true;
}

/* Most strings are short: always copies sixteen bytes. */
static inline void put_plain_string(struct ls_json_reader *in, struct ls_slice text)
{
    if (text.len > 16 || in->end - text.at < 16) {
        ls_build_put_bytes(&in->build, LS_TAG_STRING, text);
        return;
    }
    uint32_t *at = ls_build_room(&in->build, 7);
    at[0] = ls_word(LS_TAG_STRING, text.len);
    memcpy(at + 1, text.at, 16);
    ls_build_pad(at + 1, text.len);
    in->build.count += 1 + ls_words_of_bytes(text.len);
}

/* After the opening quote. */
static inline enum ls_code read_string(struct ls_json_reader *in)
{
    struct ls_slice text;
    if (LS_LIKELY(take_plain_text(in, &text))) {
        put_plain_string(in, text);
        return LS_OK;
    }
    if (ls_json_read_text(in, &text))
        return LS_E_INVALID;
    ls_build_put_bytes(&in->build, LS_TAG_STRING, text);
    return LS_OK;
}

/* After the opening quote. */
static inline enum ls_code read_key(struct ls_json_reader *in)
{
    if (in->options.is_strict)
        ls_vec_push(&in->keys, in->at - 1);
    struct ls_slice key;
    if (LS_UNLIKELY(!take_plain_text(in, &key)) && ls_json_read_text(in, &key))
        return LS_E_INVALID;
    ls_build_put_key(&in->build, key);
    return LS_OK;
}

static enum ls_code open_level(struct ls_json_reader *in, enum ls_tag tag)
{
    if (in->depth == in->options.depth_max)
        return ls_json_fail_at(in, in->at, LS_E_TOO_BIG,
                               "maps and lists are nested deeper than the limit of %u levels",
                               in->options.depth_max);
    in->at++;
    in->depth++;
    ls_build_push(&in->build, tag);
    return LS_OK;
}

static void close_level(struct ls_json_reader *in)
{
    ls_build_pop(&in->build);
    in->depth--;
}

/* `first_key` is the number of keys that were open before this map's. */
static enum ls_code refuse_repeats(struct ls_json_reader *in, size_t first_key)
{
    size_t member;
    struct ls_slice key;
    if (ls_build_repeats(&in->build, &member, &key))
        return ls_json_fail_at(in, in->keys.at[first_key + member], LS_E_INVALID,
                               "key \"%.*s\" is given twice in one map", LS_ARG(key));
    in->keys.count = first_key;
    return LS_OK;
}

static inline enum ls_code read_member(struct ls_json_reader *in)
{
    if (!take(in, '"'))
        return ls_json_fail_expected(in, "a key in double quotes");
    if (read_key(in))
        return LS_E_INVALID;
    if (!take(in, ':'))
        return ls_json_fail_expected(in, "a colon after the key");
    return read_value(in);
}

static enum ls_code read_members(struct ls_json_reader *in)
{
    do {
        enum ls_code code = read_member(in);
        if (LS_UNLIKELY(code))
            return code;
    } while (take(in, ','));
    return take(in, '}') ? LS_OK : ls_json_fail_expected(in, "a comma or } after a member");
}

/* Most values in managedFields are empty maps. */
static inline bool take_empty_map(struct ls_json_reader *in)
{
    if (in->end - in->at < 2 || in->at[1] != '}' || in->depth == in->options.depth_max)
        return false;
    in->at += 2;
    ls_build_put(&in->build, ls_word(LS_TAG_MAP, 0));
    return true;
}

static enum ls_code read_map(struct ls_json_reader *in)
{
    if (take_empty_map(in))
        return LS_OK;
    size_t first_key = in->keys.count;
    enum ls_code code = open_level(in, LS_TAG_MAP);
    if (!code && !take(in, '}'))
        code = read_members(in);
    if (!code && in->options.is_strict)
        code = refuse_repeats(in, first_key);
    if (!code)
        close_level(in);
    return code;
}

static enum ls_code read_items(struct ls_json_reader *in)
{
    do {
        enum ls_code code = read_value(in);
        if (LS_UNLIKELY(code))
            return code;
    } while (take(in, ','));
    return take(in, ']') ? LS_OK : ls_json_fail_expected(in, "a comma or ] after an item");
}

static enum ls_code read_list(struct ls_json_reader *in)
{
    enum ls_code code = open_level(in, LS_TAG_LIST);
    if (!code && !take(in, ']'))
        code = read_items(in);
    if (!code)
        close_level(in);
    return code;
}

static enum ls_code read_number(struct ls_json_reader *in)
{
    const char *begin = in->at;
    const char *wrong = ls_number_scan(&in->at, in->end);
    if (wrong)
        return ls_json_fail(in, wrong);
    struct ls_slice text = {begin, (size_t)(in->at - begin)};
    int64_t value;
    if (ls_number_to_int(text, &value))
        ls_build_put_int(&in->build, value);
    else
        ls_build_put_bytes(&in->build, LS_TAG_NUMBER, text);
    return LS_OK;
}

static enum ls_code read_word(struct ls_json_reader *in, struct ls_slice word, uint32_t value)
{
    if ((size_t)(in->end - in->at) < word.len || memcmp(in->at, word.at, word.len) != 0)
        return ls_json_fail_expected(in, "a value");
    in->at += word.len;
    ls_build_put(&in->build, value);
    return LS_OK;
}

static void note_position(struct ls_json_reader *in)
{
    struct ls_position position = ls_json_position(&in->lines, in->at);
    ls_build_at(&in->build, position.line, position.column);
}

static enum ls_code read_value(struct ls_json_reader *in)
{
    skip_space(in);
    if (in->at == in->end)
        return ls_json_fail_expected(in, "a value");
    if (LS_UNLIKELY(in->options.keep_positions))
        note_position(in);
    switch (*in->at) {
    case '"':
        in->at++;
        return read_string(in);
    case '{':
        return read_map(in);
    case '[':
        return read_list(in);
    case 't':
        return read_word(in, LS_SLICE("true"), ls_word(LS_TAG_BOOL, 1));
    case 'f':
        return read_word(in, LS_SLICE("false"), ls_word(LS_TAG_BOOL, 0));
    case 'n':
        return read_word(in, LS_SLICE("null"), ls_word(LS_TAG_NULL, 0));
    default:
        if (*in->at == '-' || (*in->at >= '0' && *in->at <= '9'))
            return read_number(in);
        return ls_json_fail_expected(in, "a value");
    }
}

static enum ls_code read_whole(struct ls_json_reader *in)
{
    if (in->end - in->at >= 3 && memcmp(in->at, "\xEF\xBB\xBF", 3) == 0)
        return ls_json_fail(in, "the text begins with a byte order mark; save it without");
    enum ls_code code = read_value(in);
    if (code)
        return code;
    skip_space(in);
    return in->at == in->end ? LS_OK : ls_json_fail_expected(in, "the end of the text");
}

static struct ls_json_options with_defaults(const struct ls_json_options *given)
{
    struct ls_json_options options = given ? *given : (struct ls_json_options){0};
    if (options.bytes_max == 0 || options.bytes_max > LS_JSON_BYTES_MAX)
        options.bytes_max = LS_JSON_BYTES_MAX;
    if (options.depth_max == 0)
        options.depth_max = LS_DEPTH_DEFAULT;
    options.depth_max = LS_MIN(options.depth_max, (unsigned)LS_DEPTH_MAX);
    if (!options.name)
        options.name = "JSON";
    if (options.first_line == 0)
        options.first_line = 1;
    return options;
}

enum ls_code ls_json_parse(struct ls_slice text, const struct ls_json_options *given,
                           const struct ls_obj **out, struct ls_err *err)
{
    struct ls_json_options options = with_defaults(given);
    if (text.len > options.bytes_max)
        return ls_fail(err, LS_E_TOO_BIG, "%s: the text has %zu bytes, the limit is %zu",
                       options.name, text.len, options.bytes_max);
    if (text.len == 0)
        text.at = "";
    struct ls_json_reader in LS_AUTO(reader_release) = {
        .at = text.at,
        .begin = text.at,
        .end = text.at + text.len,
        .options = options,
        .lines = {.counted_to = text.at, .line = options.first_line, .column = 1},
        .err = err,
    };
    LS_ASSERT(options.depth_max <= LS_DEPTH_MAX);
    LS_ASSERT(text.len <= LS_JSON_BYTES_MAX);
    ls_build_reserve(&in.build, text.len / 4 + 64); /* most texts fit; others grow */
    enum ls_code code = read_whole(&in);
    if (code)
        return code;
    if (options.has_repeats && in.build.had_repeats)
        *options.has_repeats = true;
    *out = ls_build_obj(&in.build);
    return LS_OK;
}
