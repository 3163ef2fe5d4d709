/* Path elements: text in fieldsV1, text for people, and the order of the API server. */
#include "support_value.h"

#include <string.h>

#include "value/field_path.h"
#include "value/go_text.h"
#include "value/limits.h"

/* In ascending order; `printed` is NULL where it is the text itself. Checked against the output of
 * structured-merge-diff v6.4.2. */
static const struct {
    const char *text;
    const char *printed;
    const char *shown;
} elements[] = {
    {"f:", NULL, "."},
    {"f:.", NULL, ".."},
    {"f:A", NULL, ".A"},
    {"f:a", NULL, ".a"},
    {"f:a.b/c", NULL, ".a.b/c"},
    {"f:ab", NULL, ".ab"},
    {"k:{\"containerPort\":80}", NULL, "[containerPort=80]"},
    {"k:{\"protocol\":\"TCP\",\"containerPort\":80}",
     "k:{\"containerPort\":80,\"protocol\":\"TCP\"}", "[containerPort=80,protocol=\"TCP\"]"},
    {"k:{\"containerPort\":443}", NULL, "[containerPort=443]"},
    {"k:{\"containerPort\":\"80\"}", NULL, "[containerPort=\"80\"]"},
    {"k:{ \"name\" : \"web\" }", "k:{\"name\":\"web\"}", "[name=\"web\"]"},
    {"k:{\"name\":\"x\\n\"}", NULL, "[name=\"x\\n\"]"},
    {"k:{\"name\":true}", NULL, "[name=true]"},
    {"k:{\"name\":null}", NULL, "[name=null]"},
    {"v:-7", NULL, "[=-7]"},
    {"v:1e-7", "v:1e-07", "[=1e-07]"},
    {"v:0.000030", "v:0.00003", "[=3e-05]"},
    {"v:0.50", "v:0.5", "[=0.5]"},
    {"v:1.50", "v:1.5", "[=1.5]"},
    {"v:2", NULL, "[=2]"},
    {"v:1.5e3", "v:1500", "[=1500]"},
    {"v:123456.75", NULL, "[=123456.75]"},
    {"v:1e20", "v:100000000000000000000", "[=1e+20]"},
    {"v:1e21", "v:1e+21", "[=1e+21]"},
    {"v:\"\"", NULL, "[=\"\"]"},
    {"v:\"<&>\"", "v:\"\\u003c\\u0026\\u003e\"", "[=\"<&>\"]"},
    {"v:\"a\\u0001\"", NULL, "[=\"a\\x01\"]"},
    {"v:\"a\\\"b\\\\c\"", NULL, "[=\"a\\\"b\\\\c\"]"},
    {"v:\"\xC3\xA9\"", NULL, "[=\"\xC3\xA9\"]"},
    {"v:\"\xE2\x80\xA8\"", "v:\"\\u2028\"", "[=\"\\u2028\"]"},
    {"v:false", NULL, "[=false]"},
    {"v:true", NULL, "[=true]"},
    {"v:null", NULL, "[=null]"},
    {"i:-1", NULL, "[-1]"},
    {"i:0", NULL, "[0]"},
    {"i:10", NULL, "[10]"},
};

static struct ls_field_element parse(struct ls_arena *arena, const char *text)
{
    struct ls_field_element element = {0};
    struct ls_err err = {0};
    CHECK_OK(ls_field_element_parse(arena, ls_slice_of(text), &element, &err), err);
    return element;
}

TEST(an_element_prints_as_the_server_prints_it)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    for (size_t i = 0; i < LS_COUNT(elements); i++) {
        struct ls_buf printed LS_AUTO(ls_buf_release) = {0};
        struct ls_buf shown LS_AUTO(ls_buf_release) = {0};
        struct ls_field_element element = parse(&arena, elements[i].text);
        ls_field_element_print(&printed, &element);
        ls_field_element_show(&shown, &element);
        CHECK_STR(ls_buf_text(&printed),
                  elements[i].printed ? elements[i].printed : elements[i].text);
        CHECK_STR(ls_buf_text(&shown), elements[i].shown);
    }
}

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

TEST(elements_have_one_order)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_field_element all[LS_COUNT(elements)];
    for (size_t i = 0; i < LS_COUNT(elements); i++)
        all[i] = parse(&arena, elements[i].text);
    for (size_t i = 0; i < LS_COUNT(elements); i++) {
        for (size_t j = 0; j < LS_COUNT(elements); j++)
            CHECK_INT(sign(ls_field_element_compare(&all[i], &all[j])), sign((int)i - (int)j));
    }
}

TEST(equal_numbers_are_one_element)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_field_element whole = parse(&arena, "v:1"), decimal = parse(&arena, "v:1.0");
    struct ls_field_element text = parse(&arena, "v:\"1\"");
    CHECK_INT(ls_field_element_compare(&whole, &decimal), 0);
    CHECK(ls_field_element_compare(&whole, &text) != 0);
    struct ls_field_element large = parse(&arena, "v:9007199254740993");
    struct ls_field_element larger = parse(&arena, "v:9007199254740994");
    CHECK(ls_field_element_compare(&large, &larger) < 0);
}

static const struct {
    const char *text;
    enum ls_code code;
    const char *why;
} refused[] = {
    {"", LS_E_INVALID, "no colon"},
    {"f", LS_E_INVALID, "no colon"},
    {"fa", LS_E_INVALID, "no colon"},
    {"x:a", LS_E_UNSUPPORTED, "none of f:, k:, v:, i:"},
    {"k:", LS_E_INVALID, ""},
    {"k:{}", LS_E_INVALID, "a key is a map of 1 to 16 fields"},
    {"k:[1]", LS_E_INVALID, "a key is a map of 1 to 16 fields"},
    {"k:{\"a\":1} ", LS_OK, ""},
    {"k:{\"a\":1}x", LS_E_INVALID, ""},
    {"k:{\"a\":{\"b\":1}}", LS_E_TOO_BIG, ""},
    {"v:", LS_E_INVALID, ""},
    {"v:a", LS_E_INVALID, ""},
    {"v:{}", LS_E_INVALID, "an item of a set is a scalar, got map"},
    {"v:[]", LS_E_INVALID, "an item of a set is a scalar, got list"},
    {"i:", LS_E_INVALID, "no whole number"},
    {"i:1.5", LS_E_INVALID, "no whole number"},
    {"i:99999999999999999999", LS_E_INVALID, "no whole number"},
};

TEST(what_is_no_element_is_refused)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    for (size_t i = 0; i < LS_COUNT(refused); i++) {
        struct ls_field_element element;
        struct ls_err err = {0};
        CHECK_CODE(ls_field_element_parse(&arena, ls_slice_of(refused[i].text), &element, &err),
                   refused[i].code, err);
        CHECK_HAS(err.text, refused[i].why);
    }
}

TEST(a_path_reads_from_the_root)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_field_element steps[] = {
        parse(&arena, "f:spec"),
        parse(&arena, "f:containers"),
        parse(&arena, "k:{\"name\":\"web\"}"),
        parse(&arena, "f:image"),
    };
    ls_field_path_show(&text, (struct ls_field_path){steps, LS_COUNT(steps)});
    CHECK_STR(ls_buf_text(&text), ".spec.containers[name=\"web\"].image");
}

/* A number the server cannot hold keeps our text. */
TEST(numbers_past_any_double_keep_their_text)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_field_element element = parse(&arena, "v:1e400");
    ls_field_element_print(&text, &element);
    CHECK_STR(ls_buf_text(&text), "v:1e400");
}
