#include "value/int_or_string.h"
#include "value/json.h"
#include "check.h"

struct percent_row {
    const char *json;
    int64_t total;
    int64_t down;
    int64_t up;
};

static const struct percent_row percent_rows[] = {
    {"3", 10, 3, 3},          {"0", 10, 0, 0},       {"\"25%\"", 10, 2, 3}, {"\"50%\"", 10, 5, 5},
    {"\"0%\"", 7, 0, 0},      {"\"100%\"", 7, 7, 7}, {"\"1%\"", 1, 0, 1},   {"\"25%\"", 0, 0, 0},
    {"\"-25%\"", 10, -3, -2}, {"\"150%\"", 3, 4, 5},
};

static const struct ls_obj *json_of(const char *text)
{
    const struct ls_obj *obj;
    struct ls_err err;
    CHECK_OK(ls_json_parse(ls_slice_of(text), NULL, &obj, &err), err);
    return obj;
}

TEST(numbers_stand_and_percentages_are_taken_of_the_total)
{
    for (size_t i = 0; i < LS_COUNT(percent_rows); i++) {
        const struct percent_row *row = &percent_rows[i];
        const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = json_of(row->json);
        struct ls_err err;
        int64_t value;
        CHECK_OK(ls_int_or_percent(ls_obj_root(obj), row->total, LS_ROUND_DOWN, &value, &err), err);
        CHECK_INT(value, row->down);
        CHECK_OK(ls_int_or_percent(ls_obj_root(obj), row->total, LS_ROUND_UP, &value, &err), err);
        CHECK_INT(value, row->up);
    }
}

TEST(other_values_are_refused)
{
    static const char *const texts[] = {"\"25\"", "\"%\"",   "\"a%\"", "\"2.5%\"",
                                        "true",   "[\"1\"]", "2.5",    "null"};
    for (size_t i = 0; i < LS_COUNT(texts); i++) {
        const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = json_of(texts[i]);
        struct ls_err err;
        int64_t value = 9;
        CHECK_CODE(ls_int_or_percent(ls_obj_root(obj), 4, LS_ROUND_UP, &value, &err), LS_E_INVALID,
                   err);
        CHECK_HAS(err.text, "must be a whole number or a percentage such as 25%");
        CHECK_INT(value, 9);
    }
}

TEST(a_percentage_that_overflows_is_refused)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = json_of("\"9000000000000000000%\"");
    struct ls_err err;
    int64_t value;
    CHECK_CODE(ls_int_or_percent(ls_obj_root(obj), 1000, LS_ROUND_UP, &value, &err), LS_E_TOO_BIG,
               err);
}
