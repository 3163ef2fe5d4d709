/* POSIX rules of a zone: standard time, summer time, and when they change. */
#include "expr/lib/zone.h"

#include "value/time.h"

enum { ZONE_DAY_SECONDS = 86400, ZONE_CHANGE_AT = 2 * 3600 };

/* One change of the clocks in a year. */
enum change_form { CHANGE_WEEKDAY, CHANGE_JULIAN, CHANGE_DAY };
struct zone_change {
    enum change_form form;
    int64_t month, week, day; /* M3.5.0: the last Sunday of March */
    int64_t seconds;          /* of the local day, by the clock before the change */
};

static bool char_take(struct ls_slice *rest, char c)
{
    if (rest->len == 0 || rest->at[0] != c)
        return false;
    *rest = ls_slice_from(*rest, 1);
    return true;
}

static bool number_take(struct ls_slice *rest, int64_t low, int64_t high, int64_t *out)
{
    int64_t number = 0;
    size_t count = 0;
    for (; rest->len > 0 && rest->at[0] >= '0' && rest->at[0] <= '9' && count < 4; count++) {
        number = number * 10 + (rest->at[0] - '0');
        *rest = ls_slice_from(*rest, 1);
    }
    *out = number;
    return count > 0 && number >= low && number <= high;
}

/* CET, or <+03> where a name holds more than letters. */
static bool name_take(struct ls_slice *rest)
{
    bool is_quoted = char_take(rest, '<');
    size_t len = 0;
    while (len < rest->len) {
        char c = rest->at[len];
        bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (is_quoted ? c == '>' : !is_letter)
            break;
        len++;
    }
    *rest = ls_slice_from(*rest, len);
    return len >= 3 && (!is_quoted || char_take(rest, '>'));
}

/* [+-]hh[:mm[:ss]]; hours up to a week, as the newer files have them. */
static bool clock_take(struct ls_slice *rest, int64_t *out)
{
    int64_t hours = 0;
    int64_t minutes = 0;
    int64_t seconds = 0;
    bool is_negative = char_take(rest, '-');
    if (!is_negative)
        char_take(rest, '+');
    if (!number_take(rest, 0, 167, &hours))
        return false;
    if (char_take(rest, ':') && !number_take(rest, 0, 59, &minutes))
        return false;
    if (char_take(rest, ':') && !number_take(rest, 0, 59, &seconds))
        return false;
    *out = (hours * 3600 + minutes * 60 + seconds) * (is_negative ? -1 : 1);
    return true;
}

static bool change_take(struct ls_slice *rest, struct zone_change *out)
{
    *out = (struct zone_change){.form = CHANGE_DAY, .seconds = ZONE_CHANGE_AT};
    bool is_read = false;
    if (!char_take(rest, ','))
        return false;
    if (char_take(rest, 'M')) {
        out->form = CHANGE_WEEKDAY;
        is_read = number_take(rest, 1, 12, &out->month) && char_take(rest, '.') &&
                  number_take(rest, 1, 5, &out->week) && char_take(rest, '.') &&
                  number_take(rest, 0, 6, &out->day);
    } else if (char_take(rest, 'J')) {
        out->form = CHANGE_JULIAN;
        is_read = number_take(rest, 1, 365, &out->day);
    } else {
        is_read = number_take(rest, 0, 365, &out->day);
    }
    return is_read && (!char_take(rest, '/') || clock_take(rest, &out->seconds));
}

/* Days since 1970 on which the change falls in a year. */
static int64_t change_day(const struct zone_change *change, int64_t year)
{
    int64_t january = ls_calendar_day(year, 1, 1);
    if (change->form == CHANGE_DAY)
        return january + change->day;
    if (change->form == CHANGE_JULIAN) /* the 29th of February does not count */
        return january + change->day - 1 + (change->day >= 60 && ls_days_in_month(year, 2) == 29);
    int64_t first = ls_calendar_day(year, (int)change->month, 1);
    int64_t first_weekday = ls_calendar_of(first * ZONE_DAY_SECONDS).day_of_week;
    int64_t day = (change->day - first_weekday + 7) % 7 + (change->week - 1) * 7;
    if (day >= ls_days_in_month(year, (int)change->month))
        day -= 7;
    return first + day;
}

static int64_t change_seconds(const struct zone_change *change, int64_t year, int64_t offset_before)
{
    return change_day(change, year) * ZONE_DAY_SECONDS + change->seconds - offset_before;
}

bool ls_zone_rule_offset(struct ls_slice rule, int64_t at_seconds, int64_t *out)
{
    struct ls_slice rest = rule;
    int64_t standard = 0;
    if (!name_take(&rest) || !clock_take(&rest, &standard))
        return false;
    standard = -standard; /* in rules west is positive */
    if (rest.len == 0) {
        *out = standard;
        return true;
    }
    if (!name_take(&rest))
        return false;
    int64_t summer = standard + 3600;
    if (rest.len > 0 && rest.at[0] != ',') {
        if (!clock_take(&rest, &summer))
            return false;
        summer = -summer;
    }
    struct zone_change start, end;
    if (!change_take(&rest, &start) || !change_take(&rest, &end) || rest.len > 0)
        return false;
    int64_t year = ls_calendar_of(at_seconds + standard).year;
    int64_t from = change_seconds(&start, year, standard);
    int64_t until = change_seconds(&end, year, summer);
    /* In the south summer time is the part outside of the two. */
    bool is_summer = from < until ? at_seconds >= from && at_seconds < until
                                  : at_seconds >= from || at_seconds < until;
    *out = is_summer ? summer : standard;
    return true;
}
