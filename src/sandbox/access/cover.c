/* Which rights of some rules are not covered by others: the check against escalation. */
#include "sandbox/access/rule.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/vec.h"
#include "sandbox/access/limits.h"
#include "value/go_text.h"

/* A single right: one verb on one resource, perhaps of one name, or on one path. */
struct grant {
    struct ls_slice verb;
    struct ls_slice group;
    struct ls_slice resource;
    struct ls_slice name; /* at == NULL: every name */
    struct ls_slice path; /* at == NULL: a resource */
    size_t order;         /* among those that are missing */
};

struct grants {
    struct grant *at;
    size_t count, cap;
};

/* ---- what is covered ---- */

/* A subresource is also covered by that of every resource: "*" + "/log". */
static bool resource_is_covered(struct ls_node rule, struct ls_slice resource)
{
    struct ls_slice sub;
    (void)ls_slice_cut(resource, '/', &sub);
    if (ls_rule_has(rule, "resources", resource))
        return true;
    if (!sub.at)
        return false;
    LS_EACH (it, ls_rule_list(rule, "resources")) {
        struct ls_slice rest, front = ls_slice_cut(ls_node_string(it.value), '/', &rest);
        if (ls_slice_is(front, "*") && rest.at && ls_slice_equal(rest, sub))
            return true;
    }
    return false;
}

static bool rule_covers(struct ls_node rule, const struct grant *grant)
{
    struct ls_node names = ls_rule_list(rule, "resourceNames");
    if (!ls_rule_has(rule, "verbs", grant->verb))
        return false;
    if (ls_node_count(names) > 0 && !(grant->name.at && ls_node_has_text(names, grant->name)))
        return false;
    if (grant->path.at)
        return ls_rule_has_path(rule, grant->path);
    return ls_rule_has(rule, "apiGroups", grant->group) &&
           resource_is_covered(rule, grant->resource);
}

static void grant_check(struct grants *missing, struct ls_policy_rules held,
                        const struct grant *grant)
{
    for (size_t i = 0; i < held.count; i++) {
        if (rule_covers(held.at[i], grant))
            return;
    }
    ls_vec_push(missing, *grant);
    ls_vec_last(missing)->order = missing->count;
}

/* ---- rules as single rights ---- */

/* Stops at one more than the limit, which the sizes of a body could exceed by far. */
static size_t times(size_t a, size_t b)
{
    const size_t most = (size_t)LS_ACCESS_GRANTS_MAX + 1;
    return b > 0 && a > most / b ? most : LS_MIN(a * b, most);
}

static size_t grant_count(struct ls_node rule)
{
    size_t groups = ls_node_count(ls_rule_list(rule, "apiGroups"));
    size_t resources = ls_node_count(ls_rule_list(rule, "resources"));
    size_t names = LS_MAX(ls_node_count(ls_rule_list(rule, "resourceNames")), (size_t)1);
    size_t paths = ls_node_count(ls_rule_list(rule, "nonResourceURLs"));
    size_t verbs = ls_node_count(ls_rule_list(rule, "verbs"));
    return times(verbs, times(times(groups, resources), names)) + times(verbs, paths);
}

static void resource_grants(struct grants *missing, struct ls_policy_rules held,
                            struct ls_node rule, struct grant grant)
{
    struct ls_node names = ls_rule_list(rule, "resourceNames");
    LS_EACH (verb, ls_rule_list(rule, "verbs")) {
        grant.verb = ls_node_string(verb.value);
        grant.name = (struct ls_slice){0};
        if (ls_node_count(names) == 0)
            grant_check(missing, held, &grant);
        LS_EACH (name, names) {
            grant.name = ls_node_string(name.value);
            grant_check(missing, held, &grant);
        }
    }
}

static void rule_grants(struct grants *missing, struct ls_policy_rules held, struct ls_node rule)
{
    LS_EACH (group, ls_rule_list(rule, "apiGroups")) {
        LS_EACH (resource, ls_rule_list(rule, "resources"))
            resource_grants(missing, held, rule,
                            (struct grant){.group = ls_node_string(group.value),
                                           .resource = ls_node_string(resource.value)});
    }
    LS_EACH (path, ls_rule_list(rule, "nonResourceURLs")) {
        LS_EACH (verb, ls_rule_list(rule, "verbs"))
            grant_check(missing, held,
                        &(struct grant){.verb = ls_node_string(verb.value),
                                        .path = ls_node_string(path.value)});
    }
}

/* ---- as text ---- */

static void list_add(struct ls_buf *out, const char *key, struct ls_slice text)
{
    ls_buf_printf(out, "%s:[", key);
    ls_go_quote(out, text);
    ls_buf_add_char(out, ']');
}

/* By what they are about, then in the order of the rules. */
static int thing_compare(const struct grant *a, const struct grant *b)
{
    int order = !a->path.at - !b->path.at;
    if (order == 0)
        order = ls_slice_compare(a->group, b->group);
    if (order == 0)
        order = ls_slice_compare(a->resource, b->resource);
    if (order == 0)
        order = !a->name.at - !b->name.at;
    if (order == 0)
        order = ls_slice_compare(a->name, b->name);
    return order;
}

static int by_thing(const void *a, const void *b)
{
    const struct grant *left = a, *right = b;
    int order = thing_compare(left, right);
    return order != 0 ? order : (left->order > right->order) - (left->order < right->order);
}

static bool is_same_thing(const struct grant *a, const struct grant *b)
{
    return !a->path.at && thing_compare(a, b) == 0;
}

static void thing_add(struct ls_buf *out, const struct grant *grant)
{
    if (grant->path.at) {
        list_add(out, "{NonResourceURLs", grant->path);
    } else {
        list_add(out, "{APIGroups", grant->group);
        list_add(out, ", Resources", grant->resource);
    }
    if (grant->name.at)
        list_add(out, ", ResourceNames", grant->name);
}

/* One line for the first of them and all that follow about the same; returns how many. */
static size_t line_add(struct ls_buf *out, const struct grant *grants, size_t count)
{
    size_t shown = 0;
    thing_add(out, grants);
    ls_buf_add_text(out, ", Verbs:[");
    do {
        ls_buf_add_text(out, shown > 0 ? " " : "");
        ls_go_quote(out, grants[shown++].verb);
    } while (shown < count && is_same_thing(grants, &grants[shown]));
    ls_buf_add_text(out, "]}");
    return shown;
}

static int by_text(const void *a, const void *b)
{
    return ls_slice_compare(*(const struct ls_slice *)a, *(const struct ls_slice *)b);
}

static const char *lines_join(struct ls_arena *arena, struct ls_slice *lines, size_t count)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    qsort(lines, count, sizeof lines[0], by_text);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || !ls_slice_equal(lines[i], lines[i - 1]))
            ls_buf_printf(&out, "%s%.*s", i > 0 ? "\n" : "", LS_ARG(lines[i]));
    }
    return ls_arena_dup(arena, ls_buf_slice(&out));
}

static const char *missing_print(struct ls_arena *arena, struct grants *missing)
{
    struct ls_buf line LS_AUTO(ls_buf_release) = {0};
    struct ls_slice *lines = LS_ARENA_ARRAY(arena, struct ls_slice, missing->count);
    size_t count = 0;
    qsort(missing->at, missing->count, sizeof missing->at[0], by_thing);
    for (size_t i = 0; i < missing->count;) {
        ls_buf_clear(&line);
        i += line_add(&line, &missing->at[i], missing->count - i);
        lines[count++] = ls_arena_slice(arena, ls_buf_slice(&line));
    }
    return lines_join(arena, lines, count);
}

const char *ls_rules_missing(struct ls_arena *arena, struct ls_policy_rules held,
                             struct ls_node wanted)
{
    struct grants missing = {0};
    size_t count = 0;
    LS_EACH (it, wanted)
        count += grant_count(it.value);
    if (count > LS_ACCESS_GRANTS_MAX)
        return ls_arena_printf(arena, "the rules grant more single rights than can be compared, %d",
                               LS_ACCESS_GRANTS_MAX);
    LS_EACH (it, wanted)
        rule_grants(&missing, held, it.value);
    const char *text = missing.count > 0 ? missing_print(arena, &missing) : "";
    ls_vec_release(&missing);
    return text;
}
