#include "value/base64.h"

#include <string.h>

#include "check.h"

struct base64_row {
    const char *bytes;
    const char *standard;
    const char *url;
};

/* RFC 4648, section 10, and the two letters that differ. */
static const struct base64_row base64_rows[] = {
    {"", "", ""},
    {"f", "Zg==", "Zg"},
    {"fo", "Zm8=", "Zm8"},
    {"foo", "Zm9v", "Zm9v"},
    {"foob", "Zm9vYg==", "Zm9vYg"},
    {"fooba", "Zm9vYmE=", "Zm9vYmE"},
    {"foobar", "Zm9vYmFy", "Zm9vYmFy"},
    {"\xfb\xff\xfe", "+//+", "-__-"},
};

static void base64_reads(const char *text, enum ls_base64 alphabet, const char *bytes)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_err err;
    CHECK_OK(ls_base64_decode(ls_slice_of(text), alphabet, &out, &err), err);
    CHECK_STR(ls_buf_text(&out), bytes);
}

static void base64_writes(const char *bytes, enum ls_base64 alphabet, const char *text)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    ls_base64_encode(&out, ls_slice_of(bytes), alphabet);
    CHECK_STR(ls_buf_text(&out), text);
}

TEST(both_alphabets_are_written_and_read_back)
{
    for (size_t i = 0; i < LS_COUNT(base64_rows); i++) {
        const struct base64_row *row = &base64_rows[i];
        base64_writes(row->bytes, LS_BASE64_STANDARD, row->standard);
        base64_writes(row->bytes, LS_BASE64_URL, row->url);
        base64_reads(row->standard, LS_BASE64_STANDARD, row->bytes);
        base64_reads(row->url, LS_BASE64_URL, row->bytes);
    }
}

TEST(url_text_may_be_padded)
{
    base64_reads("Zm9vYg==", LS_BASE64_URL, "foob");
}

TEST(folded_text_is_read)
{
    base64_reads("Zm9v\nYmE=\r\n", LS_BASE64_STANDARD, "fooba");
}

TEST(stray_bits_pass_where_servers_let_them)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_err err;
    CHECK_OK(ls_base64_decode(LS_SLICE("aGVsbG9="), LS_BASE64_LOOSE, &out, &err), err);
    CHECK_STR(ls_buf_text(&out), "hello");
    CHECK_CODE(ls_base64_decode(LS_SLICE("aGVsbG8"), LS_BASE64_LOOSE, &out, &err), LS_E_INVALID,
               err);
}

TEST(every_byte_survives)
{
    char bytes[256];
    for (int i = 0; i < 256; i++)
        bytes[i] = (char)i;
    struct ls_buf text LS_AUTO(ls_buf_release) = {0}, back LS_AUTO(ls_buf_release) = {0};
    struct ls_err err;
    ls_base64_encode(&text, (struct ls_slice){bytes, sizeof bytes}, LS_BASE64_STANDARD);
    CHECK_OK(ls_base64_decode(ls_buf_slice(&text), LS_BASE64_STANDARD, &back, &err), err);
    CHECK_INT(back.len, sizeof bytes);
    CHECK(memcmp(back.at, bytes, sizeof bytes) == 0);
}

struct base64_wrong {
    const char *text;
    const char *sentence;
};

static const struct base64_wrong base64_wrong_rows[] = {
    {"Zm9v!", "character 5 is not base64"},
    {"Zm 9v", "character 3 is not base64"},
    {"Zm9vYg", "cut off or wrongly padded"},
    {"Zm9vYg=", "cut off or wrongly padded"},
    {"Zm9v=", "cut off or wrongly padded"},
    {"Z", "cut off or wrongly padded"},
    {"Z===", "cut off or wrongly padded"},
    {"Zg==Zg==", "goes on after its padding at character 5"},
    {"Zh==", "stray bits"},
    {"Zm9=", "stray bits"},
    {"-__-", "character 1 is not base64"},
};

TEST(wrong_text_is_refused_with_its_place_and_leaves_nothing)
{
    for (size_t i = 0; i < LS_COUNT(base64_wrong_rows); i++) {
        struct ls_buf out LS_AUTO(ls_buf_release) = {0};
        struct ls_err err;
        ls_buf_add_text(&out, "before");
        CHECK_CODE(ls_base64_decode(ls_slice_of(base64_wrong_rows[i].text), LS_BASE64_STANDARD,
                                    &out, &err),
                   LS_E_INVALID, err);
        CHECK_HAS(err.text, base64_wrong_rows[i].sentence);
        CHECK_INT(out.len, 6);
    }
}
