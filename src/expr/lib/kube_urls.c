/* Kubernetes's functions for URLs. */
#include <stdlib.h>

#include "expr/lib/fn.h"
#include "expr/lib/tables.h"
#include "expr/lib/types.h"
#include "expr/lib/url.h"

static bool url_equal(const void *a, const void *b)
{
    struct ls_buf left LS_AUTO(ls_buf_release) = {0};
    struct ls_buf right LS_AUTO(ls_buf_release) = {0};
    ls_url_print(&left, a);
    ls_url_print(&right, b);
    return ls_slice_equal(ls_buf_slice(&left), ls_buf_slice(&right));
}

static void url_print(struct ls_buf *out, const void *value)
{
    ls_url_print(out, value);
}

static const struct ls_opaque_class url_class = {
    .type = &ls_cel_url_type, .equal = url_equal, .print = url_print};

static const struct ls_url *url_of(struct ls_term term)
{
    LS_ASSERT(term.opaque.class_ == &url_class);
    return term.opaque.value;
}

LS_CEL_FN(string_to_url)
{
    LS_CEL_UNUSED;
    struct ls_url *url = LS_ARENA_NEW(call->arena, struct ls_url);
    struct ls_err err = {0};
    struct ls_term mistake;
    if (!ls_cel_charge_bytes(call, args[0].text.len * 2, &mistake))
        return mistake;
    if (ls_url_parse(call->arena, args[0].text, url, &err))
        return ls_term_error(call->arena, "URL parse error during conversion from string: %s",
                             err.text);
    return ls_term_opaque(&url_class, url);
}

LS_CEL_FN(is_url)
{
    LS_CEL_UNUSED;
    struct ls_term mistake;
    if (!ls_cel_charge_bytes(call, args[0].text.len * 2, &mistake))
        return mistake;
    return ls_term_bool(ls_url_check(call->arena, args[0].text, NULL) == LS_OK);
}

LS_CEL_SIMPLE_FN(get_scheme, ls_term_string(url_of(args[0])->scheme))
LS_CEL_SIMPLE_FN(get_host, ls_term_string(url_of(args[0])->host))
LS_CEL_SIMPLE_FN(get_hostname, ls_term_string(ls_url_hostname(url_of(args[0]))))
LS_CEL_SIMPLE_FN(get_port, ls_term_string(ls_url_port(url_of(args[0]))))

LS_CEL_FN(get_escaped_path)
{
    LS_CEL_UNUSED;
    struct ls_buf path LS_AUTO(ls_buf_release) = {0};
    struct ls_term mistake;
    if (!ls_cel_charge_bytes(call, url_of(args[0])->path.len * 3, &mistake))
        return mistake;
    ls_url_print_path(&path, url_of(args[0]));
    return ls_cel_text(call, &path);
}

/* A pair of a query; false: it is skipped, as in Go. */
static bool pair_read(struct ls_cel_call *call, struct ls_slice text, struct ls_slice *key,
                      struct ls_slice *value)
{
    struct ls_slice rest;
    struct ls_slice name = ls_slice_cut(text, '=', &rest);
    return text.len > 0 && ls_slice_find(text, ';') == SIZE_MAX &&
           ls_url_query_unescape(call->arena, name, key) &&
           ls_url_query_unescape(call->arena, rest, value);
}

/* With more than these Go gives an empty query. */
enum { PARAMETERS_MAX = 10000 };

struct pair {
    struct ls_term key, value;
    size_t place;
};

static int pair_compare(const void *a, const void *b)
{
    const struct pair *left = a;
    const struct pair *right = b;
    int order = ls_slice_compare(left->key.text, right->key.text);
    return order ? order : (left->place > right->place) - (left->place < right->place);
}

/* Pairs in the order of their keys, as a map from each key to its values. */
static struct ls_term pairs_grouped(struct ls_cel_call *call, struct pair *pairs, size_t count)
{
    struct ls_term *keys = LS_ARENA_ARRAY(call->arena, struct ls_term, count);
    struct ls_term *lists = LS_ARENA_ARRAY(call->arena, struct ls_term, count);
    struct ls_term *values = LS_ARENA_ARRAY(call->arena, struct ls_term, count);
    size_t key_count = 0;
    for (size_t i = 0; i < count;) {
        size_t start = i;
        for (; i < count && ls_slice_equal(pairs[i].key.text, pairs[start].key.text); i++)
            values[i] = pairs[i].value;
        keys[key_count] = pairs[start].key;
        lists[key_count++] = ls_term_list(call->arena, values + start, i - start);
    }
    return ls_term_map(call->arena, keys, lists, key_count);
}

LS_CEL_FN(get_query)
{
    LS_CEL_UNUSED;
    struct ls_slice rest = url_of(args[0])->query;
    struct ls_term mistake;
    size_t count = 1;
    for (size_t i = 0; i < rest.len; i++)
        count += rest.at[i] == '&';
    if (count > PARAMETERS_MAX)
        return ls_term_map(call->arena, NULL, NULL, 0);
    if (!ls_cel_charge_bytes(call, rest.len + count * sizeof(struct pair) * 2, &mistake))
        return mistake;
    struct pair *pairs = LS_ARENA_ARRAY(call->arena, struct pair, count);
    count = 0;
    while (rest.at) {
        struct ls_slice key, value;
        if (!pair_read(call, ls_slice_cut(rest, '&', &rest), &key, &value))
            continue;
        pairs[count] = (struct pair){ls_term_string(key), ls_term_string(value), count};
        count++;
    }
    if (count > 1)
        qsort(pairs, count, sizeof *pairs, pair_compare);
    return pairs_grouped(call, pairs, count);
}

#define ROW(name, id, signature, fn, cost) LS_CEL_ROW(KUBE_URLS, name, id, signature, fn, cost)
#define U                                  "kubernetes.URL"
/* clang-format off */
const struct ls_cel_overload ls_cel_kube_urls_table[] = {
    ROW("url",            "string_to_url",        "(string) " U,                     string_to_url,    SPECIAL),
    ROW("isURL",          "is_url_string",        "(string) bool",                   is_url,           CALL),
    ROW("getScheme",      "url_get_scheme",       U ".() string",                    get_scheme,       CALL),
    ROW("getHost",        "url_get_host",         U ".() string",                    get_host,         CALL),
    ROW("getHostname",    "url_get_hostname",     U ".() string",                    get_hostname,     CALL),
    ROW("getPort",        "url_get_port",         U ".() string",                    get_port,         CALL),
    ROW("getEscapedPath", "url_get_escaped_path", U ".() string",                    get_escaped_path, CALL),
    ROW("getQuery",       "url_get_query",        U ".() map(string, list(string))", get_query,        CALL),
    {0},
};
/* clang-format on */
