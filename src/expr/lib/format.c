#include "expr/lib/format.h"

#include <math.h>
#include <string.h>

#include "base/utf8.h"
#include "expr/lib/characters.h"
#include "expr/lib/fn.h"
#include "expr/lib/scalars.h"
#include "value/go_text.h"

enum {
    PRECISION_DEFAULT = 6,
    PRECISION_MAX = 1000 * 1000, /* the same as in Go's fmt */
};

bool ls_cel_printer_fail(struct ls_cel_printer *printer, const char *format, ...)
{
    LS_ASSERT(printer->mistake.kind != LS_TERM_ERROR);
    va_list args;
    va_start(args, format);
    const char *text = ls_arena_vprintf(printer->call->arena, format, args);
    va_end(args);
    printer->mistake = ls_term_error(printer->call->arena, "%s", text);
    return false;
}

/* "error during formatting: WHAT, was given TYPE". */
static bool refuse(struct ls_cel_printer *printer, const char *what, struct ls_term value)
{
    return ls_cel_printer_fail(printer, "error during formatting: %s, was given %s", what,
                               ls_cel_type_name(ls_term_type_of(value)));
}

static bool decimal_print(struct ls_cel_printer *printer, struct ls_term value)
{
    bool is_number = printer->is_newer && value.kind == LS_TERM_DOUBLE;
    if (value.kind == LS_TERM_INT || value.kind == LS_TERM_UINT || is_number)
        return ls_cel_print_value(printer, value);
    return refuse(printer,
                  printer->is_newer ? "decimal clause can only be used on ints, uints, and doubles"
                                    : "decimal clause can only be used on integers",
                  value);
}

static bool double_of(const struct ls_cel_printer *printer, struct ls_term value, double *out)
{
    if (value.kind == LS_TERM_DOUBLE) {
        *out = value.real;
        return true;
    }
    if (printer->is_newer) {
        *out = value.kind == LS_TERM_INT ? (double)value.integer : (double)value.natural;
        return value.kind == LS_TERM_INT || value.kind == LS_TERM_UINT;
    }
    static const char *const words[] = {"NaN", "Infinity", "-Infinity"};
    return value.kind == LS_TERM_STRING && ls_slice_is_any(value.text, words, LS_COUNT(words)) &&
           ls_cel_double_parse(value.text, out);
}

static const char *not_finite_word(const struct ls_cel_printer *printer, double real)
{
    if (isnan(real))
        return "NaN";
    if (printer->is_newer)
        return real < 0 ? "-Infinity" : "Infinity";
    return real < 0 ? "-\xe2\x88\x9e" : "\xe2\x88\x9e"; /* U+221E */
}

/* 1234567.5 as 1,234,567.5. */
static void grouped_print(struct ls_buf *out, const char *digits)
{
    if (*digits == '-')
        ls_buf_add_char(out, *digits++);
    size_t whole = strcspn(digits, ".");
    for (size_t i = 0; i < whole; i++) {
        if (i > 0 && (whole - i) % 3 == 0)
            ls_buf_add_char(out, ',');
        ls_buf_add_char(out, digits[i]);
    }
    ls_buf_add_text(out, digits + whole);
}

static bool fixed_print(struct ls_cel_printer *printer, struct ls_term value, int precision)
{
    double real = 0;
    struct ls_buf digits LS_AUTO(ls_buf_release) = {0};
    if (!double_of(printer, value, &real))
        return refuse(printer,
                      printer->is_newer
                          ? "fixed-point clause can only be used on ints, uints, and doubles"
                          : "fixed-point clause can only be used on doubles",
                      value);
    if (!isfinite(real)) {
        ls_buf_add_text(&printer->out, not_finite_word(printer, real));
        return true;
    }
    if (!ls_cel_charge_bytes(printer->call, (uint64_t)precision, &printer->mistake))
        return false;
    if (printer->is_newer) {
        ls_buf_printf(&printer->out, "%.*f", precision, real);
        return true;
    }
    ls_buf_printf(&digits, "%.*f", precision, real == 0 ? 0.0 : real); /* no -0 */
    grouped_print(&printer->out, ls_buf_text(&digits));
    return true;
}

/* 1.5e+06 as 1.5×10⁰⁶. */
static void superscript_print(struct ls_buf *out, const char *text)
{
    static const char *const digits[] = {
        "\xe2\x81\xb0", "\xc2\xb9",     "\xc2\xb2",     "\xc2\xb3",     "\xe2\x81\xb4",
        "\xe2\x81\xb5", "\xe2\x81\xb6", "\xe2\x81\xb7", "\xe2\x81\xb8", "\xe2\x81\xb9"};
    const char *exponent = strchr(text, 'e');
    ls_buf_add(out, text, (size_t)(exponent - text));
    ls_buf_add_text(out, "\xc3\x97"
                         "10");
    if (exponent[1] == '-')
        ls_buf_add_text(out, "\xe2\x81\xbb");
    for (const char *at = exponent + 2; *at; at++)
        ls_buf_add_text(out, digits[*at - '0']);
}

/* The older text uses the precision as a width. */
static bool older_scientific_print(struct ls_cel_printer *printer, double real, int width)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_buf plain LS_AUTO(ls_buf_release) = {0};
    if (isfinite(real)) {
        ls_buf_printf(&plain, "%.6e", real == 0 ? 0.0 : real);
        superscript_print(&text, ls_buf_text(&plain));
    } else {
        ls_buf_add_text(&text, not_finite_word(printer, real));
    }
    size_t taken = ls_cel_characters(ls_buf_slice(&text));
    for (; taken < (size_t)width; taken++)
        ls_buf_add_char(&printer->out, ' ');
    ls_buf_add_slice(&printer->out, ls_buf_slice(&text));
    return true;
}

static bool scientific_print(struct ls_cel_printer *printer, struct ls_term value, int precision)
{
    double real = 0;
    if (!double_of(printer, value, &real))
        return refuse(printer,
                      printer->is_newer
                          ? "scientific clause can only be used on ints, uints, and doubles"
                          : "scientific clause can only be used on doubles",
                      value);
    if (!ls_cel_charge_bytes(printer->call, (uint64_t)precision, &printer->mistake))
        return false;
    if (!printer->is_newer)
        return older_scientific_print(printer, real, precision);
    if (isfinite(real))
        ls_buf_printf(&printer->out, "%.*e", precision, real);
    else
        ls_buf_add_text(&printer->out, not_finite_word(printer, real));
    return true;
}

/* Digits of a base that is a power of two, with a sign in front. */
static void base_print(struct ls_buf *out, struct ls_term value, unsigned bits, const char *digits)
{
    char text[64];
    size_t at = sizeof text;
    bool is_negative = value.kind == LS_TERM_INT && value.integer < 0;
    uint64_t rest = value.natural;
    if (is_negative)
        rest = 0 - (uint64_t)value.integer;
    do {
        text[--at] = digits[rest & ((1u << bits) - 1)];
        rest >>= bits;
    } while (rest > 0);
    if (is_negative)
        ls_buf_add_char(out, '-');
    ls_buf_add(out, text + at, sizeof text - at);
}

static const char lower_digits[] = "0123456789abcdef";
static const char upper_digits[] = "0123456789ABCDEF";

static bool binary_print(struct ls_cel_printer *printer, struct ls_term value)
{
    if (value.kind == LS_TERM_BOOL)
        ls_buf_add_char(&printer->out, value.truth ? '1' : '0');
    else if (value.kind == LS_TERM_INT || value.kind == LS_TERM_UINT)
        base_print(&printer->out, value, 1, lower_digits);
    else
        return refuse(printer,
                      printer->is_newer ? "only ints, uints, and bools can be formatted as binary"
                                        : "only integers and bools can be formatted as binary",
                      value);
    return true;
}

static bool octal_print(struct ls_cel_printer *printer, struct ls_term value)
{
    if (value.kind != LS_TERM_INT && value.kind != LS_TERM_UINT)
        return refuse(printer,
                      printer->is_newer ? "octal clause can only be used on ints and uints"
                                        : "octal clause can only be used on integers",
                      value);
    base_print(&printer->out, value, 3, lower_digits);
    return true;
}

static bool hex_print(struct ls_cel_printer *printer, struct ls_term value, const char *digits)
{
    if (value.kind == LS_TERM_INT || value.kind == LS_TERM_UINT) {
        base_print(&printer->out, value, 4, digits);
        return true;
    }
    if (value.kind != LS_TERM_STRING && value.kind != LS_TERM_BYTES)
        return refuse(printer,
                      printer->is_newer
                          ? "only ints, uints, bytes, and strings can be formatted as hex"
                          : "only integers, byte buffers, and strings can be formatted as hex",
                      value);
    value = ls_term_plain(printer->call->arena, value);
    if (!ls_cel_charge_bytes(printer->call, value.text.len * 2, &printer->mistake))
        return false;
    for (size_t i = 0; i < value.text.len; i++) {
        unsigned byte = (unsigned char)value.text.at[i];
        ls_buf_add_char(&printer->out, digits[byte >> 4]);
        ls_buf_add_char(&printer->out, digits[byte & 15]);
    }
    return true;
}

static bool clause_fail(struct ls_cel_printer *printer, const char *why, struct ls_slice digits)
{
    return ls_cel_printer_fail(printer,
                               "could not parse formatting clause: error while parsing precision: "
                               "error while converting precision to integer: strconv.Atoi: parsing "
                               "\"%.*s\": %s",
                               LS_ARG(digits), why);
}

/* .3, if it is there; the clause follows. */
static bool precision_take(struct ls_cel_printer *printer, struct ls_slice *rest, int *out)
{
    *out = PRECISION_DEFAULT;
    if (rest->at[0] != '.')
        return true;
    size_t len = 1;
    while (len < rest->len && rest->at[len] >= '0' && rest->at[len] <= '9')
        len++;
    if (len == rest->len)
        return ls_cel_printer_fail(printer,
                                   "could not parse formatting clause: error while parsing "
                                   "precision: could not find end of precision specifier");
    struct ls_slice digits = {rest->at + 1, len - 1};
    int64_t precision = 0;
    if (digits.len == 0)
        return clause_fail(printer, "invalid syntax", digits);
    if (!ls_cel_int_parse(digits, &precision) || precision > PRECISION_MAX)
        return clause_fail(printer, "value out of range", digits);
    *rest = ls_slice_from(*rest, len);
    *out = (int)precision;
    return true;
}

/* A byte that is no clause is shown as the character with that number. */
static bool clause_refuse(struct ls_cel_printer *printer, unsigned char clause)
{
    char shown[4];
    size_t len = ls_utf8_encode(clause, shown);
    return ls_cel_printer_fail(
        printer, "could not parse formatting clause: unrecognized formatting clause \"%.*s\"",
        (int)len, shown);
}

/* One clause, after its %. */
static bool clause_print(struct ls_cel_printer *printer, struct ls_slice *rest,
                         struct ls_term value)
{
    int precision = 0;
    if (!precision_take(printer, rest, &precision))
        return false;
    unsigned char clause = (unsigned char)rest->at[0];
    *rest = ls_slice_from(*rest, 1);
    switch (clause) {
    case 's':
        return ls_cel_print_value(printer, value);
    case 'd':
        return decimal_print(printer, value);
    case 'f':
        return fixed_print(printer, value, precision);
    case 'e':
        return scientific_print(printer, value, precision);
    case 'b':
        return binary_print(printer, value);
    case 'x':
        return hex_print(printer, value, lower_digits);
    case 'X':
        return hex_print(printer, value, upper_digits);
    case 'o':
        return octal_print(printer, value);
    default:
        return clause_refuse(printer, clause);
    }
}

static bool format_print(struct ls_cel_printer *printer, struct ls_slice rest, struct ls_term list)
{
    struct ls_term_iter values = ls_term_iter(list);
    for (size_t i = 0; rest.len > 0;) {
        size_t plain = LS_MIN(ls_slice_find(rest, '%'), rest.len);
        ls_buf_add(&printer->out, rest.at, plain);
        rest = ls_slice_from(rest, plain);
        if (rest.len == 0)
            break;
        rest = ls_slice_from(rest, 1);
        if (rest.len > 0 && rest.at[0] == '%') {
            ls_buf_add_char(&printer->out, '%');
            rest = ls_slice_from(rest, 1);
            continue;
        }
        if (!ls_term_next(&values))
            return ls_cel_printer_fail(printer, "index %zu out of range", i);
        if (rest.len == 0)
            return ls_cel_printer_fail(printer, "unexpected end of string");
        if (!clause_print(printer, &rest, values.value))
            return false;
        i++;
    }
    return true;
}

struct ls_term ls_cel_format(struct ls_cel_call *call, const struct ls_term *args, size_t arg_count)
{
    LS_ASSERT(arg_count == 2);
    struct ls_cel_printer printer = {
        .call = call, .is_newer = (call->libraries & LS_CEL_LIBS(LS_CEL_LIB_STRINGS_4)) != 0};
    bool is_printed = ls_cel_charge_bytes(call, args[0].text.len, &printer.mistake) &&
                      format_print(&printer, args[0].text, args[1]);
    struct ls_term text = is_printed ? ls_cel_text(call, &printer.out) : printer.mistake;
    ls_buf_release(&printer.out);
    return text;
}
