#include "support_model_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/loop.h"
#include "base/mem.h"
#include "check.h"
#include "support_json.h"
#include "value/json.h"

enum { BLOB_BYTES = 40000 };

static const int64_t wall_start_ms = 1767225600000;

static const char *const names[] = {"n", "n-0", "n.1", "m", "z"};

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

/* The response to a write is what watches show at its revision. */
static void write_check(struct model *model, struct model_write *write)
{
    const struct ls_obj *value LS_AUTO(ls_obj_unref_at) = NULL;
    CHECK(write->is_done && write->status > 0);
    CHECK(write->status < 500);
    if (write->status > 201 || write->is_dry ||
        ls_json_parse(ls_buf_slice(&write->body), NULL, &value, NULL))
        return;
    struct ls_node root = ls_obj_root(value);
    if (!ls_node_string_is(ls_node_at(root, "kind"), model_resources[write->resource].kind) ||
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
    model_settle(model);
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

/* Sometimes so much that clients that do not read fall behind. */
static void data_print(struct model *model, struct ls_buf *out, size_t value)
{
    ls_buf_printf(out, "\"data\":{\"v\":\"%zu\",\"k%zu\":\"", value, model_below(model, 3));
    for (size_t i = model_chance(model, 20) ? BLOB_BYTES : 1; i > 0; i--)
        ls_buf_add_char(out, 'x');
    ls_buf_add_text(out, "\"}");
}

static void content_print(struct model *model, struct ls_buf *out, size_t resource)
{
    size_t value = model_below(model, 4);
    if (resource == 0)
        data_print(model, out, value);
    else if (resource == 1)
        ls_buf_printf(out,
                      "\"spec\":{\"replicas\":%zu,\"selector\":{\"matchLabels\":{\"app\":\"m\"}},"
                      "\"template\":{\"metadata\":{\"labels\":{\"app\":\"m\"}},\"spec\":{"
                      "\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}}",
                      value);
    else
        ls_buf_printf(out, "\"spec\":{\"size\":%zu},\"status\":{\"size\":%zu}", value,
                      model_below(model, 4));
}

/* A whole object, or the part of one that a patch holds. */
static void object_print(struct model *model, struct ls_buf *out, size_t resource, const char *name,
                         const char *revision)
{
    ls_buf_printf(out, "{\"apiVersion\":\"%s\",\"kind\":\"%s\",\"metadata\":{\"name\":\"%s\"",
                  model_resources[resource].api_version, model_resources[resource].kind, name);
    if (revision[0])
        ls_buf_printf(out, ",\"resourceVersion\":\"%s\"", revision);
    if (model_chance(model, 60))
        ls_buf_printf(out, ",\"labels\":{\"x\":\"%zu\"}", model_below(model, 3));
    if (model_chance(model, 20))
        ls_buf_printf(out, ",\"annotations\":{\"note\":\"%zu\"}", model_below(model, 3));
    if (model_chance(model, 25))
        ls_buf_add_text(out, ",\"finalizers\":[\"model.io/f\"]");
    else if (model_chance(model, 30))
        ls_buf_add_text(out, ",\"finalizers\":[]");
    ls_buf_add_text(out, "},");
    content_print(model, out, resource);
    ls_buf_add_char(out, '}');
}

static const struct ls_obj *latest(struct model *model, size_t resource, const char *key)
{
    const struct model_change *change =
        model_before(model, resource, model->changes[resource].count, key);
    return change ? change->object : NULL;
}

static void delete_options_print(struct model *model, struct ls_buf *out,
                                 const struct ls_obj *object)
{
    static const char *const policies[] = {"Background", "Foreground", "Orphan"};
    ls_buf_add_text(out, "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\"");
    if (model_chance(model, 70))
        ls_buf_printf(out, ",\"propagationPolicy\":\"%s\"", policies[model_below(model, 3)]);
    if (object && model_chance(model, 20))
        ls_buf_printf(out, ",\"preconditions\":{\"uid\":\"%s\"}",
                      model_chance(model, 70)
                          ? ls_node_text(ls_node_at(ls_obj_root(object), "metadata.uid"))
                          : "another");
    ls_buf_add_char(out, '}');
}

static void act_write(struct model *model)
{
    size_t resource = model_below(model, MODEL_RESOURCES), verb = model_below(model, 12);
    const char *in = model_namespaces[model_below(model, MODEL_NAMESPACES)];
    const char *name = names[model_below(model, LS_COUNT(names))];
    const char *method = "PATCH", *type = "application/merge-patch+json";
    struct ls_buf target LS_AUTO(ls_buf_release) = {0}, body LS_AUTO(ls_buf_release) = {0};
    char key[64];
    snprintf(key, sizeof key, "%s/%s", in, name);
    struct model_write *write = write_new(model, resource);
    const struct ls_obj *now = latest(model, resource, key);
    const char *revision = ls_node_text(ls_node_at(ls_obj_root(now), "metadata.resourceVersion"));
    ls_buf_printf(&target, "%s/namespaces/%s/%s", model_resources[resource].prefix, in,
                  model_resources[resource].plural);
    bool is_put = verb == 4 || verb == 5;
    if (verb > 3)
        ls_buf_printf(&target, "/%s", name);
    if (verb == 10 && resource > 0)
        ls_buf_add_text(&target, "/status");
    ls_buf_printf(&target, "?fieldManager=m%zu", model_below(model, 3));
    if ((write->is_dry = model_chance(model, 8)))
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
                     is_put && (resource == 2 || model_chance(model, 50)) ? revision : "");
    model_send(model, method, ls_buf_text(&target), type, 0, ls_buf_slice(&body), &write->sink);
}

static void act_collection(struct model *model)
{
    struct model_view view = model_view_any(model);
    struct ls_buf target LS_AUTO(ls_buf_release) = {0};
    if (view.namespace_name[0] == '\0')
        view.namespace_name = model_namespaces[0];
    model_view_path(&target, &view);
    int status;
    ls_obj_unref(model_ask(model, "DELETE", ls_buf_text(&target), NULL, &status));
    CHECK_INT(status, 200);
}

static void act_forget(struct model *model)
{
    ls_sandbox_compact(model->sandbox);
    model_settle(model);
    for (size_t i = 0; i < MODEL_RESOURCES; i++) {
        size_t count = model->changes[i].count;
        if (count > 0)
            model->compacted =
                LS_MAX(model->compacted, model->changes[i].at[count - 1].revision + 1);
    }
    /* The whole history is dropped: a list at the newest revision still works, an older one does
     * not. */
}

/* ---- life ---- */

static void must_make(struct model *model, const char *target, const char *body)
{
    int status;
    ls_obj_unref(model_ask(model, "POST", target, body, &status));
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
    model_stream_open(log, "");
    model_settle(model);
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
    for (size_t i = 0; i < MODEL_NAMESPACES; i++) {
        char body[64];
        snprintf(body, sizeof body, "{\"metadata\":{\"name\":\"%s\"}}", model_namespaces[i]);
        must_make(model, "/api/v1/namespaces", body);
    }
    for (size_t i = 0; i < MODEL_RESOURCES; i++)
        log_open(model, i);
}

void model_step(struct model *model)
{
    static void (*const acts[])(struct model *) = {
        act_write,      act_write,       act_write,       act_write,
        act_write,      act_write,       act_write,       model_act_list,
        model_act_list, model_act_watch, model_act_watch, model_act_resume,
    };
    if (model_chance(model, 1))
        act_forget(model);
    else if (model_chance(model, 1))
        act_collection(model);
    else
        acts[model_below(model, LS_COUNT(acts))](model);
    if (model_chance(model, 40))
        writes_settle(model);
    if (model_chance(model, 10))
        ls_loop_step(model->world->loop, (int64_t)model_below(model, 20000));
}

void model_check(struct model *model)
{
    writes_settle(model);
    for (size_t i = 0; i < MODEL_STREAMS; i++)
        model_stream_check(model, &model->streams[i]);
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
        model_stream_end(model, stream);
    }
    for (size_t i = 0; i < MODEL_WRITES; i++)
        ls_buf_release(&model->writes[i].body);
    for (size_t i = 0; i < MODEL_PAGINGS; i++)
        model_paging_end(&model->pagings[i]);
    for (size_t i = 0; i < MODEL_RESOURCES; i++) {
        for (size_t j = 0; j < model->changes[i].count; j++)
            ls_obj_unref(model->changes[i].at[j].object);
        ls_vec_release(&model->changes[i]);
    }
}
