#include "kube/discovery.h"

#include "base/mem.h"
#include "base/vec.h"
#include "kube/discovery_read.h"
#include "kube/limits.h"

#define WHOLE(version)                                                                             \
    "application/json;g=apidiscovery.k8s.io;v=" version ";as=APIGroupDiscoveryList"
static const char accept_whole[] = WHOLE("v2") "," WHOLE("v2beta1") ",application/json";

/* One request of a refresh: the two first ones, or one group version. */
struct fetch {
    struct ls_discovery *discovery;
    struct ls_api_call call;
    const struct ls_obj *obj; /* the answer */
    struct ls_err err;        /* of a failure */
};

struct waiter {
    ls_discovery_fn fn;
    void *self;
    uint64_t refresh; /* the refresh it waits for */
};

enum { ROOT_CORE, ROOT_GROUPS, ROOT_COUNT };
static const char *const root_targets[ROOT_COUNT] = {
    [ROOT_CORE] = "/api",
    [ROOT_GROUPS] = "/apis",
};

struct ls_discovery {
    struct ls_client *client;
    struct ls_catalog *catalog;
    LS_VEC(struct waiter) waiters;
    struct ls_timer timer;
    struct ls_buf notes;
    struct ls_buf draft_notes;
    bool is_loaded;
    bool is_refreshing;
    bool *is_cut;           /* set when freed inside a callback */
    uint64_t refresh_count; /* refreshes begun so far */
    int64_t last_at_ms;     /* when the last one began */
    struct fetch roots[ROOT_COUNT];
    struct ls_group_versions versions; /* to be requested one by one */
    struct fetch *fetches;             /* one each */
    size_t fetch_begun;
    size_t pending;
};

static void refresh_end(struct ls_discovery *discovery, enum ls_code code, struct ls_err *err);
static void refresh_plan(struct ls_discovery *discovery);

static struct ls_world *discovery_world(const struct ls_discovery *discovery)
{
    return ls_client_world(discovery->client);
}

/* ---- one request ---- */

static void fetch_clear(struct fetch *fetch)
{
    ls_api_call_cancel(&fetch->call);
    ls_obj_unref(fetch->obj);
    fetch->obj = NULL;
    fetch->err = (struct ls_err){0};
}

static void fetch_done(void *self, const struct ls_answer *answer)
{
    struct fetch *fetch = self;
    fetch->err = *answer->err;
    if (!answer->code && !answer->obj)
        (void)ls_fail(&fetch->err, LS_E_PROTOCOL,
                      "the answer is no JSON; is this the address of a Kubernetes API server?");
    else if (!answer->code)
        fetch->obj = ls_obj_ref(answer->obj);
    LS_ASSERT(fetch->discovery->pending > 0);
    fetch->discovery->pending--;
    refresh_plan(fetch->discovery);
}

static void fetch_start(struct fetch *fetch, const char *target, const char *accept)
{
    struct ls_call_spec ask = {.verb = LS_VERB_GET, .raw_target = target, .accept = accept};
    fetch->discovery->pending++;
    ls_api_call_start(fetch->discovery->client, &fetch->call, &ask, fetch_done, fetch);
}

/* ---- group versions one by one ---- */

static void version_fetch(struct ls_discovery *discovery, size_t i)
{
    LS_ASSERT(i < discovery->versions.count);
    const struct ls_group_version *version = &discovery->versions.at[i];
    struct ls_buf target LS_AUTO(ls_buf_release) = {0};
    if (version->group[0])
        ls_buf_printf(&target, "/apis/%s/%s", version->group, version->version);
    else
        ls_buf_printf(&target, "/api/%s", version->version);
    discovery->fetches[i].discovery = discovery;
    fetch_start(&discovery->fetches[i], ls_buf_text(&target), NULL);
}

static enum ls_code version_read(struct ls_discovery *discovery, size_t i, struct ls_err *err)
{
    const struct ls_group_version *version = &discovery->versions.at[i];
    const struct fetch *fetch = &discovery->fetches[i];
    if (fetch->obj)
        return ls_discovery_read_version(discovery->catalog, version, ls_obj_root(fetch->obj), err);
    ls_buf_printf(&discovery->draft_notes, "%s\n", fetch->err.text);
    ls_catalog_keep(discovery->catalog, ls_slice_of(version->group), ls_slice_of(version->version));
    return LS_OK;
}

static void versions_read(struct ls_discovery *discovery)
{
    struct ls_err err = {0};
    enum ls_code code = LS_OK;
    for (size_t i = 0; i < discovery->versions.count && !code; i++)
        code = version_read(discovery, i, &err);
    refresh_end(discovery, code, &err);
}

/* ---- one refresh ---- */

/* A server may refuse one of the two; the answer to the other is still used. */
static bool root_may_miss(const struct fetch *root)
{
    return root->err.code == LS_E_FORBIDDEN || root->err.code == LS_E_NOT_FOUND;
}

static enum ls_code root_read(struct ls_discovery *discovery, const struct fetch *root,
                              struct ls_err *err)
{
    if (!root->obj) {
        ls_buf_printf(&discovery->draft_notes, "%s\n", root->err.text);
        return LS_OK;
    }
    struct ls_node answer = ls_obj_root(root->obj);
    if (ls_discovery_is_whole(answer))
        return ls_discovery_read_whole(discovery->catalog, answer, &discovery->draft_notes, err);
    enum ls_code code = ls_discovery_read_versions(answer, &discovery->versions, err);
    return code ? ls_context(err, "%s", root_targets[root - discovery->roots]) : LS_OK;
}

static enum ls_code roots_read(struct ls_discovery *discovery, struct ls_err *err)
{
    const struct fetch *roots = discovery->roots;
    for (size_t i = 0; i < ROOT_COUNT; i++) {
        bool is_alone = !roots[ROOT_COUNT - 1 - i].obj;
        if (!roots[i].obj && (is_alone || !root_may_miss(&roots[i]))) {
            *err = roots[i].err;
            return err->code;
        }
    }
    for (size_t i = 0; i < ROOT_COUNT; i++) {
        enum ls_code code = root_read(discovery, &roots[i], err);
        if (code)
            return code;
    }
    return LS_OK;
}

/* Called whenever a request has ended: starts what comes next. */
static void refresh_plan(struct ls_discovery *discovery)
{
    struct ls_err err = {0};
    if (!discovery->fetches && discovery->pending > 0)
        return;
    if (!discovery->fetches) {
        enum ls_code code = roots_read(discovery, &err);
        if (code || discovery->versions.count == 0) {
            refresh_end(discovery, code, &err);
            return;
        }
        discovery->fetches = ls_alloc(discovery->versions.count * sizeof *discovery->fetches);
    }
    while (discovery->fetch_begun < discovery->versions.count &&
           discovery->pending < LS_DISCOVERY_PARALLEL)
        version_fetch(discovery, discovery->fetch_begun++);
    if (discovery->pending == 0)
        versions_read(discovery);
}

static void refresh_clear(struct ls_discovery *discovery)
{
    for (size_t i = 0; i < ROOT_COUNT; i++)
        fetch_clear(&discovery->roots[i]);
    for (size_t i = 0; i < discovery->fetch_begun; i++)
        fetch_clear(&discovery->fetches[i]);
    ls_free(discovery->fetches);
    discovery->fetches = NULL;
    ls_group_versions_release(&discovery->versions);
    discovery->fetch_begun = discovery->pending = 0;
    discovery->is_refreshing = false;
}

static void refresh_begin(void *self)
{
    struct ls_discovery *discovery = self;
    LS_ASSERT(!discovery->is_refreshing);
    LS_ASSERT(discovery->pending == 0);
    discovery->refresh_count++;
    discovery->is_refreshing = true;
    discovery->last_at_ms = ls_clock_mono_ms(discovery_world(discovery)->clock);
    ls_buf_clear(&discovery->draft_notes);
    ls_catalog_draft(discovery->catalog);
    for (size_t i = 0; i < ROOT_COUNT; i++) {
        discovery->roots[i].discovery = discovery;
        fetch_start(&discovery->roots[i], root_targets[i], accept_whole);
    }
}

static void refresh_schedule(struct ls_discovery *discovery)
{
    if (discovery->is_refreshing || ls_timer_is_running(&discovery->timer) ||
        discovery->waiters.count == 0)
        return;
    int64_t now_ms = ls_clock_mono_ms(discovery_world(discovery)->clock);
    int64_t due_ms = discovery->last_at_ms + LS_DISCOVERY_REFRESH_MIN_MS;
    int64_t delay_ms = discovery->refresh_count == 0 ? 0 : LS_MAX(due_ms - now_ms, 0);
    ls_timer_start(discovery_world(discovery)->loop, &discovery->timer, delay_ms, refresh_begin,
                   discovery);
}

/* Removes the first waiter whose refresh is over. */
static bool waiter_next(struct ls_discovery *discovery, struct waiter *out)
{
    for (size_t i = 0; i < discovery->waiters.count; i++) {
        if (discovery->waiters.at[i].refresh > discovery->refresh_count)
            continue;
        *out = discovery->waiters.at[i];
        discovery->waiters.count--;
        for (size_t k = i; k < discovery->waiters.count; k++)
            discovery->waiters.at[k] = discovery->waiters.at[k + 1];
        return true;
    }
    return false;
}

/* False: one of them has freed the discovery. */
static bool waiters_report(struct ls_discovery *discovery, enum ls_code code,
                           const struct ls_err *err)
{
    bool is_cut = false;
    discovery->is_cut = &is_cut;
    struct waiter waiter;
    while (!is_cut && waiter_next(discovery, &waiter))
        waiter.fn(waiter.self, code, err);
    if (!is_cut)
        discovery->is_cut = NULL;
    return !is_cut;
}

static void refresh_end(struct ls_discovery *discovery, enum ls_code code, struct ls_err *err)
{
    refresh_clear(discovery);
    if (!code) {
        ls_catalog_publish(discovery->catalog);
        discovery->is_loaded = true;
        ls_buf_clear(&discovery->notes);
        ls_buf_add_slice(&discovery->notes, ls_buf_slice(&discovery->draft_notes));
    } else {
        code = ls_context(err, "asking which kinds the server has");
    }
    if (waiters_report(discovery, code, err))
        refresh_schedule(discovery);
}

/* ---- the outside ---- */

struct ls_discovery *ls_discovery_new(struct ls_client *client)
{
    struct ls_discovery *discovery = LS_NEW(struct ls_discovery);
    discovery->client = client;
    discovery->catalog = ls_catalog_new();
    return discovery;
}

void ls_discovery_free(struct ls_discovery *discovery)
{
    if (!discovery)
        return;
    if (discovery->is_cut)
        *discovery->is_cut = true;
    refresh_clear(discovery);
    ls_timer_stop(discovery_world(discovery)->loop, &discovery->timer);
    ls_vec_release(&discovery->waiters);
    ls_buf_release(&discovery->notes);
    ls_buf_release(&discovery->draft_notes);
    ls_catalog_free(discovery->catalog);
    ls_free(discovery);
}

const struct ls_catalog *ls_discovery_catalog(const struct ls_discovery *discovery)
{
    return discovery->catalog;
}

bool ls_discovery_is_loaded(const struct ls_discovery *discovery)
{
    return discovery->is_loaded;
}

const char *ls_discovery_notes(const struct ls_discovery *discovery)
{
    return ls_buf_text(&discovery->notes);
}

void ls_discovery_refresh(struct ls_discovery *discovery, ls_discovery_fn fn, void *self)
{
    LS_ASSERT(fn);
    /* A running refresh may have missed a kind that was created since; but the first one serves
     * everybody. */
    bool is_shared = discovery->is_refreshing && !discovery->is_loaded;
    struct waiter waiter = {fn, self, discovery->refresh_count + (is_shared ? 0 : 1)};
    ls_vec_push(&discovery->waiters, waiter);
    refresh_schedule(discovery);
}

void ls_discovery_forget(struct ls_discovery *discovery, const void *self)
{
    size_t kept = 0;
    for (size_t i = 0; i < discovery->waiters.count; i++) {
        if (discovery->waiters.at[i].self != self)
            discovery->waiters.at[kept++] = discovery->waiters.at[i];
    }
    discovery->waiters.count = kept;
}

/* ---- waiting ---- */

struct discovery_wait {
    bool is_done;
    enum ls_code code;
    struct ls_err err;
};

static void waiting_done(void *self, enum ls_code code, const struct ls_err *err)
{
    *(struct discovery_wait *)self =
        (struct discovery_wait){.is_done = true, .code = code, .err = *err};
}

enum ls_code ls_discovery_wait(struct ls_discovery *discovery, struct ls_err *err)
{
    struct discovery_wait waiting = {0};
    ls_discovery_refresh(discovery, waiting_done, &waiting);
    while (!waiting.is_done) {
        if (ls_loop_step(discovery_world(discovery)->loop, LS_REQUEST_TIMEOUT_MS))
            continue;
        ls_discovery_forget(discovery, &waiting);
        return ls_fail(err, LS_E_TIMEOUT, "nothing is left that could answer");
    }
    if (err && waiting.code)
        *err = waiting.err;
    return waiting.code;
}

enum ls_code ls_discovery_find_wait(struct ls_discovery *discovery, struct ls_slice name,
                                    struct ls_match *out, struct ls_err *err)
{
    bool was_loaded = discovery->is_loaded;
    enum ls_code code = was_loaded ? LS_OK : ls_discovery_wait(discovery, err);
    if (!code)
        code = ls_catalog_find(discovery->catalog, name, out, err);
    if (code != LS_E_NOT_FOUND || !was_loaded)
        return code;
    code = ls_discovery_wait(discovery, err);
    return code ? code : ls_catalog_find(discovery->catalog, name, out, err);
}
