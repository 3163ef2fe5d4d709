/* Validation of requests and limits of a container or a pod. */
#include "sandbox/kinds/checks.h"
#include "sandbox/kinds/pod_validate.h"
#include "sandbox/kinds/resource_names.h"
#include "value/lookup.h"

struct pod_resources_tally {
    bool has_basic; /* cpu or memory */
    bool has_huge;
};

static void entry_check(const struct ls_spot *entry, struct pod_resources_tally *tally)
{
    ls_container_resource_name_check(entry);
    ls_resource_amount_check(entry);
    tally->has_huge |= ls_resource_is_huge_page(entry->key);
    tally->has_basic |= ls_slice_is(entry->key, "cpu") || ls_slice_is(entry->key, "memory");
}

/* Checks a request against its limit. */
static void request_check(const struct ls_spot *requests, const struct ls_spot *request,
                          const struct ls_spot *limits, const struct ls_lookup *known)
{
    struct ls_spot limit = ls_spot_entry(limits, request->key, ls_lookup_get(known, request->key));
    struct ls_spot shown = *requests;
    struct ls_quantity asked;
    struct ls_quantity most;
    bool may_overcommit = ls_resource_may_overcommit(request->key);
    shown.value = request->value;
    if (!ls_quantity_at(&limit, &most)) {
        if (!may_overcommit)
            ls_spot_required(limits, "Limit must be set for non overcommitable resources");
        return;
    }
    if (!ls_quantity_at(request, &asked))
        return;
    int order = ls_quantity_compare(&asked, &most);
    if (order != 0 && !may_overcommit)
        ls_spot_invalid(&shown, "must be equal to %.*s limit of %s", LS_ARG(request->key),
                        ls_node_text(limit.value));
    else if (order > 0)
        ls_spot_invalid(&shown, "must be less than or equal to %.*s limit of %s",
                        LS_ARG(request->key), ls_node_text(limit.value));
}

void ls_resources_check(const struct ls_spot *resources)
{
    struct ls_spot limits = ls_spot_at(resources, "limits");
    struct ls_spot requests = ls_spot_at(resources, "requests");
    struct ls_lookup known = ls_lookup_of(resources->errors->arena, limits.value);
    struct pod_resources_tally tally = {false, false};
    LS_EACH_ITEM (limit, &limits)
        entry_check(&limit, &tally);
    LS_EACH_ITEM (request, &requests) {
        entry_check(&request, &tally);
        request_check(&requests, &request, &limits, &known);
    }
    if (tally.has_huge && !tally.has_basic)
        ls_spot_forbidden(resources, "HugePages require cpu or memory");
}
