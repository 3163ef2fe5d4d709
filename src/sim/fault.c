#include "sim/fault.h"

#include <string.h>

#include "base/buf.h"
#include "base/nearest.h"
#include "base/vec.h"

enum { NTH_MAX = 1000 * 1000 * 1000, DAY_MS = 24 * 3600 * 1000, DELAY_DEFAULT_MS = 10 * 1000 };

#define AT(place) LS_BIT(LS_SIM_PLACE_##place)
#define REQUESTS  (AT(REQUEST) | AT(WRITE) | AT(WATCH) | AT(RESUME))
#define WATCHES   (AT(WATCH) | AT(RESUME))

struct fault_row {
    const char *word;
    const char *sentence;
    unsigned places;
    /* The value; a kind without one has no name for it. */
    const char *value_name;
    int64_t value_min;
    int64_t value_max;
    int64_t value_default; /* 0: must be given, unless 0 itself is allowed */
};

/* clang-format off */
static const struct fault_row rows[LS_SIM_FAULT_KIND_COUNT] = {
    /*                               word            sentence                     places     value           min  max        default */
    [LS_SIM_FAULT_NONE]          = {"none",          "none",                      REQUESTS,  NULL,           0,   0,         0},
    [LS_SIM_FAULT_CRASH_BEFORE]  = {"crash-before",  "crash before it is sent",   REQUESTS,  NULL,           0,   0,         0},
    [LS_SIM_FAULT_CRASH_AFTER]   = {"crash-after",   "crash before its reply",    REQUESTS,  NULL,           0,   0,         0},
    [LS_SIM_FAULT_CRASH_HEARD]   = {"crash-heard",   "crash after its reply",     REQUESTS,  NULL,           0,   0,         0},
    [LS_SIM_FAULT_NOT_SENT]      = {"not-sent",      "not sent",                  REQUESTS,  NULL,           0,   0,         0},
    [LS_SIM_FAULT_NO_REPLY]      = {"no-reply",      "no reply",                  REQUESTS,  NULL,           0,   0,         0},
    [LS_SIM_FAULT_LOST]          = {"lost",          "reply lost",                REQUESTS,  NULL,           0,   0,         0},
    [LS_SIM_FAULT_RESET]         = {"reset",         "connection reset",          REQUESTS,  NULL,           0,   0,         0},
    [LS_SIM_FAULT_GOAWAY]        = {"goaway",        "server going away",         REQUESTS,  NULL,           0,   0,         0},
    [LS_SIM_FAULT_STATUS]        = {"status",        "refused",                   REQUESTS,  "HTTP status",  400, 599,       0},
    [LS_SIM_FAULT_STATUS_AFTER]  = {"status-after",  "carried out, then refused", REQUESTS,  "HTTP status",  400, 599,       0},
    [LS_SIM_FAULT_HALF_BODY]     = {"half-body",     "half a body",               REQUESTS,  NULL,           0,   0,         0},
    [LS_SIM_FAULT_CUT]           = {"cut",           "broken off",                REQUESTS,  "byte",         0,   INT32_MAX, 0},
    [LS_SIM_FAULT_BAD_JSON]      = {"bad-json",      "bad JSON",                  REQUESTS | AT(EVENT), NULL, 0,  0,         0},
    [LS_SIM_FAULT_SLOW]          = {"slow",          "slow",                      REQUESTS,  "milliseconds", 1,   DAY_MS,    DELAY_DEFAULT_MS},
    [LS_SIM_FAULT_SLOW_BYTES]    = {"slow-bytes",    "one byte at a time",        REQUESTS,  "milliseconds", 1,   DAY_MS,    1000},
    [LS_SIM_FAULT_HANG]          = {"hang",          "hang",                      REQUESTS,  NULL,           0,   0,         0},
    [LS_SIM_FAULT_EXPIRED]       = {"expired",       "revision expired",          WATCHES,   NULL,           0,   0,         0},
    [LS_SIM_FAULT_DELAY]         = {"delay",         "event delayed",             AT(EVENT), "milliseconds", 1,   DAY_MS,    DELAY_DEFAULT_MS},
    [LS_SIM_FAULT_LATE]          = {"late",          "event overtaken by two",    AT(EVENT), NULL,           0,   0,         0},
    [LS_SIM_FAULT_DOUBLE]        = {"double",        "event doubled",             AT(EVENT), NULL,           0,   0,         0},
    [LS_SIM_FAULT_DROP]          = {"drop",          "event dropped",             AT(EVENT), NULL,           0,   0,         0},
    [LS_SIM_FAULT_RESTART_STALE] = {"restart-stale", "stale reads after a start", AT(START), "revision",     1,   INT64_MAX, 0},
};
/* clang-format on */

static const char *const place_words[LS_SIM_PLACE_COUNT] = {
    [LS_SIM_PLACE_REQUEST] = "request", [LS_SIM_PLACE_WRITE] = "write",
    [LS_SIM_PLACE_WATCH] = "watch",     [LS_SIM_PLACE_RESUME] = "resume",
    [LS_SIM_PLACE_EVENT] = "event",     [LS_SIM_PLACE_START] = "start",
};

void ls_sim_faults_release(struct ls_sim_faults *faults)
{
    ls_vec_release(faults);
}

const char *ls_sim_fault_word(enum ls_sim_fault_kind kind)
{
    LS_ASSERT((size_t)kind < LS_COUNT(rows));
    return rows[kind].word;
}

const char *ls_sim_fault_sentence(enum ls_sim_fault_kind kind)
{
    LS_ASSERT((size_t)kind < LS_COUNT(rows));
    return rows[kind].sentence;
}

const char *ls_sim_place_word(enum ls_sim_place place)
{
    LS_ASSERT((size_t)place < LS_COUNT(place_words));
    return place_words[place];
}

bool ls_sim_fault_fits(enum ls_sim_fault_kind kind, enum ls_sim_place place)
{
    LS_ASSERT((size_t)kind < LS_COUNT(rows));
    return rows[kind].places & LS_BIT(place);
}

bool ls_sim_fault_is_crash(enum ls_sim_fault_kind kind)
{
    return kind >= LS_SIM_FAULT_CRASH_BEFORE && kind <= LS_SIM_FAULT_CRASH_HEARD;
}

/* The first place that a kind may strike at. */
static enum ls_sim_place place_first(enum ls_sim_fault_kind kind)
{
    unsigned place = 0;
    while (!(rows[kind].places & LS_BIT(place)))
        place++;
    LS_ASSERT(place < LS_SIM_PLACE_COUNT);
    return (enum ls_sim_place)place;
}

struct ls_sim_fault ls_sim_fault_filled(struct ls_sim_fault fault)
{
    if (!ls_sim_fault_fits(fault.kind, fault.place))
        fault.place = place_first(fault.kind);
    if (fault.times == 0)
        fault.times = 1;
    const struct fault_row *row = &rows[fault.kind];
    if (!row->value_name || fault.value == 0)
        fault.value = row->value_default;
    LS_ASSERT(fault.value >= row->value_min);
    LS_ASSERT(fault.value <= row->value_max);
    return fault;
}

/* ---- the text form ---- */

static enum ls_code kind_parse(struct ls_slice word, enum ls_sim_fault_kind *out,
                               struct ls_err *err)
{
    const char *known[LS_SIM_FAULT_KIND_COUNT] = {0};
    for (size_t i = LS_SIM_FAULT_NONE + 1; i < LS_COUNT(rows); i++) {
        known[i - 1] = rows[i].word;
        if (ls_slice_is(word, rows[i].word)) {
            *out = (enum ls_sim_fault_kind)i;
            return LS_OK;
        }
    }
    char typed[LS_NEAREST_BYTES_MAX + 1] = "";
    if (word.len > 0)
        memcpy(typed, word.at, LS_MIN(word.len, sizeof typed - 1));
    const char *near = ls_nearest(typed, known);
    return ls_fail(err, LS_E_USAGE, "\"%.*s\" is no kind of fault%s%s%s", LS_ARG(word),
                   near ? "; did you mean \"" : "", near ? near : "", near ? "\"?" : "");
}

static enum ls_code place_parse(struct ls_slice word, enum ls_sim_fault_kind kind,
                                enum ls_sim_place *out, struct ls_err *err)
{
    struct ls_buf allowed LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < LS_COUNT(place_words); i++) {
        if (!ls_sim_fault_fits(kind, (enum ls_sim_place)i))
            continue;
        if (ls_slice_is(word, place_words[i])) {
            *out = (enum ls_sim_place)i;
            return LS_OK;
        }
        ls_buf_printf(&allowed, "%s%s", allowed.len ? ", " : "", place_words[i]);
    }
    return ls_fail(err, LS_E_USAGE, "%s does not happen at \"%.*s\", only at: %s", rows[kind].word,
                   LS_ARG(word), ls_buf_text(&allowed));
}

/* A whole number; `what` says of what. */
static enum ls_code number_parse(struct ls_slice text, const char *what, int64_t min, int64_t max,
                                 int64_t *out, struct ls_err *err)
{
    int64_t number = 0;
    if (!ls_slice_to_i64(text, &number))
        return ls_fail(err, LS_E_USAGE, "%s: \"%.*s\" is not a whole number", what, LS_ARG(text));
    if (number < min || number > max)
        return ls_fail(err, LS_E_USAGE, "%s: %lld is not between %lld and %lld", what,
                       (long long)number, (long long)min, (long long)max);
    *out = number;
    return LS_OK;
}

static enum ls_code value_parse(struct ls_slice text, struct ls_sim_fault *fault,
                                struct ls_err *err)
{
    const struct fault_row *row = &rows[fault->kind];
    if (!text.at) {
        fault->value = row->value_default;
        if (!row->value_name || row->value_default > 0)
            return LS_OK;
        return ls_fail(err, LS_E_USAGE, "%s needs a value (%s): %s:%lld@...", row->word,
                       row->value_name, row->word,
                       (long long)(row->value_max == 599 ? 503 : row->value_min));
    }
    if (!row->value_name)
        return ls_fail(err, LS_E_USAGE, "%s takes no value, and \"%.*s\" was given", row->word,
                       LS_ARG(text));
    return number_parse(text, row->value_name, row->value_min, row->value_max, &fault->value, err);
}

/* ---- options of the text form: ",name=value" ---- */

static enum ls_code times_parse(struct ls_slice text, struct ls_sim_fault *fault,
                                struct ls_err *err)
{
    int64_t number = 0;
    if (ls_slice_is(text, "all")) {
        fault->times = LS_SIM_FAULT_TIMES_ALL;
        return LS_OK;
    }
    if (number_parse(text, "times", 1, NTH_MAX, &number, err))
        return err->code;
    fault->times = (size_t)number;
    return LS_OK;
}

static enum ls_code process_parse(struct ls_slice text, struct ls_sim_fault *fault,
                                  struct ls_err *err)
{
    int64_t number = 0;
    if (number_parse(text, "process", 1, NTH_MAX, &number, err))
        return err->code;
    fault->process = (unsigned)number;
    return LS_OK;
}

/* Characters of a path that need no quotes in a shell, and no comma. */
static bool is_path(struct ls_slice text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (!ls_char_is_any(text.at[i], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                        "0123456789/._:%-"))
            return false;
    }
    return text.len > 0;
}

static enum ls_code path_parse(struct ls_slice text, struct ls_sim_fault *fault, struct ls_err *err)
{
    if (!is_path(text) || text.len >= sizeof fault->path)
        return ls_fail(err, LS_E_USAGE, "path: \"%.*s\" is not a part of a path of 1 to %d bytes",
                       LS_ARG(text), LS_SIM_FAULT_PATH_BYTES - 1);
    memcpy(fault->path, text.at, text.len);
    fault->path[text.len] = '\0';
    return LS_OK;
}

static const struct {
    const char *name;
    enum ls_code (*parse)(struct ls_slice text, struct ls_sim_fault *fault, struct ls_err *err);
} options[] = {{"times", times_parse}, {"process", process_parse}, {"path", path_parse}};

static enum ls_code option_parse(struct ls_slice text, struct ls_sim_fault *fault, unsigned *given,
                                 struct ls_err *err)
{
    struct ls_slice value;
    struct ls_slice name = ls_slice_cut(text, '=', &value);
    for (size_t i = 0; i < LS_COUNT(options); i++) {
        if (!value.at || !ls_slice_is(name, options[i].name))
            continue;
        if (*given & LS_BIT(i))
            return ls_fail(err, LS_E_USAGE, "%s is given twice", options[i].name);
        *given |= LS_BIT(i);
        return options[i].parse(value, fault, err);
    }
    return ls_fail(
        err, LS_E_USAGE,
        "\"%.*s\" is no option of a fault; there are times=, process= and path=", LS_ARG(text));
}

static enum ls_code fault_parse(struct ls_slice text, struct ls_sim_fault *fault,
                                struct ls_err *err)
{
    struct ls_slice where, rest, nth, value;
    struct ls_slice what = ls_slice_cut(text, '@', &where);
    struct ls_slice word = ls_slice_cut(what, ':', &value);
    if (kind_parse(word, &fault->kind, err) || value_parse(value, fault, err))
        return err->code;
    if (!where.at)
        return ls_fail(err, LS_E_USAGE, "where is missing: write %.*s@%s:1", LS_ARG(what),
                       place_words[place_first(fault->kind)]);
    struct ls_slice place = ls_slice_cut(ls_slice_cut(where, ',', &rest), ':', &nth);
    int64_t number = 0;
    if (place_parse(place, fault->kind, &fault->place, err) ||
        number_parse(nth, place_words[fault->place], 1, NTH_MAX, &number, err))
        return err->code;
    fault->nth = (size_t)number;
    fault->times = 1;
    for (unsigned given = 0; rest.at;) {
        if (option_parse(ls_slice_cut(rest, ',', &rest), fault, &given, err))
            return err->code;
    }
    return LS_OK;
}

enum ls_code ls_sim_fault_parse(struct ls_slice text, struct ls_sim_fault *out, struct ls_err *err)
{
    struct ls_sim_fault fault = {0};
    if (text.len > LS_SIM_FAULT_TEXT_BYTES_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "the fault has %zu bytes, the limit is %d", text.len,
                       LS_SIM_FAULT_TEXT_BYTES_MAX);
    if (fault_parse(text, &fault, err))
        return ls_context(err, "fault \"%.*s\"", LS_ARG(text));
    *out = fault;
    return LS_OK;
}

void ls_sim_fault_print(struct ls_buf *out, const struct ls_sim_fault *given)
{
    struct ls_sim_fault fault = ls_sim_fault_filled(*given);
    const struct fault_row *row = &rows[fault.kind];
    ls_buf_add_text(out, row->word);
    if (row->value_name)
        ls_buf_printf(out, ":%lld", (long long)fault.value);
    ls_buf_printf(out, "@%s:%zu", place_words[fault.place], fault.nth);
    if (fault.times == LS_SIM_FAULT_TIMES_ALL)
        ls_buf_add_text(out, ",times=all");
    else if (fault.times > 1)
        ls_buf_printf(out, ",times=%zu", fault.times);
    if (fault.process > 0)
        ls_buf_printf(out, ",process=%u", fault.process);
    if (fault.path[0])
        ls_buf_printf(out, ",path=%s", fault.path);
}
