/* Evaluates list and map literals, and comprehensions. */
#include "expr/cel/run.h"

static bool is_key(struct ls_term term)
{
    return term.kind == LS_TERM_BOOL || term.kind == LS_TERM_INT || term.kind == LS_TERM_UINT ||
           term.kind == LS_TERM_STRING;
}

static struct ls_term unsupported_key(struct run *run)
{
    return ls_term_error(run->arena, "unsupported key type");
}

/* The value of an entry; *is_left_out: the entry is optional and has no value. */
static struct ls_term entry_value(struct run *run, const struct plan_entry *entry,
                                  bool *is_left_out)
{
    struct ls_term value = ls_run_eval(run, entry->value);
    *is_left_out = false;
    if (!entry->is_optional || ls_term_is_error(value))
        return value;
    if (value.kind != LS_TERM_OPTIONAL)
        return ls_term_error(run->arena, "cannot initialize optional %s from non-optional value",
                             entry->key ? "entry" : "list element");
    *is_left_out = !value.optional;
    return value.optional ? *value.optional : value;
}

static struct ls_term list_build(struct run *run, const struct plan *plan)
{
    struct ls_term *items = LS_ARENA_ARRAY(run->arena, struct ls_term, plan->entries.count);
    size_t count = 0;
    for (size_t i = 0; i < plan->entries.count; i++) {
        bool is_left_out;
        struct ls_term value = entry_value(run, &plan->entries.at[i], &is_left_out);
        if (ls_term_is_error(value))
            return ls_run_placed(run, value, plan->offset);
        if (!is_left_out)
            items[count++] = value;
    }
    return ls_term_list(run->arena, items, count);
}

struct ls_term ls_run_list(struct run *run, const struct plan *plan)
{
    struct ls_term list = list_build(run, plan);
    ls_run_charge(run, LS_CEL_COST_LIST);
    ls_run_check_memory(run);
    return list;
}

static struct ls_term map_build(struct run *run, const struct plan *plan)
{
    struct ls_term *keys = LS_ARENA_ARRAY(run->arena, struct ls_term, plan->entries.count);
    struct ls_term *values = LS_ARENA_ARRAY(run->arena, struct ls_term, plan->entries.count);
    size_t count = 0;
    for (size_t i = 0; i < plan->entries.count; i++) {
        bool is_left_out;
        struct ls_term key = ls_run_eval(run, plan->entries.at[i].key);
        if (ls_term_is_error(key))
            return key;
        if (!is_key(key))
            return unsupported_key(run);
        struct ls_term value = entry_value(run, &plan->entries.at[i], &is_left_out);
        if (ls_term_is_error(value))
            return value;
        if (is_left_out)
            continue;
        keys[count] = key;
        values[count++] = value;
    }
    return ls_term_map(run->arena, keys, values, count);
}

struct ls_term ls_run_map(struct run *run, const struct plan *plan)
{
    struct ls_term map = map_build(run, plan);
    ls_run_charge(run, LS_CEL_COST_MAP);
    ls_run_check_memory(run);
    return ls_run_placed(run, map, plan->offset);
}

static void slot_set(struct run *run, size_t slot, struct ls_term value)
{
    LS_ASSERT(slot < run->program->slot_count);
    run->slots[slot] = (struct slot){.value = ls_term_plain(run->arena, value)};
}

static void variables_set(struct run *run, const struct plan_fold *fold,
                          const struct ls_term_iter *it)
{
    if (fold->has_var2) {
        slot_set(run, fold->var, it->key);
        slot_set(run, fold->var2, it->value);
    } else {
        slot_set(run, fold->var, it->of.kind == LS_TERM_MAP ? it->key : it->value);
    }
}

/* As cel-go words it, with the names of its Go types. */
static struct ls_term no_range(struct run *run, struct ls_term range, bool has_var2)
{
    LS_ASSERT(range.kind < LS_TERM_KIND_COUNT);
    static const char *const names[LS_TERM_KIND_COUNT] = {
        [LS_TERM_NULL] = "types.Null",
        [LS_TERM_BOOL] = "types.Bool",
        [LS_TERM_INT] = "types.Int",
        [LS_TERM_UINT] = "types.Uint",
        [LS_TERM_DOUBLE] = "types.Double",
        [LS_TERM_STRING] = "types.String",
        [LS_TERM_BYTES] = "types.Bytes",
        [LS_TERM_TIMESTAMP] = "types.Timestamp",
        [LS_TERM_DURATION] = "types.Duration",
        [LS_TERM_TYPE] = "*types.Type",
        [LS_TERM_OPTIONAL] = "*types.Optional",
    };
    const char *name = names[range.kind] ? names[range.kind] : range.opaque.class_->type->name;
    return ls_term_error(run->arena,
                         has_var2 ? "unsupported comprehension range type: %s"
                                  : "got '%s', expected iterable type",
                         name);
}

struct ls_term ls_run_fold(struct run *run, const struct plan *plan)
{
    const struct plan_fold *fold = plan->fold;
    struct ls_term range = ls_run_eval(run, fold->range);
    if (ls_term_is_error(range))
        return range;
    if (range.kind != LS_TERM_LIST && range.kind != LS_TERM_MAP)
        return ls_run_placed(run, no_range(run, range, fold->has_var2), plan->offset);
    LS_ASSERT(fold->accu < run->program->slot_count);
    run->slots[fold->accu] = (struct slot){.init = fold->init};
    for (struct ls_term_iter it = ls_term_iter(range); ls_term_next(&it) && !run->is_over;) {
        variables_set(run, fold, &it);
        struct ls_term condition = ls_run_eval(run, fold->condition);
        if (condition.kind == LS_TERM_BOOL && !condition.truth)
            break;
        slot_set(run, fold->accu, ls_run_eval(run, fold->step));
    }
    return ls_run_eval(run, fold->result);
}
