#include "sandbox/workload/recorder.h"

#include "base/map.h"
#include "base/vec.h"
#include "sandbox/kinds/registry.h"
#include "sandbox/ops/call.h"
#include "sandbox/workload/limits.h"
#include "sandbox/workload/put.h"

/* How often one component has recorded Events about one object lately, as client-go's correlator
 * counts it: Events that differ in their message alone are combined, and too many are dropped. */
struct event_rate {
    int64_t seen_ms;    /* the last one; similar ones only */
    int64_t distinct;   /* messages; similar ones only */
    double tokens_used; /* of LS_EVENT_BURST; all of one object only */
};

struct record {
    char *identity; /* what makes two events the same */
    char *namespace_name;
    char *name;
    int64_t count;
};

struct ls_recorder {
    struct ls_cluster *cluster;
    struct ls_map *records;
    struct ls_map *rates;
    LS_VEC(struct record *) ring; /* oldest at ring_at once it is full */
    size_t ring_at;
    uint64_t sequence;
};

struct ls_recorder *ls_recorder_new(struct ls_cluster *cluster)
{
    struct ls_recorder *recorder = LS_NEW(struct ls_recorder);
    recorder->cluster = cluster;
    recorder->records = ls_map_new(0);
    recorder->rates = ls_map_new(0);
    return recorder;
}

static void record_free(struct record *record)
{
    ls_free(record->identity);
    ls_free(record->namespace_name);
    ls_free(record->name);
    ls_free(record);
}

static void recorder_forget_rates(struct ls_recorder *recorder)
{
    struct ls_slice key;
    void *rate;
    for (size_t at = 0; ls_map_next(recorder->rates, &at, &key, &rate);)
        ls_free(rate);
    ls_map_clear(recorder->rates);
}

void ls_recorder_free(struct ls_recorder *recorder)
{
    if (!recorder)
        return;
    recorder_forget_rates(recorder);
    ls_map_free(recorder->rates);
    for (size_t i = 0; i < recorder->ring.count; i++)
        record_free(recorder->ring.at[i]);
    ls_vec_release(&recorder->ring);
    ls_map_free(recorder->records);
    ls_free(recorder);
}

static struct ls_op_call recorder_call(struct ls_recorder *recorder, struct ls_arena *arena,
                                       const char *field_manager, struct ls_slice namespace_name)
{
    return (struct ls_op_call){.cluster = recorder->cluster,
                               .arena = arena,
                               .kind =
                                   ls_registry_resource(recorder->cluster->registry, LS_SLICE(""),
                                                        LS_SLICE("v1"), LS_SLICE("events")),
                               .namespace_name = namespace_name,
                               .manager = ls_slice_of(field_manager)};
}

static void event_build_regarding(struct ls_build *build, const struct ls_event *event,
                                  struct ls_slice namespace_name)
{
    struct ls_node meta = ls_node_at(event->regarding, "metadata");
    ls_put_map(build, "involvedObject");
    ls_put_text(build, "kind", event->kind);
    if (namespace_name.len)
        ls_put_slice(build, "namespace", namespace_name);
    ls_put_node(build, "name", ls_node_at(meta, "name"));
    ls_put_node(build, "uid", ls_node_at(meta, "uid"));
    ls_put_text(build, "apiVersion", event->api_version);
    ls_put_node(build, "resourceVersion", ls_node_at(meta, "resourceVersion"));
    if (event->field_path)
        ls_put_text(build, "fieldPath", event->field_path);
    ls_build_end(build);
}

/* The scheduler writes the new form: one time, an action, no count. */
static void event_build_times(struct ls_build *build, const struct ls_event *event, int64_t now_ms)
{
    if (event->action) {
        ls_put_map(build, "source");
        ls_build_end(build);
        ls_put_micro_time(build, "eventTime", now_ms);
        ls_put_text(build, "action", event->action);
        return;
    }
    ls_put_map(build, "source");
    ls_put_text(build, "component", event->component);
    if (event->host.len)
        ls_put_slice(build, "host", event->host);
    ls_build_end(build);
    ls_put_time(build, "firstTimestamp", now_ms);
    ls_put_time(build, "lastTimestamp", now_ms);
    ls_put_int(build, "count", 1);
    ls_put_null(build, "eventTime");
}

static struct ls_node event_body(struct ls_arena *arena, const struct ls_event *event,
                                 const char *name, struct ls_slice namespace_name, int64_t now_ms)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_put_text(&build, "apiVersion", "v1");
    ls_put_text(&build, "kind", "Event");
    ls_put_map(&build, "metadata");
    ls_put_text(&build, "name", name);
    ls_put_slice(&build, "namespace", namespace_name);
    ls_build_end(&build);
    event_build_regarding(&build, event,
                          ls_node_string(ls_node_at(event->regarding, "metadata.namespace")));
    ls_put_text(&build, "reason", event->reason);
    ls_put_text(&build, "message", event->text);
    event_build_times(&build, event, now_ms);
    ls_put_text(&build, "type", event->is_warning ? "Warning" : "Normal");
    ls_put_text(&build, "reportingComponent", event->is_combined ? "" : event->component);
    const char *instance = event->action ? ls_arena_printf(arena, "%s-sandbox", event->component)
                                         : ls_arena_dup(arena, event->host);
    ls_put_text(&build, "reportingInstance", instance);
    ls_build_end(&build);
    return ls_build_arena(&build, arena);
}

static bool recorder_count_up(struct ls_recorder *recorder, struct ls_arena *arena,
                              const struct ls_event *event, struct record *record)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_op_call call =
        recorder_call(recorder, arena, event->field_manager, ls_slice_of(record->namespace_name));
    call.name = ls_slice_of(record->name);
    ls_build_map(&build);
    ls_put_int(&build, "count", record->count + 1);
    if (event->is_combined)
        ls_put_text(&build, "message", event->text);
    ls_put_time(&build, "lastTimestamp", ls_clock_wall_ms(recorder->cluster->world->clock));
    ls_build_end(&build);
    struct ls_written written = {0};
    if (ls_op_patch(&call, LS_PATCH_MERGE, ls_build_arena(&build, arena), &written))
        return false;
    record->count++;
    ls_obj_unref(written.object);
    return true;
}

/* The oldest Event goes when the ring is full. */
static void recorder_keep(struct ls_recorder *recorder, struct ls_arena *arena,
                          struct record *record, const char *field_manager)
{
    ls_map_put(recorder->records, ls_slice_of(record->identity), record);
    if (recorder->ring.count < LS_EVENTS_KEPT_MAX) {
        ls_vec_push(&recorder->ring, record);
        return;
    }
    struct record *oldest = recorder->ring.at[recorder->ring_at];
    recorder->ring.at[recorder->ring_at] = record;
    recorder->ring_at = (recorder->ring_at + 1) % LS_EVENTS_KEPT_MAX;
    if (ls_map_get(recorder->records, ls_slice_of(oldest->identity)) == oldest)
        ls_map_remove(recorder->records, ls_slice_of(oldest->identity));
    struct ls_op_call call =
        recorder_call(recorder, arena, field_manager, ls_slice_of(oldest->namespace_name));
    call.name = ls_slice_of(oldest->name);
    struct ls_delete_options options = {.grace_s = -1};
    struct ls_deleted deleted = {0};
    if (!ls_op_delete(&call, &options, &deleted))
        ls_obj_unref(deleted.object);
    record_free(oldest);
}

static void recorder_create(struct ls_recorder *recorder, struct ls_arena *arena,
                            const struct ls_event *event, const char *identity)
{
    int64_t now_ms = ls_clock_wall_ms(recorder->cluster->world->clock);
    struct ls_slice namespace_name =
        ls_node_string(ls_node_at(event->regarding, "metadata.namespace"));
    if (!namespace_name.len)
        namespace_name = LS_SLICE("default"); /* where Events of cluster-wide objects are kept */
    /* Real names end in nanoseconds; the sequence makes two of one millisecond differ. */
    uint64_t suffix = (uint64_t)now_ms * 1000000u + recorder->sequence++ % 1000000u;
    const char *name = ls_arena_printf(arena, "%s.%llx",
                                       ls_node_text(ls_node_at(event->regarding, "metadata.name")),
                                       (unsigned long long)suffix);
    struct ls_op_call call = recorder_call(recorder, arena, event->field_manager, namespace_name);
    struct ls_node body = event_body(arena, event, name, namespace_name, now_ms);
    struct ls_written written = {0};
    /* A refused Event, in a terminating namespace for example, is lost, as in a real cluster. */
    if (ls_op_create(&call, body, &written))
        return;
    ls_obj_unref(written.object);
    struct record *record = LS_NEW(struct record);
    record->identity = ls_strdup(identity);
    record->namespace_name = ls_strndup(namespace_name.at, namespace_name.len);
    record->name = ls_strdup(name);
    record->count = 1;
    recorder_keep(recorder, arena, record, event->field_manager);
}

static struct event_rate *recorder_rate(struct ls_recorder *recorder, const char *key)
{
    struct event_rate *rate = ls_map_get(recorder->rates, ls_slice_of(key));
    if (rate)
        return rate;
    if (ls_map_count(recorder->rates) >= LS_EVENTS_KEPT_MAX)
        recorder_forget_rates(recorder);
    rate = LS_NEW(struct event_rate);
    ls_map_put(recorder->rates, ls_slice_of(key), rate);
    return rate;
}

/* Tokens come back one by one. False: there is none left. */
static bool rate_takes_token(struct event_rate *rate, int64_t now_ms)
{
    double returned = (double)(now_ms - rate->seen_ms) / LS_EVENT_TOKEN_MS;
    rate->tokens_used = rate->tokens_used > returned ? rate->tokens_used - returned : 0;
    rate->seen_ms = now_ms;
    if (rate->tokens_used + 1 > LS_EVENT_BURST)
        return false;
    rate->tokens_used++;
    return true;
}

/* True: there were so many with other messages that this one is combined with them. */
static bool rate_is_exceeded(struct event_rate *rate, bool is_known, int64_t now_ms)
{
    if (now_ms - rate->seen_ms > LS_EVENTS_SIMILAR_MS)
        rate->distinct = 0;
    rate->seen_ms = now_ms;
    rate->distinct += !is_known;
    return !is_known && rate->distinct >= LS_EVENTS_SIMILAR_MAX;
}

static const char *event_identity(struct ls_arena *arena, const struct ls_event *event,
                                  const char *text)
{
    return ls_arena_printf(
        arena, "%s|%s|%s|%s|%s", ls_node_text(ls_node_at(event->regarding, "metadata.uid")),
        event->component, event->field_path ? event->field_path : "", event->reason, text);
}

/* An event of the old form, on its way through the correlator. */
static void recorder_correlate(struct ls_recorder *recorder, struct ls_arena *arena,
                               struct ls_event event)
{
    int64_t now_ms = ls_clock_wall_ms(recorder->cluster->world->clock);
    const char *uid = ls_node_text(ls_node_at(event.regarding, "metadata.uid"));
    const char *identity = event_identity(arena, &event, event.text);
    const char *similar =
        ls_arena_printf(arena, "%s|%s|%d|%s", uid, event.component, event.is_warning, event.reason);
    bool is_known = ls_map_get(recorder->records, ls_slice_of(identity)) != NULL;
    if (rate_is_exceeded(recorder_rate(recorder, similar), is_known, now_ms)) {
        event.text = ls_arena_printf(arena, "(combined from similar events): %s", event.text);
        event.is_combined = true;
        identity = similar;
    }
    const char *source = ls_arena_printf(arena, "%s|%s", uid, event.component);
    if (!rate_takes_token(recorder_rate(recorder, source), now_ms))
        return;
    struct record *record = ls_map_get(recorder->records, ls_slice_of(identity));
    if (!record || !recorder_count_up(recorder, arena, &event, record))
        recorder_create(recorder, arena, &event, identity);
}

void ls_recorder_record(struct ls_recorder *recorder, struct ls_arena *arena,
                        const struct ls_event *event)
{
    LS_ASSERT(event->reason);
    LS_ASSERT(event->component);
    if (event->action)
        recorder_create(recorder, arena, event, event_identity(arena, event, event->text));
    else
        recorder_correlate(recorder, arena, *event);
}
