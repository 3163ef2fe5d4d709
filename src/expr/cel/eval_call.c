/* Evaluates calls: the arguments, the overload that takes them, the cost. */
#include "expr/cel/run.h"

#include <string.h>

static bool opaque_fits(const struct ls_cel_type *wanted, struct ls_term term)
{
    const struct ls_cel_type *type = term.opaque.class_->type;
    return type == wanted || strcmp(type->name, wanted->name) == 0;
}

static bool row_takes(const struct plan_row *row, const struct ls_term *args, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!(row->kinds[i] & LS_BIT(args[i].kind)))
            return false;
        if (row->opaques[i] && !opaque_fits(row->opaques[i], args[i]))
            return false;
    }
    return true;
}

static const struct ls_cel_overload *overload_find(const struct plan_call *call,
                                                   const struct ls_term *args)
{
    for (size_t i = 0; i < call->row_count; i++) {
        if (row_takes(&call->rows[i], args, call->arg_count))
            return call->rows[i].overload;
    }
    return NULL;
}

#define KIND(name) LS_BIT(LS_TERM_##name)
#define NUMBERS    (KIND(INT) | KIND(UINT) | KIND(DOUBLE))
#define TIMES      (KIND(TIMESTAMP) | KIND(DURATION))
#define ORDERED    (NUMBERS | TIMES | KIND(BOOL) | KIND(STRING) | KIND(BYTES))

/* The kinds that an operator accepts as its first operand, as in cel-go: with any other kind the
 * message names the operator. Text and times have checks of their own. */
static const struct {
    const char *name;
    unsigned kinds;
} operators[] = {
    {"_+_", NUMBERS | TIMES | KIND(STRING) | KIND(BYTES) | KIND(LIST)},
    {"_-_", NUMBERS | TIMES | KIND(STRING)},
    {"_*_", NUMBERS | TIMES | KIND(STRING)},
    {"_/_", NUMBERS | TIMES | KIND(STRING)},
    {"_%_", KIND(INT) | KIND(UINT) | TIMES | KIND(STRING)},
    {"_<_", ORDERED},
    {"_<=_", ORDERED},
    {"_>_", ORDERED},
    {"_>=_", ORDERED},
    {"-_", KIND(INT) | KIND(DOUBLE) | KIND(BOOL) | TIMES | KIND(STRING)},
};

/* Functions whose error is "no such overload" without a name, as that of an operator. */
static bool is_terse(struct ls_slice name)
{
    static const char *const names[] = {"contains", "startsWith", "endsWith", "matches"};
    return ls_slice_is_any(name, names, LS_COUNT(names)) ||
           (name.len > 0 && ls_char_is_any(name.at[0], "_@!-"));
}

/* The error of an operator is short; that of a function names it and the types of its arguments. */
static struct ls_term no_overload(struct run *run, const struct plan_call *call,
                                  const struct ls_term *args)
{
    struct ls_buf types LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < LS_COUNT(operators); i++) {
        if (call->arg_count > 0 && ls_slice_is(call->name, operators[i].name) &&
            !(operators[i].kinds & LS_BIT(args[0].kind)))
            return ls_term_error(run->arena, "no such overload: %s", operators[i].name);
    }
    if (is_terse(call->name))
        return ls_term_no_overload(run->arena);
    if (ls_slice_is(call->name, "size"))
        return ls_term_error(run->arena, "no such overload: size");
    for (size_t i = 0; i < call->arg_count; i++)
        ls_buf_printf(&types, "%s%s", i > 0 ? ", " : "",
                      ls_cel_type_name(ls_term_type_of(args[i])));
    return ls_term_error(run->arena, "no such overload: %.*s(%s)", LS_ARG(call->name),
                         ls_buf_text(&types));
}

static struct ls_term call_run(struct run *run, const struct plan *plan, const struct ls_term *args)
{
    const struct plan_call *call = &plan->call;
    const struct ls_cel_overload *overload = overload_find(call, args);
    if (!overload || !overload->fn)
        return no_overload(run, call, args);
    run->call.overload = overload;
    run->call.slot = call->slot;
    return overload->fn(&run->call, args, call->arg_count);
}

struct ls_term ls_run_call(struct run *run, const struct plan *plan)
{
    const struct plan_call *call = &plan->call;
    struct ls_term args[LS_CEL_ARGS_MAX];
    const struct ls_term *mistake = NULL;
    if (call->arg_count > LS_CEL_ARGS_MAX)
        return ls_run_placed(run, ls_term_no_overload(run->arena), plan->offset);
    for (size_t i = 0; i < call->arg_count; i++) {
        args[i] = ls_run_eval(run, call->args[i]);
        if (LS_UNLIKELY(ls_term_is_error(args[i])) && !mistake) {
            mistake = &args[i];
            /* cel-go evaluates the rest only for two arguments; what is not evaluated costs
             * nothing. */
            if ((call->arg_count > 2 || call->slot) && i + 1 < call->arg_count)
                return *mistake;
        }
    }
    if (call->arg_count > 0 && !mistake)
        args[0] = ls_run_cached_if_large(run, args[0]);
    if (call->is_search && !mistake && call->arg_count == 2 && args[1].kind == LS_TERM_MAP)
        args[1] = ls_run_cached(run, args[1]);
    struct ls_term result = mistake ? *mistake : call_run(run, plan, args);
    result = ls_term_plain(run->arena, result);
    ls_run_charge(run, ls_cel_cost_call(call->cost, args, call->arg_count, result));
    ls_run_check_memory(run);
    return ls_run_placed(run, result, plan->offset);
}
