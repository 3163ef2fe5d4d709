/* Prints a term as an expression would write it. */
#include "expr/term/term.h"

#include <math.h>
#include <string.h>

#include "expr/limits.h"
#include "value/duration.h"
#include "value/go_text.h"

struct term_printer {
    struct ls_buf *out;
    uint64_t steps_left;
    unsigned depth;
};

static void print(struct term_printer *printer, struct ls_term term);

/* A double always has a point or an exponent: without it would read back as an int. */
static void double_print(struct ls_buf *out, double real)
{
    if (!isfinite(real)) {
        ls_buf_printf(out, "double(\"%s\")",
                      isnan(real) ? "NaN"
                      : real > 0  ? "Infinity"
                                  : "-Infinity");
        return;
    }
    size_t start = out->len;
    ls_go_print_double(out, real);
    if (!memchr(out->at + start, '.', out->len - start) &&
        !memchr(out->at + start, 'e', out->len - start))
        ls_buf_add_text(out, ".0");
}

static void byte_print(struct ls_buf *out, unsigned char byte)
{
    static const char letters[] = "\nn\rr\tt\"\"\\\\";
    const char *letter = byte ? strchr(letters, byte) : NULL;
    if (letter && (letter - letters) % 2 == 0)
        ls_buf_printf(out, "\\%c", letter[1]);
    else if (byte >= 0x20 && byte < 0x7f)
        ls_buf_add_char(out, (char)byte);
    else
        ls_buf_printf(out, "\\x%02x", byte);
}

static void bytes_print(struct ls_buf *out, struct ls_term term)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_term plain = ls_term_plain(&arena, term);
    struct ls_slice bytes = ls_term_is_error(plain) ? term.text : plain.text;
    ls_buf_add_text(out, "b\"");
    for (size_t i = 0; i < bytes.len; i++)
        byte_print(out, (unsigned char)bytes.at[i]);
    ls_buf_add_char(out, '"');
}

/* In seconds, as string() gives it. */
void ls_term_print_seconds(struct ls_buf *out, int64_t ns)
{
    uint64_t size = ns < 0 ? -(uint64_t)ns : (uint64_t)ns;
    uint64_t fraction = size % (uint64_t)LS_NS_PER_S;
    ls_buf_printf(out, "%s%llu", ns < 0 ? "-" : "",
                  (unsigned long long)(size / (uint64_t)LS_NS_PER_S));
    if (fraction > 0) {
        ls_buf_printf(out, ".%09llu", (unsigned long long)fraction);
        while (out->at[out->len - 1] == '0')
            out->len--;
    }
    ls_buf_add_char(out, 's');
}

static void duration_print(struct ls_buf *out, int64_t ns)
{
    ls_buf_add_text(out, "duration(\"");
    ls_term_print_seconds(out, ns);
    ls_buf_add_text(out, "\")");
}

static void timestamp_print(struct ls_buf *out, struct ls_time time)
{
    ls_buf_add_text(out, "timestamp(\"");
    ls_time_print_nano(out, time);
    ls_buf_add_text(out, "\")");
}

static void list_print(struct term_printer *printer, struct ls_term list)
{
    const char *before = "";
    ls_buf_add_char(printer->out, '[');
    for (struct ls_term_iter it = ls_term_iter(list); ls_term_next(&it); before = ", ") {
        ls_buf_add_text(printer->out, before);
        print(printer, it.value);
    }
    ls_buf_add_char(printer->out, ']');
}

static void map_print(struct term_printer *printer, struct ls_term map)
{
    const char *before = "";
    ls_buf_add_char(printer->out, '{');
    for (struct ls_term_iter it = ls_term_iter(map); ls_term_next(&it); before = ", ") {
        ls_buf_add_text(printer->out, before);
        print(printer, it.key);
        ls_buf_add_text(printer->out, ": ");
        print(printer, it.value);
    }
    ls_buf_add_char(printer->out, '}');
}

static void optional_print(struct term_printer *printer, const struct ls_term *held)
{
    if (!held) {
        ls_buf_add_text(printer->out, "optional.none()");
        return;
    }
    ls_buf_add_text(printer->out, "optional.of(");
    print(printer, *held);
    ls_buf_add_char(printer->out, ')');
}

static void term_print(struct term_printer *printer, struct ls_term term)
{
    struct ls_buf *out = printer->out;
    switch ((enum ls_term_kind)term.kind) {
    case LS_TERM_NULL:
        ls_buf_add_text(out, "null");
        return;
    case LS_TERM_BOOL:
        ls_buf_add_text(out, term.truth ? "true" : "false");
        return;
    case LS_TERM_INT:
        ls_buf_printf(out, "%lld", (long long)term.integer);
        return;
    case LS_TERM_UINT:
        ls_buf_printf(out, "%lluu", (unsigned long long)term.natural);
        return;
    case LS_TERM_DOUBLE:
        double_print(out, term.real);
        return;
    case LS_TERM_STRING:
        ls_go_quote(out, term.text);
        return;
    case LS_TERM_BYTES:
        bytes_print(out, term);
        return;
    case LS_TERM_TIMESTAMP:
        timestamp_print(out, term.time);
        return;
    case LS_TERM_DURATION:
        duration_print(out, term.duration_ns);
        return;
    case LS_TERM_LIST:
        list_print(printer, term);
        return;
    case LS_TERM_MAP:
        map_print(printer, term);
        return;
    case LS_TERM_TYPE:
        ls_buf_add_text(out, ls_cel_type_name(term.type));
        return;
    case LS_TERM_OPTIONAL:
        optional_print(printer, term.optional);
        return;
    case LS_TERM_OPAQUE:
        term.opaque.class_->print(out, term.opaque.value);
        return;
    case LS_TERM_ERROR:
        ls_buf_printf(out, "error: %s", term.failure->text);
        return;
    case LS_TERM_KIND_COUNT:
        break;
    }
}

static void print(struct term_printer *printer, struct ls_term term)
{
    if (printer->steps_left == 0 || printer->depth == LS_TERM_WALK_DEPTH_MAX) {
        ls_buf_add_text(printer->out, "...");
        return;
    }
    printer->steps_left--;
    printer->depth++;
    term_print(printer, term);
    printer->depth--;
}

void ls_term_print(struct ls_buf *out, struct ls_term term)
{
    struct term_printer printer = {.out = out, .steps_left = LS_TERM_PRINT_STEPS_MAX};
    print(&printer, term);
}
