#include "value/label.h"

#include "check.h"

#define SIXTY "0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmn"

static const char *const good_keys[] = {
    "a",   "A",       "app",       "app.kubernetes.io/name",        "x-y_z.w", "1",
    "a/b", "a.b-c/D", SIXTY "abc", SIXTY "." SIXTY "/" SIXTY "abc",
};

/* What is wrong, and a part of the sentence. */
static const char *const bad_keys[][2] = {
    {"", "begin and end"},
    {"-a", "begin and end"},
    {"a-", "begin and end"},
    {"a b", "must be letters, digits"},
    {"a/b/c", "after '/'"},
    {"/a", "prefix of label key"},
    {"A/b", "lower case"},
    {"a_b/c", "DNS name"},
    {"a..b/c", "DNS name"},
    {"-a/c", "DNS name"},
    {"a/", "after '/'"},
    {"caf\xc3\xa9", "must be letters, digits"},
    {SIXTY "abcd", "has 64 characters, at most 63"},
    {SIXTY "." SIXTY "." SIXTY "." SIXTY "." SIXTY "/a", "DNS name"},
};

TEST(keys_that_kubernetes_takes_are_taken)
{
    for (size_t i = 0; i < LS_COUNT(good_keys); i++) {
        struct ls_err err;
        CHECK_OK(ls_label_key_check(ls_slice_of(good_keys[i]), &err), err);
    }
}

TEST(keys_that_kubernetes_refuses_are_refused_with_the_reason)
{
    for (size_t i = 0; i < LS_COUNT(bad_keys); i++) {
        struct ls_err err;
        CHECK_CODE(ls_label_key_check(ls_slice_of(bad_keys[i][0]), &err), LS_E_INVALID, err);
        CHECK_HAS(err.text, bad_keys[i][1]);
    }
}

TEST(values_may_be_empty_but_have_no_prefix)
{
    struct ls_err err;
    CHECK_OK(ls_label_value_check(LS_SLICE(""), &err), err);
    CHECK_OK(ls_label_value_check(LS_SLICE("v1.2_3-x"), &err), err);
    CHECK_CODE(ls_label_value_check(LS_SLICE("a/b"), &err), LS_E_INVALID, err);
    CHECK_CODE(ls_label_value_check(LS_SLICE("-1"), &err), LS_E_INVALID, err);
    CHECK_CODE(ls_label_value_check(LS_SLICE(SIXTY "abcd"), &err), LS_E_INVALID, err);
}

TEST(dns_names_follow_rfc_1123)
{
    CHECK(ls_dns_label_is_valid(LS_SLICE("my-name-1")));
    CHECK(!ls_dns_label_is_valid(LS_SLICE("my.name")));
    CHECK(!ls_dns_label_is_valid(LS_SLICE("My")));
    CHECK(!ls_dns_label_is_valid(LS_SLICE(SIXTY "abcd")));
    CHECK(ls_dns_subdomain_is_valid(LS_SLICE("my.name")));
    CHECK(!ls_dns_subdomain_is_valid(LS_SLICE("my.name.")));
    CHECK(!ls_dns_subdomain_is_valid(LS_SLICE("")));
}
