#include "base/log.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/utf8.h"

struct ls_log {
    const struct ls_clock *clock;
    enum ls_level level;
    enum ls_log_form form;
    ls_log_sink sink;
    void *sink_self;
    struct ls_buf line;
};

static const char *const level_names[LS_LEVEL_COUNT] = {"error", "warn", "info", "debug"};
static const char *const level_columns[LS_LEVEL_COUNT] = {"ERROR", "WARN ", "INFO ", "DEBUG"};

/* Room kept at the end of a line for the count of fields left out and the closing. */
enum { LOG_TAIL_BYTES = 64 };

struct ls_log *ls_log_new(const struct ls_clock *clock, enum ls_level level, enum ls_log_form form,
                          ls_log_sink sink, void *sink_self)
{
    LS_ASSERT(clock && sink && level < LS_LEVEL_COUNT);
    struct ls_log *log = LS_NEW(struct ls_log);
    *log = (struct ls_log){clock, level, form, sink, sink_self, {0}};
    return log;
}

void ls_log_free(struct ls_log *log)
{
    if (!log)
        return;
    ls_buf_release(&log->line);
    ls_free(log);
}

void ls_log_to_stderr(void *self, struct ls_slice line)
{
    (void)self;
    while (line.len > 0) {
        ssize_t written = write(STDERR_FILENO, line.at, line.len);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return; /* standard error is closed */
        line = ls_slice_from(line, (size_t)written);
    }
}

bool ls_log_is_on(const struct ls_log *log, enum ls_level level)
{
    return log && level <= log->level;
}

static void add_escape(struct ls_buf *out, uint32_t character)
{
    static const char named[] = {['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n', ['\f'] = 'f',
                                 ['\r'] = 'r', ['"'] = '"',  ['\\'] = '\\'};
    if (character < sizeof named && named[character])
        ls_buf_printf(out, "\\%c", named[character]);
    else
        ls_buf_printf(out, "\\u%04" PRIx32, character);
}

/* The inside of a JSON string, which the text form shares: nothing from outside can end a line,
 * leave its quotes or control a terminal. A byte that is not valid UTF-8 becomes U+FFFD. */
static void add_escaped(struct ls_buf *out, struct ls_slice text)
{
    while (text.len > 0) {
        uint32_t character = 0xFFFD;
        size_t len = ls_utf8_decode(text, &character);
        bool is_plain = len > 0 && character != '"' && character != '\\';
        if (is_plain && !ls_utf8_is_control(character))
            ls_buf_add(out, text.at, len);
        else
            add_escape(out, character);
        text = ls_slice_from(text, LS_MAX(len, (size_t)1));
    }
}

static void add_cut(struct ls_buf *out, struct ls_slice text)
{
    struct ls_slice front = ls_utf8_front(text, LS_LOG_VALUE_BYTES_MAX);
    add_escaped(out, front);
    if (front.len < text.len)
        ls_buf_add_text(out, "...");
}

static void add_quoted(struct ls_buf *out, struct ls_slice text)
{
    ls_buf_add_char(out, '"');
    add_cut(out, text);
    ls_buf_add_char(out, '"');
}

static bool is_bare_word(struct ls_slice text)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        if (c <= ' ' || c >= 0x7F || c == '"' || c == '\\' || c == '=')
            return false;
    }
    return text.len > 0;
}

static void add_field_text(struct ls_buf *out, const struct ls_field *field)
{
    ls_buf_printf(out, " %s=", field->name);
    switch (field->kind) {
    case LS_FIELD_TEXT:
        if (is_bare_word(field->text))
            add_cut(out, field->text);
        else
            add_quoted(out, field->text);
        break;
    case LS_FIELD_NUMBER:
        ls_buf_printf(out, "%" PRId64, field->number);
        break;
    case LS_FIELD_MILLISECONDS:
        ls_buf_printf(out, "%" PRId64 "ms", field->number);
        break;
    }
}

static void add_field_json(struct ls_buf *out, const struct ls_field *field)
{
    const char *unit = field->kind == LS_FIELD_MILLISECONDS ? "_ms" : "";
    ls_buf_printf(out, ",\"%s%s\":", field->name, unit);
    switch (field->kind) {
    case LS_FIELD_TEXT:
        add_quoted(out, field->text);
        break;
    case LS_FIELD_NUMBER:
    case LS_FIELD_MILLISECONDS:
        ls_buf_printf(out, "%" PRId64, field->number);
        break;
    }
}

static void add_field(struct ls_log *log, const struct ls_field *field)
{
    if (log->form == LS_LOG_JSON)
        add_field_json(&log->line, field);
    else
        add_field_text(&log->line, field);
}

/* False: the line had no room left for it and is as it was. */
static bool try_add_field(struct ls_log *log, const struct ls_field *field)
{
    size_t before = log->line.len;
    add_field(log, field);
    if (log->line.len <= LS_LOG_LINE_BYTES_MAX - LOG_TAIL_BYTES)
        return true;
    log->line.len = before;
    return false;
}

static void add_head(struct ls_log *log, enum ls_level level, const char *sentence)
{
    char now[LS_WALL_TEXT_BYTES];
    ls_wall_print(ls_clock_wall_ms(log->clock), now);
    ls_buf_clear(&log->line);
    if (log->form == LS_LOG_JSON) {
        ls_buf_printf(&log->line, "{\"ts\":\"%s\",\"level\":\"%s\",\"msg\":", now,
                      level_names[level]);
        add_quoted(&log->line, ls_slice_of(sentence));
    } else {
        ls_buf_printf(&log->line, "%s %s ", now, level_columns[level]);
        add_cut(&log->line, ls_slice_of(sentence));
    }
}

void ls_log_write(struct ls_log *log, enum ls_level level, const char *sentence, ...)
{
    LS_ASSERT(level < LS_LEVEL_COUNT && sentence);
    if (!ls_log_is_on(log, level))
        return;
    add_head(log, level, sentence);
    int64_t left_out = 0;
    va_list args;
    va_start(args, sentence);
    struct ls_field field = va_arg(args, struct ls_field);
    for (; field.name; field = va_arg(args, struct ls_field))
        left_out += !try_add_field(log, &field);
    va_end(args);
    if (left_out > 0)
        add_field(log, &LS_INT("fields_left_out", left_out));
    ls_buf_add_text(&log->line, log->form == LS_LOG_JSON ? "}\n" : "\n");
    log->sink(log->sink_self, ls_buf_slice(&log->line));
}
