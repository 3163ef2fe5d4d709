#include "sandbox/kinds/rows.h"

#include <ctype.h>
#include <string.h>

#include "sandbox/columns/columns.h"
#include "sandbox/store/store.h"

const struct ls_group_rows *const ls_built_in_groups[] = {
    &ls_kind_rows_core,           &ls_kind_rows_apiregistration,
    &ls_kind_rows_apps,           &ls_kind_rows_events,
    &ls_kind_rows_authentication, &ls_kind_rows_authorization,
    &ls_kind_rows_autoscaling,    &ls_kind_rows_autoscaling_v1,
    &ls_kind_rows_batch,          &ls_kind_rows_networking,
    &ls_kind_rows_policy,         &ls_kind_rows_rbac,
    &ls_kind_rows_storage,        &ls_kind_rows_admissionregistration,
    &ls_kind_rows_apiextensions,  &ls_kind_rows_scheduling,
    &ls_kind_rows_coordination,   &ls_kind_rows_node,
    &ls_kind_rows_discovery,      &ls_kind_rows_flowcontrol,
};
const size_t ls_built_in_group_count = LS_COUNT(ls_built_in_groups);

#define CAN(verb) LS_CAN_##verb
/* Verbs are in alphabetical order. */
static const char *const all_verbs[] = {"create", "delete", "deletecollection", "get",
                                        "list",   "patch",  "update",           "watch"};
static const char *const single_verbs[] = {"create", "delete", "get",  "list",
                                           "patch",  "update", "watch"};
static const char *const review_verbs[] = {"create"};

enum { CAN_REWRITE = CAN(GET) | CAN(PATCH) | CAN(UPDATE) };

static const struct {
    enum ls_kind_row_flag flag;
    struct ls_subresource subresource; /* kind NULL: that of the resource */
} subresource_rows[] = {
    {LS_ROW_BINDING, {"binding", "", "", "Binding", CAN(CREATE)}},
    {LS_ROW_EPHEMERAL, {"ephemeralcontainers", "", "", NULL, CAN_REWRITE}},
    {LS_ROW_EVICTION, {"eviction", "policy", "v1", "Eviction", CAN(CREATE)}},
    {LS_ROW_FINALIZE, {"finalize", "", "", NULL, CAN(UPDATE)}},
    {LS_ROW_LOG, {"log", "", "", NULL, CAN(GET)}},
    {LS_ROW_RESIZE, {"resize", "", "", NULL, CAN_REWRITE}},
    {LS_ROW_SCALE, {"scale", "autoscaling", "v1", "Scale", CAN_REWRITE}},
    {LS_ROW_STATUS, {"status", "", "", NULL, CAN_REWRITE}},
    {LS_ROW_TOKEN, {"token", "authentication.k8s.io", "v1", "TokenRequest", CAN(CREATE)}},
};

static void verbs_set(struct ls_resource *resource, unsigned flags)
{
    resource->verbs = all_verbs;
    resource->verb_count = LS_COUNT(all_verbs);
    if (flags & LS_ROW_NO_COLLECTION) {
        resource->verbs = single_verbs;
        resource->verb_count = LS_COUNT(single_verbs);
    }
    if (flags & LS_ROW_VIRTUAL) {
        resource->verbs = review_verbs;
        resource->verb_count = LS_COUNT(review_verbs);
    }
    for (size_t i = 0; i < resource->verb_count; i++)
        resource->can |= ls_can_of(ls_slice_of(resource->verbs[i]));
    LS_ASSERT(resource->can != 0);
}

static void subresources_set(struct ls_arena *arena, struct ls_resource *resource, unsigned flags)
{
    struct ls_subresource *list =
        LS_ARENA_ARRAY(arena, struct ls_subresource, LS_COUNT(subresource_rows));
    for (size_t i = 0; i < LS_COUNT(subresource_rows); i++) {
        if (!(flags & subresource_rows[i].flag))
            continue;
        struct ls_subresource *added = &list[resource->subresource_count++];
        *added = subresource_rows[i].subresource;
        if (!added->kind)
            added->kind = resource->kind;
    }
    resource->subresources = list;
}

static const char *lower_case(struct ls_arena *arena, const char *text)
{
    char *copy = ls_arena_dup(arena, ls_slice_of(text));
    for (char *at = copy; *at; at++)
        *at = (char)tolower((unsigned char)*at);
    return copy;
}

static struct ls_resource resource_of(struct ls_arena *arena, const struct ls_group_rows *group,
                                      const struct ls_kind_row *row)
{
    struct ls_resource resource = {
        .group = group->group,
        .version = group->version,
        .kind = row->kind,
        .plural = row->plural,
        .singular = lower_case(arena, row->kind),
        .short_names = row->short_names,
        .categories = &row->category,
        .category_count = row->category ? 1 : 0,
        .is_namespaced = (row->flags & LS_ROW_NAMESPACED) != 0,
    };
    while (resource.short_name_count < LS_SHORT_NAMES_MAX &&
           row->short_names[resource.short_name_count])
        resource.short_name_count++;
    LS_ASSERT(!row->short_names[resource.short_name_count]);
    verbs_set(&resource, row->flags);
    if (row->flags >= LS_ROW_BINDING)
        subresources_set(arena, &resource, row->flags);
    return resource;
}

struct ls_kind *ls_kind_of_row(struct ls_arena *arena, const struct ls_group_rows *group,
                               const struct ls_kind_row *row, struct ls_store *store)
{
    static const struct ls_kind_rules no_rules = {0};
    struct ls_kind *kind = LS_ARENA_NEW(arena, struct ls_kind);
    const char *stored_group = row->stored_group ? row->stored_group : group->group;
    LS_ASSERT(row->kind != NULL);
    LS_ASSERT(row->plural != NULL);
    LS_ASSERT(row->stored_group == NULL || row->view != NULL);
    kind->resource = resource_of(arena, group, row);
    kind->api_version = *group->group
                            ? ls_arena_printf(arena, "%s/%s", group->group, group->version)
                            : group->version;
    kind->list_kind = ls_arena_printf(arena, "%sList", row->kind);
    kind->type = ls_api_type_find(ls_arena_printf(arena, "%s%s", group->type_prefix, row->kind));
    LS_ASSERT(kind->type != NULL);
    kind->rules = row->rules ? row->rules : &no_rules;
    kind->view = row->view;
    kind->deprecation = row->deprecation;
    kind->stored_group = row->stored_group;
    kind->columns = ls_columns_of(group->group, row->kind);
    kind->is_virtual = (row->flags & LS_ROW_VIRTUAL) != 0;
    if (!kind->is_virtual)
        kind->collection = ls_store_collection(store, stored_group, row->plural);
    kind->refs = 1;
    return kind;
}
