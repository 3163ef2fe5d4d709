/* Kubernetes's functions for quantities. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "expr/lib/fn.h"
#include "base/ascii.h"
#include "expr/lib/tables.h"
#include "expr/lib/types.h"
#include "value/quantity.h"

/* Of a long amount that was read from text. */
enum { DECIMALS = 9 };

/* The exact amount, and the form in which kube-apiserver holds it: while it is short, an integer
 * and a power of ten, so that 1000m is not an integer and 1k is. */
struct amount {
    struct ls_quantity exact;
    bool is_short;
    int64_t value;
    int32_t scale;
    int32_t decimals; /* kept of a long one; conversion to double rounds there */
};

static bool amount_equal(const void *a, const void *b)
{
    const struct amount *left = a;
    const struct amount *right = b;
    return ls_quantity_compare(&left->exact, &right->exact) == 0;
}

static void amount_print(struct ls_buf *out, const void *value)
{
    const struct amount *amount = value;
    ls_quantity_print(out, &amount->exact);
}

static const struct ls_opaque_class amount_class = {
    .type = &ls_cel_quantity_type, .equal = amount_equal, .print = amount_print};

static const struct amount *amount_of(struct ls_term term)
{
    LS_ASSERT(term.opaque.class_ == &amount_class);
    return term.opaque.value;
}

static struct ls_term amount_term(struct ls_cel_call *call, struct amount amount)
{
    struct amount *kept = LS_ARENA_NEW(call->arena, struct amount);
    *kept = amount;
    return ls_term_opaque(&amount_class, kept);
}

static size_t digits_end(struct ls_slice text, size_t from)
{
    while (from < text.len && ls_ascii_is_digit(text.at[from]))
        from++;
    return from;
}

static bool is_suffix(struct ls_slice text)
{
    char with_digit[8];
    struct ls_quantity ignored;
    if (text.len == 0 || text.len > 2)
        return false;
    snprintf(with_digit, sizeof with_digit, "1%.*s", LS_ARG(text));
    return ls_quantity_parse(ls_slice_of(with_digit), &ignored, NULL) == LS_OK;
}

/* kube-apiserver's reason to refuse a text that is no quantity. */
static const char *refusal_of(struct ls_slice text)
{
    size_t at = text.len > 0 && (text.at[0] == '-' || text.at[0] == '+');
    size_t start = at;
    at = digits_end(text, at);
    if (at < text.len && text.at[at] == '.')
        at = digits_end(text, at + 1);
    if (text.len > 0 && at == start && is_suffix(ls_slice_from(text, at)))
        return "unable to parse numeric part of quantity";
    while (at < text.len && ls_char_is_any(text.at[at], "eEinumkKMGTP"))
        at++;
    if (at < text.len && (text.at[at] == '-' || text.at[at] == '+'))
        at++;
    if (text.len > 0 && digits_end(text, at) == text.len)
        return "unable to parse quantity's suffix";
    return "quantities must match the regular expression "
           "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
}

LS_CEL_FN(string_to_quantity)
{
    LS_CEL_UNUSED;
    struct amount amount = {0};
    if (ls_quantity_parse(args[0].text, &amount.exact, NULL))
        return ls_term_error(call->arena, "%s", refusal_of(args[0].text));
    amount.is_short = ls_quantity_is_short(args[0].text, &amount.value, &amount.scale);
    amount.decimals = amount.is_short ? -amount.scale : DECIMALS;
    return amount_term(call, amount);
}

LS_CEL_FN(is_quantity)
{
    LS_CEL_UNUSED;
    struct ls_quantity quantity;
    return ls_term_bool(ls_quantity_parse(args[0].text, &quantity, NULL) == LS_OK);
}

LS_CEL_SIMPLE_FN(sign, ls_term_int(ls_quantity_sign(&amount_of(args[0])->exact)))

/* value times ten to the power; false: too large. */
static bool scaled_up(int64_t value, int64_t power, int64_t *out)
{
    *out = value;
    if (value == 0)
        return true;
    for (; power > 0; power--) {
        if (__builtin_mul_overflow(*out, 10, out))
            return false;
    }
    return true;
}

static bool as_integer(const struct amount *amount, int64_t *out)
{
    return amount->is_short && amount->scale >= 0 &&
           scaled_up(amount->value, LS_MIN(amount->scale, 20), out);
}

LS_CEL_FN(is_integer)
{
    LS_CEL_UNUSED;
    int64_t integer = 0;
    return ls_term_bool(as_integer(amount_of(args[0]), &integer));
}

LS_CEL_FN(to_integer)
{
    LS_CEL_UNUSED;
    int64_t integer = 0;
    if (!as_integer(amount_of(args[0]), &integer))
        return ls_term_error(call->arena, "cannot convert value to integer");
    return ls_term_int(integer);
}

/* The amount in units of the last decimal, as the nearest double. */
static double digits_read(const struct ls_quantity *quantity, int32_t decimals)
{
    char text[LS_QUANTITY_DIGITS_MAX + 20];
    size_t len = 0;
    text[len++] = quantity->is_negative ? '-' : '+';
    for (uint32_t i = 0; i < quantity->digit_count; i++)
        text[len++] = (char)('0' + quantity->digits[i]);
    snprintf(text + len, sizeof text - len, "e%d", quantity->exponent + decimals);
    return strtod(text, NULL);
}

LS_CEL_FN(to_float)
{
    LS_CEL_UNUSED;
    const struct amount *amount = amount_of(args[0]);
    double base =
        amount->is_short ? (double)amount->value : digits_read(&amount->exact, amount->decimals);
    int exponent = amount->is_short ? amount->scale : -amount->decimals;
    return ls_term_double(exponent ? base * pow(10, exponent) : base);
}

/* The sum of two short amounts, if that is short as well. */
static bool short_add(const struct amount *a, const struct amount *b, struct amount *out)
{
    int32_t scale = LS_MIN(a->scale, b->scale);
    int64_t left = 0;
    int64_t right = 0;
    if (!a->is_short || !b->is_short)
        return false;
    if (a->value == 0 || b->value == 0) {
        const struct amount *only = a->value == 0 && b->value != 0 ? b : a;
        out->value = only->value;
        out->scale = only->scale;
        return true;
    }
    if (!scaled_up(a->value, LS_MIN((int64_t)a->scale - scale, 20), &left) ||
        !scaled_up(b->value, LS_MIN((int64_t)b->scale - scale, 20), &right) ||
        __builtin_add_overflow(left, right, &out->value))
        return false;
    out->scale = scale;
    return true;
}

static struct ls_term amount_sum(struct ls_cel_call *call, const struct amount *a, struct amount b,
                                 bool is_minus)
{
    struct amount sum = {0};
    if (!ls_quantity_add(&a->exact, &b.exact, is_minus, &sum.exact))
        return ls_term_error(call->arena, "quantity has more digits than can be kept");
    if (is_minus && b.value == INT64_MIN)
        b.is_short = false;
    else if (is_minus)
        b.value = -b.value;
    sum.is_short = short_add(a, &b, &sum);
    sum.decimals = sum.is_short ? -sum.scale : LS_MAX(a->decimals, b.decimals);
    return amount_term(call, sum);
}

/* The second argument is a quantity or a whole number. */
static struct amount operand_of(struct ls_term term)
{
    if (term.kind == LS_TERM_OPAQUE)
        return *amount_of(term);
    return (struct amount){.exact = ls_quantity_of_int(term.integer, LS_QUANTITY_EXPONENT),
                           .is_short = true,
                           .value = term.integer};
}

LS_CEL_SIMPLE_FN(add, amount_sum(call, amount_of(args[0]), operand_of(args[1]), false))
LS_CEL_SIMPLE_FN(subtract, amount_sum(call, amount_of(args[0]), operand_of(args[1]), true))

static int order_of(const struct ls_term *args)
{
    int order = ls_quantity_compare(&amount_of(args[0])->exact, &amount_of(args[1])->exact);
    return (order > 0) - (order < 0);
}

LS_CEL_SIMPLE_FN(is_less, ls_term_bool(order_of(args) < 0))
LS_CEL_SIMPLE_FN(is_greater, ls_term_bool(order_of(args) > 0))
LS_CEL_SIMPLE_FN(compare, ls_term_int(order_of(args)))

#define ROW(name, id, signature, fn, cost) LS_CEL_ROW(KUBE_QUANTITY, name, id, signature, fn, cost)
#define Q                                  "kubernetes.Quantity"
/* clang-format off */
const struct ls_cel_overload ls_cel_kube_quantity_table[] = {
    ROW("quantity",           "string_to_quantity",       "(string) " Q,      string_to_quantity, SPECIAL),
    ROW("isQuantity",         "is_quantity_string",       "(string) bool",    is_quantity,        SPECIAL),
    ROW("sign",               "quantity_sign",            "(" Q ") int",      sign,               CALL),
    ROW("isGreaterThan",      "quantity_is_greater_than", Q ".(" Q ") bool",  is_greater,         CALL),
    ROW("isLessThan",         "quantity_is_less_than",    Q ".(" Q ") bool",  is_less,            CALL),
    ROW("compareTo",          "quantity_compare_to",      Q ".(" Q ") int",   compare,            CALL),
    ROW("asApproximateFloat", "quantity_get_float",       Q ".() double",     to_float,           CALL),
    ROW("asInteger",          "quantity_get_int",         Q ".() int",        to_integer,         CALL),
    ROW("isInteger",          "quantity_is_integer",      Q ".() bool",       is_integer,         CALL),
    ROW("add",                "quantity_add",             Q ".(" Q ") " Q,    add,                CALL),
    ROW("add",                "quantity_add_int",         Q ".(int) " Q,      add,                CALL),
    ROW("sub",                "quantity_sub",             Q ".(" Q ") " Q,    subtract,           CALL),
    ROW("sub",                "quantity_sub_int",         Q ".(int) " Q,      subtract,           CALL),
    {0},
};
/* clang-format on */
