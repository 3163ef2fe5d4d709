#include "sandbox/serve/watch.h"

#include <string.h>

#include "base/buf.h"
#include "base/list.h"
#include "base/mem.h"
#include "sandbox/serve/lag.h"
#include "sandbox/serve/limits.h"
#include "sandbox/serve/list.h"
#include "sandbox/serve/select.h"
#include "sandbox/serve/watch_line.h"
#include "sandbox/store/store.h"

enum {
    WATCH_TIMEOUT_MIN_MS = 30 * 60 * 1000, /* without timeoutSeconds; at most twice as long */
    WATCH_BOOKMARK_MS = 60 * 1000,
    WATCH_LAST_BOOKMARK_MS = 2000, /* before the end */
};

/* The progress of sending the initial objects. */
struct watch_begin {
    int64_t revision;
    size_t len;
    char after[]; /* the key of the last sent object and a NUL */
};

/* One open watch. Most have no selection, so that is kept outside: a thousand watches stay
 * small. */
struct watch {
    struct ls_collection_reader reader;
    struct ls_watches *watches;
    struct watch *next;
    struct watch *prev;
    struct ls_exchange *exchange;
    struct ls_watch_form *form;
    struct ls_select selection;
    struct ls_arena arena;     /* of the selection; empty when it is just a namespace */
    struct watch_begin *begin; /* NULL: all initial objects are sent */
    const struct ls_lag *lag;  /* of its API server; NULL: it never lags */
    int64_t seen_revision;     /* the client has all events up to this one */
    int64_t deadline_ms;
    struct ls_timer timer;
    bool is_all; /* the selection covers the whole namespace */
    bool allows_bookmarks;
    bool owes_begin_bookmark;
    bool is_full; /* the client must read first */
    bool has_sent;
    char namespace_name[];
};

struct ls_watches {
    struct ls_cluster *cluster;
    struct ls_watches_options options;
    struct ls_watch_forms forms;
    LS_LIST(struct watch) all;
    size_t count;
    struct ls_collection_reader definitions; /* watches end when their definition is deleted */
};

static int64_t watches_now_ms(const struct ls_watches *watches)
{
    return ls_clock_mono_ms(watches->cluster->world->clock);
}

/* The exchange was finished, by us or by the client. */
static void watch_free(struct watch *watch)
{
    struct ls_watches *watches = watch->watches;
    LS_ASSERT(watches->count > 0);
    ls_collection_read_end(&watch->reader);
    ls_timer_stop(watches->cluster->world->loop, &watch->timer);
    ls_list_remove(&watches->all, watch);
    watches->count--;
    ls_watch_form_put(&watches->forms, watch->form);
    ls_arena_release(&watch->arena);
    ls_free(watch->begin);
    ls_free(watch);
}

static void watch_gone(void *self)
{
    watch_free(self);
}

static void watch_end(struct watch *watch)
{
    struct ls_exchange *exchange = watch->exchange;
    watch_free(watch);
    ls_exchange_end(exchange);
}

static void watch_send(struct watch *watch, struct ls_slice line)
{
    watch->has_sent = true;
    watch->is_full = ls_exchange_write(watch->exchange, line) >= LS_WATCH_WAITING_BYTES_MAX;
}

/* A Table sends its columns once. */
static bool watch_owes_columns(const struct watch *watch)
{
    return watch->form->form.as == LS_AS_TABLE && !watch->has_sent;
}

static void watch_fail(struct watch *watch, const struct ls_failure *failure)
{
    watch_send(watch, ls_watch_line_error(&watch->watches->forms, failure));
    watch_end(watch);
}

static void watch_send_bookmark(struct watch *watch, bool ends_initial)
{
    struct ls_watches *watches = watch->watches;
    watch_send(watch, ls_watch_line_bookmark(&watches->forms, watch->form, watch->seen_revision,
                                             ends_initial, watch_owes_columns(watch)));
}

/* ---- initial objects ---- */

static void begin_at(struct watch *watch, int64_t revision, struct ls_object_key after)
{
    bool is_short = watch->selection.namespace_name.len > 0 || after.namespace_name.len == 0;
    size_t namespace_len = is_short ? 0 : after.namespace_name.len + 1;
    size_t len = after.name.len > 0 ? namespace_len + after.name.len + 1 : 0;
    struct watch_begin *begin = ls_alloc(sizeof *begin + len);
    begin->revision = revision;
    begin->len = len;
    if (!is_short) {
        memcpy(begin->after, after.namespace_name.at, after.namespace_name.len);
        begin->after[namespace_len - 1] = '/';
    }
    if (len > 0)
        memcpy(begin->after + namespace_len, after.name.at, after.name.len);
    ls_free(watch->begin);
    watch->begin = begin;
}

static void begin_end(struct watch *watch)
{
    LS_ASSERT(watch->begin);
    watch->seen_revision = watch->begin->revision;
    ls_free(watch->begin);
    watch->begin = NULL;
    if (watch->owes_begin_bookmark)
        watch_send_bookmark(watch, true);
}

static void begin_walk(struct watch *watch, struct ls_collection_walk *walk)
{
    struct ls_watches *watches = watch->watches;
    int64_t revision = watch->begin->revision;
    while (ls_collection_walk_next(walk)) {
        struct ls_node stored = ls_obj_root(walk->object);
        if (!watch->is_all && !ls_select_has(&watch->selection, stored))
            continue;
        watch_send(watch, ls_watch_line_added(&watches->forms, watch->form, stored,
                                              watch_owes_columns(watch)));
        if (watch->is_full) {
            begin_at(watch, revision, walk->key);
            return;
        }
    }
    begin_end(watch);
}

/* Sends until the client must read. False: the history no longer holds its position. */
static bool begin_go_on(struct watch *watch)
{
    struct ls_collection_walk walk;
    struct ls_slice first = {watch->begin->after, watch->begin->len};
    if (!ls_collection_walk_from(&walk, watch->reader.collection, watch->selection.namespace_name,
                                 first, watch->begin->revision))
        return false;
    begin_walk(watch, &walk);
    ls_collection_walk_end(&walk);
    return true;
}

/* ---- events ---- */

static enum ls_watch_effect watch_effect(const struct watch *watch,
                                         const struct ls_collection_event *event)
{
    struct ls_slice namespace_name = watch->selection.namespace_name;
    if (event->revision <= watch->seen_revision ||
        (namespace_name.len > 0 && !ls_slice_equal(namespace_name, event->key.namespace_name)))
        return LS_WATCH_EFFECT_NONE;
    if (watch->is_all)
        return LS_WATCH_EFFECT_AS_IS;
    bool was_in = event->previous && ls_select_has(&watch->selection, ls_obj_root(event->previous));
    bool is_in = event->change != LS_CHANGE_DELETED &&
                 ls_select_has(&watch->selection, ls_obj_root(event->object));
    if (was_in == is_in)
        return is_in ? LS_WATCH_EFFECT_AS_IS : LS_WATCH_EFFECT_NONE;
    if (is_in)
        return event->change == LS_CHANGE_ADDED ? LS_WATCH_EFFECT_AS_IS : LS_WATCH_EFFECT_ENTERED;
    return event->change == LS_CHANGE_DELETED ? LS_WATCH_EFFECT_AS_IS : LS_WATCH_EFFECT_LEFT;
}

static void watch_show(struct watch *watch, struct ls_collection_event *event)
{
    LS_ASSERT(!watch->begin);
    struct ls_watches *watches = watch->watches;
    enum ls_watch_effect effect = watch_effect(watch, event);
    if (effect != LS_WATCH_EFFECT_NONE)
        watch_send(watch, ls_watch_line_event(&watches->forms, watch->form, &watch->reader, event,
                                              effect, watch_owes_columns(watch)));
    watch->seen_revision = LS_MAX(watch->seen_revision, event->revision);
}

/* An API server that lags does not know later events yet. */
static int64_t watch_limit(const struct watch *watch)
{
    return watch->lag ? ls_lag_limit(watch->lag) : INT64_MAX;
}

/* Sends events as far as the client reads. False: the watch has ended. A client so slow that the
 * history no longer holds its position is disconnected, and starts again from its last revision. */
static bool watch_pump(struct watch *watch)
{
    struct ls_collection_event *event;
    enum ls_read read = LS_READ_EVENT;
    bool is_lost = false;
    while (!watch->is_full && !is_lost && read == LS_READ_EVENT) {
        if (watch->begin) {
            is_lost = !begin_go_on(watch);
            continue;
        }
        read = ls_collection_read_until(&watch->reader, watch_limit(watch), &event);
        if (read == LS_READ_EVENT)
            watch_show(watch, event);
    }
    if (is_lost || read == LS_READ_LOST) {
        watch_end(watch);
        return false;
    }
    return true;
}

static void watch_wake(void *self)
{
    (void)watch_pump(self);
}

static void watch_drained(void *self)
{
    struct watch *watch = self;
    watch->is_full = false;
    (void)watch_pump(watch);
}

/* ---- time ---- */

static void watch_tick(void *self);

/* Sets the timer: bookmarks at an interval, the last one shortly before the end, then the end. */
static void watch_wait(struct watch *watch)
{
    struct ls_watches *watches = watch->watches;
    int64_t now = watches_now_ms(watches);
    int64_t due = watch->deadline_ms;
    int64_t last_bookmark = watch->deadline_ms - WATCH_LAST_BOOKMARK_MS;
    if (watch->allows_bookmarks && last_bookmark > now) {
        int64_t period_ms = watches->options.bookmark_ms;
        due = LS_MIN(now + period_ms, last_bookmark);
    }
    ls_timer_start(watches->cluster->world->loop, &watch->timer, due - now, watch_tick, watch);
}

static void watch_tick(void *self)
{
    struct watch *watch = self;
    int64_t revision =
        LS_MIN(ls_store_revision(watch->watches->cluster->store), watch_limit(watch));
    if (watches_now_ms(watch->watches) >= watch->deadline_ms) {
        watch_end(watch);
        return;
    }
    watch_wait(watch);
    /* A bookmark promises that nothing is missing, so waiting events are sent first. */
    if (!watch_pump(watch) || watch->is_full || watch->seen_revision > revision)
        return;
    watch->seen_revision = revision;
    watch_send_bookmark(watch, false);
}

static int64_t watch_timeout_ms(struct ls_watches *watches, const struct ls_api_request *request,
                                const struct ls_list_query *options)
{
    struct ls_random *random = &watches->cluster->world->random;
    if (options->timeout_s > 0)
        return LS_MIN(options->timeout_s, LS_WATCH_TIMEOUT_S_MAX) * 1000;
    if (options->timeout_s < 0 && ls_query_has(&request->query, "timeoutSeconds"))
        return 0;
    if (watches->options.timeout_ms > 0)
        return watches->options.timeout_ms;
    return WATCH_TIMEOUT_MIN_MS + (int64_t)ls_random_below(random, WATCH_TIMEOUT_MIN_MS);
}

/* ---- beginning and end ---- */

static struct watch *watch_new(struct ls_watches *watches, struct ls_api_request *request,
                               const struct ls_select *selection, struct ls_arena *arena)
{
    struct ls_slice namespace_name = selection->namespace_name;
    struct watch *watch = ls_alloc(sizeof *watch + namespace_name.len);
    watch->watches = watches;
    watch->form = ls_watch_form_get(&watches->forms, request->kind, &request->form);
    watch->selection = *selection;
    watch->is_all = ls_select_is_all(selection);
    if (namespace_name.len > 0)
        memcpy(watch->namespace_name, namespace_name.at, namespace_name.len);
    watch->selection.namespace_name = (struct ls_slice){watch->namespace_name, namespace_name.len};
    if (!watch->is_all) {
        watch->arena = *arena;
        *arena = (struct ls_arena){0};
    }
    ls_list_add_first(&watches->all, watch);
    watches->count++;
    return watch;
}

static const struct ls_failure *
revision_expired(struct ls_arena *arena, const struct ls_collection *collection, int64_t wanted)
{
    return ls_failure_new(arena, 410, "Expired", "too old resource version: %lld (%lld)",
                          (long long)wanted, (long long)ls_collection_oldest(collection));
}

/* Sets the start in the history. NULL, or the failure that becomes the only event. */
static const struct ls_failure *watch_place(struct watch *watch, struct ls_api_request *request,
                                            const struct ls_list_query *options)
{
    struct ls_collection *collection = request->kind->collection;
    int64_t current = ls_request_newest(request, options->revision), wanted = 0;
    (void)ls_slice_to_i64(options->revision, &wanted);
    bool begins = options->sends_initial_events || (wanted == 0 && !options->has_match);
    if (begins && wanted > current)
        return ls_revision_too_large(request->arena, wanted, current);
    bool is_now = begins || wanted == 0 || wanted > current;
    if (!ls_collection_read_from(collection, &watch->reader, is_now ? current : wanted, watch_wake,
                                 watch))
        return revision_expired(request->arena, collection, wanted);
    watch->seen_revision = LS_MAX(wanted, is_now ? current : 0);
    watch->owes_begin_bookmark = begins && options->allows_bookmarks;
    if (begins)
        begin_at(watch, current, (struct ls_object_key){0});
    return NULL;
}

const struct ls_failure *ls_watch_start(struct ls_watches *watches, struct ls_api_request *request,
                                        const struct ls_list_query *options)
{
    LS_ASSERT(request->exchange);
    LS_ASSERT(request->kind);
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_select selection;
    const struct ls_failure *failure =
        ls_select_read(&arena, request->kind, request->at.namespace_name, options->label_selector,
                       options->field_selector, &selection);
    if (failure)
        return ls_failure_new(request->arena, failure->code, failure->reason, "%s",
                              failure->message);
    struct watch *watch = watch_new(watches, request, &selection, &arena);
    watch->lag = request->lag;
    watch->allows_bookmarks = options->allows_bookmarks;
    watch->deadline_ms = watches_now_ms(watches) + watch_timeout_ms(watches, request, options);
    failure = watch_place(watch, request, options);
    watch->exchange = ls_reply_stream(request);
    if (failure) {
        watch_fail(watch, failure);
        return NULL;
    }
    ls_exchange_on_gone(watch->exchange, watch_gone, watch);
    ls_exchange_on_drain(watch->exchange, watch_drained, watch);
    ls_exchange_drain_below(watch->exchange, LS_WATCH_WAITING_BYTES_MAX);
    watch_wait(watch);
    (void)watch_pump(watch);
    return NULL;
}

void ls_watches_catch_up(struct ls_watches *watches)
{
    for (struct watch *watch = watches->all.last, *newer; watch; watch = newer) {
        newer = watch->prev;
        if (watch->lag)
            (void)watch_pump(watch);
    }
}

/* ---- definitions ---- */

/* The deletions of the objects are sent before the watch ends. */
static void watch_end_with_kind(struct watch *watch)
{
    if (watch_pump(watch))
        watch_end(watch);
}

/* Ends the watches on a custom kind whose definition is deleted. */
static void definition_removed(struct ls_watches *watches, struct ls_node definition)
{
    const char *group = ls_node_text(ls_node_at(definition, "spec.group"));
    const char *plural = ls_node_text(ls_node_at(definition, "spec.names.plural"));
    for (struct watch *watch = watches->all.first, *next; watch; watch = next) {
        const struct ls_resource *resource = &watch->form->kind->resource;
        next = watch->next;
        if (strcmp(resource->plural, plural) == 0 && strcmp(resource->group, group) == 0)
            watch_end_with_kind(watch);
    }
}

static bool has_definition(const struct ls_watches *watches, const struct ls_kind *kind)
{
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&name, "%s.%s", kind->resource.plural, kind->resource.group);
    return ls_collection_get(watches->definitions.collection,
                             (struct ls_object_key){.name = ls_buf_slice(&name)}) != NULL;
}

static void definitions_wake(void *self);

/* Starts to read the events of definitions. */
static void definitions_read(struct ls_watches *watches)
{
    struct ls_cluster *cluster = watches->cluster;
    struct ls_collection *collection =
        ls_store_collection(cluster->store, "apiextensions.k8s.io", "customresourcedefinitions");
    bool is_read =
        ls_collection_read_from(collection, &watches->definitions,
                                ls_store_revision(cluster->store), definitions_wake, watches);
    LS_ASSERT(is_read);
}

/* The history dropped events that were not read yet, as when many large definitions are deleted at
 * once: a kind whose definition is missing was deleted. */
static void definitions_catch_up(struct ls_watches *watches)
{
    ls_collection_read_end(&watches->definitions);
    definitions_read(watches);
    for (struct watch *watch = watches->all.first, *next; watch; watch = next) {
        const struct ls_kind *kind = watch->form->kind;
        next = watch->next;
        if (kind->is_custom && !has_definition(watches, kind))
            watch_end_with_kind(watch);
    }
}

static void definitions_wake(void *self)
{
    struct ls_watches *watches = self;
    struct ls_collection_event *event;
    enum ls_read read;
    while ((read = ls_collection_read(&watches->definitions, &event)) == LS_READ_EVENT) {
        if (event->change == LS_CHANGE_DELETED)
            definition_removed(watches, ls_obj_root(event->object));
    }
    if (read == LS_READ_LOST)
        definitions_catch_up(watches);
}

struct ls_watches *ls_watches_new(struct ls_cluster *cluster,
                                  const struct ls_watches_options *options)
{
    LS_ASSERT(options->timeout_ms >= 0 && options->bookmark_ms >= 0);
    struct ls_watches *watches = LS_NEW(struct ls_watches);
    watches->cluster = cluster;
    watches->forms.clock = cluster->world->clock;
    watches->options = *options;
    if (watches->options.bookmark_ms == 0)
        watches->options.bookmark_ms = WATCH_BOOKMARK_MS;
    definitions_read(watches);
    return watches;
}

void ls_watches_free(struct ls_watches *watches)
{
    if (!watches)
        return;
    while (watches->all.first)
        watch_end(watches->all.first);
    LS_ASSERT(watches->count == 0);
    ls_collection_read_end(&watches->definitions);
    ls_watch_forms_release(&watches->forms);
    ls_free(watches);
}

size_t ls_watches_count(const struct ls_watches *watches)
{
    return watches->count;
}

size_t ls_watches_printed(const struct ls_watches *watches)
{
    return watches->forms.printed_count;
}
