/* Kinds that others need before they can be written: definitions, namespaces, API services. */
#include "health/word/condition.h"
#include "health/kind/kinds.h"

static struct ls_verdict by_condition(const struct ls_look *look, const char *type)
{
    if (ls_health_condition_is(look->object, type) == LS_CONDITION_TRUE)
        return ls_verdict_ready();
    return ls_verdict_in_progress(look->arena, "%s",
                                  ls_health_condition_text(look->arena, look->object, type));
}

/* Names that another definition holds do not become free by waiting. */
struct ls_verdict ls_crd_judge(const struct ls_look *look)
{
    if (ls_health_condition_is(look->object, "NamesAccepted") == LS_CONDITION_FALSE)
        return ls_verdict_failed(
            look->arena, "%s",
            ls_health_condition_text(look->arena, look->object, "NamesAccepted"));
    return by_condition(look, "Established");
}

/* Unavailable may be its backend that is still starting. */
struct ls_verdict ls_api_service_judge(const struct ls_look *look)
{
    return by_condition(look, "Available");
}

/* What keeps a namespace from going, most telling first. */
static const char *const remains[] = {"NamespaceDeletionContentFailure",
                                      "NamespaceDeletionDiscoveryFailure",
                                      "NamespaceFinalizersRemaining", "NamespaceContentRemaining"};

const char *ls_namespace_remains(const struct ls_look *look)
{
    for (size_t i = 0; i < LS_COUNT(remains); i++)
        if (ls_health_condition_is(look->object, remains[i]) == LS_CONDITION_TRUE)
            return ls_health_condition_text(look->arena, look->object, remains[i]);
    return "";
}

struct ls_verdict ls_namespace_judge(const struct ls_look *look)
{
    struct ls_slice phase = ls_node_string(ls_node_at(look->object, "status.phase"));
    if (ls_slice_is(phase, "Active"))
        return ls_verdict_ready();
    if (!ls_slice_is(phase, "Terminating"))
        return ls_verdict_in_progress(look->arena, "is not active yet");
    const char *what = ls_namespace_remains(look);
    return ls_verdict_in_progress(look->arena, "is being deleted%s%s", what[0] ? "; " : "", what);
}
