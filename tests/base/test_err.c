#include "base/err.h"

#include <errno.h>
#include <string.h>

#include "check.h"
#include "support_abort.h"
#include "base/utf8.h"

TEST(every_code_has_its_own_name)
{
    for (int a = 0; a < LS_CODE_COUNT; a++) {
        CHECK(ls_code_name((enum ls_code)a) && ls_code_name((enum ls_code)a)[0]);
        for (int b = 0; b < a; b++)
            CHECK(strcmp(ls_code_name((enum ls_code)a), ls_code_name((enum ls_code)b)) != 0);
    }
    CHECK_STR(ls_code_name(LS_E_NOT_FOUND), "not-found");
}

TEST(only_what_may_be_sent_again_is_transient)
{
    for (int i = 0; i < LS_CODE_COUNT; i++) {
        enum ls_code code = (enum ls_code)i;
        bool expected = code == LS_E_NOT_SENT || code == LS_E_TOO_MANY || code == LS_E_TIMEOUT ||
                        code == LS_E_SERVER;
        CHECK_INT(ls_code_is_transient(code), expected);
    }
}

TEST(an_error_grows_outward)
{
    struct ls_err err = {0};
    CHECK_INT(ls_fail(&err, LS_E_INVALID, "%s is missing", ".metadata.name"), LS_E_INVALID);
    CHECK_INT(ls_context(&err, "phase %s: object %d", "deploy", 3), LS_E_INVALID);
    CHECK_INT(ls_context(&err, "shop.yaml:41"), LS_E_INVALID);
    CHECK_STR(err.text, "shop.yaml:41: phase deploy: object 3: .metadata.name is missing");
    CHECK_INT(err.code, LS_E_INVALID);
}

/* A key of a manifest must not be able to paint the terminal of who reads about it. */
TEST(control_characters_do_not_reach_the_reader)
{
    struct ls_err err = {0};
    CHECK_INT(ls_fail(&err, LS_E_INVALID, "key %s twice\n- \xC3\xA9", "\x1B[31m\xC2\x9B\x7F"),
              LS_E_INVALID);
    CHECK_STR(err.text, "key ?[31m??? twice\n- \xC3\xA9");
    CHECK_INT(ls_context(&err, "file %s", "a\rb"), LS_E_INVALID);
    CHECK_STR(err.text, "file a?b: key ?[31m??? twice\n- \xC3\xA9");
}

TEST(nobody_needs_to_read_it)
{
    CHECK_INT(ls_fail(NULL, LS_E_TOO_BIG, "unread"), LS_E_TOO_BIG);
    CHECK_INT(ls_fail_errno(NULL, ENOENT, "unread"), LS_E_IO);
}

TEST(a_new_error_forgets_the_old_one)
{
    struct ls_err err = {0};
    (void)ls_fail(&err, LS_E_TOO_MANY, "slow down");
    err.retry_after_ms = 500;
    (void)ls_fail(&err, LS_E_SERVER, "then: %s", err.text);
    CHECK_STR(err.text, "then: slow down");
    CHECK_INT(err.retry_after_ms, 0);
    ls_err_clear(&err);
    CHECK_INT(err.code, LS_OK);
    CHECK_STR(err.text, "");
}

TEST(context_keeps_the_wish_of_the_peer)
{
    struct ls_err err = {0};
    (void)ls_fail(&err, LS_E_TOO_MANY, "slow down");
    err.retry_after_ms = 500;
    (void)ls_context(&err, "list pods");
    CHECK_INT(err.retry_after_ms, 500);
}

TEST(system_errors_say_why)
{
    struct ls_err err = {0};
    CHECK_INT(ls_fail_errno(&err, ENOENT, "cannot open %s", "a.yaml"), LS_E_IO);
    CHECK_STR(err.text, "cannot open a.yaml: No such file or directory");
    CHECK_INT(ls_fail_errno(&err, 99999, "cannot open b.yaml"), LS_E_IO);
    CHECK_STR(err.text, "cannot open b.yaml: system error 99999");
}

static void check_is_cut_well(const struct ls_err *err)
{
    size_t len = strlen(err->text);
    CHECK(len < LS_ERR_TEXT_BYTES && len >= LS_ERR_TEXT_BYTES - 8);
    CHECK_STR(err->text + len - 3, "...");
    CHECK(ls_utf8_is_valid(ls_slice_of(err->text)));
}

/* Each length moves the place of the cut by one byte, through every part of a character. */
TEST(a_long_text_loses_its_end_between_characters)
{
    static const char *const characters[] = {"x", "\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x9a\x80"};
    char long_text[3000];
    for (size_t c = 0; c < LS_COUNT(characters); c++) {
        for (size_t shift = 0; shift < 4; shift++) {
            memset(long_text, '-', shift);
            long_text[shift] = '\0';
            for (size_t i = 0; i < 600; i++)
                strcat(long_text, c == 0 && i % 2 ? "xxxx" : characters[c]);
            strcat(long_text, long_text[0] == '-' ? "" : "end");
            struct ls_err err = {0};
            (void)ls_fail(&err, LS_E_INVALID, "%s%s", long_text, long_text);
            check_is_cut_well(&err);
            (void)ls_context(&err, "front%zu", shift);
            check_is_cut_well(&err);
            CHECK_INT(strncmp(err.text, "front", 5), 0);
        }
    }
}

TEST(a_text_that_just_fits_is_whole)
{
    char text[LS_ERR_TEXT_BYTES];
    memset(text, 'a', sizeof text);
    text[sizeof text - 1] = '\0';
    struct ls_err err = {0};
    (void)ls_fail(&err, LS_E_INVALID, "%s", text);
    CHECK_STR(err.text, text);
}

static void fail_with_success(void)
{
    (void)ls_fail(NULL, LS_OK, "not an error");
}

static void add_to_no_error(void)
{
    struct ls_err err = {0};
    (void)ls_context(&err, "nothing happened");
}

TEST(success_is_no_error)
{
    char text[4096];
    abort_text(fail_with_success, text, sizeof text);
    CHECK_HAS(text, "assertion failed");
    abort_text(add_to_no_error, text, sizeof text);
    CHECK_HAS(text, "assertion failed");
}
