#include "sim/rehearse/rights.h"

#include <string.h>

#include "base/map.h"
#include "sim/rehearse/limits.h"

/* The verbs of RBAC, in the order in which people write them. */
static const char *const right_verbs[] = {"get",    "list",  "watch", "create",
                                          "update", "patch", "delete"};
enum { RIGHT_VERBS = LS_COUNT(right_verbs) };

/* One kind in one namespace: which verbs are needed, and for which objects. */
struct rights_need {
    struct ls_right right; /* verb and name are set for each question */
    bool is_needed[RIGHT_VERBS];
    LS_VEC(const struct ls_timeline_row *) rows; /* none: only lists and watches of all */
    const struct ls_timeline_row *any;           /* some object of the kind; NULL: the parent */
};

struct rights_needs {
    struct ls_arena arena;
    struct ls_map *by_key; /* to struct rights_need, in the arena */
    struct ls_map *kinds;  /* "group/plural" to the first row of the kind */
    struct ls_map *rows;   /* "group/plural/namespace/name" to its row */
};

static void needs_release(struct rights_needs *needs)
{
    struct ls_slice key;
    void *value;
    for (size_t at = 0; ls_map_next(needs->by_key, &at, &key, &value);) {
        struct rights_need *need = value;
        ls_vec_release(&need->rows);
    }
    ls_map_free(needs->by_key);
    ls_map_free(needs->kinds);
    ls_map_free(needs->rows);
    ls_arena_release(&needs->arena);
}

/* ---- the objects ---- */

static void rows_take(struct rights_needs *needs, struct ls_timeline *timeline)
{
    struct ls_buf key LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < timeline->rows.count; i++) {
        struct ls_timeline_row *row = &timeline->rows.at[i];
        ls_buf_clear(&key);
        ls_buf_printf(&key, "%s/%s", row->group, row->plural);
        if (!ls_map_get(needs->kinds, ls_buf_slice(&key)))
            ls_map_put(needs->kinds, ls_buf_slice(&key), row);
        ls_buf_printf(&key, "/%s/%s", row->namespace_name, row->name);
        if (!ls_map_get(needs->rows, ls_buf_slice(&key)))
            ls_map_put(needs->rows, ls_buf_slice(&key), row);
    }
}

/* ---- what a request is about ---- */

struct request_about {
    struct ls_slice group;
    struct ls_slice namespace_name;
    struct ls_slice plural;
    struct ls_slice name;
};

/* /api/v1/..., /apis/GROUP/VERSION/..., then [namespaces/NS/]PLURAL[/NAME[/...]]. */
static bool about_parse(const char *target, struct request_about *out)
{
    struct ls_slice rest;
    struct ls_slice path = ls_slice_cut(ls_slice_of(target), '?', &rest);
    bool is_core = ls_slice_starts(path, "/api/");
    *out = (struct request_about){0};
    rest = ls_slice_from(path, strlen(is_core ? "/api/" : "/apis/"));
    if (!is_core)
        out->group = ls_slice_cut(rest, '/', &rest);
    (void)ls_slice_cut(rest, '/', &rest); /* the version */
    struct ls_slice first = ls_slice_cut(rest, '/', &rest);
    out->plural = first;
    if (rest.at)
        out->name = ls_slice_cut(rest, '/', &rest);
    if (ls_slice_is(first, "namespaces") && rest.at) {
        out->namespace_name = out->name;
        out->plural = ls_slice_cut(rest, '/', &rest);
        out->name = rest.at ? ls_slice_cut(rest, '/', &rest) : (struct ls_slice){0};
    }
    return out->plural.len > 0;
}

/* ---- needs ---- */

static const char *copy(struct rights_needs *needs, struct ls_slice text)
{
    return ls_arena_dup(&needs->arena, text);
}

static struct rights_need *need_of(struct rights_needs *needs, const struct request_about *about)
{
    struct ls_buf key LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&key, "%.*s/%.*s/%.*s", LS_ARG(about->group), LS_ARG(about->plural),
                  LS_ARG(about->namespace_name));
    struct rights_need *need = ls_map_get(needs->by_key, ls_buf_slice(&key));
    if (need)
        return need;
    need = LS_ARENA_NEW(&needs->arena, struct rights_need);
    need->right = (struct ls_right){
        .group = copy(needs, about->group),
        .plural = copy(needs, about->plural),
        .verb = "",
        .namespace_name = copy(needs, about->namespace_name),
        .name = "",
    };
    ls_map_put(needs->by_key, ls_buf_slice(&key), need);
    return need;
}

/* The parent, too, is a ConfigMap. */
static bool is_parent(const struct request_about *about)
{
    return about->group.len == 0 && ls_slice_is(about->plural, "configmaps");
}

static void need_row_add(struct rights_need *need, const struct ls_timeline_row *row)
{
    for (size_t i = 0; i < need->rows.count; i++) {
        if (need->rows.at[i] == row)
            return;
    }
    if (need->rows.count < LS_REHEARSE_RIGHT_NAMES_MAX)
        ls_vec_push(&need->rows, row);
}

static void need_add(struct rights_needs *needs, const struct request_about *about,
                     const char *verb)
{
    struct ls_buf key LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&key, "%.*s/%.*s", LS_ARG(about->group), LS_ARG(about->plural));
    const struct ls_timeline_row *any = ls_map_get(needs->kinds, ls_buf_slice(&key));
    if (!any && !is_parent(about))
        return;
    struct rights_need *need = need_of(needs, about);
    for (size_t i = 0; i < RIGHT_VERBS; i++)
        need->is_needed[i] |= strcmp(right_verbs[i], verb) == 0;
    if (about->namespace_name.len == 0)
        need->any = any;
    ls_buf_printf(&key, "/%.*s/%.*s", LS_ARG(about->namespace_name), LS_ARG(about->name));
    const struct ls_timeline_row *row = ls_map_get(needs->rows, ls_buf_slice(&key));
    if (row)
        need_row_add(need, row);
}

static void requests_take(struct rights_needs *needs, const struct ls_rehearsal_requests *requests)
{
    for (size_t i = 0; i < requests->list.count; i++) {
        const struct ls_rehearsal_request *request = &requests->list.at[i];
        struct request_about about;
        if (request->verb < LS_REQUEST_GET || !about_parse(request->target, &about))
            continue;
        need_add(needs, &about, ls_request_verb_name(request->verb));
        /* Server-side apply of what is not there. */
        if (request->verb == LS_REQUEST_PATCH && request->is_created)
            need_add(needs, &about, "create");
    }
}

/* ---- what is missing ---- */

/* One user, and who is asked about its rights. */
struct rights_judge {
    const char *user;
    ls_rehearse_may_fn may;
    void *self;
};

/* A right may be given for some names only. */
static bool is_missing(const struct rights_judge *judge, const struct rights_need *need,
                       const char *verb)
{
    struct ls_right right = need->right;
    right.verb = verb;
    if (judge->may(judge->self, &right))
        return false;
    for (size_t i = 0; i < need->rows.count; i++) {
        right.name = need->rows.at[i]->name;
        if (!judge->may(judge->self, &right))
            return true;
    }
    return need->rows.count == 0;
}

/* "get, list and watch"; how many. */
static size_t missing_print(const struct rights_judge *judge, const struct rights_need *need,
                            struct ls_buf *out)
{
    const char *missing[RIGHT_VERBS];
    size_t count = 0;
    for (size_t i = 0; i < RIGHT_VERBS; i++) {
        if (need->is_needed[i] && is_missing(judge, need, right_verbs[i]))
            missing[count++] = right_verbs[i];
    }
    for (size_t i = 0; i < count; i++)
        ls_buf_printf(out, "%s%s", i == 0 ? "" : i + 1 == count ? " and " : ", ", missing[i]);
    return count;
}

static void need_check(const struct rights_judge *judge, const struct rights_need *need,
                       struct ls_rehearse_findings *findings)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    const struct ls_timeline_row *row = need->rows.count > 0 ? need->rows.at[0] : need->any;
    const struct ls_right *right = &need->right;
    /* A teardown also searches the namespace of the parent for kinds that are not there. */
    if (!row && strcmp(right->plural, "configmaps") != 0)
        return;
    ls_buf_printf(&text, "%s may not ", judge->user);
    if (missing_print(judge, need, &text) == 0)
        return;
    ls_buf_printf(&text, " %s%s%s", right->plural, right->group[0] ? "." : "", right->group);
    if (right->namespace_name[0])
        ls_buf_printf(&text, " in namespace %s", right->namespace_name);
    if (need->rows.count > 1)
        ls_buf_printf(&text, ", needed for %zu objects", need->rows.count);
    if (row)
        ls_timeline_print_name(&name, row);
    else
        ls_buf_add_text(&text, ", needed for the ConfigMap that remembers the set");
    ls_rehearse_findings_add(
        findings,
        &(struct ls_rehearse_finding_spec){.kind = LS_REHEARSE_FINDING_RIGHT,
                                           .manifest = row ? row->manifest : NULL,
                                           .object = ls_buf_text(&name)},
        "%s", ls_buf_text(&text));
}

void ls_rehearse_rights_check(struct ls_rehearsal *rehearsal, const char *user,
                              ls_rehearse_may_fn may, void *self)
{
    struct rights_needs needs LS_AUTO(needs_release) = {
        .by_key = ls_map_new(0), .kinds = ls_map_new(0), .rows = ls_map_new(0)};
    const struct rights_judge judge = {user, may, self};
    struct ls_slice key;
    void *value;
    rows_take(&needs, &rehearsal->rollout.timeline);
    requests_take(&needs, &rehearsal->rollout.requests);
    requests_take(&needs, &rehearsal->teardown.requests);
    for (size_t at = 0; ls_map_next(needs.by_key, &at, &key, &value);)
        need_check(&judge, value, &rehearsal->findings);
}
