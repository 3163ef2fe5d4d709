#include "support_model_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "check.h"
#include "support_json.h"
#include "support_model_rules.h"

/* ---- watches ---- */

static void stream_event(struct model_stream *stream, char type, struct ls_node object)
{
    struct ls_node shown = object;
    if (stream->view.form == 1)
        shown = ls_node_at(ls_node_item(ls_node_at(object, "rows"), 0), "object");
    struct ls_node metadata = ls_node_at(shown, "metadata");
    struct model_seen seen = {
        .revision = strtoll(ls_node_text(ls_node_at(metadata, "resourceVersion")), NULL, 10),
        .type = type};
    snprintf(seen.key, sizeof seen.key, "%s/%s", ls_node_text(ls_node_at(metadata, "namespace")),
             ls_node_text(ls_node_at(metadata, "name")));
    ls_vec_push(&stream->seen, seen);
    if (!stream->is_log)
        return;
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_node(&build, object);
    struct model_change change = {
        .revision = seen.revision, .type = type, .object = ls_build_obj(&build)};
    memcpy(change.key, seen.key, sizeof change.key);
    struct model *model = stream->model;
    size_t resource = stream->view.resource, count = model->changes[resource].count;
    const struct model_change *old = model_before(model, resource, count, change.key);
    if (count > 0 && !stream->is_beginning)
        CHECK(change.revision > model->changes[resource].at[count - 1].revision);
    CHECK((type == 'A') == (old == NULL));
    model_rules_check(resource, ls_obj_root(old ? old->object : NULL), object, type);
    ls_vec_push(&model->changes[resource], change);
}

static void stream_bookmark(struct model_stream *stream, struct ls_node object)
{
    int64_t revision =
        strtoll(ls_node_text(ls_node_at(object, "metadata.resourceVersion")), NULL, 10);
    CHECK(stream->is_log || revision >= stream->newest);
    stream->newest = revision;
}

static void stream_line(struct model_stream *stream, struct ls_slice line)
{
    const struct ls_obj *value LS_AUTO(ls_obj_unref_at) = NULL;
    CHECK(ls_json_parse(line, NULL, &value, NULL) == LS_OK);
    struct ls_node type = ls_node_at(ls_obj_root(value), "type");
    struct ls_node object = ls_node_at(ls_obj_root(value), "object");
    if (ls_node_string_is(type, "BOOKMARK")) {
        stream_bookmark(stream, object);
    } else if (ls_node_string_is(type, "ERROR")) {
        CHECK_INT(ls_node_int(ls_node_at(object, "code"), 0), 410);
        stream->was_refused = true;
    } else {
        stream_event(stream, ls_node_text(type)[0], object);
    }
}

static void stream_head(struct ls_reply_sink *sink, int status, const struct ls_header *headers,
                        size_t header_count)
{
    (void)sink, (void)headers, (void)header_count;
    CHECK_INT(status, 200);
}

static enum ls_flow stream_data(struct ls_reply_sink *sink, struct ls_slice chunk)
{
    struct model_stream *stream = LS_HOLDER(sink, struct model_stream, sink);
    ls_buf_add_slice(&stream->text, chunk);
    struct ls_slice rest = ls_buf_slice(&stream->text);
    size_t end;
    while ((end = ls_slice_find(rest, '\n')) != SIZE_MAX) {
        stream_line(stream, (struct ls_slice){rest.at, end});
        rest = ls_slice_from(rest, end + 1);
    }
    memmove(stream->text.at, rest.at, rest.len);
    stream->text.len = rest.len;
    return stream->is_paused ? LS_FLOW_PAUSE : LS_FLOW_GO;
}

static void stream_done(struct ls_reply_sink *sink, const struct ls_outcome *outcome)
{
    struct model_stream *stream = LS_HOLDER(sink, struct model_stream, sink);
    (void)outcome;
    stream->is_open = false;
}

void model_stream_open(struct model_stream *stream, const char *options)
{
    struct ls_buf target LS_AUTO(ls_buf_release) = {0};
    model_view_path(&target, &stream->view);
    ls_buf_printf(&target, "&watch=true%s", options);
    stream->sink = (struct ls_reply_sink){stream_head, stream_data, stream_done, NULL};
    stream->is_used = stream->is_open = true;
    stream->newest = 0;
    model_send(stream->model, "GET", ls_buf_text(&target), "application/json", stream->view.form,
               (struct ls_slice){0}, &stream->sink);
}

/* ---- watches that come and go ---- */

static void stream_compare(struct model *model, const struct model_stream *stream)
{
    const struct model_view *view = &stream->view;
    size_t at = 0, change_count = model->changes[view->resource].count;
    if (stream->has_begin) {
        struct model_seen *state = LS_NEW_ARRAY(struct model_seen, change_count + 1);
        size_t count = model_state_at(model, view, stream->start, state);
        for (; at < LS_MIN(count, stream->seen.count); at++) {
            CHECK_STR(stream->seen.at[at].key, state[at].key);
            CHECK_INT(stream->seen.at[at].revision, state[at].revision);
            CHECK_INT(stream->seen.at[at].type, 'A');
        }
        ls_free(state);
        CHECK(at == count || !stream->is_open || stream->is_paused);
        if (at < count)
            return;
    }
    for (size_t i = 0; i < change_count; i++) {
        const struct model_change *change = &model->changes[view->resource].at[i];
        char type = change->revision > stream->start ? model_event_type(model, view, i) : 0;
        if (type == 0)
            continue;
        if (at == stream->seen.count) {
            CHECK(!stream->is_open || stream->is_paused);
            return;
        }
        const struct model_seen *seen = &stream->seen.at[at++];
        CHECK_INT(seen->revision, change->revision);
        CHECK_STR(seen->key, change->key);
        CHECK_INT(seen->type, type);
        model->event_count++;
    }
    CHECK_INT(at, stream->seen.count);
}

void model_stream_end(struct model *model, struct model_stream *stream)
{
    if (stream->is_open)
        model->wire->cancel(model->wire->self, &stream->sink);
    ls_buf_release(&stream->text);
    ls_vec_release(&stream->seen);
    *stream = (struct model_stream){0};
}

void model_stream_check(struct model *model, struct model_stream *stream)
{
    if (!stream->is_used)
        return;
    if (stream->was_refused) {
        CHECK(stream->start < model->compacted);
        model->refused_count++;
    } else {
        CHECK(stream->is_open || stream->has_timeout || stream->is_paused);
        stream_compare(model, stream);
    }
}

void model_act_watch(struct model *model)
{
    struct model_stream *stream = &model->streams[model_below(model, MODEL_STREAMS)];
    struct ls_buf options LS_AUTO(ls_buf_release) = {0};
    model_settle(model);
    if (stream->is_used) {
        model_stream_check(model, stream);
        model_stream_end(model, stream);
        return;
    }
    *stream = (struct model_stream){.model = model, .view = model_view_any(model)};
    size_t count = model->changes[stream->view.resource].count;
    stream->has_begin = model_chance(model, 40) || count == 0;
    stream->start = stream->has_begin && count > 0
                        ? model->changes[stream->view.resource].at[count - 1].revision
                        : model_revision_any(model, stream->view.resource);
    if (!stream->has_begin)
        ls_buf_printf(&options, "&resourceVersion=%lld", (long long)stream->start);
    else if (model_chance(model, 50))
        ls_buf_add_text(&options, "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan");
    if (model_chance(model, 50))
        ls_buf_add_text(&options, "&allowWatchBookmarks=true");
    if ((stream->has_timeout = model_chance(model, 20)))
        ls_buf_printf(&options, "&timeoutSeconds=%zu", 1 + model_below(model, 100));
    stream->is_paused = model_chance(model, 25);
    model_stream_open(stream, ls_buf_text(&options));
    if (model_chance(model, 50))
        model_settle(model);
}

void model_act_resume(struct model *model)
{
    struct model_stream *stream = &model->streams[model_below(model, MODEL_STREAMS)];
    if (!stream->is_used || !stream->is_paused || !stream->is_open)
        return;
    stream->is_paused = false;
    stream->has_timeout = true; /* it may have been let go meanwhile */
    model->wire->resume(model->wire->self, &stream->sink);
}
