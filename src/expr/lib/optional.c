/* Optional values. The evaluator implements or() and orValue(). */
#include "expr/lib/fn.h"
#include "expr/lib/index.h"
#include "expr/lib/tables.h"

LS_CEL_SIMPLE_FN(some_of, ls_term_some(call->arena, args[0]))
LS_CEL_SIMPLE_FN(none_of, ls_term_none())

/* Is it the default of an unset field? A timestamp counts from the year 1. */
static bool is_zero(struct ls_term term)
{
    switch ((enum ls_term_kind)term.kind) {
    case LS_TERM_NULL:
        return true;
    case LS_TERM_BOOL:
        return !term.truth;
    case LS_TERM_INT:
        return term.integer == 0;
    case LS_TERM_UINT:
        return term.natural == 0;
    case LS_TERM_DOUBLE:
        return term.real == 0;
    case LS_TERM_STRING:
    case LS_TERM_BYTES:
        return term.text.len == 0;
    case LS_TERM_LIST:
    case LS_TERM_MAP:
        return ls_term_count(term) == 0;
    case LS_TERM_DURATION:
        return term.duration_ns == 0;
    case LS_TERM_TIMESTAMP:
        return term.time.seconds == INT64_C(-62135596800) && term.time.ns == 0;
    default:
        return false;
    }
}

LS_CEL_FN(some_of_non_zero)
{
    LS_CEL_UNUSED;
    return is_zero(args[0]) ? ls_term_none() : ls_term_some(call->arena, args[0]);
}

LS_CEL_FN(value_of)
{
    LS_CEL_UNUSED;
    if (!args[0].optional)
        return ls_term_error(call->arena, "optional.none() dereference");
    return *args[0].optional;
}

LS_CEL_SIMPLE_FN(has_value, ls_term_bool(args[0].optional != NULL))
LS_CEL_SIMPLE_FN(index_optional, ls_cel_index_optional(call->arena, args[0], args[1]))
LS_CEL_SIMPLE_FN(field_optional, ls_cel_field_optional(call->arena, args[0], args[1].text))

LS_CEL_FN(first_of)
{
    LS_CEL_UNUSED;
    struct ls_term_iter iter = ls_term_iter(args[0]);
    return ls_term_next(&iter) ? ls_term_some(call->arena, iter.value) : ls_term_none();
}

LS_CEL_FN(last_of)
{
    LS_CEL_UNUSED;
    size_t count = ls_term_count(args[0]);
    if (count == 0)
        return ls_term_none();
    return ls_term_some(call->arena, ls_term_item(call->arena, args[0], count - 1));
}

LS_CEL_FN(unwrap)
{
    size_t count = 0;
    struct ls_term mistake;
    if (!ls_cel_charge_bytes(call, ls_term_count(args[0]) * sizeof(struct ls_term), &mistake))
        return mistake;
    struct ls_term *items = LS_ARENA_ARRAY(call->arena, struct ls_term, ls_term_count(args[0]));
    struct ls_term_iter iter = ls_term_iter(args[0]);
    for (size_t i = 0; ls_term_next(&iter); i++) {
        if (iter.value.kind != LS_TERM_OPTIONAL && i == 0)
            return ls_cel_no_overload(call, args, arg_count);
        if (iter.value.kind != LS_TERM_OPTIONAL) {
            struct ls_buf shown LS_AUTO(ls_buf_release) = {0};
            ls_term_print(&shown, iter.value);
            return ls_term_error(call->arena, "value %s is not optional", ls_buf_text(&shown));
        }
        if (iter.value.optional)
            items[count++] = *iter.value.optional;
    }
    return ls_term_list(call->arena, items, count);
}

#define ROW(name, id, signature, fn) LS_CEL_ROW(OPTIONAL, name, id, signature, fn, CALL)
/* clang-format off */
const struct ls_cel_overload ls_cel_optional_table[] = {
    ROW("optional.of",             "optional_of",             "(V) optional(V)",                      some_of),
    ROW("optional.ofNonZeroValue", "optional_ofNonZeroValue", "(V) optional(V)",                      some_of_non_zero),
    ROW("optional.none",           "optional_none",           "() optional(V)",                       none_of),
    ROW("value",                   "optional_value",          "optional(V).() V",                     value_of),
    ROW("hasValue",                "optional_hasValue",       "optional(V).() bool",                  has_value),
    ROW("or",                      "optional_or_optional",    "optional(V).(optional(V)) optional(V)", NULL),
    ROW("orValue",                 "optional_orValue_value",  "optional(V).(V) V",                    NULL),
    ROW("_?._",  "select_optional_field",                "(dyn, string) optional(V)",              field_optional),
    ROW("_[?_]", "list_optindex_optional_int",           "(list(V), int) optional(V)",             index_optional),
    ROW("_[?_]", "optional_list_optindex_optional_int",  "(optional(list(V)), int) optional(V)",   index_optional),
    ROW("_[?_]", "map_optindex_optional_value",          "(map(K, V), K) optional(V)",             index_optional),
    ROW("_[?_]", "optional_map_optindex_optional_value", "(optional(map(K, V)), K) optional(V)",   index_optional),
    ROW("_[_]",  "optional_list_index_int",              "(optional(list(V)), int) optional(V)",   index_optional),
    ROW("_[_]",  "optional_map_index_value",             "(optional(map(K, V)), K) optional(V)",   index_optional),
    ROW("first",           "list_first",         "list(V).() optional(V)",              first_of),
    ROW("last",            "list_last",          "list(V).() optional(V)",              last_of),
    ROW("optional.unwrap", "optional_unwrap",    "(list(optional(V))) list(V)",         unwrap),
    ROW("unwrapOpt",       "optional_unwrapOpt", "list(optional(V)).() list(V)",        unwrap),
    {0},
};
/* clang-format on */
