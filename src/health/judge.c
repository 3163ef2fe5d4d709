#include "health/health.h"

#include "base/buf.h"
#include "health/kind/kinds.h"
#include "health/limits.h"
#include "health/rule/rules.h"
#include "health/word/condition.h"
#include "health/word/quote.h"

struct kind_row {
    const char *group;
    const char *kind;
    ls_judge_fn judge;                          /* NULL: as every other kind */
    ls_ask_fn ask;                              /* NULL: it stands for itself */
    bool (*is_finished)(struct ls_node object); /* NULL: it is never done for good */
    bool owns_pods;
};

/* The group counts: a Service of another group is judged by its conditions. */
/* clang-format off */
static const struct kind_row rows[] = {
    {"apps", "Deployment",  ls_deployment_judge,   ls_deployment_ask, NULL, true},
    {"apps", "ReplicaSet",  ls_replica_set_judge,  ls_workload_ask, NULL, true},
    {"apps", "StatefulSet", ls_stateful_set_judge, ls_workload_ask, NULL, true},
    {"apps", "DaemonSet",   ls_daemon_set_judge,   ls_workload_ask, NULL, true},
    {"batch", "Job",        ls_job_judge,          ls_workload_ask, ls_job_is_finished, true},
    {"batch", "CronJob",    NULL,                  NULL,            NULL, true},
    {"", "ReplicationController", NULL,            NULL,            NULL, true},
    {"", "Pod",             ls_pod_judge,          ls_ask_own_events, ls_pod_is_finished, false},
    {"", "PersistentVolumeClaim", ls_claim_judge,  ls_ask_own_events, NULL, false},
    {"", "Service",         ls_service_judge,      ls_service_ask,  NULL, false},
    {"", "Namespace",       ls_namespace_judge,    NULL,            NULL, false},
    {"networking.k8s.io", "Ingress", ls_ingress_judge, ls_ingress_ask, NULL, false},
    {"apiextensions.k8s.io", "CustomResourceDefinition", ls_crd_judge, NULL, NULL, false},
    {"apiregistration.k8s.io", "APIService", ls_api_service_judge, NULL, NULL, false},
};
/* clang-format on */
static const struct kind_row any_kind = {"", "", NULL, NULL, NULL, false};

static const struct kind_row *row_find(struct ls_slice group, struct ls_slice kind)
{
    for (size_t i = 0; i < LS_COUNT(rows); i++)
        if (ls_slice_is(kind, rows[i].kind) && ls_slice_is(group, rows[i].group))
            return &rows[i];
    return &any_kind;
}

static const struct kind_row *row_of(struct ls_node object)
{
    struct ls_slice version, api_version = ls_node_string(ls_node_at(object, "apiVersion"));
    struct ls_slice group = ls_slice_cut(api_version, '/', &version);
    if (version.at == NULL)
        group.len = 0; /* "v1" is the core group */
    return row_find(group, ls_node_string(ls_node_at(object, "kind")));
}

void ls_health_companions(struct ls_arena *arena, struct ls_node object, struct ls_companions *out)
{
    const struct kind_row *row = row_of(object);
    *out = (struct ls_companions){.count = 0};
    if (row->ask)
        row->ask(&(struct ls_ask){arena, object, out});
}

static const char *finalizers_text(const struct ls_look *look)
{
    struct ls_node finalizers = ls_node_at(look->object, "metadata.finalizers");
    struct ls_buf names LS_AUTO(ls_buf_release) = {0};
    size_t named = 0, count = ls_node_count(finalizers);
    LS_EACH (it, finalizers) {
        if (named == LS_HEALTH_FINALIZERS_MAX)
            break;
        ls_buf_printf(&names, "%s%s", named++ ? ", " : "",
                      ls_health_quote(look->arena, ls_node_string(it.value)));
    }
    if (named == 0)
        return "";
    return ls_arena_printf(look->arena, "; held by finalizer%s %s%s", count > 1 ? "s" : "",
                           ls_buf_text(&names), count > named ? " and others" : "");
}

/* Only Namespaces have conditions that name what is left in them. */
static struct ls_verdict going_judge(const struct ls_look *look)
{
    const char *remains = ls_namespace_remains(look);
    return ls_verdict_in_progress(look->arena, "is being deleted%s%s%s", finalizers_text(look),
                                  remains[0] ? "; " : "", remains);
}

/* A rule that gives no reason leaves it to what the object itself says. */
static struct ls_verdict ruled(const struct ls_look *look, const struct ls_ruling *ruling)
{
    struct ls_verdict verdict = ruling->verdict;
    if (verdict.kind != LS_VERDICT_READY && verdict.reason[0] == '\0')
        verdict.reason = ls_generic_reason(look);
    return verdict;
}

static struct ls_ruling user_ruling(const struct ls_look *look)
{
    struct ls_ruling none = {.is_decided = false};
    bool may_ask = look->rules && ls_health_is_observed(look->object);
    return may_ask ? ls_rules_judge_user(look) : none;
}

/* Kinds without a rule in C: by the rules compiled in, then by what they say in common places. */
static struct ls_verdict other_judge(const struct ls_look *look, const struct ls_ruling *user)
{
    struct ls_ruling ruling = {.is_decided = false};
    if (look->rules && ls_health_is_observed(look->object) && !user->replaces)
        ruling = ls_rules_judge_builtin(look);
    if (ruling.is_decided)
        return ruled(look, &ruling);
    struct ls_verdict verdict = ls_generic_judge(look);
    bool is_silent = verdict.nuance == LS_NUANCE_SILENT ||
                     ls_node_count(ls_node_at(look->object, "status")) == 0;
    if (is_silent && (ruling.reports || user->reports))
        return ls_verdict_in_progress(look->arena, "its controller has not reported yet");
    return verdict;
}

struct ls_verdict ls_health_judge(const struct ls_look *look)
{
    const struct kind_row *row = row_of(look->object);
    if (!ls_node_is_map(look->object))
        return ls_verdict_unknown(look->arena, "it is no object");
    if (!ls_node_is_absent(ls_node_at(look->object, "metadata.deletionTimestamp")))
        return going_judge(look);
    struct ls_ruling user = user_ruling(look);
    if (user.is_decided)
        return ruled(look, &user);
    return row->judge && !user.replaces ? row->judge(look) : other_judge(look, &user);
}

bool ls_health_has_rule(struct ls_slice group, struct ls_slice kind)
{
    return row_find(group, kind)->judge != NULL;
}

bool ls_health_is_finished(struct ls_node object)
{
    const struct kind_row *row = row_of(object);
    return row->is_finished && row->is_finished(object);
}

bool ls_health_owns_pods(struct ls_slice group, struct ls_slice kind)
{
    return row_find(group, kind)->owns_pods;
}
