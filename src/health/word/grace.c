#include "health/word/grace.h"

#include "health/limits.h"
#include "value/duration.h"
#include "value/time.h"

enum { SECOND_MS = 1000, MINUTE_MS = 60 * SECOND_MS };

/* docs/design/health.md gives the reason for each. */
static const struct ls_grace_row rows[LS_GRACE_COUNT] = {
    [LS_GRACE_NEVER] = {"never", INT64_MAX},
    [LS_GRACE_AT_ONCE] = {"at once", 0},
    [LS_GRACE_CRASH] = {"crash loop", 5 * MINUTE_MS},
    [LS_GRACE_IMAGE] = {"image cannot be pulled", 3 * MINUTE_MS},
    [LS_GRACE_CONFIG] = {"container cannot be started", 5 * MINUTE_MS},
    [LS_GRACE_START] = {"volume or network of a pod", 10 * MINUTE_MS},
    [LS_GRACE_SCHEDULE] = {"cannot be scheduled", 10 * MINUTE_MS},
    [LS_GRACE_CREATE] = {"pods are refused", 5 * MINUTE_MS},
    [LS_GRACE_CLAIM] = {"volume cannot be provisioned", 10 * MINUTE_MS},
    [LS_GRACE_REPORT] = {"its controller reports an error", 5 * MINUTE_MS},
};

const struct ls_grace_row *ls_grace_row(enum ls_grace grace)
{
    LS_ASSERT(grace < LS_GRACE_COUNT);
    return &rows[grace];
}

bool ls_grace_parse(struct ls_slice text, int64_t *out_ms)
{
    int64_t ns = -1;
    struct ls_err unread;
    if (ls_duration_parse_or_seconds(text, &ns, &unread) || ns < 0 ||
        ns / LS_NS_PER_MS > LS_GRACE_MAX_MS)
        return false;
    *out_ms = ns < LS_NS_PER_MS ? LS_HEALTH_NO_GRACE : ns / LS_NS_PER_MS;
    return true;
}

/* An annotation that does not parse was refused when it was applied, or is somebody else's: it is
 * ignored. */
static int64_t wished_ms(const struct ls_health_input *input)
{
    struct ls_node notes = ls_node_at(input->object, "metadata.annotations");
    struct ls_node note = ls_node_get(notes, LS_SLICE(LS_NOTE_GRACE));
    int64_t ms;
    if (ls_node_is_string(note) && ls_grace_parse(ls_node_string(note), &ms))
        return ms;
    return input->grace_ms;
}

int64_t ls_grace_end_ms(const struct ls_health_input *input, enum ls_grace grace, int64_t since_ms)
{
    int64_t wished = wished_ms(input), end = INT64_MAX;
    LS_ASSERT(grace < LS_GRACE_COUNT);
    if (grace == LS_GRACE_NEVER)
        return INT64_MAX;
    if (grace == LS_GRACE_AT_ONCE || wished == LS_HEALTH_NO_GRACE)
        return INT64_MIN;
    int64_t from = LS_MAX(since_ms, input->from_ms);
    if (since_ms == 0 || __builtin_add_overflow(from, wished ? wished : rows[grace].ms, &end))
        return INT64_MAX;
    return end;
}

bool ls_grace_has_ended(const struct ls_health_input *input, int64_t end_ms)
{
    return end_ms == INT64_MIN || (input->now_ms != 0 && input->now_ms >= end_ms);
}

LS_FORMAT(3, 0)
static struct ls_verdict verdict_by(const struct ls_health_input *input, int64_t end_ms,
                                    const char *format, va_list args)
{
    const char *text = ls_arena_vprintf(input->arena, format, args);
    if (ls_grace_has_ended(input, end_ms))
        return ls_verdict_failed(input->arena, "%s", text);
    struct ls_verdict verdict = ls_verdict_in_progress(input->arena, "%s", text);
    verdict.fails_at_ms = input->now_ms != 0 && end_ms != INT64_MAX ? end_ms : 0;
    return verdict;
}

struct ls_verdict ls_grace_verdict(const struct ls_health_input *input, enum ls_grace grace,
                                   int64_t since_ms, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    struct ls_verdict verdict =
        verdict_by(input, ls_grace_end_ms(input, grace, since_ms), format, args);
    va_end(args);
    return verdict;
}

struct ls_verdict ls_grace_verdict_by(const struct ls_health_input *input, int64_t end_ms,
                                      const char *format, ...)
{
    va_list args;
    va_start(args, format);
    struct ls_verdict verdict = verdict_by(input, end_ms, format, args);
    va_end(args);
    return verdict;
}

int64_t ls_health_time_ms(struct ls_node text)
{
    struct ls_time time;
    struct ls_err unread;
    if (!ls_node_is_string(text) || ls_time_parse(ls_node_string(text), &time, &unread))
        return 0;
    return ls_time_ms(time);
}

static int64_t changed_ms(struct ls_node condition)
{
    return ls_health_time_ms(ls_node_at(condition, "lastTransitionTime"));
}

int64_t ls_health_reported_ms(struct ls_node object)
{
    int64_t latest = 0;
    LS_EACH (it, ls_node_at(object, "status.conditions"))
        latest = LS_MAX(latest, changed_ms(it.value));
    return latest;
}

bool ls_grace_is_from_before(const struct ls_health_input *input, struct ls_node condition)
{
    int64_t since_ms = changed_ms(condition);
    return since_ms != 0 && since_ms <= input->from_ms;
}

static int64_t reported_since_ms(struct ls_node object, struct ls_node condition)
{
    int64_t latest =
        ls_node_is_absent(condition) ? ls_health_reported_ms(object) : changed_ms(condition);
    return latest ? latest : ls_health_time_ms(ls_node_at(object, "metadata.creationTimestamp"));
}

struct ls_verdict ls_grace_reported(const struct ls_health_input *input, struct ls_node condition,
                                    const char *text)
{
    int64_t since_ms = reported_since_ms(input->object, condition);
    bool is_timeless = since_ms == 0 && input->now_ms != 0;
    return ls_grace_verdict(input, is_timeless ? LS_GRACE_AT_ONCE : LS_GRACE_REPORT, since_ms, "%s",
                            text);
}
