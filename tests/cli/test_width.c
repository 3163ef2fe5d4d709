#include "check.h"

#include "cli/width.h"

static const struct {
    const char *text;
    size_t columns;
} widths[] = {
    {"", 0},          {"web", 3},          {"w\u00e9b", 3},   {"we\u0301b", 3},
    {"\u5e97", 2},    {"\u5e97web", 5},    {"\U0001f680", 2}, {"\xff\xfe", 2},
    {"a\x1b[31m", 6}, {"\uac00\uac01", 4}, {"a\u200db", 2},   {"\ufe0fx", 1},
};

TEST(every_text_has_its_width)
{
    for (size_t i = 0; i < LS_COUNT(widths); i++)
        CHECK_INT(ls_width(ls_slice_of(widths[i].text)), widths[i].columns);
}

/* What is appended is as wide as it is said to be, and never wider than the room. */
TEST(what_is_cut_fits_at_every_width)
{
    for (size_t i = 0; i < LS_COUNT(widths); i++) {
        for (size_t columns = 0; columns < 8; columns++) {
            struct ls_buf out LS_AUTO(ls_buf_release) = {0};
            size_t used = ls_width_fit(&out, ls_slice_of(widths[i].text), columns, false);
            CHECK(used <= columns);
            CHECK_INT(ls_width(ls_buf_slice(&out)), used);
            CHECK(widths[i].columns > columns || used == widths[i].columns);
        }
    }
}

static const char *fit(struct ls_buf *out, const char *text, size_t columns, bool is_ascii)
{
    ls_buf_clear(out);
    ls_width_fit(out, ls_slice_of(text), columns, is_ascii);
    return ls_buf_text(out);
}

TEST(what_is_cut_says_so)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    CHECK_STR(fit(&out, "deployment", 10, false), "deployment");
    CHECK_STR(fit(&out, "deployment", 9, false), "deployme\u2026");
    CHECK_STR(fit(&out, "deployment", 9, true), "deployme~");
    CHECK_STR(fit(&out, "\u5e97\u5e97", 3, false), "\u5e97\u2026");
    CHECK_STR(fit(&out, "\u5e97\u5e97", 2, false), "\u2026"); /* half a letter is none */
    CHECK_STR(fit(&out, "\u5e97 e\u0301", 9, true), "? e");
    CHECK_STR(fit(&out, "a\x1b[2Jb", 9, false), "a?[2Jb");
}

TEST(padding_fills_the_room)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    ls_width_pad(&out, LS_SLICE("\u5e97"), 4, false);
    CHECK_STR(ls_buf_text(&out), "\u5e97  ");
}
