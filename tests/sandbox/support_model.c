#include "support_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/loop.h"
#include "base/mem.h"
#include "check.h"
#include "support_json.h"
#include "support_model_rules.h"
#include "value/json.h"

static const int64_t wall_start_ms = 1767225600000;

static const struct {
    const char *prefix; /* of paths */
    const char *plural;
    const char *kind;
    const char *api_version;
} resources[MODEL_RESOURCES] = {
    {"/api/v1", "configmaps", "ConfigMap", "v1"},
    {"/apis/apps/v1", "deployments", "Deployment", "apps/v1"},
    {"/apis/model.io/v1", "widgets", "Widget", "model.io/v1"},
};
static const char *const namespaces[] = {"a", "a-b", "b"};
static const char *const names[] = {"n", "n-0", "n.1", "m", "z"};

static const struct {
    const char *query;
    const char *label;
    bool is_equal;
} selectors[] = {{"", NULL, false},
                 {"&labelSelector=x%3D1", "1", true},
                 {"&labelSelector=x%21%3D1", "1", false},
                 {"&fieldSelector=metadata.name%3Dn-0", NULL, true}};
static const char *const accepts[] = {
    "application/json", "application/json;as=Table;v=v1;g=meta.k8s.io",
    "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io"};

static size_t below(struct model *model, size_t bound)
{
    return (size_t)ls_random_below(&model->random, bound);
}

static bool chance(struct model *model, size_t percent)
{
    return below(model, 100) < percent;
}

static void settle(struct model *model)
{
    uint64_t calls;
    do {
        calls = ls_loop_counts(model->world->loop).calls;
        ls_loop_step(model->world->loop, 0);
    } while (ls_loop_counts(model->world->loop).calls != calls);
}

/* ---- what the changes make of a view ---- */

static bool view_has_key(const struct model_view *view, const char *key)
{
    size_t len = strlen(view->namespace_name);
    return len == 0 || (strncmp(key, view->namespace_name, len) == 0 && key[len] == '/');
}

static bool view_has(const struct model_view *view, const struct ls_obj *object)
{
    if (!object)
        return false;
    struct ls_node root = ls_obj_root(object);
    if (view->selector == 0)
        return true;
    if (view->selector == 3)
        return ls_node_string_is(ls_node_at(root, "metadata.name"), "n-0");
    bool is_one = ls_node_string_is(ls_node_at(root, "metadata.labels.x"), "1");
    return is_one == selectors[view->selector].is_equal;
}

/* The object of a key before the change with this index; NULL: there was none. */
static const struct model_change *before(const struct model *model, size_t resource, size_t index,
                                         const char *key)
{
    for (size_t i = index; i-- > 0;) {
        const struct model_change *change = &model->changes[resource].at[i];
        if (strcmp(change->key, key) == 0)
            return change->type == 'D' ? NULL : change;
    }
    return NULL;
}

static int seen_compare(const void *a, const void *b)
{
    return strcmp(((const struct model_seen *)a)->key, ((const struct model_seen *)b)->key);
}

/* All of a view at a revision, in the order of lists; returns how many. */
static size_t state_at(const struct model *model, const struct model_view *view, int64_t revision,
                       struct model_seen *out)
{
    size_t count = 0, end = 0;
    while (end < model->changes[view->resource].count &&
           model->changes[view->resource].at[end].revision <= revision)
        end++;
    for (size_t i = 0; i < end; i++) {
        const struct model_change *change = &model->changes[view->resource].at[i];
        const struct model_change *last = before(model, view->resource, end, change->key);
        if (last != change || !view_has_key(view, change->key) || !view_has(view, change->object))
            continue;
        struct model_seen *seen = &out[count++];
        *seen = (struct model_seen){.revision = change->revision, .type = 'A'};
        memcpy(seen->key, change->key, sizeof seen->key);
    }
    qsort(out, count, sizeof *out, seen_compare);
    return count;
}

/* The type of event that a view is shown for a change; 0: none. */
static char sight_of(const struct model *model, const struct model_view *view, size_t index)
{
    const struct model_change *change = &model->changes[view->resource].at[index];
    const struct model_change *old = before(model, view->resource, index, change->key);
    if (!view_has_key(view, change->key))
        return 0;
    bool was_in = old && view_has(view, old->object);
    bool is_in = change->type != 'D' && view_has(view, change->object);
    if (was_in && is_in)
        return 'M';
    return was_in ? 'D' : is_in ? 'A' : 0;
}

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
    const struct model_change *old = before(model, resource, count, change.key);
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
    CHECK(stream->is_log || revision >= stream->told);
    stream->told = revision;
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

static void view_path(struct ls_buf *out, const struct model_view *view)
{
    ls_buf_add_text(out, resources[view->resource].prefix);
    if (view->namespace_name[0])
        ls_buf_printf(out, "/namespaces/%s", view->namespace_name);
    ls_buf_printf(out, "/%s?%s", resources[view->resource].plural, selectors[view->selector].query);
}

static void send(struct model *model, const char *method, const char *target, const char *type,
                 const char *accept, struct ls_slice body, struct ls_reply_sink *sink)
{
    struct ls_header headers[] = {{LS_SLICE("content-type"), ls_slice_of(type)},
                                  {LS_SLICE("accept"), ls_slice_of(accept)}};
    struct ls_request request = {.method = method,
                                 .target = ls_slice_of(target),
                                 .headers = headers,
                                 .header_count = LS_COUNT(headers),
                                 .body = body};
    model->wire->send(model->wire->self, &request, sink);
}

static void stream_open(struct model_stream *stream, const char *options)
{
    struct ls_buf target LS_AUTO(ls_buf_release) = {0};
    view_path(&target, &stream->view);
    ls_buf_printf(&target, "&watch=true%s", options);
    stream->sink = (struct ls_reply_sink){stream_head, stream_data, stream_done, NULL};
    stream->is_used = stream->is_open = true;
    stream->told = 0;
    send(stream->model, "GET", ls_buf_text(&target), "application/json", accepts[stream->view.form],
         (struct ls_slice){0}, &stream->sink);
}

/* ---- questions whose answer is waited for ---- */

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

static const struct ls_obj *ask(struct model *model, const char *method, const char *target,
                                const char *body, int *status)
{
    struct question question = {.sink = {question_head, question_data, question_done, NULL}};
    const struct ls_obj *value = NULL;
    send(model, method, target, "application/json", "application/json", ls_slice_of(body),
         &question.sink);
    settle(model);
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
    size_t count = state_at(model, &paging->view, paging->revision, state);
    CHECK_INT(paging->seen.count, count);
    for (size_t i = 0; i < count; i++) {
        CHECK_STR(paging->seen.at[i].key, state[i].key);
        CHECK_INT(paging->seen.at[i].revision, state[i].revision);
    }
    ls_free(state);
    model->list_count++;
}

static void paging_end(struct model_paging *paging)
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
    paging_end(paging);
}

/* The next page, or the first one; what history has forgotten is refused, nothing else. */
static void paging_step(struct model *model, struct model_paging *paging)
{
    struct ls_buf target LS_AUTO(ls_buf_release) = {0};
    int status;
    view_path(&target, &paging->view);
    if (paging->token.len > 0)
        ls_buf_printf(&target, "&continue=%s", ls_buf_text(&paging->token));
    else if (paging->revision > 0)
        ls_buf_printf(&target, "&resourceVersion=%lld&resourceVersionMatch=Exact",
                      (long long)paging->revision);
    if (chance(model, 70))
        ls_buf_printf(&target, "&limit=%zu", 1 + below(model, 4));
    const struct ls_obj *list LS_AUTO(ls_obj_unref_at) =
        ask(model, "GET", ls_buf_text(&target), NULL, &status);
    if (status == 410) {
        CHECK(paging->revision < model->compacted);
        model->refused_count++;
        paging_end(paging);
        return;
    }
    CHECK_INT(status, 200);
    paging_take(model, paging, ls_obj_root(list));
}

static struct model_view view_any(struct model *model)
{
    return (struct model_view){
        .resource = below(model, MODEL_RESOURCES),
        .namespace_name = chance(model, 50) ? "" : namespaces[below(model, LS_COUNT(namespaces))],
        .selector = (unsigned)below(model, LS_COUNT(selectors)),
        .form = (unsigned)below(model, LS_COUNT(accepts)),
    };
}

static int64_t revision_any(struct model *model, size_t resource)
{
    size_t count = model->changes[resource].count;
    if (count == 0)
        return 0;
    return model->changes[resource]
        .at[count - 1 - below(model, LS_MIN(count, (size_t)40))]
        .revision;
}

static void act_list(struct model *model)
{
    struct model_paging *paging = &model->pagings[below(model, MODEL_PAGINGS)];
    if (!paging->is_used) {
        *paging = (struct model_paging){.view = view_any(model), .is_used = true};
        if (chance(model, 30))
            paging->revision = revision_any(model, paging->view.resource);
    }
    paging_step(model, paging);
}

/* ---- watches that come and go ---- */

static void stream_compare(struct model *model, const struct model_stream *stream)
{
    const struct model_view *view = &stream->view;
    size_t at = 0, change_count = model->changes[view->resource].count;
    if (stream->has_begin) {
        struct model_seen *state = LS_NEW_ARRAY(struct model_seen, change_count + 1);
        size_t count = state_at(model, view, stream->start, state);
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
        char type = change->revision > stream->start ? sight_of(model, view, i) : 0;
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

static void stream_end(struct model *model, struct model_stream *stream)
{
    if (stream->is_open)
        model->wire->cancel(model->wire->self, &stream->sink);
    ls_buf_release(&stream->text);
    ls_vec_release(&stream->seen);
    *stream = (struct model_stream){0};
}

static void stream_check(struct model *model, struct model_stream *stream)
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

static void act_watch(struct model *model)
{
    struct model_stream *stream = &model->streams[below(model, MODEL_STREAMS)];
    struct ls_buf options LS_AUTO(ls_buf_release) = {0};
    settle(model);
    if (stream->is_used) {
        stream_check(model, stream);
        stream_end(model, stream);
        return;
    }
    *stream = (struct model_stream){.model = model, .view = view_any(model)};
    size_t count = model->changes[stream->view.resource].count;
    stream->has_begin = chance(model, 40) || count == 0;
    stream->start = stream->has_begin && count > 0
                        ? model->changes[stream->view.resource].at[count - 1].revision
                        : revision_any(model, stream->view.resource);
    if (!stream->has_begin)
        ls_buf_printf(&options, "&resourceVersion=%lld", (long long)stream->start);
    else if (chance(model, 50))
        ls_buf_add_text(&options, "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan");
    if (chance(model, 50))
        ls_buf_add_text(&options, "&allowWatchBookmarks=true");
    if ((stream->has_timeout = chance(model, 20)))
        ls_buf_printf(&options, "&timeoutSeconds=%zu", 1 + below(model, 100));
    stream->is_paused = chance(model, 25);
    stream_open(stream, ls_buf_text(&options));
    if (chance(model, 50))
        settle(model);
}

static void act_resume(struct model *model)
{
    struct model_stream *stream = &model->streams[below(model, MODEL_STREAMS)];
    if (!stream->is_used || !stream->is_paused || !stream->is_open)
        return;
    stream->is_paused = false;
    stream->has_timeout = true; /* it may have been let go meanwhile */
    model->wire->resume(model->wire->self, &stream->sink);
}

/* ---- writes ---- */

static void write_head(struct ls_reply_sink *sink, int status, const struct ls_header *headers,
                       size_t header_count)
{
    (void)headers, (void)header_count;
    LS_HOLDER(sink, struct model_write, sink)->status = status;
}

static enum ls_flow write_data(struct ls_reply_sink *sink, struct ls_slice chunk)
{
    ls_buf_add_slice(&LS_HOLDER(sink, struct model_write, sink)->body, chunk);
    return LS_FLOW_GO;
}

static void write_done(struct ls_reply_sink *sink, const struct ls_outcome *outcome)
{
    (void)outcome;
    LS_HOLDER(sink, struct model_write, sink)->is_done = true;
}

static bool is_let_go(struct ls_node object)
{
    return ls_node_is_string(ls_node_at(object, "metadata.deletionTimestamp")) &&
           ls_node_count(ls_node_at(object, "metadata.finalizers")) == 0;
}

/* The answer to a write is what watchers see at the revision it names. */
static void write_check(struct model *model, struct model_write *write)
{
    const struct ls_obj *value LS_AUTO(ls_obj_unref_at) = NULL;
    CHECK(write->is_done && write->status > 0);
    CHECK(write->status < 500);
    if (write->status > 201 || write->is_dry ||
        ls_json_parse(ls_buf_slice(&write->body), NULL, &value, NULL))
        return;
    struct ls_node root = ls_obj_root(value);
    if (!ls_node_string_is(ls_node_at(root, "kind"), resources[write->resource].kind) ||
        is_let_go(root))
        return;
    int64_t revision =
        strtoll(ls_node_text(ls_node_at(root, "metadata.resourceVersion")), NULL, 10);
    for (size_t i = model->changes[write->resource].count; i-- > 0;) {
        const struct model_change *change = &model->changes[write->resource].at[i];
        if (change->revision != revision)
            continue;
        CHECK_STR(json_of(ls_obj_root(change->object)), json_of(root));
        model->write_count++;
        return;
    }
    CHECK_STR(json_of(root), "what a watcher has seen at its revision");
}

static void writes_settle(struct model *model)
{
    settle(model);
    for (size_t i = 0; i < MODEL_WRITES; i++) {
        struct model_write *write = &model->writes[i];
        if (!write->is_used)
            continue;
        write_check(model, write);
        ls_buf_release(&write->body);
        *write = (struct model_write){0};
    }
}

static struct model_write *write_new(struct model *model, size_t resource)
{
    for (;;) {
        for (size_t i = 0; i < MODEL_WRITES; i++) {
            struct model_write *write = &model->writes[i];
            if (write->is_used)
                continue;
            *write = (struct model_write){.sink = {write_head, write_data, write_done, NULL},
                                          .resource = resource,
                                          .is_used = true};
            return write;
        }
        writes_settle(model);
    }
}

static void content_print(struct model *model, struct ls_buf *out, size_t resource)
{
    size_t value = below(model, 4);
    if (resource == 0)
        ls_buf_printf(out, "\"data\":{\"v\":\"%zu\",\"k%zu\":\"x\"}", value, below(model, 3));
    else if (resource == 1)
        ls_buf_printf(out,
                      "\"spec\":{\"replicas\":%zu,\"selector\":{\"matchLabels\":{\"app\":\"m\"}},"
                      "\"template\":{\"metadata\":{\"labels\":{\"app\":\"m\"}},\"spec\":{"
                      "\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}}",
                      value);
    else
        ls_buf_printf(out, "\"spec\":{\"size\":%zu},\"status\":{\"size\":%zu}", value,
                      below(model, 4));
}

/* A whole object, or what of one a patch says. */
static void object_print(struct model *model, struct ls_buf *out, size_t resource, const char *name,
                         const char *revision)
{
    ls_buf_printf(out, "{\"apiVersion\":\"%s\",\"kind\":\"%s\",\"metadata\":{\"name\":\"%s\"",
                  resources[resource].api_version, resources[resource].kind, name);
    if (revision[0])
        ls_buf_printf(out, ",\"resourceVersion\":\"%s\"", revision);
    if (chance(model, 60))
        ls_buf_printf(out, ",\"labels\":{\"x\":\"%zu\"}", below(model, 3));
    if (chance(model, 20))
        ls_buf_printf(out, ",\"annotations\":{\"note\":\"%zu\"}", below(model, 3));
    if (chance(model, 25))
        ls_buf_add_text(out, ",\"finalizers\":[\"model.io/f\"]");
    else if (chance(model, 30))
        ls_buf_add_text(out, ",\"finalizers\":[]");
    ls_buf_add_text(out, "},");
    content_print(model, out, resource);
    ls_buf_add_char(out, '}');
}

static const struct ls_obj *latest(struct model *model, size_t resource, const char *key)
{
    const struct model_change *change =
        before(model, resource, model->changes[resource].count, key);
    return change ? change->object : NULL;
}

static void delete_options_print(struct model *model, struct ls_buf *out,
                                 const struct ls_obj *object)
{
    static const char *const policies[] = {"Background", "Foreground", "Orphan"};
    ls_buf_add_text(out, "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\"");
    if (chance(model, 70))
        ls_buf_printf(out, ",\"propagationPolicy\":\"%s\"", policies[below(model, 3)]);
    if (object && chance(model, 20))
        ls_buf_printf(out, ",\"preconditions\":{\"uid\":\"%s\"}",
                      chance(model, 70)
                          ? ls_node_text(ls_node_at(ls_obj_root(object), "metadata.uid"))
                          : "another");
    ls_buf_add_char(out, '}');
}

static void act_write(struct model *model)
{
    size_t resource = below(model, MODEL_RESOURCES), verb = below(model, 12);
    const char *in = namespaces[below(model, LS_COUNT(namespaces))];
    const char *name = names[below(model, LS_COUNT(names))];
    const char *method = "PATCH", *type = "application/merge-patch+json";
    struct ls_buf target LS_AUTO(ls_buf_release) = {0}, body LS_AUTO(ls_buf_release) = {0};
    char key[64];
    snprintf(key, sizeof key, "%s/%s", in, name);
    struct model_write *write = write_new(model, resource);
    const struct ls_obj *now = latest(model, resource, key);
    const char *revision = ls_node_text(ls_node_at(ls_obj_root(now), "metadata.resourceVersion"));
    ls_buf_printf(&target, "%s/namespaces/%s/%s", resources[resource].prefix, in,
                  resources[resource].plural);
    bool is_put = verb == 4 || verb == 5;
    if (verb > 3)
        ls_buf_printf(&target, "/%s", name);
    if (verb == 10 && resource > 0)
        ls_buf_add_text(&target, "/status");
    ls_buf_printf(&target, "?fieldManager=m%zu", below(model, 3));
    if ((write->is_dry = chance(model, 8)))
        ls_buf_add_text(&target, "&dryRun=All");
    if (verb <= 3) {
        method = "POST";
        type = "application/json";
    } else if (is_put) {
        method = "PUT";
        type = "application/json";
    } else if (verb == 6) {
        type = "application/apply-patch+yaml";
        ls_buf_add_text(&target, "&force=true");
    } else if (verb == 7 || verb == 8) {
        method = "DELETE";
        type = "application/json";
    }
    if (verb == 7 || verb == 8)
        delete_options_print(model, &body, now);
    else
        object_print(model, &body, resource, name,
                     is_put && (resource == 2 || chance(model, 50)) ? revision : "");
    send(model, method, ls_buf_text(&target), type, "application/json", ls_buf_slice(&body),
         &write->sink);
}

static void act_collection(struct model *model)
{
    struct model_view view = view_any(model);
    struct ls_buf target LS_AUTO(ls_buf_release) = {0};
    if (view.namespace_name[0] == '\0')
        view.namespace_name = namespaces[0];
    view_path(&target, &view);
    int status;
    ls_obj_unref(ask(model, "DELETE", ls_buf_text(&target), NULL, &status));
    CHECK_INT(status, 200);
}

static void act_forget(struct model *model)
{
    ls_sandbox_compact(model->sandbox);
    settle(model);
    for (size_t i = 0; i < MODEL_RESOURCES; i++) {
        size_t count = model->changes[i].count;
        if (count > 0)
            model->compacted =
                LS_MAX(model->compacted, model->changes[i].at[count - 1].revision + 1);
    }
    /* The whole history is gone: a list at the newest revision is still fine, an older one not. */
}

/* ---- life ---- */

static void must_make(struct model *model, const char *target, const char *body)
{
    int status;
    ls_obj_unref(ask(model, "POST", target, body, &status));
    CHECK_INT(status, 201);
}

static int change_compare(const void *a, const void *b)
{
    const struct model_change *left = a, *right = b;
    return (left->revision > right->revision) - (left->revision < right->revision);
}

static void log_open(struct model *model, size_t resource)
{
    struct model_stream *log = &model->logs[resource];
    *log = (struct model_stream){.model = model,
                                 .view = {.resource = resource, .namespace_name = ""},
                                 .is_log = true,
                                 .is_beginning = true};
    stream_open(log, "");
    settle(model);
    log->is_beginning = false;
    if (model->changes[resource].count > 0)
        qsort(model->changes[resource].at, model->changes[resource].count,
              sizeof *model->changes[resource].at, change_compare);
}

void model_init(struct model *model, uint64_t seed, bool has_workloads)
{
    struct ls_sandbox_options options = {.has_no_workloads = !has_workloads, .node_count = 2};
    memset(model, 0, sizeof *model);
    ls_random_init(&model->random, seed);
    model->world = ls_world_new_virtual(seed, wall_start_ms);
    model->sandbox = ls_sandbox_new(model->world, &options);
    struct ls_service service = ls_sandbox_service(model->sandbox);
    model->memory = ls_memory_wire_new(model->world, &service);
    model->wire = ls_memory_wire_interface(model->memory);
    must_make(model, "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
              "{\"metadata\":{\"name\":\"widgets.model.io\"},\"spec\":{\"group\":\"model.io\","
              "\"scope\":\"Namespaced\",\"names\":{\"plural\":\"widgets\",\"kind\":\"Widget\"},"
              "\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":true,"
              "\"subresources\":{\"status\":{}},\"schema\":{\"openAPIV3Schema\":{"
              "\"type\":\"object\",\"x-kubernetes-preserve-unknown-fields\":true}}}]}}");
    for (size_t i = 0; i < LS_COUNT(namespaces); i++) {
        char body[64];
        snprintf(body, sizeof body, "{\"metadata\":{\"name\":\"%s\"}}", namespaces[i]);
        must_make(model, "/api/v1/namespaces", body);
    }
    for (size_t i = 0; i < MODEL_RESOURCES; i++)
        log_open(model, i);
}

void model_step(struct model *model)
{
    static void (*const acts[])(struct model *) = {
        act_write, act_write, act_write, act_write, act_write, act_write,
        act_write, act_list,  act_list,  act_watch, act_watch, act_resume,
    };
    if (chance(model, 1))
        act_forget(model);
    else if (chance(model, 1))
        act_collection(model);
    else
        acts[below(model, LS_COUNT(acts))](model);
    if (chance(model, 40))
        writes_settle(model);
    if (chance(model, 10))
        ls_loop_step(model->world->loop, (int64_t)below(model, 20000));
}

void model_check(struct model *model)
{
    writes_settle(model);
    for (size_t i = 0; i < MODEL_STREAMS; i++)
        stream_check(model, &model->streams[i]);
}

void model_drop(struct model *model, bool is_sandbox_first)
{
    if (is_sandbox_first)
        ls_sandbox_free(model->sandbox);
    ls_memory_wire_free(model->memory);
    if (!is_sandbox_first)
        ls_sandbox_free(model->sandbox);
    ls_world_free(model->world);
    for (size_t i = 0; i < MODEL_STREAMS + MODEL_RESOURCES; i++) {
        struct model_stream *stream =
            i < MODEL_STREAMS ? &model->streams[i] : &model->logs[i - MODEL_STREAMS];
        stream->is_open = false;
        stream_end(model, stream);
    }
    for (size_t i = 0; i < MODEL_WRITES; i++)
        ls_buf_release(&model->writes[i].body);
    for (size_t i = 0; i < MODEL_PAGINGS; i++)
        paging_end(&model->pagings[i]);
    for (size_t i = 0; i < MODEL_RESOURCES; i++) {
        for (size_t j = 0; j < model->changes[i].count; j++)
            ls_obj_unref(model->changes[i].at[j].object);
        ls_vec_release(&model->changes[i]);
    }
}
