/*
 * Gateway API. A controller reports by conditions: of the class, of a Gateway and of each of its
 * listeners, and of a route or a policy once for each parent or ancestor. Several controllers may
 * report on one object, each on its own part.
 *
 * What a controller refuses may be fixed by a later object (a Secret, a Service, a grant): it is a
 * failure only after its grace.
 */
#include "health/kind/kinds.h"
#include "health/limits.h"
#include "health/word/condition.h"
#include "health/word/grace.h"
#include "health/word/quote.h"

/* Conditions that should be True, with the reasons that mean "not yet". */
static const char *const wanted[] = {"Accepted", "ResolvedRefs", "Programmed", "Reconciled"};
static const char *const waits[] = {"Pending", "Waiting", "AddressNotAssigned", "NoResources"};

/* One list of conditions: of the object, a listener, a parent. */
struct gateway_part {
    const struct ls_health_input *input;
    struct ls_node conditions;
    const char *name; /* "listener https: "; "" for the object itself */
};

static struct ls_node part_condition(const struct gateway_part *part, const char *type)
{
    return ls_node_find(part->conditions, "type", ls_slice_of(type));
}

static struct ls_verdict part_refused(const struct gateway_part *part, struct ls_node condition)
{
    const struct ls_health_input *input = part->input;
    struct ls_slice reason = ls_node_string(ls_node_at(condition, "reason"));
    bool is_false = ls_condition_read(input->object, condition) == LS_CONDITION_FALSE ||
                    ls_node_string_is(ls_node_at(condition, "type"), "Conflicted");
    bool is_wait = !is_false || ls_slice_is_any(reason, waits, LS_COUNT(waits));
    /* A Gateway is programmed once its proxies have started; there is no limit for that. */
    bool is_programming = ls_node_string_is(ls_node_at(condition, "type"), "Programmed");
    return ls_grace_verdict(input, is_wait || is_programming ? LS_GRACE_NEVER : LS_GRACE_REPORT,
                            ls_health_time_ms(ls_node_at(condition, "lastTransitionTime")), "%s%s",
                            part->name, ls_condition_text(input->arena, input->object, condition));
}

static struct ls_verdict part_judge(const struct gateway_part *part)
{
    struct ls_node object = part->input->object;
    struct ls_node conflict = part_condition(part, "Conflicted");
    if (!ls_node_is_absent(conflict) && ls_condition_read(object, conflict) == LS_CONDITION_TRUE)
        return part_refused(part, conflict);
    for (size_t i = 0; i < LS_COUNT(wanted); i++) {
        struct ls_node condition = part_condition(part, wanted[i]);
        if (!ls_node_is_absent(condition) &&
            ls_condition_read(object, condition) != LS_CONDITION_TRUE)
            return part_refused(part, condition);
    }
    if (ls_node_is_absent(part_condition(part, "Accepted")) &&
        ls_node_is_absent(part_condition(part, "Programmed")))
        return ls_verdict_in_progress(part->input->arena, "%scondition Accepted is not reported",
                                      part->name);
    return ls_verdict_ready();
}

static struct ls_verdict whole_judge(const struct ls_health_input *input)
{
    return part_judge(
        &(struct gateway_part){input, ls_node_at(input->object, "status.conditions"), ""});
}

struct ls_verdict ls_gateway_class_judge(const struct ls_health_input *input)
{
    return whole_judge(input);
}

static struct ls_verdict listeners_judge(const struct ls_health_input *input)
{
    LS_EACH (it, ls_node_at(input->object, "status.listeners")) {
        struct gateway_part listener = {
            input, ls_node_at(it.value, "conditions"),
            ls_arena_printf(input->arena,
                            "listener %s: ", ls_health_quote_at(input->arena, it.value, "name"))};
        struct ls_verdict verdict = part_judge(&listener);
        if (verdict.kind != LS_VERDICT_READY)
            return verdict;
    }
    return ls_verdict_ready();
}

struct ls_verdict ls_gateway_judge(const struct ls_health_input *input)
{
    struct ls_verdict verdict = whole_judge(input);
    return verdict.kind == LS_VERDICT_READY ? listeners_judge(input) : verdict;
}

struct ls_verdict ls_listener_set_judge(const struct ls_health_input *input)
{
    struct ls_verdict verdict = whole_judge(input);
    if (verdict.kind != LS_VERDICT_READY)
        return verdict;
    if (ls_node_count(ls_node_at(input->object, "status.listeners")) == 0)
        return ls_verdict_in_progress(input->arena, "none of its listeners is reported yet");
    return listeners_judge(input);
}

/* ---- routes and policies ---- */

static bool is_stale(const struct ls_health_input *input, struct ls_node report)
{
    LS_EACH (it, ls_node_at(report, "conditions")) {
        if (ls_condition_read(input->object, it.value) == LS_CONDITION_STALE)
            return true;
    }
    return false;
}

/* Every controller in the cluster reports on a policy, also one that is not responsible for its
 * target. */
static bool is_unconcerned(struct ls_node report)
{
    struct ls_node accepted =
        ls_node_find(ls_node_at(report, "conditions"), "type", LS_SLICE("Accepted"));
    return ls_node_string_is(ls_node_at(accepted, "reason"), "TargetNotFound");
}

/* Is there another report that replaces this one: a newer one of the same controller, which writes
 * all of its own at once, or one of a controller that is responsible? */
static bool is_superseded(const struct ls_health_input *input, struct ls_node all,
                          struct ls_node report)
{
    bool is_old = is_stale(input, report), is_aside = is_unconcerned(report);
    struct ls_slice controller = ls_node_string(ls_node_at(report, "controllerName"));
    if (!is_old && !is_aside)
        return false;
    LS_EACH (it, all) {
        struct ls_slice other = ls_node_string(ls_node_at(it.value, "controllerName"));
        if (is_old && ls_slice_equal(other, controller) && !is_stale(input, it.value))
            return true;
        if (is_aside && !is_unconcerned(it.value))
            return true;
    }
    return false;
}

/* The first report that has failed, else the first that is not ready. */
static struct ls_verdict reports_judge(const struct ls_health_input *input, const char *list,
                                       const char *ref)
{
    struct ls_node all = ls_node_at(input->object, list);
    struct ls_verdict worst = ls_verdict_ready();
    size_t seen = 0;
    if (ls_node_count(all) == 0)
        return ls_verdict_in_progress(input->arena, "no gateway has accepted it yet");
    LS_EACH (it, all) {
        struct ls_node parent = ls_node_at(it.value, ref);
        struct gateway_part part = {
            input, ls_node_at(it.value, "conditions"),
            ls_arena_printf(input->arena,
                            "parent %s: ", ls_health_quote_at(input->arena, parent, "name"))};
        if (seen++ == LS_HEALTH_PARENTS_MAX)
            break;
        if (is_superseded(input, all, it.value))
            continue;
        struct ls_verdict verdict = part_judge(&part);
        if (worst.kind == LS_VERDICT_READY ||
            (worst.kind != LS_VERDICT_FAILED && verdict.kind == LS_VERDICT_FAILED))
            worst = verdict;
    }
    return worst;
}

struct ls_verdict ls_route_judge(const struct ls_health_input *input)
{
    return reports_judge(input, "status.parents", "parentRef");
}

struct ls_verdict ls_gateway_policy_judge(const struct ls_health_input *input)
{
    return reports_judge(input, "status.ancestors", "ancestorRef");
}
