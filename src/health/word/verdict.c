#include "health/word/verdict.h"

#include "base/utf8.h"
#include "health/limits.h"

const char *ls_verdict_name(enum ls_verdict_kind kind)
{
    static const char *const names[LS_VERDICT_COUNT] = {
        [LS_VERDICT_UNKNOWN] = "unknown",
        [LS_VERDICT_IN_PROGRESS] = "in progress",
        [LS_VERDICT_FAILED] = "failed",
        [LS_VERDICT_READY] = "ready",
    };
    LS_ASSERT(kind < LS_VERDICT_COUNT);
    return names[kind];
}

struct ls_verdict ls_verdict_make(struct ls_arena *arena, enum ls_verdict_kind kind,
                                  const char *format, ...)
{
    LS_ASSERT(kind < LS_VERDICT_COUNT);
    va_list args;
    va_start(args, format);
    char *reason = ls_arena_vprintf(arena, format, args);
    va_end(args);
    struct ls_slice front = ls_utf8_front(ls_slice_of(reason), LS_HEALTH_REASON_BYTES_MAX);
    reason[front.len] = '\0';
    return (struct ls_verdict){.kind = kind, .reason = reason};
}

struct ls_verdict ls_verdict_ready(void)
{
    return (struct ls_verdict){.kind = LS_VERDICT_READY, .reason = ""};
}

struct ls_verdict ls_verdict_as(struct ls_verdict verdict, enum ls_nuance nuance)
{
    LS_ASSERT(nuance < LS_NUANCE_COUNT);
    verdict.nuance = nuance;
    return verdict;
}

const char *ls_verdict_argo(struct ls_verdict verdict)
{
    static const char *const names[LS_VERDICT_COUNT] = {
        [LS_VERDICT_UNKNOWN] = "Unknown",
        [LS_VERDICT_IN_PROGRESS] = "Progressing",
        [LS_VERDICT_FAILED] = "Degraded",
        [LS_VERDICT_READY] = "Healthy",
    };
    static const char *const nuances[LS_NUANCE_COUNT] = {
        [LS_NUANCE_SUSPENDED] = "Suspended",
        [LS_NUANCE_MISSING] = "Missing",
        [LS_NUANCE_IMPAIRED] = "Degraded",
        [LS_NUANCE_SILENT] = "Progressing",
    };
    LS_ASSERT(verdict.kind < LS_VERDICT_COUNT);
    LS_ASSERT(verdict.nuance < LS_NUANCE_COUNT);
    return verdict.nuance == LS_NUANCE_NONE ? names[verdict.kind] : nuances[verdict.nuance];
}
