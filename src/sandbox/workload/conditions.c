#include "sandbox/workload/conditions.h"

#include <string.h>

#include "sandbox/workload/facts.h"
#include "sandbox/workload/put.h"

void ls_conditions_read(struct ls_conditions *conditions, struct ls_node list)
{
    conditions->count = 0;
    LS_EACH (it, list) {
        struct ls_node update = ls_node_at(it.value, "lastUpdateTime");
        if (conditions->count == LS_CONDITIONS_MAX)
            return;
        if (ls_node_is_absent(update))
            update = ls_node_at(it.value, "lastProbeTime");
        conditions->at[conditions->count++] = (struct ls_condition){
            .type = ls_node_text(ls_node_at(it.value, "type")),
            .status = ls_node_text(ls_node_at(it.value, "status")),
            .reason = ls_node_text(ls_node_at(it.value, "reason")),
            .message = ls_node_text(ls_node_at(it.value, "message")),
            .transition_ms = ls_fact_time_ms(ls_node_at(it.value, "lastTransitionTime")),
            .update_ms = ls_fact_time_ms(update),
            .generation = ls_node_int(ls_node_at(it.value, "observedGeneration"), 0)};
    }
}

struct ls_condition *ls_conditions_find(struct ls_conditions *conditions, const char *type)
{
    for (size_t i = 0; i < conditions->count; i++) {
        if (strcmp(conditions->at[i].type, type) == 0)
            return &conditions->at[i];
    }
    return NULL;
}

bool ls_conditions_reason_is(struct ls_conditions *conditions, const char *type, const char *reason)
{
    const struct ls_condition *condition = ls_conditions_find(conditions, type);
    return condition && strcmp(condition->reason, reason) == 0;
}

void ls_conditions_remove(struct ls_conditions *conditions, const char *type)
{
    size_t kept = 0;
    for (size_t i = 0; i < conditions->count; i++) {
        if (strcmp(conditions->at[i].type, type) != 0)
            conditions->at[kept++] = conditions->at[i];
    }
    conditions->count = kept;
}

void ls_conditions_set(struct ls_conditions *conditions, const char *type, const char *status,
                       const char *reason, const char *message, int64_t now_ms)
{
    LS_ASSERT(type && status);
    struct ls_condition wanted = {type, status, reason, message, now_ms, now_ms, 0};
    const struct ls_condition *old = ls_conditions_find(conditions, type);
    bool is_same_status = old && strcmp(old->status, status) == 0;
    if (is_same_status && strcmp(old->reason, reason) == 0)
        return;
    if (is_same_status)
        wanted.transition_ms = old->transition_ms;
    ls_conditions_remove(conditions, type);
    if (conditions->count < LS_CONDITIONS_MAX)
        conditions->at[conditions->count++] = wanted;
}

void ls_conditions_put(struct ls_build *build, const struct ls_conditions *conditions,
                       const char *update_key)
{
    LS_ASSERT(conditions->count <= LS_CONDITIONS_MAX);
    if (!conditions->count)
        return;
    ls_put_list(build, "conditions");
    for (size_t i = 0; i < conditions->count; i++) {
        const struct ls_condition *condition = &conditions->at[i];
        ls_build_map(build);
        ls_put_text(build, "type", condition->type);
        ls_put_text(build, "status", condition->status);
        if (update_key)
            ls_put_time(build, update_key, condition->update_ms);
        ls_put_time(build, "lastTransitionTime", condition->transition_ms);
        if (condition->generation)
            ls_put_int(build, "observedGeneration", condition->generation);
        ls_put_text(build, "reason", condition->reason);
        ls_put_text(build, "message", condition->message);
        ls_build_end(build);
    }
    ls_build_end(build);
}
