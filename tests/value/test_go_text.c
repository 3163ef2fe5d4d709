#include "value/go_text.h"

#include "support_value.h"

static const char *with(void (*print)(struct ls_buf *, struct ls_node), const char *json)
{
    static struct ls_buf text;
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of(json);
    ls_buf_clear(&text);
    print(&text, ls_obj_root(obj));
    return ls_buf_text(&text);
}

TEST(any_bytes_are_quoted)
{
    const struct {
        struct ls_slice text;
        const char *quoted;
    } rows[] = {
        {LS_SLICE(""), "\"\""},
        {LS_SLICE("a\"b\\c"), "\"a\\\"b\\\\c\""},
        {LS_SLICE("\x01\n\t\x7f"), "\"\\x01\\n\\t\\x7f\""},
        {LS_SLICE("\xc3\xbc"), "\"\xc3\xbc\""},
        {LS_SLICE("x\xff\xc3"), "\"x\\xff\\xc3\""},
        {LS_SLICE("a\0b"), "\"a\\x00b\""},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_buf text LS_AUTO(ls_buf_release) = {0};
        ls_go_quote(&text, rows[i].text);
        CHECK_STR(ls_buf_text(&text), rows[i].quoted);
    }
}

TEST(json_escapes_what_a_web_page_could_trip_over)
{
    CHECK_STR(with(ls_go_print_json, "{\"<k>\":[\"a&b\",1,1.50,true,null,{}],\"e\":[]}"),
              "{\"\\u003ck\\u003e\":[\"a\\u0026b\",1,1.5,true,null,{}],\"e\":[]}");
}

TEST(sorted_json_is_what_its_encoder_writes)
{
    CHECK_STR(
        with(ls_go_print_json_sorted, "{\"b\":[1,{\"z\":null,\"y\":\"<\"}],\"a\":{},\"B\":1e21}"),
        "{\"B\":1e+21,\"a\":{},\"b\":[1,{\"y\":\"\\u003c\",\"z\":null}]}");
    CHECK_STR(with(ls_go_print_json, "{\"b\":[],\"a\":true}"), "{\"b\":[],\"a\":true}");
}

TEST(words_are_what_percent_v_prints)
{
    CHECK_STR(with(ls_go_print_words, "{\"b\":[1,\"x y\",null],\"a\":{\"z\":true},\"c\":1.5}"),
              "map[a:map[z:true] b:[1 x y <nil>] c:1.5]");
    CHECK_STR(with(ls_go_print_words, "{}"), "map[]");
    CHECK_STR(with(ls_go_print_words, "1e21"), "1e+21");
    CHECK_STR(with(ls_go_print_words, "1e-7"), "1e-07");
}

TEST(doubles_have_their_shortest_form)
{
    static const struct {
        double number;
        const char *text;
    } rows[] = {{0, "0"},
                {1, "1"},
                {-3, "-3"},
                {1.5, "1.5"},
                {0.1, "0.1"},
                {100, "100"},
                {1e20, "100000000000000000000"},
                {1e21, "1e+21"},
                {1e-6, "0.000001"},
                {1e-7, "1e-7"}};
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_buf text LS_AUTO(ls_buf_release) = {0};
        ls_go_print_double(&text, rows[i].number);
        CHECK_STR(ls_buf_text(&text), rows[i].text);
    }
}

TEST(doubles_without_an_exponent)
{
    static const struct {
        double number;
        const char *text;
    } rows[] = {{0, "0"},       {-1.5, "-1.5"},     {1e22, "10000000000000000000000"},
                {5400, "5400"}, {0.0015, "0.0015"}, {1e-7, "0.0000001"}};
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_buf text LS_AUTO(ls_buf_release) = {0};
        ls_go_print_positional(&text, rows[i].number);
        CHECK_STR(ls_buf_text(&text), rows[i].text);
    }
}

TEST(what_has_no_shape_is_escaped)
{
    static const char *const rows[][2] = {
        {"a b", "\"a b\""},
        {"\xc2\xa0", "\"\\u00a0\""},
        {"\xe2\x80\x83", "\"\\u2003\""},
        {"\xef\xbb\xbf", "\"\\ufeff\""},
        {"\xf3\xa0\x80\x81", "\"\\U000e0001\""},
        {"\x7f", "\"\\x7f\""},
        {"\xc3\xa9\xf0\x9f\x98\x80", "\"\xc3\xa9\xf0\x9f\x98\x80\""},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_buf text LS_AUTO(ls_buf_release) = {0};
        ls_go_quote(&text, ls_slice_of(rows[i][0]));
        CHECK_STR(ls_buf_text(&text), rows[i][1]);
    }
}
