/* Which values are equal: order of members and the way a number is written do not count. Equal
 * values hash equal, others do not. */
#include "support_value.h"

#include <stdio.h>
#include <string.h>

#include "value/hash.h"
#include "value/number.h"

static const struct {
    const char *a, *b;
    bool is_equal;
} cases[] = {
    {"null", "null", true},
    {"null", "false", false},
    {"true", "false", false},
    {"\"a\"", "\"a\"", true},
    {"\"a\"", "\"b\"", false},
    {"\"abcd\"", "\"abcde\"", false},
    {"\"1\"", "1", false},
    {"[]", "{}", false},
    {"[1,2]", "[1,2]", true},
    {"[1,2]", "[2,1]", false},
    {"[1]", "[1,1]", false},
    {"[1,1]", "[1]", false},
    {"{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", true},
    {"{\"a\":1,\"b\":2}", "{\"a\":1}", false},
    {"{\"a\":1}", "{\"a\":1,\"b\":2}", false},
    {"{\"a\":1,\"b\":2}", "{\"a\":1,\"c\":2}", false},
    {"{\"a\":1,\"b\":2}", "{\"b\":1,\"a\":2}", false},
    {"{\"a\":null}", "{}", false},
    {"{\"a\":[{\"x\":1,\"y\":2.0}]}", "{\"a\":[{\"y\":2,\"x\":1}]}", true},
    {"{\"f:a\":1,\"a\":2}", "{\"a\":2,\"f:a\":1}", true},
    {"{\"f:a\":1}", "{\"a\":1}", false},
    {"1", "1.0", true},
    {"1", "1.1", false},
    {"1", "-1", false},
    {"1.0", "-1.0", false},
    {"100", "1e2", true},
    {"100", "1E+02", true},
    {"0.5", "5e-1", true},
    {"0.50", "0.5", true},
    {"0", "-0", true},
    {"0", "0.000e99999999999999999999", true},
    {"-0.0", "0e5", true},
    {"123.456", "123456e-3", true},
    {"0.001", "1e-3", true},
    {"10", "1", false},
    {"1e1", "1e2", false},
    {"134217728", "1.34217728e8", true},
    {"9223372036854775807", "9223372036854775807.0", true},
    {"9223372036854775807", "9223372036854775808", false},
    {"9223372036854775808", "9.223372036854775808e18", true},
    {"-9223372036854775808", "-9.223372036854775808e18", true},
    {"1e400", "10e399", true},
    {"1e400", "1e401", false},
    {"0.1", "0.10000000000000001", false},
    {"1e999999999999999", "10e999999999999998", true},
    {"1e99999999999999999999", "1e99999999999999999999", true},
    {"1e99999999999999999999", "1e99999999999999999998", false},
    {"1e-99999999999999999999", "1e99999999999999999999", false},
};

static void check_pair(const char *json_a, const char *json_b, bool is_equal)
{
    const struct ls_obj *a LS_AUTO(ls_obj_unref_at) = obj_of(json_a);
    const struct ls_obj *b LS_AUTO(ls_obj_unref_at) = obj_of(json_b);
    char what[256];
    snprintf(what, sizeof what, "%s == %s", json_a, json_b);
    check_true(ls_node_equal(ls_obj_root(a), ls_obj_root(b)) == is_equal, what, __FILE__, __LINE__);
    check_true(ls_node_equal(ls_obj_root(b), ls_obj_root(a)) == is_equal, what, __FILE__, __LINE__);
    struct ls_hash hash_a = ls_hash_node(ls_obj_root(a)), hash_b = ls_hash_node(ls_obj_root(b));
    check_true((memcmp(&hash_a, &hash_b, sizeof hash_a) == 0) == is_equal, what, __FILE__,
               __LINE__);
}

TEST(equality_and_hash_follow_the_table)
{
    for (size_t i = 0; i < LS_COUNT(cases); i++) {
        check_pair(cases[i].a, cases[i].b, cases[i].is_equal);
        check_pair(cases[i].a, cases[i].a, true);
        check_pair(cases[i].b, cases[i].b, true);
    }
}

TEST(the_absent_node_equals_only_itself)
{
    const struct ls_obj *null LS_AUTO(ls_obj_unref_at) = obj_of("null");
    CHECK(ls_node_equal(LS_ABSENT, LS_ABSENT));
    CHECK(!ls_node_equal(LS_ABSENT, ls_obj_root(null)));
    CHECK(!ls_node_equal(ls_obj_root(null), LS_ABSENT));
}

static const struct ls_obj *big_map(int count, bool is_backward, int odd_one)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_char(&text, '{');
    for (int i = 0; i < count; i++) {
        int key = is_backward ? count - 1 - i : i;
        ls_buf_printf(&text, "%s\"big-%d\":%d", i ? "," : "", key, key == odd_one ? -1 : key);
    }
    ls_buf_add_char(&text, '}');
    return obj_of(ls_buf_text(&text));
}

TEST(big_maps_in_another_order_are_equal)
{
    static const int counts[] = {2, 63, 64, 65, 20000};
    for (size_t i = 0; i < LS_COUNT(counts); i++) {
        const struct ls_obj *a LS_AUTO(ls_obj_unref_at) = big_map(counts[i], false, -1);
        const struct ls_obj *b LS_AUTO(ls_obj_unref_at) = big_map(counts[i], true, -1);
        const struct ls_obj *c LS_AUTO(ls_obj_unref_at) = big_map(counts[i], true, 1);
        CHECK(ls_node_equal(ls_obj_root(a), ls_obj_root(b)));
        CHECK(!ls_node_equal(ls_obj_root(a), ls_obj_root(c)));
        struct ls_hash hash_a = ls_hash_node(ls_obj_root(a)), hash_b = ls_hash_node(ls_obj_root(b));
        CHECK(memcmp(&hash_a, &hash_b, sizeof hash_a) == 0);
    }
}

/* A map in a map and so on, each with many members after it in one order or the other. */
static const struct ls_obj *nested_big_maps(int depth, bool is_reversed)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (int i = 0; i < depth; i++)
        ls_buf_add_text(&text, "{\"inner\":");
    ls_buf_add_text(&text, "0");
    for (int i = 0; i < depth; i++) {
        for (int k = 0; k < 100; k++)
            ls_buf_printf(&text, ",\"k%d\":0", is_reversed ? 99 - k : k);
        ls_buf_add_char(&text, '}');
    }
    return obj_of(ls_buf_text(&text));
}

/* Comparing anything twice on each level would not end before the sun does. */
TEST(big_maps_inside_one_another_are_compared_once)
{
    const struct ls_obj *a LS_AUTO(ls_obj_unref_at) = nested_big_maps(90, false);
    const struct ls_obj *b LS_AUTO(ls_obj_unref_at) = nested_big_maps(90, true);
    CHECK(ls_node_equal(ls_obj_root(a), ls_obj_root(b)));
}

TEST(the_canonical_text_is_as_promised)
{
    static const struct {
        const char *json, *canonical;
    } texts[] = {
        {"{\"b\":[true,null],\"a\":\"<\\u00e9>\",\"B\":{}}",
         "{\"B\":{},\"a\":\"<\xC3\xA9>\",\"b\":[true,null]}"},
        {"[1.0,1e2,-0,0.50,12e30,-1.5,9223372036854775808,1e19]",
         "[1,100,0,5e-1,12e30,-15e-1,9223372036854775808e0,1e19]"},
        {"[1e99999999999999999999]", "[~1e99999999999999999999]"},
        {"[[],{}]", "[[],{}]"},
    };
    for (size_t i = 0; i < LS_COUNT(texts); i++) {
        const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of(texts[i].json);
        struct ls_buf out LS_AUTO(ls_buf_release) = {0};
        ls_canonical_print(&out, ls_obj_root(obj));
        CHECK_STR(ls_buf_text(&out), texts[i].canonical);
    }
}

/* The digests of {"a":1,"b":"x"} by sha256sum and openssl dgst -hmac: kept hashes stay valid. */
TEST(hashes_are_those_of_the_canonical_text)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of("{\"b\":\"x\",\"a\":1.0}");
    char text[2 * LS_HASH_BYTES + 1];
    struct ls_hash plain = ls_hash_node(ls_obj_root(obj));
    ls_hash_text(&plain, text);
    CHECK_STR(text, "ecf9e98ec0641e23113ff3ce8bdc78d0ddd249886517fd4a7f68cc83d4e65667");
    struct ls_hash keyed = ls_hash_node_keyed(LS_SLICE("secret"), ls_obj_root(obj));
    ls_hash_text(&keyed, text);
    CHECK_STR(text, "506ce4703bac0b18686d948c378b3d6956a1e9a43b224878d47270b08c0c924e");
    struct ls_hash other = ls_hash_node_keyed(LS_SLICE("Secret"), ls_obj_root(obj));
    CHECK(memcmp(&keyed, &other, sizeof keyed) != 0);
}

TEST(the_grammar_of_numbers_is_kept)
{
    static const struct {
        const char *text;
        bool is_valid;
    } numbers[] = {{"0", true},   {"-0", true},  {"1", true},    {"1.5e+10", true}, {"", false},
                   {"-", false},  {"00", false}, {"1.", false},  {".1", false},     {"1e", false},
                   {"+1", false}, {"1 ", false}, {"0x1", false}, {"1e5.0", false},  {"1_0", false}};
    for (size_t i = 0; i < LS_COUNT(numbers); i++)
        CHECK(ls_number_is_valid(ls_slice_of(numbers[i].text)) == numbers[i].is_valid);
}
