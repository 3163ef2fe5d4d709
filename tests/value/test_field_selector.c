#include <string.h>

#include "value/field_selector.h"
#include "value/limits.h"
#include "check.h"

/* Text, and what k8s.io/apimachinery 0.36 prints for it. */
static const char *const print_rows[][2] = {
    {"", ""},
    {",", ""},
    {"=", ""},
    {"metadata.name=web", "metadata.name=web"},
    {"metadata.name==web", "metadata.name=web"},
    {"status.phase!=Running", "status.phase!=Running"},
    {"b=2,a=1", "a=1,b=2"},
    {"a=1,,b=2,", "a=1,b=2"},
    {"a=", "a="},
    {"a=x\\,y", "a=x\\,y"},
    {"a=x\\=y\\\\", "a=x\\=y\\\\"},
    {"a= b", "a= b"},
};

TEST(field_selectors_print_canonically)
{
    for (size_t i = 0; i < LS_COUNT(print_rows); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_buf out LS_AUTO(ls_buf_release) = {0};
        struct ls_field_selector selector;
        struct ls_err err;
        CHECK_OK(ls_field_selector_parse(&arena, ls_slice_of(print_rows[i][0]), &selector, &err),
                 err);
        ls_field_selector_print(&out, &selector);
        CHECK_STR(ls_buf_text(&out), print_rows[i][1]);
    }
}

static const char *const wrong_rows[][2] = {
    {"metadata.name", "field selector term 'metadata.name': expected FIELD=VALUE"},
    {"a=1,b", "term 'b': expected FIELD=VALUE or FIELD!=VALUE"},
    {"a=b=c", "'=' in a value needs a backslash"},
    {"a===b", "'=' in a value needs a backslash"},
    {"a=b\\n", "a backslash may only stand before"},
    {"a=b\\", "a backslash may only stand before"},
};

TEST(wrong_field_selectors_say_which_term)
{
    for (size_t i = 0; i < LS_COUNT(wrong_rows); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_field_selector selector;
        struct ls_err err;
        CHECK_CODE(ls_field_selector_parse(&arena, ls_slice_of(wrong_rows[i][0]), &selector, &err),
                   LS_E_INVALID, err);
        CHECK_HAS(err.text, wrong_rows[i][1]);
    }
}

TEST(sizes_are_bounded)
{
    static char text[LS_SELECTOR_BYTES_MAX + 1];
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_field_selector selector;
    struct ls_err err;
    for (size_t i = 0; i + 4 <= sizeof text; i += 4)
        memcpy(text + i, "a=b,", 4);
    CHECK_CODE(
        ls_field_selector_parse(&arena, (struct ls_slice){text, sizeof text}, &selector, &err),
        LS_E_TOO_BIG, err);
    CHECK_CODE(
        ls_field_selector_parse(&arena, (struct ls_slice){text, sizeof text - 1}, &selector, &err),
        LS_E_TOO_BIG, err);
    CHECK_HAS(err.text, "terms, the limit is 1024");
    CHECK_CODE(ls_field_selector_parse(&arena, LS_SLICE("a\0=b"), &selector, &err), LS_E_INVALID,
               err);
}
