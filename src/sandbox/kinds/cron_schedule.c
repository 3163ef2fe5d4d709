#include "sandbox/kinds/cron_schedule.h"

#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "value/duration.h"

enum { FIELD_COUNT = 5 };

struct bounds {
    int64_t low;
    int64_t high;
    const char *names; /* of the values from `low` on, three letters each; NULL: none */
};

static const struct bounds field_bounds[FIELD_COUNT] = {
    {0, 59, NULL},
    {0, 23, NULL},
    {1, 31, NULL},
    {1, 12, "janfebmaraprmayjunjulaugsepoctnovdec"},
    {0, 6, "sunmontuewedthufrisat"},
};

static bool name_find(const struct bounds *bounds, struct ls_slice text, int64_t *out)
{
    for (size_t i = 0; bounds->names && bounds->names[3 * i]; i++) {
        char name[4] = {bounds->names[3 * i], bounds->names[3 * i + 1], bounds->names[3 * i + 2],
                        '\0'};
        if (ls_slice_is_nocase(text, name)) {
            *out = bounds->low + (int64_t)i;
            return true;
        }
    }
    return false;
}

static const char *number_parse(struct ls_arena *arena, struct ls_slice text, int64_t *out)
{
    if (!ls_slice_to_i64(text, out))
        return ls_arena_printf(arena,
                               "failed to parse int from %.*s: strconv.Atoi: parsing \"%.*s\": "
                               "invalid syntax",
                               LS_ARG(text), LS_ARG(text));
    if (*out < 0)
        return ls_arena_printf(arena, "negative number (%lld) not allowed: %.*s", (long long)*out,
                               LS_ARG(text));
    return NULL;
}

static const char *value_parse(struct ls_arena *arena, const struct bounds *bounds,
                               struct ls_slice text, int64_t *out)
{
    return name_find(bounds, text, out) ? NULL : number_parse(arena, text, out);
}

/* One part of a field: START[-END][/STEP]. */
struct cron_schedule_range {
    int64_t start;
    int64_t end;
    int64_t step;
    bool is_star;
};

static const char *ends_parse(struct ls_arena *arena, const struct bounds *bounds,
                              struct ls_slice text, struct ls_slice whole,
                              struct cron_schedule_range *out)
{
    struct ls_slice high;
    struct ls_slice low = ls_slice_cut(text, '-', &high);
    if (ls_slice_is(low, "*") || ls_slice_is(low, "?")) {
        out->is_star = true;
        out->start = bounds->low;
        out->end = bounds->high;
        return NULL;
    }
    const char *flaw = value_parse(arena, bounds, low, &out->start);
    if (flaw)
        return flaw;
    out->end = out->start;
    if (!high.at)
        return NULL;
    if (ls_slice_find(high, '-') != SIZE_MAX)
        return ls_arena_printf(arena, "too many hyphens: %.*s", LS_ARG(whole));
    return value_parse(arena, bounds, high, &out->end);
}

static const char *range_check(struct ls_arena *arena, const struct bounds *bounds,
                               const struct cron_schedule_range *range, struct ls_slice text)
{
    LS_ASSERT(bounds->low <= bounds->high);
    if (range->start < bounds->low)
        return ls_arena_printf(arena, "beginning of range (%lld) below minimum (%lld): %.*s",
                               (long long)range->start, (long long)bounds->low, LS_ARG(text));
    if (range->end > bounds->high)
        return ls_arena_printf(arena, "end of range (%lld) above maximum (%lld): %.*s",
                               (long long)range->end, (long long)bounds->high, LS_ARG(text));
    if (range->start > range->end)
        return ls_arena_printf(arena, "beginning of range (%lld) beyond end of range (%lld): %.*s",
                               (long long)range->start, (long long)range->end, LS_ARG(text));
    if (range->step == 0)
        return ls_arena_printf(arena, "step of range should be a positive number: %.*s",
                               LS_ARG(text));
    return NULL;
}

static const char *range_parse(struct ls_arena *arena, const struct bounds *bounds,
                               struct ls_slice text, struct cron_schedule_range *out)
{
    struct ls_slice step;
    struct ls_slice ends = ls_slice_cut(text, '/', &step);
    *out = (struct cron_schedule_range){.step = 1};
    const char *flaw = ends_parse(arena, bounds, ends, text, out);
    if (flaw)
        return flaw;
    if (step.at && ls_slice_find(step, '/') != SIZE_MAX)
        return ls_arena_printf(arena, "too many slashes: %.*s", LS_ARG(text));
    if (step.at) {
        flaw = number_parse(arena, step, &out->step);
        if (flaw)
            return flaw;
        /* "N/STEP" means from N to the end. */
        if (ls_slice_find(ends, '-') == SIZE_MAX)
            out->end = bounds->high;
    }
    return range_check(arena, bounds, out, text);
}

static const char *field_parse(struct ls_arena *arena, const struct bounds *bounds,
                               struct ls_slice text, uint64_t *bits, bool *is_star)
{
    LS_ASSERT(bounds->low <= bounds->high);
    LS_ASSERT(bounds->high < 64);
    struct ls_slice rest = text;
    while (rest.at) {
        struct cron_schedule_range range;
        const char *flaw = range_parse(arena, bounds, ls_slice_cut(rest, ',', &rest), &range);
        if (flaw)
            return flaw;
        for (int64_t i = range.start; i <= range.end; i += range.step)
            *bits |= UINT64_C(1) << i;
        if (range.is_star && range.step == 1)
            *is_star = true;
    }
    return NULL;
}

static size_t fields_split(struct ls_slice text, struct ls_slice *fields)
{
    size_t count = 0;
    size_t at = 0;
    while (at < text.len) {
        size_t start = at;
        while (at < text.len && !ls_char_is_any(text.at[at], " \t\n\r\v\f"))
            at++;
        if (at > start && count++ < FIELD_COUNT)
            fields[count - 1] = (struct ls_slice){text.at + start, at - start};
        at++;
    }
    return count;
}

/* Fields with one space between, as Go prints a list of them. */
static const char *words_of(struct ls_arena *arena, struct ls_slice text)
{
    struct ls_buf words LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < text.len; i++) {
        bool is_space = ls_char_is_any(text.at[i], " \t\n\r\v\f");
        if (!is_space)
            ls_buf_add_char(&words, text.at[i]);
        else if (words.len > 0 && words.at[words.len - 1] != ' ')
            ls_buf_add_char(&words, ' ');
    }
    return ls_arena_dup(arena, ls_slice_trim(ls_buf_slice(&words)));
}

static const char *name_parse(struct ls_arena *arena, struct ls_slice text,
                              struct ls_cron_schedule *out)
{
    static const struct {
        const char *name;
        const char *fields;
    } names[] = {
        {"@yearly", "0 0 1 1 *"}, {"@annually", "0 0 1 1 *"}, {"@monthly", "0 0 1 * *"},
        {"@weekly", "0 0 * * 0"}, {"@daily", "0 0 * * *"},    {"@midnight", "0 0 * * *"},
        {"@hourly", "0 * * * *"},
    };
    struct ls_err err;
    for (size_t i = 0; i < LS_COUNT(names); i++) {
        if (ls_slice_is(text, names[i].name))
            return ls_cron_parse(arena, ls_slice_of(names[i].fields), out);
    }
    if (!ls_slice_starts(text, "@every "))
        return ls_arena_printf(arena, "unrecognized descriptor: %.*s", LS_ARG(text));
    struct ls_slice span = ls_slice_from(text, strlen("@every "));
    if (ls_duration_parse(span, &out->every_ns, &err))
        return ls_arena_printf(arena,
                               "failed to parse duration %.*s: time: invalid duration \"%.*s\"",
                               LS_ARG(text), LS_ARG(span));
    return NULL;
}

const char *ls_cron_parse(struct ls_arena *arena, struct ls_slice text,
                          struct ls_cron_schedule *out)
{
    struct ls_slice fields[FIELD_COUNT];
    bool stars[FIELD_COUNT] = {false};
    uint64_t *bits[FIELD_COUNT] = {&out->minutes, &out->hours, &out->days, &out->months,
                                   &out->weekdays};
    *out = (struct ls_cron_schedule){.every_ns = 0};
    if (ls_slice_starts(text, "TZ=") || ls_slice_starts(text, "CRON_TZ=")) {
        ls_slice_cut(text, ' ', &text);
        text = ls_slice_trim(text);
    }
    if (ls_slice_starts(text, "@"))
        return name_parse(arena, text, out);
    size_t count = fields_split(text, fields);
    if (count != FIELD_COUNT)
        return ls_arena_printf(arena, "expected exactly %d fields, found %zu: [%s]", FIELD_COUNT,
                               count, words_of(arena, text));
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        const char *flaw = field_parse(arena, &field_bounds[i], fields[i], bits[i], &stars[i]);
        if (flaw)
            return flaw;
    }
    out->any_day = stars[2];
    out->any_weekday = stars[4];
    return NULL;
}
