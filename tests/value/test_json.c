/* What goes in comes out: JSON texts read and printed again. */
#include "support_value.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "value/limits.h"

/* Texts that are read; `printed` is the compact form, NULL when it is the text itself. */
static const struct {
    const char *text;
    const char *printed;
} good[] = {
    {"null", NULL},
    {"true", NULL},
    {"false", NULL},
    {"{}", NULL},
    {"[]", NULL},
    {"\"\"", NULL},
    {" \t\r\n[ 1 , 2 ]\n", "[1,2]"},
    {"{ \"a\" : { \"b\" : [ ] } }", "{\"a\":{\"b\":[]}}"},
    /* Order of members stays. */
    {"{\"z\":1,\"a\":2,\"m\":3}", NULL},
    /* Integers: inline, beyond 28 bits, the ends of int64, and past them. */
    {"[0,1,-1,10,-10]", NULL},
    {"[134217727,134217728,-134217728,-134217729]", NULL},
    {"[2147483647,2147483648,4294967296,9007199254740993]", NULL},
    {"[9223372036854775807,-9223372036854775808]", NULL},
    {"[9223372036854775808,-9223372036854775809,18446744073709551616]", NULL},
    {"123456789012345678901234567890", NULL},
    /* Decimals and exponents keep their text. */
    {"[0.1,1.0,1.10,-0.0,1e400,1E+2,1e-7,0.30000000000000004]", NULL},
    {"-0", NULL},
    /* Escapes. */
    {"\"a\\/b\"", "\"a/b\""},
    {"\"\\\"\\\\\\b\\f\\n\\r\\t\"", NULL},
    {"\"\\u0041\\u00e9\\u20ac\"", "\"A\xC3\xA9\xE2\x82\xAC\""},
    {"\"\\uD83D\\uDE00\"", "\"\xF0\x9F\x98\x80\""},
    {"\"\\u0000\\u001f\\u007f\"", "\"\\u0000\\u001f\x7F\""},
    {"{\"\\u006bind\":1}", "{\"kind\":1}"},
    {"{\"\":1,\"\\n\":2}", NULL},
    /* UTF-8 at the ends of each length. */
    {"\"\xC2\x80\xDF\xBF\"", NULL},
    {"\"\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF\"", NULL},
    {"\"\xF0\x90\x80\x80\xF4\x8F\xBF\xBF\"", NULL},
    {"\"<a href='x'>&\xE2\x80\xA8\"", NULL},
    /* Strings around the sixteen bytes that are read at once. */
    {"[\"123456789012345\",\"1234567890123456\",\"12345678901234567\"]", NULL},
    {"[\"a string of more than thirty-two bytes, quite plain\",\"x\"]", NULL},
    {"[\"one with an escape past the first block: \\n end\",\"x\"]", NULL},
    /* The last of two equal keys wins. */
    {"{\"a\":1,\"a\":2}", "{\"a\":2}"},
    {"{\"a\":1,\"b\":{\"c\":1},\"a\":2,\"a\":3}", "{\"b\":{\"c\":1},\"a\":3}"},
    {"[{\"a\":{\"x\":1,\"x\":[2]},\"a\":{\"y\":1,\"y\":2}},7]", "[{\"a\":{\"y\":2}},7]"},
    {"{\"f:a\":1,\"a\":2,\"f:a\":3}", "{\"a\":2,\"f:a\":3}"},
    {"{\"kind\":1,\"f:kind\":2,\"k\\u0069nd\":3}", "{\"f:kind\":2,\"kind\":3}"},
    /* The keys of managedFields. */
    {"{\"f:spec\":{\".\":{},\"f:replicas\":{},\"k:{\\\"type\\\":\\\"Ready\\\"}\":{},\"v:"
     "\\\"x\\\"\":{}}}",
     NULL},
};

TEST(good_texts_come_back)
{
    for (size_t i = 0; i < LS_COUNT(good); i++) {
        const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of(good[i].text);
        CHECK_STR(json_of(ls_obj_root(obj)), good[i].printed ? good[i].printed : good[i].text);
    }
}

/* Also when the text ends right before unreadable memory: no byte past its end is touched. */
TEST(good_texts_come_back_from_exact_memory)
{
    for (size_t i = 0; i < LS_COUNT(good); i++) {
        size_t len = strlen(good[i].text);
        char *exact LS_AUTO(ls_free_at) = ls_alloc(len);
        memcpy(exact, good[i].text, len);
        struct ls_err err = {0};
        const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
        CHECK_OK(ls_json_parse((struct ls_slice){exact, len}, NULL, &obj, &err), err);
    }
}

/* Texts that are refused, and where. */
static const struct {
    const char *text;
    const char *place;
    const char *sentence;
} bad[] = {
    {"", "1:1", "the text ends where a value is expected"},
    {"  \n  ", "2:3", "the text ends where a value is expected"},
    {"\xEF\xBB\xBF{}", "1:1", "byte order mark"},
    {"nul", "1:1", "a value is expected, not n"},
    {"True", "1:1", "a value is expected, not T"},
    {"NaN", "1:1", "a value is expected, not N"},
    {"'a'", "1:1", "a value is expected, not '"},
    {"[1,]", "1:4", "a value is expected, not ]"},
    {"[,1]", "1:2", "a value is expected, not ,"},
    {"[1 2]", "1:4", "a comma or ] after an item is expected, not 2"},
    {"[1", "1:3", "the text ends where a comma or ] after an item is expected"},
    {"{\"a\":1,}", "1:8", "a key in double quotes is expected, not }"},
    {"{a:1}", "1:2", "a key in double quotes is expected, not a"},
    {"{\"a\" 1}", "1:6", "a colon after the key is expected, not 1"},
    {"{\"a\":}", "1:6", "a value is expected, not }"},
    {"{\"a\":1 \"b\":2}", "1:8", "a comma or } after a member is expected"},
    {"{\"a\":1", "1:7", "the text ends where a comma or } after a member is expected"},
    {"{\"a\"", "1:5", "the text ends where a colon after the key is expected"},
    {"{1:2}", "1:2", "a key in double quotes is expected, not 1"},
    {"{} {}", "1:4", "the end of the text is expected, not {"},
    {"1 x", "1:3", "the end of the text is expected, not x"},
    {"// c\n1", "1:1", "a value is expected, not /"},
    {"01", "1:1", "a number must not begin with a needless 0"},
    {"-01", "1:2", "a number must not begin with a needless 0"},
    {"-", "1:2", "a digit is missing"},
    {"+1", "1:1", "a value is expected, not +"},
    {".5", "1:1", "a value is expected, not ."},
    {"[1.]", "1:4", "a digit is missing after the point"},
    {"[1e]", "1:4", "a digit is missing in the exponent"},
    {"[1e+]", "1:5", "a digit is missing in the exponent"},
    {"0x10", "1:2", "the end of the text is expected, not x"},
    {"\"abc", "1:5", "the text ends inside a string"},
    {"\"abc\\", "1:6", "the text ends where one of"},
    {"\"a\\x\"", "1:4", "after a backslash is expected, not x"},
    {"\"\\u12g4\"", "1:6", "four hexadecimal digits after \\u is expected, not g"},
    {"\"\\u12", "1:6", "the text ends where one of four hexadecimal digits"},
    {"\"\\ud800\"", "1:2", "\\uD800 is one half of a surrogate pair"},
    {"\"\\ud800\\n\"", "1:2", "\\uD800 is one half of a surrogate pair"},
    {"\"\\ud800\\ud800\"", "1:2", "\\uD800 is one half of a surrogate pair"},
    {"\"x\\udc00\"", "1:3", "\\uDC00 is one half of a surrogate pair"},
    {"\"a\nb\"", "1:3", "control character 0x0A in a string"},
    {"\"a\tb\"", "1:3", "control character 0x09 in a string"},
    {"[\"\x80\"]", "1:3", "byte 0x80 is not UTF-8"},
    {"[\"\xFF\"]", "1:3", "byte 0xFF is not UTF-8"},
    {"[\"\xC0\xAF\"]", "1:3", "byte 0xC0 is not UTF-8"},         /* overlong */
    {"[\"\xE0\x80\xAF\"]", "1:3", "byte 0xE0 is not UTF-8"},     /* overlong */
    {"[\"\xF0\x80\x80\xAF\"]", "1:3", "byte 0xF0 is not UTF-8"}, /* overlong */
    {"[\"\xED\xA0\x80\"]", "1:3", "byte 0xED is not UTF-8"},     /* a surrogate */
    {"[\"\xF4\x90\x80\x80\"]", "1:3", "byte 0xF4 is not UTF-8"}, /* past U+10FFFF */
    {"[\"\xF5\x80\x80\x80\"]", "1:3", "byte 0xF5 is not UTF-8"},
    {"[\"\xE2\x82\"]", "1:3", "byte 0xE2 is not UTF-8"}, /* cut short */
    {"[\"\xE2\x82", "1:3", "byte 0xE2 is not UTF-8"},
    /* Lines and columns: columns count characters. */
    {"{\n  \"a\": 1,\n  \"b\": x\n}", "3:8", "a value is expected, not x"},
    {"{\r\n\"a\": 1,\r\n\"b\"\r\n1}", "4:1", "a colon after the key is expected, not 1"},
    {"[\"\xC3\xA9\xE2\x82\xAC\", x]", "1:8", "a value is expected, not x"},
    {"[\"a long string, longer than a block of sixteen bytes\x01\"]", "1:54",
     "control character 0x01"},
};

TEST(bad_texts_are_refused_with_their_place)
{
    for (size_t i = 0; i < LS_COUNT(bad); i++) {
        struct ls_err err = {0};
        const struct ls_obj *obj = NULL;
        const struct ls_json_options options = {.name = "shop.json"};
        CHECK_CODE(ls_json_parse(ls_slice_of(bad[i].text), &options, &obj, &err), LS_E_INVALID,
                   err);
        CHECK(obj == NULL);
        char prefix[64];
        snprintf(prefix, sizeof prefix, "shop.json:%s: ", bad[i].place);
        if (strncmp(err.text, prefix, strlen(prefix)) != 0)
            CHECK_STR(err.text, prefix);
        CHECK_HAS(err.text, bad[i].sentence);
    }
}

TEST(a_byte_of_zero_is_refused_everywhere)
{
    const struct ls_slice texts[] = {LS_SLICE("\0"), LS_SLICE("[1\0]"), LS_SLICE("\"a\0\""),
                                     LS_SLICE("1\0")};
    for (size_t i = 0; i < LS_COUNT(texts); i++) {
        struct ls_err err = {0};
        const struct ls_obj *obj = NULL;
        CHECK_CODE(ls_json_parse(texts[i], NULL, &obj, &err), LS_E_INVALID, err);
    }
}

/* Every prefix of a good text is bad, whatever it is cut inside of. */
TEST(no_prefix_of_a_map_is_accepted)
{
    const char *text = "{\"a\":[1,-2.5e3,true,null,\"x\\u00e9\xE2\x82\xAC\"],\"b\":{}}";
    for (size_t len = 0; len < strlen(text); len++) {
        char *exact LS_AUTO(ls_free_at) = ls_alloc(len);
        memcpy(exact, text, len);
        struct ls_err err = {0};
        const struct ls_obj *obj = NULL;
        CHECK_CODE(ls_json_parse((struct ls_slice){exact, len}, NULL, &obj, &err), LS_E_INVALID,
                   err);
    }
}

static char *nested(size_t depth)
{
    char *text = ls_alloc(depth * 2 + 1);
    memset(text, '[', depth);
    memset(text + depth, ']', depth);
    return text;
}

TEST(depth_has_a_limit)
{
    static const struct {
        unsigned depth_max;
        size_t depth;
        bool is_good;
    } cases[] = {{0, LS_DEPTH_DEFAULT, true},
                 {0, LS_DEPTH_DEFAULT + 1, false},
                 {3, 3, true},
                 {3, 4, false},
                 {9999, LS_DEPTH_MAX, true},
                 {9999, LS_DEPTH_MAX + 1, false},
                 {9999, 1000000, false}};
    for (size_t i = 0; i < LS_COUNT(cases); i++) {
        char *text LS_AUTO(ls_free_at) = nested(cases[i].depth);
        struct ls_json_options options = {.depth_max = cases[i].depth_max};
        struct ls_err err = {0};
        const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
        CHECK_CODE(ls_json_parse(ls_slice_of(text), &options, &obj, &err),
                   cases[i].is_good ? LS_OK : LS_E_TOO_BIG, err);
        if (cases[i].is_good)
            CHECK_STR(json_of(ls_obj_root(obj)), text);
        else
            CHECK_HAS(err.text, "deeper than the limit of");
    }
}

TEST(bytes_have_a_limit)
{
    struct ls_json_options options = {.bytes_max = 4, .name = "big.json"};
    struct ls_err err = {0};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    CHECK_OK(ls_json_parse(LS_SLICE("1234"), &options, &obj, &err), err);
    const struct ls_obj *none = NULL;
    CHECK_CODE(ls_json_parse(LS_SLICE("12345"), &options, &none, &err), LS_E_TOO_BIG, err);
    CHECK_STR(err.text, "big.json: the text has 5 bytes, the limit is 4");
}

TEST(strict_names_the_second_of_two_keys)
{
    static const struct {
        const char *text;
        const char *error;
    } cases[] = {
        {"{\"a\":1,\"b\":2}", NULL},
        {"[{\"a\":1},{\"a\":1}]", NULL},
        {"{\"a\":{\"a\":1},\"f:a\":1}", NULL},
        {"{\"a\":1,\n \"a\":2}", "x:2:2: key \"a\" is given twice in one map"},
        {"{\"a\":1,\"b\":[{\"c\":1,\"d\":2,\"c\":3}],\"a\":2}",
         "x:1:26: key \"c\" is given twice in one map"},
        {"{\"kind\":1,\"k\\u0069nd\":3}", "x:1:11: key \"kind\" is given twice in one map"},
        {"{\"a\":{\"b\":1,\"c\":2},\"d\":1,\"a\":2}",
         "x:1:26: key \"a\" is given twice in one map"},
    };
    struct ls_json_options options = {.is_strict = true, .name = "x"};
    for (size_t i = 0; i < LS_COUNT(cases); i++) {
        struct ls_err err = {0};
        const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
        enum ls_code code = ls_json_parse(ls_slice_of(cases[i].text), &options, &obj, &err);
        CHECK_CODE(code, cases[i].error ? LS_E_INVALID : LS_OK, err);
        if (cases[i].error)
            CHECK_STR(err.text, cases[i].error);
    }
}

/* {"key0":0,"key1":1,...}, the keys from `from` on once more. */
static void big_map(struct ls_buf *out, size_t count, size_t from)
{
    ls_buf_add_char(out, '{');
    for (size_t i = 0; i < count; i++)
        ls_buf_printf(out, "%s\"key%zu\":%zu", i ? "," : "", i, i);
    for (size_t i = from; i < count; i++)
        ls_buf_printf(out, ",\"key%zu\":\"again\"", i);
    ls_buf_add_char(out, '}');
}

TEST(a_map_of_a_hundred_thousand_keys_is_read_in_linear_time)
{
    enum { KEYS = 100000 };
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    big_map(&text, KEYS, KEYS / 2);
    struct ls_err err = {0};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    CHECK_OK(ls_json_parse(ls_buf_slice(&text), NULL, &obj, &err), err);
    CHECK_INT(ls_node_count(ls_obj_root(obj)), KEYS);
    CHECK_INT(ls_node_int(ls_node_at(ls_obj_root(obj), "key49999"), -1), 49999);
    CHECK_STR(ls_node_text(ls_node_at(ls_obj_root(obj), "key50000")), "again");

    struct ls_json_options strict = {.is_strict = true};
    const struct ls_obj *none = NULL;
    CHECK_CODE(ls_json_parse(ls_buf_slice(&text), &strict, &none, &err), LS_E_INVALID, err);
    CHECK_HAS(err.text, "key \"key50000\" is given twice");
}

TEST(positions_tell_where_a_value_stood)
{
    static const struct {
        const char *path;
        unsigned line, column;
    } cases[] = {{"", 1, 1}, {"a", 2, 8}, {"b", 3, 8}, {"b.c", 3, 14}, {"d", 5, 6}};
    const char *text = "{\n  \"a\": 1,\n  \"b\": {\"c\": 5},\n  \"d\": \"old\",\n\"d\": \"new\"}";
    struct ls_json_options options = {.keep_positions = true};
    struct ls_err err = {0};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    CHECK_OK(ls_json_parse(ls_slice_of(text), &options, &obj, &err), err);
    for (size_t i = 0; i < LS_COUNT(cases); i++) {
        struct ls_position position = {0};
        CHECK(ls_obj_position(obj, ls_node_at(ls_obj_root(obj), cases[i].path), &position));
        CHECK_INT(position.line, cases[i].line);
        CHECK_INT(position.column, cases[i].column);
    }
}

TEST(a_text_may_begin_further_down_in_its_file)
{
    struct ls_json_options options = {.keep_positions = true, .name = "f", .first_line = 7};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_position position = {0};
    struct ls_err err = {0};
    CHECK_OK(ls_json_parse(LS_SLICE("{\n\"a\": 1}"), &options, &obj, &err), err);
    CHECK(ls_obj_position(obj, ls_node_at(ls_obj_root(obj), "a"), &position));
    CHECK_INT(position.line, 8);
    const struct ls_obj *none = NULL;
    CHECK_CODE(ls_json_parse(LS_SLICE("{\n\n?"), &options, &none, &err), LS_E_INVALID, err);
    CHECK_HAS(err.text, "f:9:1: ");
}

TEST(without_positions_none_are_found)
{
    struct ls_position position = {7, 7};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of("{\"a\":1}");
    CHECK(!ls_obj_position(obj, ls_obj_root(obj), &position));
    CHECK(!ls_obj_position(obj, LS_ABSENT, &position));
    CHECK(!ls_obj_position(NULL, ls_obj_root(obj), &position));
    CHECK_INT(position.line, 7);
}

TEST(dropped_members_take_their_positions_along)
{
    const char *text = "{\"x\":[1,2],\"k\":{\"o\":1,\"o\":[7,\n8]},\"x\":[3,\n4],\"y\":5}";
    struct ls_json_options options = {.keep_positions = true};
    struct ls_err err = {0};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    CHECK_OK(ls_json_parse(ls_slice_of(text), &options, &obj, &err), err);
    struct ls_node root = ls_obj_root(obj);
    CHECK_STR(json_of(root), "{\"k\":{\"o\":[7,8]},\"x\":[3,4],\"y\":5}");
    struct ls_position position = {0};
    CHECK(ls_obj_position(obj, ls_node_item(ls_node_at(root, "k.o"), 1), &position));
    CHECK(position.line == 2 && position.column == 1);
    CHECK(ls_obj_position(obj, ls_node_item(ls_node_at(root, "x"), 1), &position));
    CHECK(position.line == 3 && position.column == 1);
    CHECK(ls_obj_position(obj, ls_node_at(root, "y"), &position));
    CHECK(position.line == 3 && position.column == 8);
}

TEST(pretty_is_as_kubectl_prints)
{
    static const struct {
        const char *text;
        const char *printed;
    } cases[] = {
        {"{}", "{}"},
        {"[]", "[]"},
        {"{\"a\":1,\"b\":[],\"c\":{}}", "{\n    \"a\": 1,\n    \"b\": [],\n    \"c\": {}\n}"},
        {"[1,[2,{\"x\":null}]]",
         "[\n    1,\n    [\n        2,\n        {\n            \"x\": null\n        }\n    ]\n]"},
        {"\"a<b>&c\"", "\"a\\u003cb\\u003e\\u0026c\""},
        {"\"\\u2028\\u2029\\u2027\"", "\"\\u2028\\u2029\xE2\x80\xA7\""},
        {"{\"<\":1}", "{\n    \"\\u003c\": 1\n}"},
    };
    for (size_t i = 0; i < LS_COUNT(cases); i++) {
        const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of(cases[i].text);
        struct ls_buf out LS_AUTO(ls_buf_release) = {0};
        ls_json_print(&out, ls_obj_root(obj), LS_JSON_PRETTY);
        CHECK_STR(ls_buf_text(&out), cases[i].printed);
    }
}

TEST(printing_appends_and_knows_the_absent_node)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&out, "x=");
    ls_json_print(&out, LS_ABSENT, LS_JSON_COMPACT);
    ls_buf_add_char(&out, ' ');
    ls_json_print_string(&out, LS_SLICE("a\"b\n"));
    ls_json_print_string(&out, (struct ls_slice){0});
    CHECK_STR(ls_buf_text(&out), "x=null \"a\\\"b\\n\"\"\"");
}

/* Long enough to grow the build and to become an obj without a copy. */
TEST(a_text_of_megabytes_comes_back)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_char(&text, '[');
    for (int i = 0; i < 300000; i++)
        ls_buf_printf(&text, "%s\"\",%d", i ? "," : "", i);
    ls_buf_add_char(&text, ']');
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of(ls_buf_text(&text));
    CHECK(strcmp(json_of(ls_obj_root(obj)), ls_buf_text(&text)) == 0);
}

TEST(a_reader_tells_that_a_key_was_given_twice)
{
    static const struct {
        const char *text;
        bool has_repeats;
    } rows[] = {
        {"{\"a\":1,\"b\":{\"a\":1}}", false},
        {"{\"a\":1,\"b\":{\"c\":1,\"c\":2}}", true},
        {"[{\"a\":1},{\"a\":1}]", false},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        bool has_repeats = false;
        struct ls_err err = {0};
        const struct ls_json_options options = {.has_repeats = &has_repeats};
        const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
        CHECK_OK(ls_json_parse(ls_slice_of(rows[i].text), &options, &obj, &err), err);
        CHECK(has_repeats == rows[i].has_repeats);
    }
}
