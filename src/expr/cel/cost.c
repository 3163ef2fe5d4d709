#include "expr/cel/cost.h"

#include <math.h>
#include <string.h>

#include "expr/lib/characters.h"

#define TRAVERSAL_FACTOR 0.1  /* of a string, by character */
#define REGEX_FACTOR     0.25 /* of a pattern, by character */

enum cost_rule {
    RULE_ONE,
    RULE_TRAVERSE,      /* the first argument once */
    RULE_TRAVERSE_2,    /* twice */
    RULE_RESULT_2,      /* the result twice */
    RULE_TREE,          /* everything in the first argument */
    RULE_REGEX,         /* text times pattern */
    RULE_PRODUCT,       /* text times text */
    RULE_SUM,           /* both texts */
    RULE_SHORTER,       /* the shorter of both */
    RULE_SEARCH,        /* the size of the second argument */
    RULE_CONTAINS_IP,   /* of an ip */
    RULE_CONTAINS_TEXT, /* of an ip as text */
    RULE_CONTAINS_CIDR, /* of a cidr */
    RULE_CONTAINS_CIDR_TEXT,
    RULE_VALIDATE, /* format.validate(text): text times the longest pattern of the format */
    RULE_SETS,     /* each with each */
    RULE_SETS_2,
    RULE_MADE,    /* a list as long as the result */
    RULE_FLATTEN, /* a list, by depth */
    RULE_SORT,    /* a list, each item with each */
    RULE_SORT_BY, /* the same of the second argument */
};

struct named_rule {
    const char *name;
    enum cost_rule rule;
};

/* Overloads whose library has its own rule; tried before the name of the function. */
static const struct named_rule tracked[] = {
    {"list_sets_contains_list", RULE_SETS},
    {"list_sets_intersects_list", RULE_SETS},
    {"list_sets_equivalent_list", RULE_SETS_2},
    {"list_slice", RULE_MADE},
    {"list_flatten", RULE_FLATTEN},
    {"list_flatten_int", RULE_FLATTEN},
    {"lists_range", RULE_MADE},
    {"list_reverse", RULE_MADE},
    {"list_distinct", RULE_SORT},
    {"cidr_contains_ip_string", RULE_CONTAINS_TEXT},
    {"cidr_contains_cidr_string", RULE_CONTAINS_CIDR_TEXT},
    {"cidr_ip", RULE_ONE},
};

static const struct named_rule by_function[] = {
    {"isSorted", RULE_TREE},
    {"sum", RULE_TREE},
    {"max", RULE_TREE},
    {"min", RULE_TREE},
    {"indexOf", RULE_TREE},
    {"lastIndexOf", RULE_TREE},
    {"url", RULE_TRAVERSE},
    {"lowerAscii", RULE_TRAVERSE},
    {"upperAscii", RULE_TRAVERSE},
    {"substring", RULE_TRAVERSE},
    {"trim", RULE_TRAVERSE},
    {"replace", RULE_TRAVERSE_2},
    {"split", RULE_TRAVERSE_2},
    {"join", RULE_RESULT_2},
    {"find", RULE_REGEX},
    {"findAll", RULE_REGEX},
    {"cidr", RULE_TRAVERSE},
    {"isIP", RULE_TRAVERSE},
    {"isCIDR", RULE_TRAVERSE},
    {"ip", RULE_TRAVERSE},
    {"ip.isCanonical", RULE_TRAVERSE_2},
    {"containsIP", RULE_CONTAINS_IP},
    {"containsCIDR", RULE_CONTAINS_CIDR},
    {"quantity", RULE_TRAVERSE},
    {"isQuantity", RULE_TRAVERSE},
    {"semver", RULE_TRAVERSE},
    {"isSemver", RULE_TRAVERSE},
    {"validate", RULE_VALIDATE},
};

/* cel-go's own rules, tried last. */
static const struct named_rule by_overload[] = {
    {"starts_with_string", RULE_TRAVERSE},
    {"ends_with_string", RULE_TRAVERSE},
    {"string_to_bytes", RULE_TRAVERSE},
    {"bytes_to_string", RULE_TRAVERSE},
    {"strings_quote", RULE_TRAVERSE},
    {"string_format", RULE_TRAVERSE},
    {"in_list", RULE_SEARCH},
    {"less_string", RULE_SHORTER},
    {"greater_string", RULE_SHORTER},
    {"less_equals_string", RULE_SHORTER},
    {"greater_equals_string", RULE_SHORTER},
    {"less_bytes", RULE_SHORTER},
    {"greater_bytes", RULE_SHORTER},
    {"less_equals_bytes", RULE_SHORTER},
    {"greater_equals_bytes", RULE_SHORTER},
    {"add_string", RULE_SUM},
    {"add_bytes", RULE_SUM},
    {"matches_string", RULE_REGEX},
    {"contains_string", RULE_PRODUCT},
};

static bool rule_find(const struct named_rule *rules, size_t count, struct ls_slice name,
                      enum cost_rule *out)
{
    for (size_t i = 0; i < count; i++) {
        if (ls_slice_is(name, rules[i].name)) {
            *out = rules[i].rule;
            return true;
        }
    }
    return false;
}

unsigned ls_cel_cost_rule(struct ls_slice function, const char *overload_id)
{
    LS_ASSERT(overload_id);
    struct ls_slice id = ls_slice_of(overload_id);
    enum cost_rule rule = RULE_ONE;
    if (rule_find(tracked, LS_COUNT(tracked), id, &rule))
        return rule;
    /* list_int_sort, list_string_sortByAssociatedKeys: one overload per type */
    if (ls_slice_starts(id, "list_") && ls_slice_ends(id, "_sort"))
        return RULE_SORT;
    if (ls_slice_starts(id, "list_") && ls_slice_ends(id, "_sortByAssociatedKeys"))
        return RULE_SORT_BY;
    if (!rule_find(by_function, LS_COUNT(by_function), function, &rule))
        rule_find(by_overload, LS_COUNT(by_overload), id, &rule);
    return rule;
}

static uint64_t size_of(struct ls_term term)
{
    switch (term.kind) {
    case LS_TERM_STRING:
        return ls_cel_characters(term.text);
    case LS_TERM_BYTES:
        return term.text.len;
    case LS_TERM_LIST:
    case LS_TERM_MAP:
        return ls_term_count(term);
    case LS_TERM_OPTIONAL:
        return term.optional ? size_of(*term.optional) : 1;
    case LS_TERM_OPAQUE:
        return term.opaque.class_->size ? term.opaque.class_->size(term.opaque.value) : 1;
    default:
        return 1;
    }
}

/* Doubles, as in cel-go: the same rounding gives the same numbers. */
static uint64_t units(double size, double factor)
{
    double cost = ceil(size * factor);
    return cost < 1e18 ? (uint64_t)cost : UINT64_MAX / 4;
}

static uint64_t traversal(struct ls_term term)
{
    return units((double)size_of(term), TRAVERSAL_FACTOR);
}

/* Counts only the text that may be the shorter one: a character has up to four bytes, and a loop
 * may compare short texts with a long one. */
static uint64_t shorter_traversal(struct ls_term a, struct ls_term b)
{
    bool are_texts = a.kind == LS_TERM_STRING && b.kind == LS_TERM_STRING;
    if (are_texts && a.text.len <= b.text.len / 4)
        return traversal(a);
    if (are_texts && b.text.len <= a.text.len / 4)
        return traversal(b);
    return LS_MIN(traversal(a), traversal(b));
}

static uint64_t times(uint64_t a, uint64_t b)
{
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX / 4 : product;
}

static uint64_t regex_cost(struct ls_term text, uint64_t pattern_size)
{
    return times(units(1.0 + (double)size_of(text), TRAVERSAL_FACTOR),
                 units((double)pattern_size, REGEX_FACTOR));
}

/* Shared parts count each time; past a limit of steps the answer is above every limit. */
static uint64_t tree_cost(struct ls_term term, unsigned depth, uint64_t *steps_left)
{
    uint64_t cost = 0;
    if (term.kind == LS_TERM_STRING || term.kind == LS_TERM_BYTES)
        return (uint64_t)((double)term.text.len * TRAVERSAL_FACTOR);
    if (term.kind != LS_TERM_LIST && term.kind != LS_TERM_MAP)
        return 1;
    if (depth == LS_TERM_WALK_DEPTH_MAX || *steps_left == 0)
        return LS_TERM_STEPS_MAX;
    for (struct ls_term_iter it = ls_term_iter(term); *steps_left > 0 && ls_term_next(&it);) {
        --*steps_left;
        cost += tree_cost(it.value, depth + 1, steps_left);
        if (term.kind == LS_TERM_MAP)
            cost += tree_cost(it.key, depth + 1, steps_left);
    }
    return *steps_left > 0 ? cost : UINT32_MAX;
}

static uint64_t whole_cost(struct ls_term term)
{
    uint64_t steps_left = LS_TERM_STEPS_MAX;
    return tree_cost(term, 0, &steps_left);
}

static uint64_t contains_cost(enum cost_rule rule, struct ls_term net, struct ls_term other)
{
    double bytes = (double)size_of(net);
    uint64_t cost = units(bytes + bytes, TRAVERSAL_FACTOR);
    if (rule == RULE_CONTAINS_CIDR || rule == RULE_CONTAINS_CIDR_TEXT)
        cost += units(bytes, TRAVERSAL_FACTOR) + 1;
    if (rule == RULE_CONTAINS_TEXT || rule == RULE_CONTAINS_CIDR_TEXT)
        cost += traversal(other);
    return cost;
}

static uint64_t made_cost(uint64_t size, double factor)
{
    double cost = (double)size * factor;
    return (cost > 0 && cost < 1e18 ? (uint64_t)cost : 0) + 1 + LS_CEL_COST_LIST;
}

static uint64_t sort_cost(struct ls_term list)
{
    double factor = 2.0;
    struct ls_term_iter it = ls_term_iter(list);
    if (ls_term_next(&it) && (it.value.kind == LS_TERM_STRING || it.value.kind == LS_TERM_BYTES))
        factor += TRAVERSAL_FACTOR;
    return made_cost(times(size_of(list), size_of(list)), factor);
}

/* One line per rule. */
uint64_t ls_cel_cost_call(unsigned rule, const struct ls_term *args, size_t arg_count,
                          struct ls_term result)
{
    LS_ASSERT(rule <= RULE_SORT_BY);
    if (rule == RULE_ONE || arg_count == 0)
        return 1;
    struct ls_term first = args[0], second = args[arg_count > 1];
    switch ((enum cost_rule)rule) {
    case RULE_TRAVERSE:
        return traversal(first);
    case RULE_TRAVERSE_2:
        return units((double)size_of(first) * 2, TRAVERSAL_FACTOR);
    case RULE_RESULT_2:
        return units((double)size_of(result) * 2, TRAVERSAL_FACTOR);
    case RULE_TREE:
        return whole_cost(first);
    case RULE_REGEX:
        return regex_cost(first, size_of(second));
    case RULE_PRODUCT:
        return times(traversal(first), traversal(second));
    case RULE_SUM:
        return units((double)(size_of(first) + size_of(second)), TRAVERSAL_FACTOR);
    case RULE_SHORTER:
        return shorter_traversal(first, second);
    case RULE_SEARCH:
        return size_of(second);
    case RULE_CONTAINS_IP:
    case RULE_CONTAINS_TEXT:
    case RULE_CONTAINS_CIDR:
    case RULE_CONTAINS_CIDR_TEXT:
        return contains_cost((enum cost_rule)rule, first, second);
    case RULE_VALIDATE:
        return first.kind == LS_TERM_OPAQUE ? regex_cost(second, size_of(first)) : 1;
    case RULE_SETS:
        return 1 + times(size_of(first), size_of(second));
    case RULE_SETS_2:
        return 1 + times(times(size_of(first), size_of(second)), 2);
    case RULE_MADE:
        return made_cost(size_of(result), 1);
    case RULE_FLATTEN:
        return made_cost(size_of(first), arg_count > 1 ? (double)second.integer : 1.0);
    case RULE_SORT:
        return sort_cost(first);
    case RULE_SORT_BY:
        return sort_cost(second);
    case RULE_ONE:
        break;
    }
    return 1;
}

uint64_t ls_cel_cost_equal(struct ls_term a, struct ls_term b, bool is_not)
{
    if (a.kind == LS_TERM_OPAQUE && !is_not)
        return 1;
    if (a.kind == LS_TERM_STRING && b.kind == LS_TERM_STRING && a.text.len <= 10 &&
        b.text.len <= 10) /* the common case without counting characters */
        return a.text.len > 0 && b.text.len > 0;
    return shorter_traversal(a, b);
}
