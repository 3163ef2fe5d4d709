#include "phase/own/stray.h"

#include <strings.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "phase/own/limits.h"
#include "value/json.h"

/* ---- paths ---- */

static bool is_plain(struct ls_slice key)
{
    for (size_t i = 0; i < key.len; i++) {
        char c = key.at[i];
        if (!(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9') &&
            c != '-' && c != '_' && c != '$')
            return false;
    }
    return key.len > 0;
}

static void step_print(struct ls_buf *out, const struct ls_stray_step *step, bool is_first)
{
    struct ls_slice key = ls_utf8_front(step->key, LS_STRAY_KEY_BYTES_MAX);
    if (!step->key.at) {
        ls_buf_printf(out, "[%zu]", step->index);
    } else if (is_plain(key)) {
        ls_buf_printf(out, "%s%.*s", is_first ? "" : ".", LS_ARG(key));
    } else {
        ls_buf_add_char(out, '[');
        ls_json_print_string(out, key);
        ls_buf_add_char(out, ']');
    }
}

static void path_print(struct ls_buf *out, const struct ls_stray_step *step)
{
    if (!step)
        return;
    path_print(out, step->up);
    step_print(out, step, !step->up);
}

/* ---- what was meant ---- */

static bool ends_nocase(struct ls_slice text, struct ls_slice end)
{
    return text.len >= end.len && strncasecmp(text.at + text.len - end.len, end.at, end.len) == 0;
}

static bool starts_nocase(struct ls_slice text, struct ls_slice start)
{
    return text.len >= start.len && strncasecmp(text.at, start.at, start.len) == 0;
}

/* strategy for updateStrategy, terminationGracePeriod for terminationGracePeriodSeconds: one is the
 * other with a word more. Farther away than any slip of the fingers. */
static size_t word_distance(struct ls_slice a, struct ls_slice b)
{
    enum { WORD_BYTES_MIN = 4 };
    struct ls_slice longer = a.len > b.len ? a : b, shorter = a.len > b.len ? b : a;
    if (shorter.len < WORD_BYTES_MIN ||
        !(ends_nocase(longer, shorter) || starts_nocase(longer, shorter)))
        return SIZE_MAX;
    return LS_NEAREST_BYTES_MAX + longer.len - shorter.len;
}

void ls_stray_guess(struct ls_stray_guess *guess, struct ls_slice known)
{
    size_t distance = ls_nearest_distance(guess->typed, known);
    /* Of a short word little is left that could be near. */
    if (distance > ls_nearest_reach(guess->typed.len) || distance > guess->typed.len / 2)
        distance = word_distance(guess->typed, known);
    if (distance == SIZE_MAX || (guess->best.at && distance >= guess->distance))
        return;
    guess->best = known;
    guess->distance = distance;
}

/* ---- lines ---- */

void ls_stray_print(struct ls_buf *out, const struct ls_stray_step *step,
                    const struct ls_stray_guess *guess)
{
    path_print(out, step);
    if (guess->best.at) {
        struct ls_stray_step meant = {step->up, guess->best, 0};
        ls_buf_add_text(out, "; did you mean ");
        path_print(out, &meant);
        ls_buf_add_char(out, '?');
    }
    ls_buf_add_char(out, '\n');
}

/* What to do about it, where quotes are all that is wrong. */
static const char *quotes_advice(const char *expected, struct ls_node value)
{
    struct ls_slice text = ls_node_string(value), wanted = ls_slice_of(expected);
    enum ls_type type = ls_node_type(value);
    int64_t number;
    if (ls_slice_is(wanted, "string") && type >= LS_TYPE_BOOL && type <= LS_TYPE_NUMBER)
        return ": put it in quotes";
    if ((ls_slice_is(wanted, "integer") && ls_slice_to_i64(text, &number)) ||
        (ls_slice_is(wanted, "boolean") &&
         (ls_slice_is(text, "true") || ls_slice_is(text, "false"))))
        return ": write it without quotes";
    return "";
}

void ls_stray_print_type(struct ls_buf *out, const struct ls_stray_step *step, const char *expected,
                         struct ls_node value)
{
    path_print(out, step);
    ls_buf_printf(out, ": expected %s, got %s%s\n", expected, ls_type_name(ls_node_type(value)),
                  quotes_advice(expected, value));
}

bool ls_stray_is_full(const struct ls_buf *out)
{
    return out->len >= LS_STRAY_LINES_BYTES_MAX;
}

static size_t path_length(struct ls_slice line)
{
    bool is_quoted = false;
    for (size_t i = 0; i < line.len; i++) {
        char c = line.at[i];
        if (c == '"')
            is_quoted = !is_quoted;
        else if (c == '\\' && is_quoted)
            i++;
        else if (!is_quoted && (c == ';' || c == ':'))
            return i;
    }
    return line.len;
}

struct ls_stray_line ls_stray_first(struct ls_slice lines)
{
    struct ls_stray_line first = {0};
    struct ls_slice rest, line = ls_slice_cut(lines, '\n', &rest);
    first.path = (struct ls_slice){line.at, path_length(line)};
    first.rest = ls_slice_from(line, first.path.len);
    while (rest.len > 0)
        first.more += ls_slice_cut(rest, '\n', &rest).len > 0;
    return first;
}
