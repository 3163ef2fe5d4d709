/* The life of a list-watch: which state follows which, and what is opened in each. */
#include "kube/list_watch.h"

#include "base/defect.h"
#include "base/machine.h"
#include "base/mem.h"
#include "kube/call_spec.h"
#include "kube/limits.h"
#include "kube/list_watch_impl.h"
#include "kube/resource_version.h"
#include "kube/status.h"

/* ---- the table ---- */

#define TO(state) LS_BIT(WATCH_##state)
#define NOWHERE   WATCH_STATE_COUNT

static unsigned watch_next(void *context);

/* clang-format off */
static const struct ls_state states[WATCH_STATE_COUNT] = {
    /*                     what people see    step        may lead to */
    [WATCH_IDLE]        = {"Idle",            watch_next, TO(LISTING) | TO(PAGING), false},
    [WATCH_LISTING]     = {"Listing",         watch_next, TO(LISTING) | TO(PAGING) | TO(WATCHING) | TO(LIST_LATER), false},
    [WATCH_PAGING]      = {"ListingPages",    watch_next, TO(LISTING) | TO(PAGING) | TO(WATCHING) | TO(LIST_LATER), false},
    [WATCH_WATCHING]    = {"Watching",        watch_next, TO(WATCHING) | TO(LISTING) | TO(PAGING) | TO(LIST_LATER) | TO(WATCH_LATER), false},
    [WATCH_LIST_LATER]  = {"WaitingToList",   watch_next, TO(LISTING) | TO(PAGING), false},
    [WATCH_WATCH_LATER] = {"WaitingToWatch",  watch_next, TO(WATCHING), false},
};

#define LISTING     WATCH_LISTING
#define PAGING      WATCH_PAGING
#define WATCHING    WATCH_WATCHING
#define LIST_LATER  WATCH_LIST_LATER
#define WATCH_LATER WATCH_WATCH_LATER
static const unsigned char moves[WATCH_STATE_COUNT][WATCH_TRIGGER_COUNT] = {
    /*                      STARTED   MARKED    LISTED    ENDED       SHORT        EXPIRED  TOO_NEW  NO_STREAMS   TROUBLED     LOST        PAUSED */
    [WATCH_IDLE]        = { LISTING,  NOWHERE,  NOWHERE,  NOWHERE,    NOWHERE,     NOWHERE, NOWHERE, NOWHERE,     NOWHERE,     NOWHERE,    NOWHERE},
    [WATCH_LISTING]     = { NOWHERE,  WATCHING, NOWHERE,  LIST_LATER, LIST_LATER,  LISTING, LISTING, PAGING,      LIST_LATER,  LIST_LATER, NOWHERE},
    [WATCH_PAGING]      = { NOWHERE,  NOWHERE,  WATCHING, NOWHERE,    NOWHERE,     LISTING, LISTING, NOWHERE,     LIST_LATER,  NOWHERE,    NOWHERE},
    [WATCH_WATCHING]    = { NOWHERE,  NOWHERE,  NOWHERE,  WATCHING,   WATCH_LATER, LISTING, LISTING, WATCH_LATER, WATCH_LATER, LIST_LATER, NOWHERE},
    [WATCH_LIST_LATER]  = { NOWHERE,  NOWHERE,  NOWHERE,  NOWHERE,    NOWHERE,     NOWHERE, NOWHERE, NOWHERE,     NOWHERE,     NOWHERE,    LISTING},
    [WATCH_WATCH_LATER] = { NOWHERE,  NOWHERE,  NOWHERE,  NOWHERE,    NOWHERE,     NOWHERE, NOWHERE, NOWHERE,     NOWHERE,     NOWHERE,    WATCHING},
};
/* clang-format on */

const struct ls_machine ls_list_watch_machine = {"list-watch", states, WATCH_STATE_COUNT};

static struct ls_world *watch_world(const struct ls_list_watch *watch)
{
    return ls_client_world(watch->client);
}

static unsigned watch_next(void *context)
{
    const struct ls_list_watch *watch = context;
    LS_ASSERT(watch->state < WATCH_STATE_COUNT);
    LS_ASSERT(watch->trigger < WATCH_TRIGGER_COUNT);
    unsigned next = moves[watch->state][watch->trigger];
    LS_ASSERT(next != NOWHERE);
    return next == WATCH_LISTING && watch->has_no_streams ? (unsigned)WATCH_PAGING : next;
}

static void watch_enter(struct ls_list_watch *watch);

/* clang-format off */
static const char *const trigger_names[WATCH_TRIGGER_COUNT] = {
    [WATCH_STARTED]    = "started",
    [WATCH_MARKED]     = "the initial objects are complete",
    [WATCH_LISTED]     = "the pages are complete",
    [WATCH_ENDED]      = "the server closed the stream",
    [WATCH_SHORT]      = "the server closed the stream at once",
    [WATCH_EXPIRED]    = "our revision is too old",
    [WATCH_TOO_NEW]    = "our revision is newer than the server",
    [WATCH_NO_STREAMS] = "the server has no streaming lists",
    [WATCH_TROUBLED]   = "trouble",
    [WATCH_LOST]       = "the stream cannot be followed here",
    [WATCH_PAUSED]     = "the pause is over",
};
/* clang-format on */

static void watch_happen(struct ls_list_watch *watch, enum watch_trigger trigger)
{
    watch->trigger = trigger;
    if (trigger == WATCH_NO_STREAMS)
        watch->has_no_streams = true;
    if (trigger == WATCH_TOO_NEW || (trigger == WATCH_EXPIRED && watch->state != WATCH_WATCHING))
        watch->must_be_most_recent = true;
    watch->state =
        (enum watch_state)ls_machine_step(&ls_list_watch_machine, watch->state, watch, NULL);
    ls_log_debug(
        watch_world(watch)->log, "list-watch moved", LS_TEXT("what", ls_buf_slice(&watch->what)),
        LS_STR("because", trigger_names[trigger]), LS_STR("state", states[watch->state].name));
    watch_enter(watch);
}

/* ---- what an end means ---- */

static bool list_asked_for_version(const struct ls_list_watch *watch)
{
    return watch->version.len > 0 && !watch->must_be_most_recent;
}

/* Old servers refuse the parameters; those with an old etcd fail inside the stream. */
static bool streams_are_refused(const struct ls_list_watch *watch, enum ls_code code)
{
    if (watch->state != WATCH_LISTING)
        return false;
    return code == LS_E_INVALID || code == LS_E_UNSUPPORTED ||
           (watch->is_error_event && code == LS_E_SERVER);
}

/* A list follows at once; but if a watch falls back twice without an event, a pause comes first:
 * otherwise the lists would flood the server. */
static enum watch_trigger turn_back(struct ls_list_watch *watch, enum watch_trigger why)
{
    bool is_storm = watch->state == WATCH_WATCHING && watch->turned_back_count++ > 0;
    return is_storm ? WATCH_LOST : why;
}

static enum watch_trigger end_meaning(struct ls_list_watch *watch, enum ls_code code,
                                      bool is_unreadable)
{
    bool has_version = watch->state == WATCH_WATCHING || list_asked_for_version(watch);
    if (watch->is_version_unknown && has_version)
        return turn_back(watch, WATCH_TOO_NEW);
    if (code == LS_E_GONE && has_version)
        return turn_back(watch, WATCH_EXPIRED);
    if (streams_are_refused(watch, code))
        return WATCH_NO_STREAMS;
    if (is_unreadable && ++watch->unreadable_count > 1 && watch->state == WATCH_WATCHING)
        return WATCH_LOST;
    return WATCH_TROUBLED;
}

static enum watch_trigger clean_end_meaning(struct ls_list_watch *watch)
{
    int64_t open_ms = ls_clock_mono_ms(watch_world(watch)->clock) - watch->opened_at_ms;
    if (ls_split_end(&watch->split, &watch->trouble))
        return WATCH_TROUBLED;
    (void)ls_fail(&watch->trouble, LS_E_SERVER, "the server closed the stream too soon");
    return watch->event_count == 0 && open_ms < LS_WATCH_SHORT_MS ? WATCH_SHORT : WATCH_ENDED;
}

/* ---- streams ---- */

static void stream_close(struct ls_list_watch *watch)
{
    struct ls_loop *loop = watch_world(watch)->loop;
    ls_timer_stop(loop, &watch->mark_timer);
    ls_timer_stop(loop, &watch->proof_timer);
    ls_api_call_cancel(&watch->proof);
    ls_attempt_cancel(watch->attempt);
    watch->attempt = NULL;
    ls_split_release(&watch->split);
}

static enum ls_code stream_data(void *self, struct ls_slice chunk, struct ls_err *err)
{
    struct ls_list_watch *watch = self;
    watch->byte_count += chunk.len;
    /* Any data proves that the server knows our revision. */
    ls_timer_stop(watch_world(watch)->loop, &watch->proof_timer);
    return ls_split_feed(&watch->split, chunk, err);
}

/* Some proxies end every reply after a while, or buffer it until it is complete: no streaming list
 * reaches its end mark there, but pages do. An unreachable server is no such case. */
static bool streams_are_hopeless(struct ls_list_watch *watch, const struct ls_attempt *attempt,
                                 enum watch_trigger trigger)
{
    bool was_open = attempt->http_status == 200 || attempt->code == LS_E_TIMEOUT;
    bool broke_off = trigger == WATCH_ENDED || trigger == WATCH_SHORT || trigger == WATCH_TROUBLED;
    if (watch->state != WATCH_LISTING || !was_open || !broke_off)
        return false;
    return ++watch->unmarked_count >= LS_MARK_TRIES_MAX;
}

static void stream_ended(void *self, const struct ls_attempt *attempt)
{
    struct ls_list_watch *watch = self;
    watch->attempt = NULL;
    bool is_unreadable = attempt->is_broken_off && !watch->is_error_event;
    enum watch_trigger trigger;
    if (attempt->code) {
        watch->trouble = attempt->err;
        watch->is_version_unknown |= ls_status_is_version_unknown(ls_obj_root(attempt->obj));
        trigger = end_meaning(watch, attempt->code, is_unreadable);
    } else {
        trigger = clean_end_meaning(watch);
    }
    if (streams_are_hopeless(watch, attempt, trigger))
        trigger = WATCH_NO_STREAMS;
    (void)ls_context(&watch->trouble, "%s", ls_buf_text(&watch->what));
    stream_close(watch);
    watch_happen(watch, trigger);
}

static void stream_target(const struct ls_list_watch *watch, bool is_list, struct ls_buf *out)
{
    ls_buf_add_slice(out, ls_buf_slice(&watch->path));
    ls_query_add_text(out, "watch", "true");
    ls_query_add_text(out, "allowWatchBookmarks", "true");
    if (is_list) {
        ls_query_add_text(out, "sendInitialEvents", "true");
        ls_query_add_text(out, "resourceVersionMatch", "NotOlderThan");
    }
    if (!is_list || list_asked_for_version(watch))
        ls_query_add(out, "resourceVersion", ls_buf_slice(&watch->version));
    else if (LS_DEFECT(list_of_any_age))
        ls_query_add_text(out, "resourceVersion", "0");
}

static int64_t head_deadline_ms(const struct ls_list_watch *watch)
{
    int64_t timeout_ms = ls_client_timeout_ms(watch->client);
    return timeout_ms < 0 ? LS_WATCH_HEAD_MS : LS_MIN(timeout_ms, LS_WATCH_HEAD_MS);
}

static void stream_open(struct ls_list_watch *watch, bool is_list)
{
    LS_ASSERT(!watch->attempt);
    struct ls_buf target LS_AUTO(ls_buf_release) = {0};
    stream_target(watch, is_list, &target);
    ls_split_init(&watch->split, LS_SPLIT_EVENTS, ls_list_watch_event, watch);
    watch->opened_at_ms = ls_clock_mono_ms(watch_world(watch)->clock);
    watch->byte_count = watch->event_count = watch->noted_count = 0;
    watch->silent_notes = 0;
    watch->is_error_event = watch->is_version_unknown = false;
    struct ls_attempt_spec spec = {
        .method = "GET",
        .target = ls_buf_slice(&target),
        .accept = ls_form_accept(watch->selection.form, false),
        .lane = LS_LANE_WATCH,
        .head_deadline_ms = head_deadline_ms(watch),
    };
    struct ls_attempt_hooks hooks = {.self = watch, .data = stream_data, .end = stream_ended};
    ls_client_count(watch->client, false);
    watch->attempt = ls_attempt_new(watch->client, &spec, &hooks);
}

/* ---- listing by a stream ---- */

static void mark_note(void *self)
{
    struct ls_list_watch *watch = self;
    ls_timer_start(watch_world(watch)->loop, &watch->mark_timer, LS_MARK_NOTE_MS, mark_note, watch);
    bool is_silent = watch->byte_count == watch->noted_count;
    watch->noted_count = watch->byte_count;
    watch->silent_notes = is_silent ? watch->silent_notes + 1 : 0;
    if (!is_silent)
        return;
    if (watch->silent_notes > LS_MARK_NOTES_MAX) {
        stream_close(watch);
        watch_happen(watch, WATCH_NO_STREAMS);
        return;
    }
    struct ls_err err = {0};
    (void)ls_fail(
        &err, LS_E_TIMEOUT,
        "%s: the initial objects have no end yet, and the server has been silent for %u s",
        ls_buf_text(&watch->what), watch->silent_notes * (LS_MARK_NOTE_MS / 1000));
    ls_list_watch_report(watch, &(struct ls_news){.kind = LS_NEWS_TROUBLE, .trouble = &err});
}

static void listing_enter(struct ls_list_watch *watch)
{
    if (!ls_list_watch_begin(watch))
        return;
    stream_open(watch, true);
    ls_timer_start(watch_world(watch)->loop, &watch->mark_timer, LS_MARK_NOTE_MS, mark_note, watch);
}

void ls_list_watch_marked(struct ls_list_watch *watch)
{
    ls_timer_stop(watch_world(watch)->loop, &watch->mark_timer);
    watch->unmarked_count = 0;
    watch_happen(watch, WATCH_MARKED);
}

/* ---- listing by pages ---- */

static void pages_begin(void *self)
{
    ls_list_watch_begin(self);
}

static void pages_head(void *self, const struct ls_obj *head)
{
    ls_list_watch_head(self, head);
}

static bool pages_object(void *self, const struct ls_obj *obj)
{
    return ls_list_watch_see(self, obj, true);
}

static void pages_done(void *self, const struct ls_list_end *end)
{
    struct ls_list_watch *watch = self;
    if (end->code) {
        watch->trouble = *end->err;
        watch->is_version_unknown = ls_status_is_version_unknown(end->status);
        watch_happen(watch, end_meaning(watch, end->code, false));
        return;
    }
    if (ls_list_watch_version_check(end->resource_version, &watch->trouble)) {
        (void)ls_context(&watch->trouble, "%s", ls_buf_text(&watch->what));
        watch_happen(watch, WATCH_TROUBLED);
        return;
    }
    if (ls_list_watch_complete(watch, end->resource_version))
        watch_happen(watch, WATCH_LISTED);
}

static void paging_enter(struct ls_list_watch *watch)
{
    struct ls_list_options options = {
        .resource_version = list_asked_for_version(watch) ? ls_buf_text(&watch->version) : NULL,
        .is_single_try = true, /* the backoff of the list-watch is enough */
    };
    ls_list_start(
        watch->client, &watch->list, &watch->selection, &options,
        &(struct ls_list_hooks){watch, pages_begin, pages_object, pages_done, pages_head});
}

/* ---- watching ---- */

/* A server restored from an old backup accepts a revision of its future and stays silent until it
 * reaches it. A resumed watch without a single bookmark is suspicious: one list shows whether the
 * revision is known. */
static void proof_done(void *self, const struct ls_answer *answer)
{
    struct ls_list_watch *watch = self;
    struct ls_node root = ls_obj_root(answer->obj);
    struct ls_slice now = ls_node_string(ls_node_at(root, "metadata.resourceVersion"));
    bool is_behind = ls_rv_compare(now, ls_buf_slice(&watch->version)) == LS_RV_OLDER;
    bool is_unknown = answer->code && ls_status_is_version_unknown(root);
    if (!is_unknown && (answer->code || !is_behind))
        return;
    stream_close(watch);
    watch_happen(watch, WATCH_TOO_NEW);
}

static void proof_ask(void *self)
{
    struct ls_list_watch *watch = self;
    struct ls_call_spec ask = {
        .verb = LS_VERB_LIST,
        .place = {.resource = watch->selection.resource,
                  .namespace_name = watch->selection.namespace_name},
        .form = LS_FORM_METADATA,
        .labels = watch->selection.labels,
        .fields = watch->selection.fields,
        .resource_version = ls_buf_text(&watch->version),
        .limit = 1,
        .is_single_try = true,
    };
    ls_api_call_start(watch->client, &watch->proof, &ask, proof_done, watch);
}

static void watching_enter(struct ls_list_watch *watch)
{
    if (watch->attempt)
        return; /* the stream that listed continues */
    stream_open(watch, false);
    ls_timer_start(watch_world(watch)->loop, &watch->proof_timer, LS_WATCH_PROOF_MS, proof_ask,
                   watch);
}

/* ---- pausing ---- */

static void pause_over(void *self)
{
    watch_happen(self, WATCH_PAUSED);
}

static void pause_enter(struct ls_list_watch *watch)
{
    struct ls_world *world = watch_world(watch);
    int64_t delay_ms = ls_backoff_next_ms(&watch->backoff, ls_clock_mono_ms(world->clock),
                                          watch->trouble.retry_after_ms, &world->random);
    ls_timer_start(world->loop, &watch->pause, delay_ms, pause_over, watch);
    struct ls_news news = {
        .kind = LS_NEWS_TROUBLE, .trouble = &watch->trouble, .retry_in_ms = delay_ms};
    ls_list_watch_report(watch, &news);
}

/* clang-format off */
static void (*const enters[WATCH_STATE_COUNT])(struct ls_list_watch *watch) = {
    [WATCH_LISTING]     = listing_enter,
    [WATCH_PAGING]      = paging_enter,
    [WATCH_WATCHING]    = watching_enter,
    [WATCH_LIST_LATER]  = pause_enter,
    [WATCH_WATCH_LATER] = pause_enter,
};
/* clang-format on */

static void watch_enter(struct ls_list_watch *watch)
{
    LS_ASSERT(enters[watch->state]);
    enters[watch->state](watch);
}

/* ---- making and freeing ---- */

static void watch_start(void *self)
{
    watch_happen(self, WATCH_STARTED);
}

static char *text_copy(const char *text)
{
    return text ? ls_strdup(text) : NULL;
}

enum ls_code ls_list_watch_start(struct ls_client *client, const struct ls_selection *selection,
                                 const struct ls_list_watch_options *options, ls_news_fn fn,
                                 void *self, struct ls_list_watch **out, struct ls_err *err)
{
    struct ls_buf target LS_AUTO(ls_buf_release) = {0};
    enum ls_code code = ls_selection_target(selection, &target, err);
    if (code)
        return code;
    LS_ASSERT(fn);
    struct ls_list_watch *watch = LS_NEW(struct ls_list_watch);
    watch->client = client;
    watch->selection = *selection;
    watch->selection.namespace_name = text_copy(selection->namespace_name);
    watch->selection.labels = text_copy(selection->labels);
    watch->selection.fields = text_copy(selection->fields);
    if (options)
        watch->options = *options;
    watch->fn = fn;
    watch->self = self;
    watch->has_no_streams = watch->options.is_without_streams;
    ls_buf_add_slice(&watch->path, ls_buf_slice(&target));
    ls_selection_print(&watch->what, "watch", selection);
    uint64_t seed = ls_random_u64(&watch_world(watch)->random);
    watch->known = ls_known_new(seed);
    watch->names = watch->options.keeps_names ? ls_map_new(seed) : NULL;
    ls_task_start(watch_world(watch)->loop, &watch->start, watch_start, watch);
    *out = watch;
    return LS_OK;
}

void ls_list_watch_free(struct ls_list_watch *watch)
{
    if (!watch)
        return;
    if (watch->is_cut)
        *watch->is_cut = true;
    struct ls_loop *loop = watch_world(watch)->loop;
    stream_close(watch);
    ls_list_cancel(&watch->list);
    ls_task_stop(loop, &watch->start);
    ls_timer_stop(loop, &watch->pause);
    ls_list_watch_names_free(watch);
    ls_known_free(watch->known);
    ls_buf_release(&watch->version);
    ls_buf_release(&watch->path);
    ls_buf_release(&watch->what);
    ls_free((void *)watch->selection.namespace_name);
    ls_free((void *)watch->selection.labels);
    ls_free((void *)watch->selection.fields);
    ls_free(watch);
}

struct ls_slice ls_list_watch_version(const struct ls_list_watch *watch)
{
    return ls_buf_slice(&watch->version);
}
