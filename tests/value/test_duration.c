#include "value/duration.h"

#include "check.h"

struct duration_row {
    const char *text;
    int64_t ns;
    const char *printed;
};

/* Printed by Go 1.26 for the same texts. */
static const struct duration_row duration_rows[] = {
    {"0", 0, "0s"},
    {"-0", 0, "0s"},
    {"0s", 0, "0s"},
    {"5s", 5000000000, "5s"},
    {"30s", 30000000000, "30s"},
    {"1h2m3.5s", 3723500000000, "1h2m3.5s"},
    {"90m", 5400000000000, "1h30m0s"},
    {"1.5h", 5400000000000, "1h30m0s"},
    {"-1.5h", -5400000000000, "-1h30m0s"},
    {"+5s", 5000000000, "5s"},
    {"100ms", 100000000, "100ms"},
    {"1500ms", 1500000000, "1.5s"},
    {"1us", 1000, "1\xc2\xb5s"},
    {"1.5\xc2\xb5s", 1500, "1.5\xc2\xb5s"},
    {"1.5\xce\xbcs", 1500, "1.5\xc2\xb5s"},
    {"999ns", 999, "999ns"},
    {"1.0000001s", 1000000100, "1.0000001s"},
    {".5s", 500000000, "500ms"},
    {"5.s", 5000000000, "5s"},
    {"1s1s", 2000000000, "2s"},
    {"0.3333333333333333333h", 1200000000000, "20m0s"},
    {"9007199254740993ns", 9007199254740993, "2501h59m59.254740993s"},
    {"9223372036854775807ns", INT64_MAX, "2562047h47m16.854775807s"},
    {"-9223372036854775808ns", INT64_MIN, "-2562047h47m16.854775808s"},
};

TEST(durations_are_read_and_printed_as_go_does)
{
    for (size_t i = 0; i < LS_COUNT(duration_rows); i++) {
        const struct duration_row *row = &duration_rows[i];
        struct ls_buf out LS_AUTO(ls_buf_release) = {0};
        struct ls_err err;
        int64_t ns;
        CHECK_OK(ls_duration_parse(ls_slice_of(row->text), &ns, &err), err);
        CHECK_INT(ns, row->ns);
        ls_duration_print(&out, ns);
        CHECK_STR(ls_buf_text(&out), row->printed);
    }
}

struct duration_wrong {
    const char *text;
    enum ls_code code;
    const char *sentence;
};

static const struct duration_wrong duration_wrong_rows[] = {
    {"", LS_E_INVALID, "it is empty"},
    {"-", LS_E_INVALID, "it is empty"},
    {"3", LS_E_INVALID, "duration '3': a unit is missing"},
    {"1h0", LS_E_INVALID, "a unit is missing"},
    {"3 s", LS_E_INVALID, "unknown unit"},
    {"1d", LS_E_INVALID, "the units are h, m, s, ms, us and ns"},
    {"s", LS_E_INVALID, "a number was expected"},
    {".s", LS_E_INVALID, "a number was expected"},
    {"--5s", LS_E_INVALID, "a number was expected"},
    {"9223372036854775808ns", LS_E_TOO_BIG, "does not fit"},
    {"-9223372036854775809ns", LS_E_TOO_BIG, "does not fit"},
    {"99999999999999999999ns", LS_E_TOO_BIG, "does not fit"},
    {"3000000h", LS_E_TOO_BIG, "does not fit"},
    {"2562047h2562047h", LS_E_TOO_BIG, "does not fit"},
    {"00000000000000000000000000000000000000000000000000000000000000001s", LS_E_TOO_BIG,
     "the limit is 64"},
};

TEST(wrong_durations_are_refused)
{
    for (size_t i = 0; i < LS_COUNT(duration_wrong_rows); i++) {
        const struct duration_wrong *row = &duration_wrong_rows[i];
        struct ls_err err;
        int64_t ns = 77;
        CHECK_CODE(ls_duration_parse(ls_slice_of(row->text), &ns, &err), row->code, err);
        CHECK_HAS(err.text, row->sentence);
        CHECK_INT(ns, 77);
    }
}

TEST(a_whole_number_alone_may_mean_seconds)
{
    static const struct {
        const char *text;
        int64_t ns;
    } rows[] = {{"5", 5000000000},
                {"300", 300000000000},
                {"0", 0},
                {"-1", -1000000000},
                {"1m", 60000000000}};
    struct ls_err err;
    int64_t ns;
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        CHECK_OK(ls_duration_parse_or_seconds(ls_slice_of(rows[i].text), &ns, &err), err);
        CHECK_INT(ns, rows[i].ns);
    }
    ns = 77;
    CHECK_CODE(ls_duration_parse_or_seconds(LS_SLICE("1.5"), &ns, &err), LS_E_INVALID, err);
    CHECK_HAS(err.text, "a unit is missing");
    CHECK_CODE(ls_duration_parse_or_seconds(LS_SLICE("9223372037"), &ns, &err), LS_E_TOO_BIG, err);
    CHECK_HAS(err.text, "duration '9223372037': it does not fit");
    CHECK_INT(ns, 77);
}

struct age_row {
    int64_t seconds;
    const char *age;
};

enum { MINUTE = 60, HOUR = 3600, DAY = 86400, YEAR = 365 * 86400 };

/* Printed by k8s.io/apimachinery's duration.HumanDuration. */
static const struct age_row age_rows[] = {
    {-2, "<invalid>"},
    {-1, "0s"},
    {0, "0s"},
    {119, "119s"},
    {120, "2m"},
    {125, "2m5s"},
    {9 * MINUTE + 59, "9m59s"},
    {10 * MINUTE + 59, "10m"},
    {179 * MINUTE, "179m"},
    {3 * HOUR, "3h"},
    {7 * HOUR + 59 * MINUTE, "7h59m"},
    {8 * HOUR + 59 * MINUTE, "8h"},
    {47 * HOUR, "47h"},
    {2 * DAY, "2d"},
    {5 * DAY + 3 * HOUR, "5d3h"},
    {8 * DAY + 23 * HOUR, "8d"},
    {729 * DAY, "729d"},
    {2 * YEAR, "2y"},
    {3 * (int64_t)YEAR + DAY, "3y1d"},
    {8 * (int64_t)YEAR + 200 * DAY, "8y"},
    {100 * (int64_t)YEAR, "100y"},
};

TEST(ages_are_those_of_kubectl)
{
    for (size_t i = 0; i < LS_COUNT(age_rows); i++) {
        struct ls_buf out LS_AUTO(ls_buf_release) = {0};
        ls_duration_print_age(&out, age_rows[i].seconds * LS_NS_PER_S);
        CHECK_STR(ls_buf_text(&out), age_rows[i].age);
    }
}
