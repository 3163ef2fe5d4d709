#include "support_model_parts.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "check.h"
#include "value/json.h"

/* ---- requests that are waited for ---- */

struct question {
    struct ls_reply_sink sink;
    struct ls_buf body;
    int status;
};

static void question_head(struct ls_reply_sink *sink, int status, const struct ls_header *headers,
                          size_t header_count)
{
    (void)headers, (void)header_count;
    LS_HOLDER(sink, struct question, sink)->status = status;
}

static enum ls_flow question_data(struct ls_reply_sink *sink, struct ls_slice chunk)
{
    ls_buf_add_slice(&LS_HOLDER(sink, struct question, sink)->body, chunk);
    return LS_FLOW_GO;
}

static void question_done(struct ls_reply_sink *sink, const struct ls_outcome *outcome)
{
    (void)sink, (void)outcome;
}

const struct ls_obj *model_ask(struct model *model, const char *method, const char *target,
                               const char *body, int *status)
{
    struct question question = {.sink = {question_head, question_data, question_done, NULL}};
    const struct ls_obj *value = NULL;
    model_send(model, method, target, "application/json", 0, ls_slice_of(body), &question.sink);
    model_settle(model);
    *status = question.status;
    if (ls_json_parse(ls_buf_slice(&question.body), NULL, &value, NULL))
        value = NULL;
    ls_buf_release(&question.body);
    return value;
}

/* ---- lists ---- */

static void paging_compare(struct model *model, const struct model_paging *paging)
{
    struct model_seen *state =
        LS_NEW_ARRAY(struct model_seen, model->changes[paging->view.resource].count + 1);
    size_t count = model_state_at(model, &paging->view, paging->revision, state);
    CHECK_INT(paging->seen.count, count);
    for (size_t i = 0; i < count; i++) {
        CHECK_STR(paging->seen.at[i].key, state[i].key);
        CHECK_INT(paging->seen.at[i].revision, state[i].revision);
    }
    ls_free(state);
    model->list_count++;
}

void model_paging_end(struct model_paging *paging)
{
    ls_buf_release(&paging->token);
    ls_vec_release(&paging->seen);
    *paging = (struct model_paging){0};
}

static void paging_take(struct model *model, struct model_paging *paging, struct ls_node list)
{
    int64_t revision =
        strtoll(ls_node_text(ls_node_at(list, "metadata.resourceVersion")), NULL, 10);
    if (paging->revision == 0)
        paging->revision = revision;
    CHECK_INT(revision, paging->revision);
    LS_EACH (it, ls_node_at(list, "items")) {
        struct ls_node metadata = ls_node_at(it.value, "metadata");
        struct model_seen seen = {
            .revision = strtoll(ls_node_text(ls_node_at(metadata, "resourceVersion")), NULL, 10)};
        snprintf(seen.key, sizeof seen.key, "%s/%s",
                 ls_node_text(ls_node_at(metadata, "namespace")),
                 ls_node_text(ls_node_at(metadata, "name")));
        ls_vec_push(&paging->seen, seen);
    }
    ls_buf_clear(&paging->token);
    ls_buf_add_text(&paging->token, ls_node_text(ls_node_at(list, "metadata.continue")));
    if (paging->token.len > 0)
        return;
    paging_compare(model, paging);
    model_paging_end(paging);
}

/* The next page, or the first one; only an expired revision may be refused. */
static void paging_step(struct model *model, struct model_paging *paging)
{
    struct ls_buf target LS_AUTO(ls_buf_release) = {0};
    int status;
    model_view_path(&target, &paging->view);
    if (paging->token.len > 0)
        ls_buf_printf(&target, "&continue=%s", ls_buf_text(&paging->token));
    else if (paging->revision > 0)
        ls_buf_printf(&target, "&resourceVersion=%lld&resourceVersionMatch=Exact",
                      (long long)paging->revision);
    if (model_chance(model, 70))
        ls_buf_printf(&target, "&limit=%zu", 1 + model_below(model, 4));
    const struct ls_obj *list LS_AUTO(ls_obj_unref_at) =
        model_ask(model, "GET", ls_buf_text(&target), NULL, &status);
    if (status == 410) {
        CHECK(paging->revision < model->compacted);
        model->refused_count++;
        model_paging_end(paging);
        return;
    }
    CHECK_INT(status, 200);
    paging_take(model, paging, ls_obj_root(list));
}

void model_act_list(struct model *model)
{
    struct model_paging *paging = &model->pagings[model_below(model, MODEL_PAGINGS)];
    if (!paging->is_used) {
        *paging = (struct model_paging){.view = model_view_any(model), .is_used = true};
        if (model_chance(model, 30))
            paging->revision = model_revision_any(model, paging->view.resource);
    }
    paging_step(model, paging);
}
