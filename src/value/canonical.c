/* The canonical text of a value, which is what value/hash.h hashes. */
#include "value/hash.h"

#include <inttypes.h>

#include "value/json.h"
#include "value/limits.h"
#include "value/members.h"
#include "value/number.h"

enum { INT64_DIGITS_MAX = 19 };

static void print_digits(struct ls_buf *out, const struct ls_decimal *decimal)
{
    if (decimal->is_negative)
        ls_buf_add_char(out, '-');
    for (size_t i = 0; i < decimal->count; i++)
        ls_buf_add_char(out, ls_decimal_digit(decimal, i));
}

/* As an integer if it fits int64. */
static bool print_integer(struct ls_buf *out, const struct ls_decimal *decimal)
{
    if (decimal->exponent < 0 || decimal->exponent > INT64_DIGITS_MAX ||
        decimal->count + (size_t)decimal->exponent > INT64_DIGITS_MAX)
        return false;
    size_t before = out->len;
    print_digits(out, decimal);
    for (int64_t i = 0; i < decimal->exponent; i++)
        ls_buf_add_char(out, '0');
    if (decimal->count == 0)
        ls_buf_add_char(out, '0');
    int64_t value;
    if (ls_slice_to_i64((struct ls_slice){out->at + before, out->len - before}, &value))
        return true;
    out->len = before;
    return false;
}

static void print_number(struct ls_buf *out, struct ls_slice text)
{
    struct ls_decimal decimal;
    if (!ls_decimal_of(text, &decimal)) {
        ls_buf_add_char(out, '~');
        ls_buf_add_slice(out, text);
    } else if (!print_integer(out, &decimal)) {
        print_digits(out, &decimal);
        ls_buf_printf(out, "e%" PRId64, decimal.exponent);
    }
}

static void print_map(struct ls_buf *out, struct ls_node map)
{
    struct ls_members members LS_AUTO(ls_members_release);
    ls_members_init(&members, map);
    for (size_t i = 0; i < members.count; i++) {
        ls_buf_add_char(out, i ? ',' : '{');
        ls_json_print_string(out, members.at[i].key);
        ls_buf_add_char(out, ':');
        ls_canonical_print(out, members.at[i].value);
    }
    ls_buf_add_text(out, members.count ? "}" : "{}");
}

static void print_list(struct ls_buf *out, struct ls_node list)
{
    char before = '[';
    LS_EACH (it, list) {
        ls_buf_add_char(out, before);
        ls_canonical_print(out, it.value);
        before = ',';
    }
    ls_buf_add_text(out, before == '[' ? "[]" : "]");
}

void ls_canonical_print(struct ls_buf *out, struct ls_node node)
{
    switch (ls_node_type(node)) {
    case LS_TYPE_MAP:
        print_map(out, node);
        break;
    case LS_TYPE_LIST:
        print_list(out, node);
        break;
    case LS_TYPE_NUMBER:
        print_number(out, ls_node_number_text(node));
        break;
    default:
        ls_json_print(out, node, LS_JSON_COMPACT);
    }
}
