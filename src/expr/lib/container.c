/* size(), `in`, the index operators, and + of lists. */
#include "expr/lib/characters.h"
#include "expr/lib/fn.h"
#include "expr/lib/index.h"
#include "expr/lib/tables.h"

LS_CEL_FN(size_of)
{
    LS_CEL_UNUSED;
    struct ls_term mistake;
    if (args[0].kind == LS_TERM_STRING && !ls_cel_charge_bytes(call, args[0].text.len, &mistake))
        return mistake;
    if (args[0].kind == LS_TERM_STRING)
        return ls_term_int((int64_t)ls_cel_characters(args[0].text));
    if (args[0].kind == LS_TERM_BYTES)
        return ls_term_int((int64_t)args[0].text.len);
    return ls_term_int((int64_t)ls_term_count(args[0]));
}

LS_CEL_FN(in_list)
{
    LS_CEL_UNUSED;
    struct ls_cel_work work = {.call = call};
    struct ls_term_iter iter = ls_term_iter(args[1]);
    bool is_equal = false;
    while (!is_equal && ls_term_next(&iter)) {
        if (!ls_cel_work_equal(&work, args[0], iter.value, &is_equal))
            return work.mistake;
    }
    return ls_term_bool(is_equal);
}

LS_CEL_FN(in_map)
{
    LS_CEL_UNUSED;
    struct ls_term found;
    return ls_term_bool(ls_term_find(args[1], args[0], &found));
}

LS_CEL_SIMPLE_FN(index_of, ls_cel_index(call->arena, args[0], args[1]))

/* One unit for kube-apiserver, which joins lists without a copy. Lists that grow item by item cost
 * no more here; lists that double are charged. */
LS_CEL_FN(add_lists)
{
    LS_CEL_UNUSED;
    struct ls_term mistake;
    if (!ls_cel_charge_bytes(call, ls_term_count(args[1]) * sizeof(struct ls_term), &mistake))
        return mistake;
    size_t before = call->arena->used_bytes;
    struct ls_term sum = ls_term_concat(call->arena, args[0], args[1]);
    return ls_cel_charge_bytes(call, call->arena->used_bytes - before, &mistake) ? sum : mistake;
}

#define ROW(name, id, signature, fn, cost) LS_CEL_ROW(STANDARD, name, id, signature, fn, cost)
/* clang-format off */
const struct ls_cel_overload ls_cel_container_table[] = {
    ROW("_+_",  "add_list",    "(list(A), list(A)) list(A)", add_lists, SPECIAL),
    ROW("@in",  "in_list",     "(A, list(A)) bool",          in_list,   SPECIAL),
    ROW("@in",  "in_map",      "(A, map(A, B)) bool",        in_map,    CALL),
    ROW("_[_]", "index_list",  "(list(A), int) A",           index_of,  CALL),
    ROW("_[_]", "index_map",   "(map(A, B), A) B",           index_of,  CALL),
    ROW("size", "size_bytes",  "(bytes) int",                size_of,   CALL),
    ROW("size", "bytes_size",  "bytes.() int",               size_of,   CALL),
    ROW("size", "size_list",   "(list(A)) int",              size_of,   CALL),
    ROW("size", "list_size",   "list(A).() int",             size_of,   CALL),
    ROW("size", "size_map",    "(map(A, B)) int",            size_of,   CALL),
    ROW("size", "map_size",    "map(A, B).() int",           size_of,   CALL),
    ROW("size", "size_string", "(string) int",               size_of,   CALL),
    ROW("size", "string_size", "string.() int",              size_of,   CALL),
    {0},
};
/* clang-format on */
