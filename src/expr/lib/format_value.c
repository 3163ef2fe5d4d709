/* Prints values inside a format: %s, and items of lists and maps. */
#include "expr/lib/format.h"

#include <math.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "expr/lib/fn.h"
#include "expr/lib/scalars.h"
#include "expr/limits.h"
#include "value/go_text.h"

static bool value_print(struct ls_cel_printer *printer, struct ls_term value, size_t depth);

static bool list_print(struct ls_cel_printer *printer, struct ls_term list, size_t depth)
{
    ls_buf_add_char(&printer->out, '[');
    struct ls_term_iter iter = ls_term_iter(list);
    for (size_t i = 0; ls_term_next(&iter); i++) {
        if (i > 0)
            ls_buf_add_text(&printer->out, ", ");
        if (!value_print(printer, iter.value, depth + 1))
            return false;
    }
    ls_buf_add_char(&printer->out, ']');
    return true;
}

/* A printed entry of a map; it begins with the text of its key. */
struct entry_text {
    struct ls_slice key, all;
    size_t place;
};

static int entry_compare(const void *a, const void *b)
{
    const struct entry_text *left = a;
    const struct entry_text *right = b;
    int order = ls_slice_compare(left->key, right->key);
    return order ? order : (left->place > right->place) - (left->place < right->place);
}

static bool is_key(const struct ls_cel_printer *printer, struct ls_term key)
{
    return printer->is_newer || key.kind == LS_TERM_STRING || key.kind == LS_TERM_BOOL ||
           key.kind == LS_TERM_INT || key.kind == LS_TERM_UINT;
}

/* Prints one entry, and moves the text into the arena to be sorted. */
static bool entry_print(struct ls_cel_printer *printer, const struct ls_term_iter *at, size_t depth,
                        struct entry_text *out)
{
    size_t start = printer->out.len;
    if (!is_key(printer, at->key)) {
        return ls_cel_printer_fail(printer,
                                   "error during formatting: no formatting function for map key of "
                                   "type %s",
                                   ls_cel_type_name(ls_term_type_of(at->key)));
    }
    if (!value_print(printer, at->key, depth + 1))
        return false;
    size_t key_len = printer->out.len - start;
    ls_buf_add_text(&printer->out, printer->is_newer ? ": " : ":");
    if (!value_print(printer, at->value, depth + 1))
        return false;
    struct ls_slice all = {printer->out.at + start, printer->out.len - start};
    if (!ls_cel_charge_bytes(printer->call, all.len, &printer->mistake))
        return false;
    out->all = ls_arena_slice(printer->call->arena, all);
    out->key = (struct ls_slice){out->all.at, key_len};
    printer->out.len = start;
    return true;
}

static bool map_print(struct ls_cel_printer *printer, struct ls_term map, size_t depth)
{
    struct entry_text *entries =
        LS_ARENA_ARRAY(printer->call->arena, struct entry_text, ls_term_count(map));
    struct ls_term_iter iter = ls_term_iter(map);
    size_t count = 0; /* an object may have members that expressions cannot see */
    for (; ls_term_next(&iter); count++) {
        entries[count].place = count;
        if (!entry_print(printer, &iter, depth, &entries[count]))
            return false;
    }
    if (count > 1)
        qsort(entries, count, sizeof *entries, entry_compare);
    ls_buf_add_char(&printer->out, '{');
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            ls_buf_add_text(&printer->out, ", ");
        ls_buf_add_slice(&printer->out, entries[i].all);
    }
    ls_buf_add_char(&printer->out, '}');
    return true;
}

static void newer_double_print(struct ls_buf *out, double real)
{
    if (isnan(real))
        ls_buf_add_text(out, "NaN");
    else if (isinf(real))
        ls_buf_add_text(out, real < 0 ? "-Infinity" : "Infinity");
    else
        ls_go_print_positional(out, real);
}

/* The older text prints six decimals inside a list. */
static void older_double_print(struct ls_buf *out, double real, bool is_inside)
{
    if (is_inside && !isfinite(real)) {
        ls_buf_add_char(out, '"');
        ls_cel_double_print(out, real);
        ls_buf_add_char(out, '"');
    } else if (is_inside) {
        ls_buf_printf(out, "%f", real);
    } else {
        ls_cel_double_print(out, real);
    }
}

static bool text_print(struct ls_cel_printer *printer, struct ls_term value, bool is_inside)
{
    value = ls_term_plain(printer->call->arena, value);
    if (!ls_cel_charge_bytes(printer->call, value.text.len, &printer->mistake))
        return false;
    if (!printer->is_newer && !ls_utf8_is_valid(value.text))
        return ls_cel_printer_fail(printer, "error during formatting: could not convert argument "
                                            "\"invalid UTF-8 in bytes, cannot convert to string\" "
                                            "to string");
    if (printer->is_newer || !is_inside) {
        ls_buf_add_slice(&printer->out, value.text);
        return true;
    }
    if (value.kind == LS_TERM_BYTES)
        ls_buf_add_char(&printer->out, 'b');
    ls_go_quote(&printer->out, value.text);
    return true;
}

/* Times inside a list are printed as calls in the older text. */
static void time_print(struct ls_cel_printer *printer, struct ls_term value, bool is_inside)
{
    bool is_duration = value.kind == LS_TERM_DURATION;
    bool is_call = is_inside && !printer->is_newer;
    if (is_call)
        ls_buf_add_text(&printer->out, is_duration ? "duration(\"" : "timestamp(\"");
    if (is_duration)
        ls_cel_duration_print(&printer->out, value.duration_ns);
    else
        ls_time_print_nano(&printer->out, value.time);
    if (is_call)
        ls_buf_add_text(&printer->out, "\")");
}

static bool stranger_fail(struct ls_cel_printer *printer, struct ls_term value, bool is_inside)
{
    const char *type = ls_cel_type_name(ls_term_type_of(value));
    if (is_inside && !printer->is_newer)
        return ls_cel_printer_fail(printer,
                                   "error during formatting: no formatting function for %s", type);
    return ls_cel_printer_fail(printer,
                               "error during formatting: string clause can only be used on "
                               "strings, bools, bytes, ints, doubles, maps, lists, types, "
                               "durations, and timestamps, was given %s",
                               type);
}

static bool value_print(struct ls_cel_printer *printer, struct ls_term value, size_t depth)
{
    bool is_inside = depth > 0;
    if (depth > LS_TERM_WALK_DEPTH_MAX)
        return ls_cel_printer_fail(printer, "error during formatting: value is nested too deeply");
    printer->bytes += sizeof value;
    if (!ls_cel_charge_bytes(printer->call, printer->bytes, &printer->mistake))
        return false;
    printer->bytes %= LS_CEL_BYTES_PER_UNIT;
    switch ((enum ls_term_kind)value.kind) {
    case LS_TERM_LIST:
        return list_print(printer, value, depth);
    case LS_TERM_MAP:
        return map_print(printer, value, depth);
    case LS_TERM_STRING:
    case LS_TERM_BYTES:
        return text_print(printer, value, is_inside);
    case LS_TERM_DOUBLE:
        if (printer->is_newer)
            newer_double_print(&printer->out, value.real);
        else
            older_double_print(&printer->out, value.real, is_inside);
        return true;
    case LS_TERM_TIMESTAMP:
    case LS_TERM_DURATION:
        time_print(printer, value, is_inside);
        return true;
    case LS_TERM_TYPE:
        ls_buf_add_text(&printer->out, ls_cel_type_name(value.type));
        return true;
    case LS_TERM_NULL:
    case LS_TERM_BOOL:
    case LS_TERM_INT:
    case LS_TERM_UINT:
        ls_cel_show(&printer->out, value);
        return true;
    case LS_TERM_OPTIONAL:
    case LS_TERM_OPAQUE:
    case LS_TERM_ERROR:
    case LS_TERM_KIND_COUNT:
        break;
    }
    return stranger_fail(printer, value, is_inside);
}

bool ls_cel_print_value(struct ls_cel_printer *printer, struct ls_term value)
{
    return value_print(printer, value, 0);
}
