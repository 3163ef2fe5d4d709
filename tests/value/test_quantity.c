#include "value/json.h"
#include "value/quantity.h"
#include "check.h"

struct quantity_row {
    const char *text;
    const char *stored; /* what kube-apiserver answers with; NULL: the canonical form */
    const char *canonical;
};

/* Given by k8s.io/apimachinery 0.36 for the same texts, but for the amounts past 1000E. */
static const struct quantity_row quantity_rows[] = {
    {"0", NULL, "0"},
    {"1", NULL, "1"},
    {"1000m", NULL, "1"},
    {"1.5", NULL, "1500m"},
    {"1.500", "1.500", "1500m"},
    {"2.50", NULL, "2500m"},
    {"0001.5", NULL, "1500m"},
    {"+1", "+1", "1"},
    {"001", "001", "1"},
    {"1.", "1.", "1"},
    {".5", NULL, "500m"},
    {"1000000", NULL, "1M"},
    {"1048576", NULL, "1048576"},
    {"1234567m", NULL, "1234567m"},
    {"100u", NULL, "100u"},
    {"0.1n", NULL, "1n"},
    {"-0.1n", NULL, "-1n"},
    {"0.000000000001", NULL, "1n"},
    {"1.0000000001", NULL, "1000000001n"},
    {"0.9999999999", NULL, "1"},
    {"1E", NULL, "1E"},
    {"1k", NULL, "1k"},
    {"1E3", "1E3", "1e3"},
    {"1e+3", "1e+3", "1e3"},
    {"1e0", "1e0", "1"},
    {"1e-10", NULL, "1e-9"},
    {"5e-1", NULL, "500e-3"},
    {"2.5e3", NULL, "2500"},
    {"1e21", NULL, "1e21"},
    {"1e1000000", NULL, "10e999999"},
    {"1e-1000000", NULL, "1e-9"},
    {"0e5", NULL, "0"},
    {"-0", NULL, "0"},
    {"1Ki", NULL, "1Ki"},
    {"1023Ki", NULL, "1023Ki"},
    {"1024Ki", NULL, "1Mi"},
    {"1048576Ki", NULL, "1Gi"},
    {"1.5Gi", NULL, "1536Mi"},
    {"0.5Ki", NULL, "512"},
    {"-0.1Ki", NULL, "-102400m"},
    {"1.0001Ki", NULL, "1024102400u"},
    {"7Ei", NULL, "7Ei"},
    {"9Ei", NULL, "9223372036854775807"},
    {"-9Ei", NULL, "-9223372036854775807"},
    {"123456789012345678901234567890", NULL, "123456789012345678901234567890"},
    {"123456789012345678901234567890m", NULL, "123456789012345678901234567890m"},
    {"99999E", NULL, "99999E"},
    {"1000E", NULL, "1000E"},
    {"-80000E", NULL, "-80000E"},
    /* The server reads these as zero. */
    {"-", NULL, "0"},
    {".", NULL, "0"},
    {"m", NULL, "0"},
    {"Ki", NULL, "0"},
    {"e3", NULL, "0"},
};

TEST(quantities_print_canonically_and_as_the_server_stores_them)
{
    for (size_t i = 0; i < LS_COUNT(quantity_rows); i++) {
        const struct quantity_row *row = &quantity_rows[i];
        struct ls_buf out LS_AUTO(ls_buf_release) = {0};
        struct ls_quantity quantity;
        struct ls_err err;
        CHECK_OK(ls_quantity_parse(ls_slice_of(row->text), &quantity, &err), err);
        ls_quantity_print(&out, &quantity);
        CHECK_STR(ls_buf_text(&out), row->canonical);
        ls_buf_clear(&out);
        CHECK_OK(ls_quantity_normalize(ls_slice_of(row->text), &out, &err), err);
        CHECK_STR(ls_buf_text(&out), row->stored ? row->stored : row->canonical);
    }
}

struct quantity_wrong {
    const char *text;
    enum ls_code code;
    const char *sentence;
};

static const struct quantity_wrong quantity_wrong_rows[] = {
    {"", LS_E_INVALID, "it is empty"},
    {"1K", LS_E_INVALID, "quantity '1K': 'K' is no suffix; use n u m k M"},
    {"1i", LS_E_INVALID, "no suffix"},
    {"12Z", LS_E_INVALID, "no suffix"},
    {"1Em", LS_E_INVALID, "whole number"},
    {"1e", LS_E_INVALID, "the exponent after 'e'"},
    {"1e+", LS_E_INVALID, "the exponent after 'e'"},
    {"1e+-3", LS_E_INVALID, "the exponent after 'e'"},
    {"1e3.5", LS_E_INVALID, "the exponent after 'e'"},
    {"1 ", LS_E_INVALID, "no suffix"},
    {" 1", LS_E_INVALID, "no suffix"},
    {"1..2", LS_E_INVALID, "no suffix"},
    {"0x1", LS_E_INVALID, "no suffix"},
    {"1_0", LS_E_INVALID, "no suffix"},
    {"--1", LS_E_INVALID, "no suffix"},
    {"e-10", LS_E_INVALID, "it has no digits"},
    {"1e1000001", LS_E_TOO_BIG, "limit of 1000000"},
    {"10e1000000", LS_E_TOO_BIG, "limit of 1000000"},
    {"1e-99999999999", LS_E_TOO_BIG, "limit of 1000000"},
    {"1e99999999999999999999", LS_E_INVALID, "whole number"},
};

TEST(wrong_quantities_are_refused)
{
    for (size_t i = 0; i < LS_COUNT(quantity_wrong_rows); i++) {
        const struct quantity_wrong *row = &quantity_wrong_rows[i];
        struct ls_quantity quantity;
        struct ls_err err;
        CHECK_CODE(ls_quantity_parse(ls_slice_of(row->text), &quantity, &err), row->code, err);
        CHECK_HAS(err.text, row->sentence);
    }
}

TEST(a_text_past_the_limit_is_refused)
{
    char text[LS_QUANTITY_BYTES_MAX + 1];
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = '9';
    struct ls_quantity quantity;
    struct ls_err err;
    struct ls_slice longest = {text, LS_QUANTITY_BYTES_MAX};
    CHECK_OK(ls_quantity_parse(longest, &quantity, &err), err);
    CHECK_CODE(ls_quantity_parse((struct ls_slice){text, sizeof text}, &quantity, &err),
               LS_E_TOO_BIG, err);
}

/* Each is less than the next; equal ones share a row. */
static const char *const quantity_order[][3] = {
    {"-1e1000"},
    {"-1Gi", "-1073741824", "-1.073741824G"},
    {"-1"},
    {"-1n", "-0.0000000001", "-1e-100"},
    {"0", "-0", "0Ki"},
    {"1n", "0.0000000001", "1e-1000"},
    {"999u"},
    {"1m", "0.001", "1e-3"},
    {"1", "1000m", "1e0"},
    {"1.000000001"},
    {"1k", "1000", "1e3"},
    {"1Ki", "1024", "1024000m"},
    {"1Mi", "1024Ki", "1048576"},
    {"9223372036854775807", "8Ei", "9Ei"},
    {"9223372036854775808"},
    {"123456789012345678901234567889"},
    {"123456789012345678901234567890"},
    {"1e1000", "10e999", "0.1e1001"},
    {"1e1000000"},
};

static struct ls_quantity quantity_of(const char *text)
{
    struct ls_quantity quantity;
    struct ls_err err;
    CHECK_OK(ls_quantity_parse(ls_slice_of(text), &quantity, &err), err);
    return quantity;
}

static void quantity_rows_compare(size_t i, size_t j)
{
    for (size_t a = 0; a < 3 && quantity_order[i][a]; a++) {
        for (size_t b = 0; b < 3 && quantity_order[j][b]; b++) {
            struct ls_quantity left = quantity_of(quantity_order[i][a]);
            struct ls_quantity right = quantity_of(quantity_order[j][b]);
            int order = ls_quantity_compare(&left, &right);
            CHECK_INT((order > 0) - (order < 0), (i > j) - (i < j));
        }
    }
}

TEST(comparison_is_exact_at_any_size)
{
    for (size_t i = 0; i < LS_COUNT(quantity_order); i++) {
        for (size_t j = 0; j < LS_COUNT(quantity_order); j++)
            quantity_rows_compare(i, j);
    }
}

struct scaled_row {
    const char *text;
    int scale;
    int64_t value;
};

static const struct scaled_row scaled_rows[] = {
    {"1", 0, 1},
    {"1500m", 0, 2},
    {"-1500m", 0, -2},
    {"1500m", -3, 1500},
    {"1n", 0, 1},
    {"1n", -3, 1},
    {"2Gi", 0, 2147483648},
    {"1Gi", 6, 1074},
    {"0", -9, 0},
    {"9223372036854775807", 0, INT64_MAX},
    {"-9223372036854775808", 0, INT64_MIN},
    {"9223372036854775806.5", 0, INT64_MAX},
};

TEST(amounts_become_whole_numbers_rounded_away_from_zero)
{
    for (size_t i = 0; i < LS_COUNT(scaled_rows); i++) {
        struct ls_quantity quantity = quantity_of(scaled_rows[i].text);
        int64_t value = 0;
        CHECK(ls_quantity_scaled(&quantity, scaled_rows[i].scale, &value));
        CHECK_INT(value, scaled_rows[i].value);
    }
}

TEST(amounts_that_do_not_fit_are_reported)
{
    static const char *const texts[] = {"9223372036854775808", "-9223372036854775809", "1e19",
                                        "1e1000000", "99999999999999999999"};
    for (size_t i = 0; i < LS_COUNT(texts); i++) {
        struct ls_quantity quantity = quantity_of(texts[i]);
        int64_t value = 7;
        CHECK(!ls_quantity_scaled(&quantity, 0, &value));
        CHECK_INT(value, 7);
    }
}

TEST(the_sign_is_known)
{
    struct ls_quantity plus = quantity_of("1n"), minus = quantity_of("-1Ki");
    struct ls_quantity zero = quantity_of("-0.0");
    CHECK_INT(ls_quantity_sign(&plus), 1);
    CHECK_INT(ls_quantity_sign(&minus), -1);
    CHECK_INT(ls_quantity_sign(&zero), 0);
}

TEST(manifests_hold_quantities_as_strings_or_numbers)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err;
    CHECK_OK(ls_json_parse(LS_SLICE("[\" 2Gi \", 2, 0.5, 1e3, true]"), NULL, &obj, &err), err);
    static const char *const printed[] = {"2Gi", "2", "500m", "1e3"};
    for (size_t i = 0; i < LS_COUNT(printed); i++) {
        struct ls_buf out LS_AUTO(ls_buf_release) = {0};
        struct ls_quantity quantity;
        CHECK_OK(ls_quantity_from_node(ls_node_item(ls_obj_root(obj), i), &quantity, &err), err);
        ls_quantity_print(&out, &quantity);
        CHECK_STR(ls_buf_text(&out), printed[i]);
    }
    struct ls_quantity quantity;
    CHECK_CODE(ls_quantity_from_node(ls_node_item(ls_obj_root(obj), 4), &quantity, &err),
               LS_E_INVALID, err);
    CHECK_HAS(err.text, "a quantity is a string or a number");
}

static struct ls_quantity quantity_read(const char *text)
{
    struct ls_quantity quantity;
    struct ls_err err = {0};
    CHECK_OK(ls_quantity_parse(ls_slice_of(text), &quantity, &err), err);
    return quantity;
}

TEST(quantities_add_up)
{
    static const struct {
        const char *a, *b, *sum, *difference;
    } rows[] = {
        {"1", "2", "3", "-1"},
        {"1k", "1m", "1000001m", "999999m"},
        {"1Gi", "1Mi", "1025Mi", "1023Mi"},
        {"-5", "7", "2", "-12"},
        {"999", "1", "1k", "998"},
        {"0", "1Ki", "1Ki", "-1Ki"},
        {"1Ki", "0", "1Ki", "1Ki"},
        {"5", "5", "10", "0"},
        {"1e3", "1", "1001", "999"},
        {"0.5", "0.6", "1100m", "-100m"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_quantity a = quantity_read(rows[i].a);
        struct ls_quantity b = quantity_read(rows[i].b);
        struct ls_quantity out;
        struct ls_buf text LS_AUTO(ls_buf_release) = {0};
        CHECK(ls_quantity_add(&a, &b, false, &out));
        ls_quantity_print(&text, &out);
        CHECK_STR(ls_buf_text(&text), rows[i].sum);
        ls_buf_clear(&text);
        CHECK(ls_quantity_add(&a, &b, true, &out));
        ls_quantity_print(&text, &out);
        CHECK_STR(ls_buf_text(&text), rows[i].difference);
    }
    struct ls_quantity large = quantity_read("1e500");
    struct ls_quantity small = quantity_read("1n");
    struct ls_quantity out;
    CHECK(!ls_quantity_add(&large, &small, false, &out));
}

TEST(short_amounts_are_known)
{
    static const struct {
        const char *text;
        bool is_short;
        int64_t value;
        int32_t scale;
    } rows[] = {
        {"1", true, 1, 0},         {"1k", true, 1, 3},
        {"1000m", true, 1000, -3}, {"1.0", true, 10, -1},
        {"1Ki", true, 1024, 0},    {"1.5Ki", false, 0, 0},
        {"-2M", true, -2, 6},      {"1234567890123456789", false, 0, 0},
        {"x", false, 0, 0},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        int64_t value = 0;
        int32_t scale = 0;
        CHECK_INT(ls_quantity_is_short(ls_slice_of(rows[i].text), &value, &scale),
                  rows[i].is_short);
        if (!rows[i].is_short)
            continue;
        CHECK_INT(value, rows[i].value);
        CHECK_INT(scale, rows[i].scale);
    }
    CHECK_INT(ls_quantity_sign(&(struct ls_quantity){0}), 0);
    struct ls_quantity least = ls_quantity_of_int(INT64_MIN, LS_QUANTITY_DECIMAL);
    int64_t back = 0;
    CHECK(ls_quantity_scaled(&least, 0, &back));
    CHECK_INT(back, INT64_MIN);
}
