/* May we write what is to be written? Asked once, after all reads and before the first write, and
 * only when there is something to write: one SelfSubjectRulesReview a namespace, one
 * SelfSubjectAccessReview a kind without namespace and verb.
 *
 * A right that is missing for sure refuses the run, and all of them are listed. Where the answer is
 * not complete, or the set brings roles or namespaces that may give the right, it is only told: the
 * server's word at the write counts. A server that does not answer reviews is not asked further. */
#include "phase/run/run_impl.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "phase/own/rights.h"

#define RBAC_GROUP "rbac.authorization.k8s.io"

static const struct ls_resource rules_reviews = {
    .group = "authorization.k8s.io",
    .version = "v1",
    .kind = "SelfSubjectRulesReview",
    .plural = "selfsubjectrulesreviews",
    .singular = "selfsubjectrulesreview",
};
static const struct ls_resource access_reviews = {
    .group = "authorization.k8s.io",
    .version = "v1",
    .kind = "SelfSubjectAccessReview",
    .plural = "selfsubjectaccessreviews",
    .singular = "selfsubjectaccessreview",
};

struct need {
    struct ls_right right;
    bool is_in_new_space; /* who makes a namespace may give rights in it */
    bool is_missing;
    bool is_doubtful; /* ... but the answer was not complete */
};

/* One question about needs that stand beside one another. */
struct run_review {
    struct ls_run *run;
    struct run_review *next;
    size_t first;
    size_t count;
    bool is_named;
    struct ls_api_call call;
};

struct run_rights {
    LS_VEC(struct need) needs;
    struct run_review *reviews;
    size_t review_count;
};

void ls_run_rights_free(struct ls_run *run)
{
    if (!run->rights)
        return;
    while (run->rights->reviews) {
        struct run_review *review = run->rights->reviews;
        run->rights->reviews = review->next;
        ls_api_call_cancel(&review->call);
        ls_free(review);
    }
    ls_vec_release(&run->rights->needs);
    ls_free(run->rights);
    run->rights = NULL;
}

/* ---- what is needed ---- */

static void need_add(struct ls_run *run, const struct ls_ref *ref, const char *verb, bool is_new)
{
    struct need need = {
        .right = {ref->resource->group, ref->resource->plural, verb, ref->namespace_name,
                  ref->name},
        .is_in_new_space = is_new,
    };
    ls_vec_push(&run->rights->needs, need);
}

/* Server-side apply needs patch, and create where nothing is there. */
static void member_needs(struct ls_run *run, uint32_t item)
{
    const struct ls_member *member = ls_run_member(run, item);
    enum ls_action action = (enum ls_action)ls_run_item(run, item)->action;
    bool creates =
        action == LS_ACTION_CREATE || action == LS_ACTION_REPLACE || action == LS_ACTION_AWAIT;
    if (creates || ls_action_is_apply(action))
        need_add(run, &member->ref, "patch", member->is_new_space);
    if (creates)
        need_add(run, &member->ref, "create", member->is_new_space);
    if (action == LS_ACTION_REPLACE)
        need_add(run, &member->ref, "delete", member->is_new_space);
}

static void leaver_needs(struct ls_run *run, uint32_t leaver)
{
    unsigned state = ls_ledger_state(ls_leaving_ledger(run->leaving), leaver);
    enum ls_action action = ls_leaving_action(run->leaving, leaver);
    const struct ls_ref *ref = &run->removal.leavers[leaver].ref;
    if (state == LS_REMOVAL_DONE || state == LS_REMOVAL_HELD || state == LS_REMOVAL_GOING)
        return;
    if (action == LS_ACTION_DELETE)
        need_add(run, ref, "delete", false);
    else if (action == LS_ACTION_RELEASE)
        need_add(run, ref, "patch", false);
}

/* The lock is a write of the parent, before anything else. */
static void parent_needs(struct ls_run *run)
{
    bool is_removal = ls_run_is_removal(run);
    if (run->rights->needs.count == 0 && !is_removal)
        return;
    const struct ls_ref *parent = ls_book_ref(run->book, RUN_PARENT_ITEM);
    need_add(run, parent, "patch", false);
    if (!run->parent.exists)
        need_add(run, parent, "create", false);
    if (is_removal)
        need_add(run, parent, "delete", false);
}

static int compare_place(const struct ls_right *a, const struct ls_right *b)
{
    int order = strcmp(a->namespace_name, b->namespace_name);
    order = order ? order : strcmp(a->group, b->group);
    order = order ? order : strcmp(a->plural, b->plural);
    return order ? order : strcmp(a->verb, b->verb);
}

static int compare_needs(const void *left, const void *right)
{
    const struct need *a = left, *b = right;
    int order = compare_place(&a->right, &b->right);
    return order ? order : strcmp(a->right.name, b->right.name);
}

static void needs_find(struct ls_run *run)
{
    for (uint32_t item = 1; item <= run->member_count; item++)
        member_needs(run, item);
    for (uint32_t i = 0; run->leaving && i < run->removal.count; i++)
        leaver_needs(run, i);
    parent_needs(run);
    if (run->rights->needs.count > 0)
        qsort(run->rights->needs.at, run->rights->needs.count, sizeof(struct need), compare_needs);
}

/* ---- asking ---- */

static void review_ask(struct ls_run *run, const struct run_review *asked);

static void missing_mark(struct ls_run *run, const struct run_review *review, bool is_complete)
{
    for (size_t i = review->first; i < review->first + review->count; i++) {
        run->rights->needs.at[i].is_missing = true;
        run->rights->needs.at[i].is_doubtful = !is_complete;
    }
}

/* The right may be given for some names only. */
static void ask_by_name(struct ls_run *run, const struct run_review *review)
{
    for (size_t i = review->first; i < review->first + review->count; i++)
        review_ask(run, &(struct run_review){.first = i, .count = 1, .is_named = true});
}

static void access_judge(struct ls_run *run, const struct run_review *review, struct ls_node status)
{
    struct ls_node allowed = ls_node_at(status, "allowed");
    if (ls_node_is_absent(allowed) || ls_node_bool(allowed, true))
        return;
    if (!review->is_named && review->count <= LS_RUN_REVIEWS_BY_NAME_MAX)
        ask_by_name(run, review);
    else
        missing_mark(run, review, ls_review_is_complete(status));
}

static void rules_judge(struct ls_run *run, const struct run_review *review, struct ls_node status)
{
    if (!ls_node_is_map(status))
        return;
    for (size_t i = review->first; i < review->first + review->count; i++) {
        struct need *need = &run->rights->needs.at[i];
        need->is_missing = !ls_rules_allow(status, &need->right);
        need->is_doubtful = !ls_review_is_complete(status);
    }
}

static bool is_of_cluster(const struct ls_run *run, const struct run_review *review)
{
    return run->rights->needs.at[review->first].right.namespace_name[0] == '\0';
}

static void review_answered(void *self, const struct ls_answer *answer)
{
    struct run_review *review = self;
    struct ls_run *run = review->run;
    struct ls_node status = LS_ABSENT;
    if (answer->code == LS_OK && answer->obj)
        status = ls_node_at(ls_obj_root(answer->obj), "status");
    if (is_of_cluster(run, review))
        access_judge(run, review, status);
    else
        rules_judge(run, review, status);
    ls_run_read_done(run);
}

static void review_ask(struct ls_run *run, const struct run_review *asked)
{
    struct run_rights *rights = run->rights;
    const struct ls_right *right = &rights->needs.at[asked->first].right;
    if (rights->review_count++ >= LS_RUN_REVIEWS_MAX)
        return; /* who cannot be asked about is told by the write */
    struct run_review *review = LS_NEW(struct run_review);
    *review = *asked;
    review->run = run;
    review->next = rights->reviews;
    rights->reviews = review;
    bool is_cluster = is_of_cluster(run, review);
    const struct ls_obj *body LS_AUTO(ls_obj_unref_at) =
        is_cluster ? ls_access_review_make(right, asked->is_named)
                   : ls_rules_review_make(right->namespace_name);
    run->reads_open++;
    run->reviews++;
    ls_api_call_start(
        run->client, &review->call,
        &(struct ls_call_spec){.verb = LS_VERB_CREATE,
                               .place = {.resource = is_cluster ? &access_reviews : &rules_reviews},
                               .body = ls_obj_root(body),
                               .is_single_try = true,
                               .timeout_ms = LS_RUN_REVIEW_MS},
        review_answered, review);
}

/* Needs that one question answers: those of a namespace, or of a kind without one and a verb. */
static bool is_asked_together(const struct ls_right *a, const struct ls_right *b)
{
    if (a->namespace_name[0])
        return strcmp(a->namespace_name, b->namespace_name) == 0;
    return compare_place(a, b) == 0;
}

bool ls_run_rights_check(struct ls_run *run)
{
    if (ls_run_is_look(run) || run->is_ending)
        return false;
    ls_run_rights_free(run);
    run->rights = LS_NEW(struct run_rights);
    needs_find(run);
    size_t count = run->rights->needs.count;
    run->reads_open++; /* held open until all are asked */
    for (size_t first = 0, end; first < count; first = end) {
        const struct need *needs = run->rights->needs.at;
        for (end = first + 1; end < count; end++) {
            if (!is_asked_together(&needs[first].right, &needs[end].right))
                break;
        }
        review_ask(run, &(struct run_review){.first = first, .count = end - first});
    }
    run->reads_open--;
    return run->reads_open > 0;
}

/* ---- what is missing ---- */

/* The set's own roles, or whoever waits for its namespaces, may give what is missing now. */
static bool brings_rights(const struct ls_run *run)
{
    for (uint32_t i = 0; i < run->member_count; i++) {
        if (strcmp(run->revision->members[i].ref.resource->group, RBAC_GROUP) == 0)
            return true;
    }
    return false;
}

/* "we may not patch deployments.apps in namespace shop, needed for web and 2 more" */
static void missing_print(const struct ls_right *right, size_t count, struct ls_buf *out)
{
    ls_buf_printf(out, "we may not %s %s%s%s", right->verb, right->plural,
                  right->group[0] ? "." : "", right->group);
    if (right->namespace_name[0])
        ls_buf_printf(out, " in namespace %s", right->namespace_name);
    ls_buf_printf(out, ", needed for %s", right->name);
    if (count > 1)
        ls_buf_printf(out, " and %zu more", count - 1);
}

/* Those of one place and verb that are missing, as one sentence; false: none. */
static bool group_print(const struct ls_run *run, size_t first, size_t end, bool is_sure,
                        struct ls_buf *out)
{
    const struct need *named = NULL;
    size_t count = 0;
    for (size_t i = first; i < end; i++) {
        const struct need *need = &run->rights->needs.at[i];
        bool is_need_sure = !need->is_doubtful && !need->is_in_new_space;
        if (!need->is_missing || is_need_sure != is_sure)
            continue;
        named = named ? named : need;
        count++;
    }
    if (named)
        missing_print(&named->right, count, out);
    return named != NULL;
}

static size_t group_end(const struct ls_run *run, size_t first)
{
    const struct need *needs = run->rights->needs.at;
    size_t end = first + 1;
    while (end < run->rights->needs.count &&
           compare_place(&needs[first].right, &needs[end].right) == 0)
        end++;
    return end;
}

static void missing_collect(struct ls_run *run, bool is_sure, struct ls_problems *out)
{
    size_t count = run->rights->needs.count;
    for (size_t first = 0, end; first < count; first = end) {
        struct ls_buf text LS_AUTO(ls_buf_release) = {0};
        struct ls_err err;
        end = group_end(run, first);
        if (!group_print(run, first, end, is_sure, &text))
            continue;
        (void)ls_fail(&err, LS_E_FORBIDDEN, "%s", ls_buf_text(&text));
        ls_problems_add(out, NULL, &err);
    }
}

static void missing_tell(struct ls_run *run, const struct ls_problems *missing, const char *why)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    size_t shown = LS_MIN(missing->list.count, LS_RUN_REFUSED_NAMED_MAX);
    for (size_t i = 0; i < shown; i++)
        ls_buf_printf(&text, "%s%s", i ? "; " : "", missing->list.at[i].text);
    if (missing->count > shown)
        ls_buf_printf(&text, "; and %zu more", missing->count - shown);
    ls_run_tell_note(run, "%s: %s", why, ls_buf_text(&text));
}

static void doubts_tell(struct ls_run *run)
{
    struct ls_problems doubts LS_AUTO(ls_problems_release) = {0};
    missing_collect(run, false, &doubts);
    if (doubts.count > 0)
        missing_tell(
            run, &doubts,
            "rights may be missing, the server could not say for sure: the write will show");
}

static bool is_plan(const struct ls_run *run)
{
    return run->options.goal == LS_GOAL_PLAN || run->options.goal == LS_GOAL_PLAN_TEARDOWN;
}

bool ls_run_rights_refuse(struct ls_run *run)
{
    struct ls_problems missing LS_AUTO(ls_problems_release) = {0};
    if (!run->rights)
        return false;
    doubts_tell(run);
    missing_collect(run, true, &missing);
    if (missing.count == 0)
        return false;
    if (brings_rights(run)) {
        missing_tell(
            run, &missing,
            "rights are missing now; the set brings roles of its own, which may give them");
        return false;
    }
    /* Looking needs no right to write. */
    if (is_plan(run)) {
        missing_tell(run, &missing, "this would be refused to us");
        return false;
    }
    missing_collect(run, true, &run->problems);
    run->problems.noun = "rights are missing";
    return ls_run_problems_refuse(run);
}
