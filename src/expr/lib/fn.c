#include "expr/lib/fn.h"

struct ls_term ls_cel_over_cost(struct ls_arena *arena)
{
    struct ls_cel_failure *failure = LS_ARENA_NEW(arena, struct ls_cel_failure);
    failure->text = "operation cancelled: actual cost limit exceeded";
    failure->is_over_cost = true;
    return (struct ls_term){.kind = LS_TERM_ERROR, .failure = failure};
}

bool ls_cel_charge(struct ls_cel_call *call, uint64_t units, struct ls_term *mistake)
{
    if (!call->cost_left)
        return true;
    if (units > *call->cost_left) {
        *call->cost_left = 0;
        *mistake = ls_cel_over_cost(call->arena);
        return false;
    }
    *call->cost_left -= units;
    return true;
}

bool ls_cel_charge_bytes(struct ls_cel_call *call, uint64_t bytes, struct ls_term *mistake)
{
    return ls_cel_charge(call, bytes / LS_CEL_BYTES_PER_UNIT, mistake);
}

struct ls_term ls_cel_no_overload(struct ls_cel_call *call, const struct ls_term *args,
                                  size_t arg_count)
{
    LS_ASSERT(call->overload);
    struct ls_buf types LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < arg_count; i++)
        ls_buf_printf(&types, "%s%s", i ? ", " : "", ls_cel_type_name(ls_term_type_of(args[i])));
    return ls_term_error(call->arena, "no such overload: %s(%s)", call->overload->name,
                         ls_buf_text(&types));
}

struct ls_term ls_cel_text(struct ls_cel_call *call, const struct ls_buf *text)
{
    return ls_term_string(ls_arena_slice(call->arena, ls_buf_slice(text)));
}

const struct ls_term *ls_cel_items(struct ls_arena *arena, struct ls_term list)
{
    LS_ASSERT(list.kind == LS_TERM_LIST);
    if (!list.is_from_node)
        return list.list->at;
    struct ls_term *items = LS_ARENA_ARRAY(arena, struct ls_term, ls_term_count(list));
    size_t count = 0;
    struct ls_term_iter iter = ls_term_iter(list);
    while (ls_term_next(&iter))
        items[count++] = iter.value;
    return items;
}

/* The steps that the remaining cost allows. */
static uint64_t steps_left(const struct ls_cel_call *call)
{
    if (!call->cost_left || *call->cost_left > UINT64_MAX / LS_CEL_STEPS_PER_UNIT)
        return UINT64_MAX;
    return LS_MAX(*call->cost_left * LS_CEL_STEPS_PER_UNIT, 1);
}

bool ls_cel_work_equal(struct ls_cel_work *work, struct ls_term a, struct ls_term b, bool *out)
{
    LS_ASSERT(work->call);
    LS_ASSERT(work->steps < LS_CEL_STEPS_PER_UNIT);
    uint64_t before = steps_left(work->call);
    uint64_t left = before;
    *out = ls_term_equal_within(a, b, &left);
    if (left == 0) { /* the walk was cut short: its result is not valid */
        work->mistake = ls_cel_over_cost(work->call->arena);
        return false;
    }
    work->steps += before - left + 1;
    if (work->steps < LS_CEL_STEPS_PER_UNIT)
        return true;
    uint64_t units = work->steps / LS_CEL_STEPS_PER_UNIT;
    work->steps %= LS_CEL_STEPS_PER_UNIT;
    return ls_cel_charge(work->call, units, &work->mistake);
}
