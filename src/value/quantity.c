#include "value/quantity.h"

#include <stdio.h>
#include <string.h>

enum {
    QUANTITY_NANO = -9,         /* the finest power of ten that is kept */
    QUANTITY_EXA = 18,          /* the largest with a suffix */
    QUANTITY_FAST_DIGITS = 18,  /* that kube-apiserver handles as int64, with effects on its text */
    QUANTITY_BINARY_DIGITS = 15 /* the same for binary suffixes */
};

struct quantity_suffix {
    const char *text;
    enum ls_quantity_form form;
    int power; /* of ten, or of two for the binary ones */
};

/* clang-format off */
static const struct quantity_suffix quantity_suffixes[] = {
    {"n",  LS_QUANTITY_DECIMAL, -9},
    {"u",  LS_QUANTITY_DECIMAL, -6},
    {"m",  LS_QUANTITY_DECIMAL, -3},
    {"",   LS_QUANTITY_DECIMAL, 0},
    {"k",  LS_QUANTITY_DECIMAL, 3},
    {"M",  LS_QUANTITY_DECIMAL, 6},
    {"G",  LS_QUANTITY_DECIMAL, 9},
    {"T",  LS_QUANTITY_DECIMAL, 12},
    {"P",  LS_QUANTITY_DECIMAL, 15},
    {"E",  LS_QUANTITY_DECIMAL, 18},
    {"Ki", LS_QUANTITY_BINARY,  10},
    {"Mi", LS_QUANTITY_BINARY,  20},
    {"Gi", LS_QUANTITY_BINARY,  30},
    {"Ti", LS_QUANTITY_BINARY,  40},
    {"Pi", LS_QUANTITY_BINARY,  50},
    {"Ei", LS_QUANTITY_BINARY,  60},
};
/* clang-format on */

/* A text taken apart; whole has lost its leading zeros. */
struct quantity_parts {
    bool is_negative;
    bool has_digits;
    struct ls_slice whole;
    struct ls_slice fraction;
    struct quantity_suffix suffix;
};

static struct ls_slice quantity_digits_take(struct ls_slice *rest)
{
    size_t count = 0;
    while (count < rest->len && rest->at[count] >= '0' && rest->at[count] <= '9')
        count++;
    struct ls_slice digits = {rest->at, count};
    *rest = ls_slice_from(*rest, count);
    return digits;
}

static enum ls_code quantity_exponent_refuse(struct ls_err *err)
{
    return ls_fail(err, LS_E_TOO_BIG, "its exponent is beyond the limit of %d",
                   LS_QUANTITY_EXPONENT_MAX);
}

static enum ls_code quantity_exponent_parse(struct ls_slice text, struct quantity_suffix *out,
                                            struct ls_err *err)
{
    int64_t power;
    bool has_plus = text.len > 0 && text.at[0] == '+';
    struct ls_slice number = has_plus ? ls_slice_from(text, 1) : text;
    if (!ls_slice_to_i64(number, &power) || (has_plus && number.at[0] == '-'))
        return ls_fail(err, LS_E_INVALID, "the exponent after 'e' must be a whole number");
    if (power > LS_QUANTITY_EXPONENT_MAX || power < -LS_QUANTITY_EXPONENT_MAX)
        return quantity_exponent_refuse(err);
    *out = (struct quantity_suffix){"e", LS_QUANTITY_EXPONENT, (int)power};
    return LS_OK;
}

static enum ls_code quantity_suffix_parse(struct ls_slice text, struct quantity_suffix *out,
                                          struct ls_err *err)
{
    for (size_t i = 0; i < LS_COUNT(quantity_suffixes); i++) {
        if (ls_slice_is(text, quantity_suffixes[i].text)) {
            *out = quantity_suffixes[i];
            return LS_OK;
        }
    }
    if (text.at[0] == 'e' || text.at[0] == 'E')
        return quantity_exponent_parse(ls_slice_from(text, 1), out, err);
    return ls_fail(err, LS_E_INVALID,
                   "'%.*s' is no suffix; use n u m k M G T P E, Ki Mi Gi Ti Pi Ei or an exponent "
                   "such as e3",
                   LS_ARG(text));
}

/* The server reads a text without a single digit (`-`, `m`, `.`) as zero: done the same way. */
static enum ls_code quantity_split(struct ls_slice text, struct quantity_parts *out,
                                   struct ls_err *err)
{
    if (text.len == 0)
        return ls_fail(err, LS_E_INVALID, "it is empty");
    if (text.len > LS_QUANTITY_BYTES_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "it has %zu bytes, the limit is %d", text.len,
                       LS_QUANTITY_BYTES_MAX);
    struct quantity_parts parts = {.is_negative = text.at[0] == '-'};
    struct ls_slice rest = text.at[0] == '-' || text.at[0] == '+' ? ls_slice_from(text, 1) : text;
    parts.whole = quantity_digits_take(&rest);
    if (rest.len > 0 && rest.at[0] == '.') {
        rest = ls_slice_from(rest, 1);
        parts.fraction = quantity_digits_take(&rest);
    }
    parts.has_digits = parts.whole.len + parts.fraction.len > 0;
    while (parts.whole.len > 0 && parts.whole.at[0] == '0')
        parts.whole = ls_slice_from(parts.whole, 1);
    enum ls_code code = quantity_suffix_parse(rest, &parts.suffix, err);
    if (!code)
        *out = parts;
    return code;
}

static void quantity_digits_add(struct ls_quantity *quantity, struct ls_slice text)
{
    for (size_t i = 0; i < text.len; i++) {
        LS_ASSERT(quantity->digit_count < LS_QUANTITY_DIGITS_MAX);
        quantity->digits[quantity->digit_count++] = (uint8_t)(text.at[i] - '0');
    }
}

/* Takes zeros off both ends. */
static void quantity_trim(struct ls_quantity *quantity)
{
    while (quantity->digit_count > 0 && quantity->digits[quantity->digit_count - 1] == 0) {
        quantity->digit_count--;
        quantity->exponent++;
    }
    uint32_t zeros = 0;
    while (zeros < quantity->digit_count && quantity->digits[zeros] == 0)
        zeros++;
    quantity->digit_count -= zeros;
    memmove(quantity->digits, quantity->digits + zeros, quantity->digit_count);
    if (quantity->digit_count == 0) {
        quantity->exponent = 0;
        quantity->is_negative = false;
    }
}

static void quantity_multiply(struct ls_quantity *quantity, unsigned factor)
{
    unsigned carry = 0;
    for (uint32_t i = quantity->digit_count; i-- > 0;) {
        unsigned product = quantity->digits[i] * factor + carry;
        quantity->digits[i] = (uint8_t)(product % 10);
        carry = product / 10;
    }
    for (; carry > 0; carry /= 10) {
        LS_ASSERT(quantity->digit_count < LS_QUANTITY_DIGITS_MAX);
        memmove(quantity->digits + 1, quantity->digits, quantity->digit_count++);
        quantity->digits[0] = (uint8_t)(carry % 10);
    }
}

/* One more in the last place; digits that become 10 are carried. */
static void quantity_increment(struct ls_quantity *quantity)
{
    uint32_t i = quantity->digit_count;
    while (i > 0 && quantity->digits[i - 1] == 9)
        quantity->digits[--i] = 0;
    if (i > 0) {
        quantity->digits[i - 1]++;
        return;
    }
    LS_ASSERT(quantity->digit_count < LS_QUANTITY_DIGITS_MAX);
    memmove(quantity->digits + 1, quantity->digits, quantity->digit_count++);
    quantity->digits[0] = 1;
}

/* Drops what is finer than 10^scale and rounds away from zero, so that a small amount never becomes
 * none. */
static void quantity_round(struct ls_quantity *quantity, int32_t scale)
{
    if (quantity->digit_count == 0 || quantity->exponent >= scale)
        return;
    /* The last digit is never zero, so a cut always loses something. */
    uint32_t cut = (uint32_t)(scale - quantity->exponent);
    quantity->digit_count -= LS_MIN(cut, quantity->digit_count);
    quantity->exponent = scale;
    quantity_increment(quantity);
    quantity_trim(quantity);
}

static struct ls_quantity quantity_of_text(const char *digits, enum ls_quantity_form form)
{
    struct ls_quantity quantity = {.form = form};
    quantity_digits_add(&quantity, ls_slice_of(digits));
    quantity_trim(&quantity);
    return quantity;
}

static int quantity_compare_size(const struct ls_quantity *a, const struct ls_quantity *b)
{
    if (a->digit_count == 0 || b->digit_count == 0)
        return (a->digit_count > 0) - (b->digit_count > 0);
    /* Without zeros in front, the place of the first digit decides before the digits do. */
    int64_t place_a = (int64_t)a->exponent + a->digit_count;
    int64_t place_b = (int64_t)b->exponent + b->digit_count;
    if (place_a != place_b)
        return place_a > place_b ? 1 : -1;
    int order = memcmp(a->digits, b->digits, LS_MIN(a->digit_count, b->digit_count));
    if (order != 0)
        return order;
    return (a->digit_count > b->digit_count) - (a->digit_count < b->digit_count);
}

static void quantity_cap(struct ls_quantity *quantity)
{
    struct ls_quantity largest = quantity_of_text("9223372036854775807", LS_QUANTITY_BINARY);
    largest.is_negative = quantity->is_negative;
    if (quantity_compare_size(quantity, &largest) > 0)
        *quantity = largest;
}

static struct ls_quantity quantity_of_parts(const struct quantity_parts *parts)
{
    struct ls_quantity quantity = {.form = parts->suffix.form, .is_negative = parts->is_negative};
    quantity_digits_add(&quantity, parts->whole);
    quantity_digits_add(&quantity, parts->fraction);
    quantity.exponent = -(int32_t)parts->fraction.len;
    quantity_trim(&quantity);
    if (parts->suffix.form != LS_QUANTITY_BINARY) {
        quantity.exponent += quantity.digit_count ? parts->suffix.power : 0;
        quantity_round(&quantity, QUANTITY_NANO);
        return quantity;
    }
    for (int power = parts->suffix.power; power > 0; power -= 10)
        quantity_multiply(&quantity, 1024);
    quantity_trim(&quantity);
    quantity_round(&quantity, QUANTITY_NANO);
    quantity_cap(&quantity);
    return quantity;
}

/* Whether the server handles the parts as int64: only then may it keep their text, and only then
 * does it take parts without a digit. */
static bool quantity_is_fast(const struct quantity_parts *parts)
{
    int whole = (int)LS_MAX(parts->whole.len, 1);
    int fraction = (int)parts->fraction.len;
    if (parts->suffix.form == LS_QUANTITY_BINARY)
        return fraction == 0 &&
               QUANTITY_BINARY_DIGITS - whole - parts->suffix.power * 3 / 10 - 1 >= 0;
    return whole + fraction <= QUANTITY_FAST_DIGITS &&
           parts->suffix.power - fraction >= QUANTITY_NANO;
}

/* The test of kube-apiserver for "canonical already". It does not notice a sign, leading zeros,
 * 1.500 and 1E3. */
static bool quantity_text_is_kept(const struct quantity_parts *parts)
{
    if (!quantity_is_fast(parts) || parts->whole.len == 0)
        return false;
    if (parts->suffix.form == LS_QUANTITY_BINARY) {
        int64_t value = 0;
        return ls_slice_to_i64(parts->whole, &value) && (value & 7) != 0;
    }
    char shifted[QUANTITY_FAST_DIGITS + 1] = "";
    memcpy(shifted, parts->whole.at, parts->whole.len);
    if (parts->fraction.len > 0)
        memcpy(shifted + parts->whole.len, parts->fraction.at, parts->fraction.len);
    int scale = parts->suffix.power - (int)parts->fraction.len;
    return scale % 3 == 0 && !ls_slice_ends(ls_slice_of(shifted), "000");
}

static enum ls_code quantity_read(struct ls_slice text, struct quantity_parts *parts,
                                  struct ls_quantity *quantity, struct ls_err *err)
{
    struct ls_err ignored = {0};
    err = err ? err : &ignored;
    enum ls_code code = quantity_split(text, parts, err);
    if (!code && !parts->has_digits && !quantity_is_fast(parts))
        code = ls_fail(err, LS_E_INVALID, "it has no digits");
    if (!code)
        *quantity = quantity_of_parts(parts);
    /* Zeros at the end of the digits count into the exponent as well. */
    if (!code && quantity->exponent > LS_QUANTITY_EXPONENT_MAX)
        code = quantity_exponent_refuse(err);
    if (code)
        return ls_context(err, "quantity '%.*s'", (int)LS_MIN(text.len, LS_QUANTITY_BYTES_MAX),
                          text.at);
    return LS_OK;
}

enum ls_code ls_quantity_parse(struct ls_slice text, struct ls_quantity *out, struct ls_err *err)
{
    struct quantity_parts parts;
    struct ls_quantity quantity;
    enum ls_code code = quantity_read(text, &parts, &quantity, err);
    if (!code)
        *out = quantity;
    return code;
}

enum ls_code ls_quantity_from_node(struct ls_node node, struct ls_quantity *out, struct ls_err *err)
{
    char digits[24];
    switch (ls_node_type(node)) {
    case LS_TYPE_STRING:
        return ls_quantity_parse(ls_slice_trim(ls_node_string(node)), out, err);
    case LS_TYPE_NUMBER:
        return ls_quantity_parse(ls_node_number_text(node), out, err);
    case LS_TYPE_INT:
        snprintf(digits, sizeof digits, "%lld", (long long)ls_node_int(node, 0));
        return ls_quantity_parse(ls_slice_of(digits), out, err);
    default:
        return ls_fail(err, LS_E_INVALID, "a quantity is a string or a number, not a %s",
                       ls_type_name(ls_node_type(node)));
    }
}

int ls_quantity_sign(const struct ls_quantity *quantity)
{
    if (quantity->digit_count == 0)
        return 0;
    return quantity->is_negative ? -1 : 1;
}

int ls_quantity_compare(const struct ls_quantity *a, const struct ls_quantity *b)
{
    int sign_a = ls_quantity_sign(a), sign_b = ls_quantity_sign(b);
    if (sign_a != sign_b)
        return sign_a > sign_b ? 1 : -1;
    return sign_a * quantity_compare_size(a, b);
}

bool ls_quantity_scaled(const struct ls_quantity *quantity, int scale, int64_t *out)
{
    struct ls_quantity rounded = *quantity;
    quantity_round(&rounded, scale);
    if ((int64_t)rounded.exponent - scale + rounded.digit_count > 19)
        return false;
    /* Computed as a negative number: int64 has one more of them. */
    int64_t value = 0;
    int64_t zeros = rounded.digit_count ? rounded.exponent - scale : 0;
    for (int64_t i = 0; i < rounded.digit_count + zeros; i++) {
        int digit = i < rounded.digit_count ? rounded.digits[i] : 0;
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_sub_overflow(value, digit, &value))
            return false;
    }
    if (!rounded.is_negative && value == INT64_MIN)
        return false;
    *out = rounded.is_negative ? value : -value;
    return true;
}

static void quantity_print_digits(struct ls_buf *out, const struct ls_quantity *quantity,
                                  int32_t zeros)
{
    if (quantity->is_negative)
        ls_buf_add_char(out, '-');
    for (uint32_t i = 0; i < quantity->digit_count; i++)
        ls_buf_add_char(out, (char)('0' + quantity->digits[i]));
    for (int32_t i = 0; i < zeros; i++)
        ls_buf_add_char(out, '0');
}

static void quantity_print_suffix(struct ls_buf *out, enum ls_quantity_form form, int32_t power)
{
    for (size_t i = 0; i < LS_COUNT(quantity_suffixes); i++) {
        if (quantity_suffixes[i].form == form && quantity_suffixes[i].power == power)
            ls_buf_add_text(out, quantity_suffixes[i].text);
    }
}

/* The power of ten goes down to a multiple of three, so the digits stay whole. */
static void quantity_print_decimal(struct ls_buf *out, const struct ls_quantity *quantity)
{
    int32_t over = quantity->exponent % 3;
    int32_t power = quantity->exponent - (over < 0 ? over + 3 : over);
    if (quantity->form == LS_QUANTITY_EXPONENT) {
        quantity_print_digits(out, quantity, quantity->exponent - power);
        if (power != 0)
            ls_buf_printf(out, "e%d", power);
        return;
    }
    power = LS_MIN(power, QUANTITY_EXA);
    quantity_print_digits(out, quantity, quantity->exponent - power);
    quantity_print_suffix(out, LS_QUANTITY_DECIMAL, power);
}

void ls_quantity_print(struct ls_buf *out, const struct ls_quantity *quantity)
{
    LS_ASSERT(quantity->form < LS_QUANTITY_FORM_COUNT);
    int64_t value;
    if (quantity->digit_count == 0) {
        ls_buf_add_char(out, '0');
        return;
    }
    /* A fraction, or less than 1Ki: a binary suffix would round it or be empty. */
    if (quantity->form != LS_QUANTITY_BINARY || quantity->exponent < 0 ||
        !ls_quantity_scaled(quantity, 0, &value) || (value > -1024 && value < 1024)) {
        quantity_print_decimal(out, quantity);
        return;
    }
    int32_t power = 0;
    while (value % 1024 == 0) {
        value /= 1024;
        power += 10;
    }
    ls_buf_printf(out, "%lld", (long long)value);
    quantity_print_suffix(out, LS_QUANTITY_BINARY, power);
}

enum ls_code ls_quantity_normalize(struct ls_slice text, struct ls_buf *out, struct ls_err *err)
{
    struct quantity_parts parts;
    struct ls_quantity quantity;
    enum ls_code code = quantity_read(text, &parts, &quantity, err);
    if (code)
        return code;
    if (quantity_text_is_kept(&parts))
        ls_buf_add_slice(out, text);
    else
        ls_quantity_print(out, &quantity);
    return LS_OK;
}

struct ls_quantity ls_quantity_of_int(int64_t value, enum ls_quantity_form form)
{
    LS_ASSERT(form < LS_QUANTITY_FORM_COUNT);
    char digits[24];
    uint64_t amount = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    snprintf(digits, sizeof digits, "%llu", (unsigned long long)amount);
    struct ls_quantity quantity = quantity_of_text(digits, form);
    quantity.is_negative = value < 0;
    return quantity;
}

bool ls_quantity_is_short(struct ls_slice text, int64_t *value, int32_t *scale)
{
    struct quantity_parts parts;
    struct ls_quantity quantity;
    if (quantity_read(text, &parts, &quantity, NULL) || !quantity_is_fast(&parts))
        return false;
    if (parts.suffix.form == LS_QUANTITY_BINARY) {
        *scale = 0;
        return ls_quantity_scaled(&quantity, 0, value);
    }
    *scale = parts.suffix.power - (int32_t)parts.fraction.len;
    return ls_quantity_scaled(&quantity, *scale, value);
}

/* The digit that stands for ten to this power. */
static int quantity_digit_at(const struct ls_quantity *quantity, int64_t power)
{
    int64_t place = (int64_t)quantity->digit_count - 1 - (power - quantity->exponent);
    return place < 0 || place >= quantity->digit_count ? 0 : quantity->digits[place];
}

/* Digits of large plus or minus small, which is not larger, from `low` up; both are positive. */
static bool quantity_sum_digits(const struct ls_quantity *large, const struct ls_quantity *small,
                                bool is_minus, struct ls_quantity *out)
{
    int64_t low = LS_MIN(large->exponent, small->exponent);
    int64_t high = LS_MAX((int64_t)large->exponent + large->digit_count,
                          (int64_t)small->exponent + small->digit_count);
    int64_t count = high - low + 1; /* one more, for what is carried */
    if (count > LS_QUANTITY_DIGITS_MAX)
        return false;
    int carry = 0;
    for (int64_t power = low; power < low + count; power++) {
        int digit = quantity_digit_at(large, power) + carry;
        digit += is_minus ? -quantity_digit_at(small, power) : quantity_digit_at(small, power);
        carry = digit > 9 ? 1 : digit < 0 ? -1 : 0;
        out->digits[low + count - 1 - power] = (uint8_t)(digit - carry * 10);
    }
    out->digit_count = (uint32_t)count;
    out->exponent = (int32_t)low;
    quantity_trim(out);
    return true;
}

bool ls_quantity_add(const struct ls_quantity *a, const struct ls_quantity *b, bool is_minus,
                     struct ls_quantity *out)
{
    struct ls_quantity other = *b;
    other.is_negative = b->digit_count > 0 && b->is_negative != is_minus;
    struct ls_quantity sum = a->digit_count ? *a : other;
    if (a->digit_count && b->digit_count) {
        bool is_first_larger = quantity_compare_size(a, &other) >= 0;
        const struct ls_quantity *large = is_first_larger ? a : &other;
        sum.is_negative = large->is_negative;
        if (!quantity_sum_digits(large, is_first_larger ? &other : a,
                                 a->is_negative != other.is_negative, &sum))
            return false;
    }
    sum.form = a->digit_count ? a->form : b->form;
    *out = sum;
    return true;
}
