/* Validation: the order of the checks, and the walk down. anyOf and oneOf report the branch that
 * came closest, which is the one with the most checks passed, counted as kube-apiserver does. */
#include "value/limits.h"
#include "value/schema_impl.h"

static void check(struct schema_checker *checker, const struct ls_schema *schema,
                  struct ls_node value, struct ls_node old, const struct schema_place *place,
                  struct result *result);

static struct result branch(struct schema_checker *checker, const struct ls_schema *schema,
                            struct ls_node value, struct ls_node old,
                            const struct schema_place *place)
{
    struct result result = {0};
    check(checker, schema, value, old, place, &result);
    return result;
}

struct schema_validate_tally { /* of the branches of one group */
    size_t valid;
    bool has_best;
    struct result first_valid;
    struct result best;
};

static void tally_add(struct schema_validate_tally *tally, struct result result)
{
    if (result.count == 0) {
        if (tally->valid++ == 0)
            tally->first_valid = result;
        return;
    }
    if (tally->valid == 0 && (!tally->has_best || result.matches > tally->best.matches)) {
        tally->has_best = true;
        tally->best = result;
    }
}

static void check_any_of(struct schema_checker *checker, const struct ls_schema *schema,
                         struct ls_node value, struct ls_node old, const struct schema_place *place,
                         struct result *result)
{
    struct schema_validate_tally tally = {0};
    for (size_t i = 0; i < schema->logic->any_of.count && tally.valid == 0; i++)
        tally_add(&tally, branch(checker, schema->logic->any_of.at[i], value, old, place));
    if (tally.valid > 0) {
        result_merge(checker, result, &tally.first_valid);
        return;
    }
    issue_whole(checker, result, "\"%s\" must validate at least one schema (anyOf)",
                place_name(checker, place));
    result_merge(checker, result, &tally.best);
}

static void check_one_of(struct schema_checker *checker, const struct ls_schema *schema,
                         struct ls_node value, struct ls_node old, const struct schema_place *place,
                         struct result *result)
{
    struct schema_validate_tally tally = {0};
    for (size_t i = 0; i < schema->logic->one_of.count; i++)
        tally_add(&tally, branch(checker, schema->logic->one_of.at[i], value, old, place));
    if (tally.valid == 1) {
        result_merge(checker, result, &tally.first_valid);
        return;
    }
    const char *name = place_name(checker, place);
    if (tally.valid > 1) {
        issue_whole(checker, result,
                    "\"%s\" must validate one and only one schema (oneOf). Found %zu valid "
                    "alternatives",
                    name, tally.valid);
        return;
    }
    issue_whole(checker, result,
                "\"%s\" must validate one and only one schema (oneOf). Found none valid", name);
    result_merge(checker, result, &tally.best);
}

static void check_all_of(struct schema_checker *checker, const struct ls_schema *schema,
                         struct ls_node value, struct ls_node old, const struct schema_place *place,
                         struct result *result)
{
    size_t valid = 0;
    for (size_t i = 0; i < schema->logic->all_of.count; i++) {
        struct result one = branch(checker, schema->logic->all_of.at[i], value, old, place);
        valid += one.count == 0;
        result_merge(checker, result, &one);
    }
    if (valid < schema->logic->all_of.count)
        issue_whole(checker, result, "\"%s\" must validate all the schemas (allOf)%s",
                    place_name(checker, place), valid == 0 ? ". None validated" : "");
}

static void check_logic(struct schema_checker *checker, const struct ls_schema *schema,
                        struct ls_node value, struct ls_node old, const struct schema_place *place,
                        struct result *result)
{
    if (schema->logic->any_of.count > 0)
        check_any_of(checker, schema, value, old, place, result);
    if (schema->logic->one_of.count > 0)
        check_one_of(checker, schema, value, old, place, result);
    if (schema->logic->all_of.count > 0)
        check_all_of(checker, schema, value, old, place, result);
    if (schema->logic->not_schema != NULL &&
        branch(checker, schema->logic->not_schema, value, old, place).count == 0)
        issue_whole(checker, result, "\"%s\" must not validate the schema (not)",
                    place_name(checker, place));
    result->matches++;
}

/* On an update, fields that did not change are not reported. */
static void check_below(struct schema_checker *checker, const struct ls_schema *schema,
                        struct ls_node value, struct ls_node old, const struct schema_place *place,
                        struct result *result)
{
    if (ls_node_is_absent(old)) {
        check(checker, schema, value, old, place, result);
        return;
    }
    struct result own = branch(checker, schema, value, old, place);
    if (own.count > 0 && ls_node_equal(value, old))
        own.count = 0;
    result_merge(checker, result, &own);
}

static bool has_same_keys(const struct ls_schema *schema, struct ls_node a, struct ls_node b)
{
    LS_EACH (key, schema->list_keys) {
        struct ls_node left = ls_node_get(a, ls_node_string(key.value));
        struct ls_node right = ls_node_get(b, ls_node_string(key.value));
        if (ls_node_is_absent(left) != ls_node_is_absent(right) ||
            (!ls_node_is_absent(left) && !ls_node_equal(left, right)))
            return false;
    }
    return true;
}

/* Items of a map list are matched with the old ones by their keys; items of other lists cannot be.
 */
static struct ls_node old_item(const struct ls_schema *schema, struct ls_node old,
                               struct ls_node item)
{
    if (schema->list_kind != LS_LIST_MAP || !ls_node_is_list(old) || !ls_node_is_map(item))
        return LS_ABSENT;
    LS_EACH (it, old) {
        if (ls_node_is_map(it.value) && has_same_keys(schema, it.value, item))
            return it.value;
    }
    return LS_ABSENT;
}

static const char *count_text(struct schema_checker *checker, size_t count)
{
    return ls_arena_printf(checker->arena, "%zu", count);
}

static void too_many(struct schema_checker *checker, const struct schema_place *place, size_t count,
                     int64_t max, struct result *result)
{
    issue_at(checker, result, place, LS_FINDING_TOO_MANY, count_text(checker, count),
             "must have at most %lld %s", (long long)max, max == 1 ? "item" : "items");
}

static void check_list(struct schema_checker *checker, const struct ls_schema *schema,
                       struct ls_node value, struct ls_node old, const struct schema_place *place,
                       struct result *result)
{
    size_t count = 0;
    LS_EACH (it, value) {
        struct schema_place below = {.parent = place, .kind = PLACE_INDEX, .index = count++};
        if (schema->items != NULL)
            check_below(checker, schema->items, it.value, old_item(schema, old, it.value), &below,
                        result);
    }
    if (schema->limits->items_min.is_set && (int64_t)count < schema->limits->items_min.value)
        issue_at(checker, result, place, LS_FINDING_INVALID, count_text(checker, count),
                 "should have at least %lld items", (long long)schema->limits->items_min.value);
    if (schema->limits->items_max.is_set && (int64_t)count > schema->limits->items_max.value)
        too_many(checker, place, count, schema->limits->items_max.value, result);
    result->matches++;
}

static void check_additional(struct schema_checker *checker, const struct ls_schema *schema,
                             struct ls_node value, struct ls_node old,
                             const struct schema_place *place, struct result *result)
{
    if (schema->additional == NULL && !schema->forbids_additional)
        return;
    LS_EACH (it, value) {
        if (schema_property_find(schema, it.key) != NULL)
            continue;
        struct schema_place below = {.parent = place, .kind = PLACE_ADDITIONAL, .key = it.key};
        if (schema->additional != NULL) {
            check_below(checker, schema->additional, it.value, ls_node_get(old, it.key), &below,
                        result);
            continue;
        }
        issue_message(checker, result, place,
                      ls_arena_printf(checker->arena, "\"%.*s\"", LS_ARG(it.key)),
                      ls_arena_printf(checker->arena, "%s.%.*s in body is a forbidden property",
                                      place_name(checker, place), LS_ARG(it.key)));
    }
}

static void check_required(struct schema_checker *checker, const struct ls_schema *schema,
                           struct ls_node value, const struct schema_place *place,
                           struct result *result)
{
    LS_EACH (it, schema->required) {
        struct ls_slice key = ls_node_string(it.value);
        if (!ls_node_is_absent(ls_node_get(value, key)))
            continue;
        struct schema_place below = {.parent = place, .kind = PLACE_ADDITIONAL, .key = key};
        issue_at(checker, result, &below, LS_FINDING_REQUIRED, NULL, "%s", "");
    }
}

static void check_map(struct schema_checker *checker, const struct ls_schema *schema,
                      struct ls_node value, struct ls_node old, const struct schema_place *place,
                      struct result *result)
{
    size_t count = ls_node_count(value);
    if (schema->limits->members_min.is_set && (int64_t)count < schema->limits->members_min.value)
        issue_at(checker, result, place, LS_FINDING_INVALID, count_text(checker, count),
                 "should have at least %lld properties",
                 (long long)schema->limits->members_min.value);
    if (schema->limits->members_max.is_set && (int64_t)count > schema->limits->members_max.value)
        too_many(checker, place, count, schema->limits->members_max.value, result);
    check_additional(checker, schema, value, old, place, result);
    for (size_t i = 0; i < schema->property_count; i++) {
        const struct schema_property *property = &schema->properties[i];
        struct ls_node member = ls_node_get(value, property->name);
        if (ls_node_is_absent(member))
            continue;
        struct schema_place below = {
            .parent = place, .kind = PLACE_PROPERTY, .key = property->name};
        check_below(checker, property->schema, member, ls_node_get(old, property->name), &below,
                    result);
    }
    check_required(checker, schema, value, place, result);
}

static void check(struct schema_checker *checker, const struct ls_schema *schema,
                  struct ls_node value, struct ls_node old, const struct schema_place *place,
                  struct result *result)
{
    if (ls_node_is_null(value)) {
        check_type(checker, schema, value, place, result);
        check_enum(checker, schema, value, place, result);
        return;
    }
    enum ls_type type = ls_node_type(value);
    if (schema->types != 0 || schema->format[0] != '\0') {
        check_type(checker, schema, value, place, result);
        result->matches++;
    }
    check_logic(checker, schema, value, old, place, result);
    if (type == LS_TYPE_STRING)
        check_string(checker, schema, value, place, result);
    if (type == LS_TYPE_STRING && schema->format_fn != NULL)
        check_format(checker, schema, value, place, result);
    if (type == LS_TYPE_INT || type == LS_TYPE_NUMBER)
        check_number(checker, schema, value, place, result);
    if (type == LS_TYPE_LIST)
        check_list(checker, schema, value, old, place, result);
    check_enum(checker, schema, value, place, result);
    if (type == LS_TYPE_MAP)
        check_map(checker, schema, value, old, place, result);
    /* One for each check that applied, one for the value. */
    bool is_string = type == LS_TYPE_STRING;
    result->matches +=
        3 + (is_string && schema->format_fn != NULL) + (is_string || type != LS_TYPE_BOOL);
}

void ls_schema_validate(struct ls_arena *arena, const struct ls_schema *schema, struct ls_node old,
                        struct ls_node value, struct ls_findings *findings)
{
    LS_ASSERT(findings);
    struct schema_checker checker = {.arena = arena};
    struct schema_place root = {.kind = PLACE_ROOT};
    struct result result = {0};
    check_below(&checker, schema, value, old, &root, &result);
    for (size_t i = 0; i < result.count; i++)
        ls_findings_add(arena, findings, result.at[i].finding);
}
