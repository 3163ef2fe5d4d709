#include "sandbox/serve/list.h"

#include <string.h>

#include "sandbox/serve/continue.h"
#include "sandbox/serve/lag.h"
#include "sandbox/serve/select.h"
#include "sandbox/store/store.h"

/* The part of the store that a list reads. */
struct list_plan {
    struct ls_select selection;
    struct ls_slice start; /* the first key, as in a token; "": from the beginning */
    int64_t revision;      /* to show; 0: now */
    size_t limit;          /* 0: none */
    bool has_token;
};

int64_t ls_request_newest(const struct ls_api_request *request, struct ls_slice asked)
{
    LS_ASSERT(request->kind);
    bool reads = request->verb == LS_API_GET || request->verb == LS_API_LIST ||
                 request->verb == LS_API_WATCH;
    if (!request->lag || !reads)
        return ls_store_revision(request->cluster->store);
    return ls_lag_newest(request->lag, request->cluster->store, request->kind->collection, asked);
}

const struct ls_failure *ls_revision_too_large(struct ls_arena *arena, int64_t wanted,
                                               int64_t current)
{
    LS_ASSERT(wanted > current);
    static const struct ls_failure_cause cause = {"ResourceVersionTooLarge",
                                                  "Too large resource version", ""};
    struct ls_failure *failure = LS_ARENA_NEW(arena, struct ls_failure);
    *failure = (struct ls_failure){
        .code = 504,
        .reason = "Timeout",
        .message =
            ls_arena_printf(arena, "Timeout: Too large resource version: %lld, current: %lld",
                            (long long)wanted, (long long)current),
        .causes = &cause,
        .cause_count = 1,
        .retry_after_s = 1,
    };
    return failure;
}

static const struct ls_failure *list_expired(struct ls_arena *arena, const struct list_plan *plan)
{
    if (!plan->has_token)
        return ls_failure_new(arena, 410, "Expired",
                              "The resourceVersion for the provided list is too old.");
    const struct ls_failure *failure = ls_failure_new(
        arena, 410, "Expired",
        "The provided continue parameter is too old to display a consistent list result. You can "
        "start a new list without the continue parameter, or use the continue token in this "
        "response to retrieve the remainder of the results. Continuing with the provided token "
        "results in an inconsistent list - objects that were created, modified, or deleted between "
        "the time the first chunk was returned and now may show up in the list.");
    struct ls_failure *with_token = LS_ARENA_NEW(arena, struct ls_failure);
    *with_token = *failure;
    struct ls_continue place = {.revision = -1, .start = plan->start};
    with_token->continue_token = ls_arena_dup(arena, ls_continue_print(arena, &place));
    return with_token;
}

static const struct ls_failure *
plan_token(struct ls_arena *arena, const struct ls_list_query *options, struct list_plan *plan)
{
    struct ls_continue place;
    const struct ls_failure *failure = ls_continue_read(arena, options->continue_token, &place);
    if (failure)
        return failure;
    if (options->revision.len > 0 && !ls_slice_is(options->revision, "0"))
        return ls_failure_bad_request(
            arena, "specifying resource version is not allowed when using continue");
    plan->has_token = true;
    plan->start = place.start;
    plan->revision = LS_MAX(place.revision, 0);
    return NULL;
}

/* A limit and a revision without resourceVersionMatch mean exactly that revision. */
static void plan_revision(const struct ls_list_query *options, struct list_plan *plan)
{
    int64_t revision = 0;
    if (!ls_slice_to_i64(options->revision, &revision) || revision == 0)
        return;
    if (options->is_exact || (!options->has_match && plan->limit > 0))
        plan->revision = revision;
}

static const struct ls_failure *plan_read(struct ls_api_request *request,
                                          const struct ls_list_query *options,
                                          struct list_plan *plan)
{
    struct ls_arena *arena = request->arena;
    int64_t current = ls_request_newest(request, options->revision), wanted = 0;
    *plan = (struct list_plan){0};
    const struct ls_failure *failure =
        ls_select_read(arena, request->kind, request->at.namespace_name, options->label_selector,
                       options->field_selector, &plan->selection);
    if (failure)
        return failure;
    bool is_any = ls_slice_is(options->revision, "0"); /* from the cache, which has no limit */
    plan->limit = options->limit > 0 && !is_any ? (size_t)options->limit : 0;
    if (options->continue_token.len > 0)
        failure = plan_token(arena, options, plan);
    else
        plan_revision(options, plan);
    if (failure)
        return failure;
    if (!plan->has_token)
        (void)ls_slice_to_i64(options->revision, &wanted);
    wanted = LS_MAX(wanted, plan->revision);
    if (wanted > current)
        return ls_revision_too_large(arena, wanted, current);
    if (plan->revision == 0 && current < ls_store_revision(request->cluster->store))
        plan->revision = current;
    return NULL;
}

/* The key after the last object of the walk: that of the object and a NUL. */
static struct ls_slice page_next(struct ls_arena *arena, const struct ls_select *selection,
                                 struct ls_object_key key)
{
    bool is_short = selection->namespace_name.len > 0 || key.namespace_name.len == 0;
    const char *text = is_short ? ls_arena_dup(arena, key.name)
                                : ls_arena_printf(arena, "%.*s/%.*s", LS_ARG(key.namespace_name),
                                                  LS_ARG(key.name));
    return (struct ls_slice){text, strlen(text) + 1};
}

static void page_fill(struct ls_arena *arena, const struct list_plan *plan,
                      struct ls_collection_walk *walk, struct ls_page *page)
{
    size_t rest = ls_collection_walk_rest(walk);
    size_t max = plan->limit > 0 ? LS_MIN(plan->limit, rest) : rest;
    const struct ls_obj **objects = LS_ARENA_ARRAY(arena, const struct ls_obj *, max);
    bool is_all = ls_select_is_all(&plan->selection);
    while (page->count < max && ls_collection_walk_next(walk)) {
        if (is_all || ls_select_has(&plan->selection, ls_obj_root(walk->object)))
            objects[page->count++] = walk->object;
    }
    page->objects = objects;
    rest = ls_collection_walk_rest(walk);
    if (plan->limit == 0 || page->count < plan->limit || rest == 0)
        return;
    struct ls_continue place = {page->revision, page_next(arena, &plan->selection, walk->key)};
    page->continue_token = ls_continue_print(arena, &place);
    page->remaining = is_all ? (int64_t)rest : -1;
}

/* One name in one namespace: no walk, and no further page whatever the limit. */
static void page_fill_one(struct ls_arena *arena, const struct list_plan *plan,
                          struct ls_slice name, struct ls_collection_walk *walk,
                          struct ls_page *page)
{
    if (!ls_collection_walk_next(walk) || !ls_slice_equal(walk->key.name, name) ||
        !ls_select_has(&plan->selection, ls_obj_root(walk->object)))
        return;
    const struct ls_obj **objects = LS_ARENA_ARRAY(arena, const struct ls_obj *, 1);
    objects[0] = walk->object;
    page->objects = objects;
    page->count = 1;
}

const struct ls_failure *ls_list_page(struct ls_api_request *request,
                                      const struct ls_list_query *options, struct ls_page *out)
{
    LS_ASSERT(request->kind);
    struct list_plan plan;
    const struct ls_failure *failure = plan_read(request, options, &plan);
    if (failure)
        return failure;
    struct ls_slice namespace_name = plan.selection.namespace_name;
    struct ls_slice name = ls_select_name(&plan.selection);
    bool is_one = name.len > 0 && !plan.has_token &&
                  (namespace_name.len > 0 || !request->kind->resource.is_namespaced);
    struct ls_collection_walk walk;
    if (!ls_collection_walk_from(&walk, request->kind->collection, namespace_name,
                                 is_one ? name : plan.start, plan.revision))
        return list_expired(request->arena, &plan);
    *out = (struct ls_page){
        .revision = plan.revision > 0 ? plan.revision : ls_store_revision(request->cluster->store),
        .remaining = -1};
    if (is_one)
        page_fill_one(request->arena, &plan, name, &walk, out);
    else
        page_fill(request->arena, &plan, &walk, out);
    ls_collection_walk_end(&walk);
    return NULL;
}
