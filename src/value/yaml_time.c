/* Dates that the YAML printer must quote: year, month, day, and optionally a time after T, t or
 * space. All fields but the year may have one digit or two. */
#include "value/yaml_scalar.h"

#include "base/ascii.h"
#include "value/time.h"

static bool take_char(struct ls_slice *text, char c)
{
    if (text->len == 0 || text->at[0] != c)
        return false;
    *text = ls_slice_from(*text, 1);
    return true;
}

static bool take_number(struct ls_slice *text, unsigned *out)
{
    if (text->len == 0 || !ls_ascii_is_digit(text->at[0]))
        return false;
    *out = (unsigned)(text->at[0] - '0');
    *text = ls_slice_from(*text, 1);
    if (text->len > 0 && ls_ascii_is_digit(text->at[0])) {
        *out = *out * 10 + (unsigned)(text->at[0] - '0');
        *text = ls_slice_from(*text, 1);
    }
    return true;
}

static bool take_year(struct ls_slice *text, unsigned *out)
{
    unsigned century, year;
    if (text->len < 5 || !ls_ascii_is_digit(text->at[1]) || !ls_ascii_is_digit(text->at[3]))
        return false;
    if (!take_number(text, &century) || !take_number(text, &year))
        return false;
    *out = century * 100 + year;
    return text->at[0] == '-';
}

static bool take_date(struct ls_slice *text)
{
    unsigned year, month, day;
    if (!take_year(text, &year) || !take_char(text, '-') || !take_number(text, &month) ||
        !take_char(text, '-') || !take_number(text, &day))
        return false;
    return month >= 1 && month <= 12 && day >= 1 &&
           day <= (unsigned)ls_days_in_month(year, (int)month);
}

static void take_fraction(struct ls_slice *text)
{
    if (text->len < 2 || (text->at[0] != '.' && text->at[0] != ',') ||
        !ls_ascii_is_digit(text->at[1]))
        return;
    do {
        *text = ls_slice_from(*text, 1);
    } while (text->len > 0 && ls_ascii_is_digit(text->at[0]));
}

static bool take_clock(struct ls_slice *text)
{
    unsigned hour, minute, second;
    if (!take_number(text, &hour) || !take_char(text, ':') || !take_number(text, &minute) ||
        !take_char(text, ':') || !take_number(text, &second))
        return false;
    take_fraction(text);
    return hour < 24 && minute < 60 && second < 60;
}

static bool take_zone(struct ls_slice *text)
{
    if (take_char(text, 'Z'))
        return true;
    if (text->len < 6 || text->at[3] != ':' || (text->at[0] != '+' && text->at[0] != '-'))
        return false;
    *text = ls_slice_from(*text, 1);
    unsigned hour, minute;
    return take_number(text, &hour) && take_char(text, ':') && text->len >= 2 &&
           ls_ascii_is_digit(text->at[1]) && take_number(text, &minute) && hour <= 24 &&
           minute <= 60;
}

bool ls_yaml_is_time(struct ls_slice text)
{
    if (!take_date(&text))
        return false;
    if (text.len == 0)
        return true;
    if (take_char(&text, 'T') || take_char(&text, 't'))
        return take_clock(&text) && take_zone(&text) && text.len == 0;
    if (!take_char(&text, ' '))
        return false;
    while (take_char(&text, ' '))
        continue;
    return take_clock(&text) && text.len == 0;
}
