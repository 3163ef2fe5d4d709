#pragma once
/*
 * Logging: a fixed sentence plus fields, so that lines can be counted.
 *
 *     ls_log_info(log, "phase complete", LS_STR("phase", name), LS_MS("took", ms));
 *
 * Two forms, text for people and JSON lines for machines, on one sink. A logger below the level
 * costs one comparison. Secrets do not enter: the caller leaves them out.
 * A logger belongs to a world and its thread; a NULL logger is silent. A line has at most
 * LS_LOG_LINE_BYTES_MAX bytes, and nothing in a value can break the line or control a terminal.
 */
#include <stdbool.h>
#include <stdint.h>

#include "base/clock.h"
#include "base/slice.h"

enum ls_level { LS_LEVEL_ERROR, LS_LEVEL_WARN, LS_LEVEL_INFO, LS_LEVEL_DEBUG, LS_LEVEL_COUNT };
enum ls_log_form { LS_LOG_TEXT, LS_LOG_JSON };

struct ls_field {
    const char *name; /* NULL ends a list of fields */
    enum { LS_FIELD_TEXT, LS_FIELD_NUMBER, LS_FIELD_MILLISECONDS } kind;
    struct ls_slice text;
    int64_t number;
};

/* clang-format off */
#define LS_STR(label, value)    ((struct ls_field){(label), LS_FIELD_TEXT, ls_slice_of(value), 0})
#define LS_TEXT(label, slice)   ((struct ls_field){(label), LS_FIELD_TEXT, (slice), 0})
#define LS_INT(label, value)    ((struct ls_field){(label), LS_FIELD_NUMBER, {0}, (int64_t)(value)})
#define LS_MS(label, value)     ((struct ls_field){(label), LS_FIELD_MILLISECONDS, {0}, (int64_t)(value)})
/* clang-format on */

/* Where finished lines go; the line ends in '\n' and is valid during the call. */
typedef void (*ls_log_sink)(void *self, struct ls_slice line);

struct ls_log;
struct ls_log *ls_log_new(const struct ls_clock *clock, enum ls_level level, enum ls_log_form form,
                          ls_log_sink sink, void *sink_self);
void ls_log_free(struct ls_log *log);
void ls_log_to_stderr(void *self, struct ls_slice line); /* a sink; self is unused */
bool ls_log_is_on(const struct ls_log *log, enum ls_level level);

/* The sentence is followed by struct ls_field values and ends with LS_FIELDS_END; use the macros.
 */
void ls_log_write(struct ls_log *log, enum ls_level level, const char *sentence, ...);

#define LS_FIELDS_END ((struct ls_field){NULL, LS_FIELD_TEXT, {NULL, 0}, 0})
#define LS_LOG_AT(log, level, ...)                                                                 \
    do {                                                                                           \
        if (ls_log_is_on((log), (level)))                                                          \
            ls_log_write((log), (level), __VA_ARGS__, LS_FIELDS_END);                              \
    } while (0)
#define ls_log_error(log, ...) LS_LOG_AT(log, LS_LEVEL_ERROR, __VA_ARGS__)
#define ls_log_warn(log, ...)  LS_LOG_AT(log, LS_LEVEL_WARN, __VA_ARGS__)
#define ls_log_info(log, ...)  LS_LOG_AT(log, LS_LEVEL_INFO, __VA_ARGS__)
#define ls_log_debug(log, ...) LS_LOG_AT(log, LS_LEVEL_DEBUG, __VA_ARGS__)
