#include "base/buf.h"

#include <string.h>

#include "check.h"
#include "base/mem.h"

TEST(an_empty_buffer_is_an_empty_text)
{
    struct ls_buf buf = {0};
    CHECK_STR(ls_buf_text(&buf), "");
    CHECK_INT(ls_buf_slice(&buf).len, 0);
    ls_buf_clear(&buf);
    ls_buf_consume(&buf, 0);
    ls_buf_release(&buf);
}

TEST(what_is_added_is_always_a_c_string)
{
    struct ls_buf buf LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&buf, "phase");
    CHECK_STR(buf.at, "phase");
    ls_buf_add_char(&buf, ' ');
    ls_buf_add_slice(&buf, LS_SLICE("deploy"));
    ls_buf_printf(&buf, " %d of %d", 2, 3);
    ls_buf_add(&buf, NULL, 0);
    CHECK_STR(buf.at, "phase deploy 2 of 3");
    CHECK_INT(buf.len, strlen(buf.at));
}

TEST(it_grows_by_single_characters_and_by_giants)
{
    struct ls_buf buf LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < 10000; i++)
        ls_buf_add_char(&buf, (char)('a' + i % 26));
    ls_buf_printf(&buf, "%100000s", "end");
    CHECK_INT(buf.len, 110000);
    for (size_t i = 0; i < 10000; i++)
        CHECK_INT(buf.at[i], 'a' + i % 26);
    CHECK_STR(buf.at + buf.len - 3, "end");
}

TEST(bytes_may_hold_nul)
{
    struct ls_buf buf LS_AUTO(ls_buf_release) = {0};
    ls_buf_add(&buf, "a\0b", 3);
    CHECK_INT(buf.len, 3);
    CHECK_INT(memcmp(buf.at, "a\0b", 4), 0);
}

TEST(room_can_be_filled_from_outside)
{
    struct ls_buf buf LS_AUTO(ls_buf_release) = {0};
    memcpy(ls_buf_reserve(&buf, 100), "read", 4);
    ls_buf_commit(&buf, 4);
    CHECK_STR(buf.at, "read");
    ls_buf_reserve(&buf, 50);
    CHECK_STR(buf.at, "read");
}

TEST(consuming_moves_the_rest_to_the_front)
{
    struct ls_buf buf LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&buf, "head body");
    ls_buf_consume(&buf, 5);
    CHECK_STR(buf.at, "body");
    ls_buf_consume(&buf, 4);
    CHECK_STR(buf.at, "");
    CHECK_INT(buf.len, 0);
}

TEST(clear_keeps_the_memory)
{
    struct ls_buf buf LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&buf, "once");
    size_t cap = buf.cap;
    ls_buf_clear(&buf);
    CHECK_STR(buf.at, "");
    CHECK_INT(buf.cap, cap);
}

TEST(taking_leaves_an_empty_buffer)
{
    struct ls_buf buf LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&buf, "mine");
    char *taken LS_AUTO(ls_free_at) = ls_buf_take(&buf);
    CHECK_STR(taken, "mine");
    CHECK(!buf.at && buf.len == 0 && buf.cap == 0);
    char *empty LS_AUTO(ls_free_at) = ls_buf_take(&buf);
    CHECK_STR(empty, "");
}
