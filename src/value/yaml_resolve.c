/* What a YAML scalar means that has neither quotes nor a tag. */
#include "value/yaml_scalar.h"

#include <string.h>

#include "base/ascii.h"

/* The words of YAML 1.1 that are not strings. Any other spelling (yEs, nULL) is a string. */
struct yaml_resolve_word {
    char text[6];
    unsigned char len;
    bool truth;
    enum ls_yaml_kind kind;
};
#define WORD(text, kind, truth)                                                                    \
    {                                                                                              \
        text, sizeof text - 1, truth, LS_YAML_##kind                                               \
    }
static const struct yaml_resolve_word words[] = {
    /* clang-format off */
    WORD("y",     BOOL, true),  WORD("Y",     BOOL, true),
    WORD("yes",   BOOL, true),  WORD("Yes",   BOOL, true),  WORD("YES",   BOOL, true),
    WORD("true",  BOOL, true),  WORD("True",  BOOL, true),  WORD("TRUE",  BOOL, true),
    WORD("on",    BOOL, true),  WORD("On",    BOOL, true),  WORD("ON",    BOOL, true),
    WORD("n",     BOOL, false), WORD("N",     BOOL, false),
    WORD("no",    BOOL, false), WORD("No",    BOOL, false), WORD("NO",    BOOL, false),
    WORD("false", BOOL, false), WORD("False", BOOL, false), WORD("FALSE", BOOL, false),
    WORD("off",   BOOL, false), WORD("Off",   BOOL, false), WORD("OFF",   BOOL, false),
    WORD("",      NULL, false), WORD("~",     NULL, false),
    WORD("null",  NULL, false), WORD("Null",  NULL, false), WORD("NULL",  NULL, false),
    WORD(".nan",  ENDLESS, false), WORD(".NaN",  ENDLESS, false), WORD(".NAN",  ENDLESS, false),
    WORD(".inf",  ENDLESS, false), WORD(".Inf",  ENDLESS, false), WORD(".INF",  ENDLESS, false),
    WORD("+.inf", ENDLESS, false), WORD("+.Inf", ENDLESS, false), WORD("+.INF", ENDLESS, false),
    WORD("-.inf", ENDLESS, false), WORD("-.Inf", ENDLESS, false), WORD("-.INF", ENDLESS, false),
    /* clang-format on */
};
enum {
    WORD_BYTES_MAX = 5,
    WHOLE_BYTES_MAX = 128, /* 64 binary digits, their prefix, and zeros in front */
};

static const struct yaml_resolve_word *word_find(struct ls_slice text)
{
    if (text.len > WORD_BYTES_MAX)
        return NULL;
    for (size_t i = 0; i < LS_COUNT(words); i++) {
        if (words[i].len == text.len && memcmp(words[i].text, text.at, text.len) == 0)
            return &words[i];
    }
    return NULL;
}

/* Whatever is not a string begins with one of these characters; most strings do not. */
static bool may_have_meaning(char first)
{
    return ls_ascii_is_digit(first) || ls_char_is_any(first, "+-.~yYnNtTfFoO");
}

/* The base that the prefix gives; skips the prefix. A leading zero alone means octal. */
static unsigned take_base(struct ls_slice *digits)
{
    if (digits->len == 0 || digits->at[0] != '0')
        return 10;
    char mark = digits->len >= 3 ? digits->at[1] : '\0';
    unsigned base = mark == 'x' || mark == 'X'   ? 16
                    : mark == 'o' || mark == 'O' ? 8
                    : mark == 'b' || mark == 'B' ? 2
                                                 : 0;
    *digits = ls_slice_from(*digits, base ? 2 : 1);
    return base ? base : 8;
}

static unsigned digit_value(char c)
{
    if (ls_ascii_is_digit(c))
        return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f')
        return (unsigned)(c - 'a') + 10;
    if (c >= 'A' && c <= 'F')
        return (unsigned)(c - 'A') + 10;
    return UINT32_MAX;
}

static bool parse_digits(struct ls_slice digits, unsigned base, uint64_t *out)
{
    uint64_t value = 0;
    for (size_t i = 0; i < digits.len; i++) {
        unsigned digit = digit_value(digits.at[i]);
        if (digit >= base || __builtin_mul_overflow(value, base, &value) ||
            __builtin_add_overflow(value, digit, &value))
            return false;
    }
    *out = value;
    return true;
}

/* The text without underscores; empty when it is too long for a whole number. */
static struct ls_slice strip_underscores(struct ls_slice text, char *room)
{
    size_t len = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] == '_')
            continue;
        if (len == WHOLE_BYTES_MAX)
            return (struct ls_slice){0};
        room[len++] = text.at[i];
    }
    return (struct ls_slice){room, len};
}

static bool parse_whole(struct ls_slice text, struct ls_yaml_scalar *out)
{
    char room[WHOLE_BYTES_MAX];
    bool has_sign = text.at[0] == '-' || text.at[0] == '+';
    bool is_negative = text.at[0] == '-';
    struct ls_slice digits = strip_underscores(ls_slice_from(text, has_sign), room);
    if (digits.len == 0)
        return false;
    unsigned base = take_base(&digits);
    uint64_t value = 0;
    if (!parse_digits(digits, base, &value))
        return false;
    if (value <= (uint64_t)INT64_MAX + is_negative) {
        int64_t whole = is_negative ? (int64_t)(0 - value) : (int64_t)value;
        *out = (struct ls_yaml_scalar){.kind = LS_YAML_INT, .whole = whole};
        return true;
    }
    if (has_sign)
        return false;
    *out = (struct ls_yaml_scalar){.kind = LS_YAML_BIG, .big = value};
    return true;
}

/* After a leading point underscores must be between digits, elsewhere they may be anywhere: a quirk
 * of the reader in kubectl. */
static bool underscores_are_inside(struct ls_slice text)
{
    for (size_t i = 0; i < text.len; i++) {
        bool is_inside = i > 0 && i + 1 < text.len && ls_ascii_is_digit(text.at[i - 1]) &&
                         ls_ascii_is_digit(text.at[i + 1]);
        if (text.at[i] == '_' && !is_inside)
            return false;
    }
    return true;
}

struct ls_yaml_scalar ls_yaml_resolve(struct ls_slice text)
{
    struct ls_yaml_scalar scalar = {.kind = LS_YAML_STRING};
    if (text.len > 0 && !may_have_meaning(text.at[0]))
        return scalar;
    const struct yaml_resolve_word *word = word_find(text);
    if (word)
        return (struct ls_yaml_scalar){.kind = word->kind, .truth = word->truth};
    char first = text.at[0];
    if (first == '.') {
        if (underscores_are_inside(text) && ls_yaml_decimal(text, NULL))
            scalar.kind = LS_YAML_FLOAT;
        return scalar;
    }
    if (!ls_ascii_is_digit(first) && first != '+' && first != '-')
        return scalar;
    if (ls_yaml_is_time(text))
        scalar.kind = LS_YAML_TIME;
    else if (!parse_whole(text, &scalar))
        scalar.kind = ls_yaml_decimal(text, NULL) ? LS_YAML_FLOAT : LS_YAML_STRING;
    return scalar;
}

bool ls_yaml_is_base60(struct ls_slice text)
{
    size_t i = text.len > 0 && (text.at[0] == '-' || text.at[0] == '+');
    if (i >= text.len || !ls_ascii_is_digit(text.at[i]))
        return false;
    while (i < text.len && (ls_ascii_is_digit(text.at[i]) || text.at[i] == '_'))
        i++;
    size_t groups = 0;
    for (; i + 1 < text.len && text.at[i] == ':' && ls_ascii_is_digit(text.at[i + 1]); groups++) {
        bool is_pair =
            i + 2 < text.len && text.at[i + 1] <= '5' && ls_ascii_is_digit(text.at[i + 2]);
        i += is_pair ? 3 : 2;
    }
    if (i < text.len && text.at[i] == '.') {
        for (i++; i < text.len && (ls_ascii_is_digit(text.at[i]) || text.at[i] == '_');)
            i++;
    }
    return groups > 0 && i == text.len;
}
