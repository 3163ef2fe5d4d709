#include "sandbox/types/go_time.h"

#include "base/buf.h"
#include "value/go_text.h"
#include "value/time.h"

static const char layout_second[] = "2006-01-02T15:04:05Z07:00";
static const char layout_micro[] = "2006-01-02T15:04:05.000000Z07:00";

struct go_time_reader {
    struct ls_slice whole;
    struct ls_slice rest;
    bool is_micro;
    struct ls_err *err;
    int year, month, day, hour, minute, second;
    int32_t ns;
    int64_t offset_s;
};

static bool is_digit(struct ls_slice text, size_t i)
{
    return i < text.len && text.at[i] >= '0' && text.at[i] <= '9';
}

static enum ls_code fail_part(struct go_time_reader *in, struct ls_slice rest, const char *part)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&text, "parsing time ");
    ls_go_quote(&text, in->whole);
    ls_buf_printf(&text, " as \"%s\": cannot parse ", in->is_micro ? layout_micro : layout_second);
    ls_go_quote(&text, rest);
    return ls_fail(in->err, LS_E_INVALID, "%s as \"%s\"", ls_buf_text(&text), part);
}

static enum ls_code fail_whole(struct go_time_reader *in, const char *what)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_go_quote(&text, in->whole);
    return ls_fail(in->err, LS_E_INVALID, "parsing time %s: %s", ls_buf_text(&text), what);
}

static enum ls_code read_literal(struct go_time_reader *in, char c)
{
    if (in->rest.len == 0 || in->rest.at[0] != c)
        return fail_part(in, in->rest, (const char[]){c, '\0'});
    in->rest = ls_slice_from(in->rest, 1);
    return LS_OK;
}

static enum ls_code read_year(struct go_time_reader *in)
{
    struct ls_slice rest = in->rest;
    for (size_t i = 0; i < 4; i++) {
        if (!is_digit(rest, i))
            return fail_part(in, rest, "2006");
        in->year = in->year * 10 + (rest.at[i] - '0');
    }
    in->rest = ls_slice_from(rest, 4);
    return LS_OK;
}

/* Two digits; an hour may have one. */
struct part {
    const char *layout;
    const char *name;
    int least, most;
    bool may_be_short;
};

static enum ls_code read_number(struct go_time_reader *in, const struct part *part, int *out)
{
    struct ls_slice rest = in->rest;
    bool is_short = !is_digit(rest, 1);
    if (!is_digit(rest, 0) || (is_short && !part->may_be_short))
        return fail_part(in, rest, part->layout);
    *out = rest.at[0] - '0';
    if (!is_short)
        *out = *out * 10 + (rest.at[1] - '0');
    in->rest = ls_slice_from(rest, is_short ? 1 : 2);
    if (*out >= part->least && *out <= part->most)
        return LS_OK;
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&text, "%s out of range", part->name);
    return fail_whole(in, ls_buf_text(&text));
}

static bool starts_fraction(struct ls_slice rest)
{
    return rest.len >= 2 && (rest.at[0] == '.' || rest.at[0] == ',') && is_digit(rest, 1);
}

static enum ls_code read_fraction(struct go_time_reader *in)
{
    size_t digits = 0;
    while (is_digit(in->rest, digits + 1))
        digits++;
    if (in->is_micro && (!starts_fraction(in->rest) || digits < 6))
        return fail_part(in, in->rest, ".000000");
    if (!starts_fraction(in->rest))
        return LS_OK;
    if (in->is_micro)
        digits = 6;
    int32_t scale = 100000000;
    for (size_t i = 1; i <= digits; i++, scale /= 10)
        in->ns += (in->rest.at[i] - '0') * scale;
    in->rest = ls_slice_from(in->rest, digits + 1);
    return LS_OK;
}

static enum ls_code read_zone(struct go_time_reader *in)
{
    static const char zone[] = "Z07:00";
    struct ls_slice rest = in->rest;
    if (rest.len > 0 && rest.at[0] == 'Z') {
        in->rest = ls_slice_from(rest, 1);
        return LS_OK;
    }
    bool is_good = rest.len >= 6 && (rest.at[0] == '+' || rest.at[0] == '-') && rest.at[3] == ':';
    for (size_t i = 1; is_good && i < 6; i++)
        is_good = i == 3 || is_digit(rest, i);
    if (!is_good)
        return fail_part(in, rest, zone);
    int hours = (rest.at[1] - '0') * 10 + (rest.at[2] - '0');
    int minutes = (rest.at[4] - '0') * 10 + (rest.at[5] - '0');
    in->rest = ls_slice_from(rest, 6);
    if (hours > 24)
        return fail_whole(in, "time zone offset hour out of range");
    if (minutes > 60)
        return fail_whole(in, "time zone offset minute out of range");
    in->offset_s = (int64_t)(hours * 60 + minutes) * 60 * (rest.at[0] == '-' ? -1 : 1);
    return LS_OK;
}

/* Days since 1970-01-01. Years begin in March, so that the leap day is the last day of a year. */
static int64_t days_since_epoch(int year, int month, int day)
{
    LS_ASSERT(month >= 1 && month <= 12);
    int64_t y = month <= 2 ? year - 1 : year;
    int64_t era = (y >= 0 ? y : y - 399) / 400;
    int64_t of_era = y - era * 400;
    int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static enum ls_code read_parts(struct go_time_reader *in)
{
    static const struct part month = {"01", "month", 1, 12, false};
    static const struct part day = {"02", "day", 0, 99, false};
    static const struct part hour = {"15", "hour", 0, 23, true};
    static const struct part minute = {"04", "minute", 0, 59, false};
    static const struct part second = {"05", "second", 0, 59, false};
    if (read_year(in) || read_literal(in, '-') || read_number(in, &month, &in->month) ||
        read_literal(in, '-') || read_number(in, &day, &in->day) || read_literal(in, 'T') ||
        read_number(in, &hour, &in->hour) || read_literal(in, ':') ||
        read_number(in, &minute, &in->minute) || read_literal(in, ':') ||
        read_number(in, &second, &in->second) || read_fraction(in) || read_zone(in))
        return LS_E_INVALID;
    return LS_OK;
}

enum ls_code ls_go_time_parse(struct ls_slice text, bool is_micro, struct ls_time *out,
                              struct ls_err *err)
{
    struct go_time_reader in = {.whole = text, .rest = text, .is_micro = is_micro, .err = err};
    if (read_parts(&in))
        return LS_E_INVALID;
    if (in.rest.len > 0) {
        struct ls_buf extra LS_AUTO(ls_buf_release) = {0};
        ls_buf_add_text(&extra, "extra text: ");
        ls_go_quote(&extra, in.rest);
        return fail_whole(&in, ls_buf_text(&extra));
    }
    if (in.day < 1 || in.day > ls_days_in_month(in.year, in.month))
        return fail_whole(&in, "day out of range");
    int64_t days = days_since_epoch(in.year, in.month, in.day);
    int64_t of_day = in.hour * 3600 + in.minute * 60 + in.second;
    *out = (struct ls_time){days * 86400 + of_day - in.offset_s, in.ns};
    return LS_OK;
}
