#include "kube/exec_plugin.h"

#include "base/list.h"
#include "base/mem.h"
#include "kube/limits.h"

struct ls_exec_plugin {
    struct ls_world *world;
    const struct ls_kube_config *config;
    ls_certificate_fn on_certificate;
    void *self;

    struct ls_exec_run *run;
    struct ls_task notify_task; /* calls the waiters, outside of the function that started or ended
                                 * the run */
    LS_LIST(struct ls_exec_waiter) waiters;
    struct ls_exec_waiter mark; /* while the waiters are called: after the last of them */

    struct ls_buf authorization;
    struct ls_buf certificate;
    struct ls_buf key;
    bool has_answer;
    int64_t answered_at_ms; /* monotonic */
    int64_t expires_at_ms;  /* Unix */
    uint64_t version;

    bool has_failed; /* the last run */
    int64_t failed_at_ms;
    struct ls_err err;
};

struct ls_exec_plugin *ls_exec_plugin_new(struct ls_world *world,
                                          const struct ls_kube_config *config,
                                          ls_certificate_fn on_certificate, void *self)
{
    LS_ASSERT(config->exec);
    struct ls_exec_plugin *plugin = LS_NEW(struct ls_exec_plugin);
    plugin->world = world;
    plugin->config = config;
    plugin->on_certificate = on_certificate;
    plugin->self = self;
    return plugin;
}

void ls_exec_plugin_free(struct ls_exec_plugin *plugin)
{
    if (!plugin)
        return;
    ls_task_stop(plugin->world->loop, &plugin->notify_task);
    ls_exec_run_free(plugin->run);
    ls_buf_wipe(&plugin->authorization);
    ls_buf_wipe(&plugin->certificate);
    ls_buf_wipe(&plugin->key);
    ls_free(plugin);
}

static int64_t plugin_now_ms(const struct ls_exec_plugin *plugin)
{
    return ls_clock_mono_ms(plugin->world->clock);
}

/* ---- waiters ---- */

static void waiter_remove(struct ls_exec_plugin *plugin, struct ls_exec_waiter *waiter)
{
    ls_list_remove(&plugin->waiters, waiter);
    waiter->is_waiting = false;
}

static void waiter_add(struct ls_exec_plugin *plugin, struct ls_exec_waiter *waiter)
{
    ls_list_add_last(&plugin->waiters, waiter);
    waiter->is_waiting = true;
}

/* Calls only those who wait now: a waiter may wait again, for the next run, and may stop any
 * other. */
static void plugin_notify(void *self)
{
    struct ls_exec_plugin *plugin = self;
    struct ls_err err = plugin->err;
    bool has_failed = plugin->has_failed;
    ls_exec_run_free(ls_steal(&plugin->run));
    waiter_add(plugin, &plugin->mark);
    while (plugin->waiters.first != &plugin->mark) {
        struct ls_exec_waiter *waiter = plugin->waiters.first;
        LS_ASSERT(waiter); /* the mark is in the list */
        waiter_remove(plugin, waiter);
        waiter->fn(waiter->self, has_failed ? &err : NULL);
    }
    waiter_remove(plugin, &plugin->mark);
}

/* ---- runs ---- */

static void plugin_fail(struct ls_exec_plugin *plugin, const struct ls_err *err)
{
    plugin->has_failed = true;
    plugin->failed_at_ms = plugin_now_ms(plugin);
    plugin->err = *err;
}

static enum ls_code plugin_certificate_take(struct ls_exec_plugin *plugin,
                                            struct ls_exec_answer *answer, struct ls_err *err)
{
    struct ls_slice certificate = ls_buf_slice(&answer->certificate);
    struct ls_slice key = ls_buf_slice(&answer->key);
    bool is_same = ls_slice_equal(ls_buf_slice(&plugin->certificate), certificate) &&
                   ls_slice_equal(ls_buf_slice(&plugin->key), key);
    if (is_same)
        return LS_OK;
    if (plugin->on_certificate && plugin->on_certificate(plugin->self, certificate, key, err))
        return ls_context(err, "credential plugin %s: its certificate cannot be used",
                          plugin->config->exec->argv[0]);
    ls_buf_wipe(&plugin->certificate);
    ls_buf_wipe(&plugin->key);
    plugin->certificate = answer->certificate;
    plugin->key = answer->key;
    answer->certificate = answer->key = (struct ls_buf){0};
    return LS_OK;
}

static void plugin_answer_take(struct ls_exec_plugin *plugin, const struct ls_exec_answer *answer)
{
    ls_buf_wipe(&plugin->authorization);
    if (answer->token.len) {
        ls_buf_reserve(&plugin->authorization, answer->token.len + sizeof "Bearer ");
        ls_buf_add_text(&plugin->authorization, "Bearer ");
        ls_buf_add_slice(&plugin->authorization, ls_buf_slice(&answer->token));
    }
    plugin->has_answer = true;
    plugin->has_failed = false;
    plugin->answered_at_ms = plugin_now_ms(plugin);
    plugin->expires_at_ms = answer->expires_at_ms;
    plugin->version++;
    if (answer->expires_at_ms <= ls_clock_wall_ms(plugin->world->clock))
        ls_log_debug(plugin->world->log, "credential plugin gave an expired answer",
                     LS_STR("plugin", plugin->config->exec->argv[0]));
}

static void plugin_done(void *self, struct ls_exec_answer *answer, const struct ls_err *err)
{
    struct ls_exec_plugin *plugin = self;
    struct ls_err unusable;
    if (!answer)
        plugin_fail(plugin, err);
    else if (plugin_certificate_take(plugin, answer, &unusable))
        plugin_fail(plugin, &unusable);
    else
        plugin_answer_take(plugin, answer);
    ls_task_start(plugin->world->loop, &plugin->notify_task, plugin_notify, plugin);
}

static void plugin_run(struct ls_exec_plugin *plugin)
{
    LS_ASSERT(!plugin->run);
    struct ls_err err;
    ls_log_debug(plugin->world->log, "credential plugin runs",
                 LS_STR("plugin", plugin->config->exec->argv[0]));
    if (!ls_exec_run_start(plugin->world, plugin->config, plugin_done, plugin, &plugin->run, &err))
        return;
    plugin_fail(plugin, &err);
    ls_task_start(plugin->world->loop, &plugin->notify_task, plugin_notify, plugin);
}

/* ---- the interface ---- */

static bool plugin_is_busy(const struct ls_exec_plugin *plugin)
{
    return plugin->run || plugin->notify_task.is_queued;
}

enum ls_credential_state ls_exec_plugin_get(struct ls_exec_plugin *plugin,
                                            struct ls_slice *authorization, struct ls_err *err)
{
    if (plugin->has_answer && ls_clock_wall_ms(plugin->world->clock) < plugin->expires_at_ms) {
        *authorization = ls_buf_slice(&plugin->authorization);
        return LS_CREDENTIAL_READY;
    }
    bool is_pausing =
        plugin->has_failed && plugin_now_ms(plugin) - plugin->failed_at_ms < LS_EXEC_PAUSE_MS;
    if (!is_pausing || plugin_is_busy(plugin))
        return LS_CREDENTIAL_WAIT;
    *err = plugin->err;
    return LS_CREDENTIAL_FAILED;
}

void ls_exec_plugin_wait(struct ls_exec_plugin *plugin, struct ls_exec_waiter *waiter,
                         void (*fn)(void *self, const struct ls_err *err), void *self)
{
    LS_ASSERT(!waiter->is_waiting);
    waiter->fn = fn;
    waiter->self = self;
    waiter_add(plugin, waiter);
    if (!plugin_is_busy(plugin))
        plugin_run(plugin);
}

void ls_exec_plugin_unwait(struct ls_exec_plugin *plugin, struct ls_exec_waiter *waiter)
{
    if (waiter->is_waiting)
        waiter_remove(plugin, waiter);
}

struct ls_slice ls_exec_plugin_last(const struct ls_exec_plugin *plugin)
{
    return ls_buf_slice(&plugin->authorization);
}

uint64_t ls_exec_plugin_version(const struct ls_exec_plugin *plugin)
{
    return plugin->version;
}

bool ls_exec_plugin_refuse(struct ls_exec_plugin *plugin, uint64_t version)
{
    if (version != plugin->version || plugin_is_busy(plugin))
        return true;
    if (plugin_now_ms(plugin) - plugin->answered_at_ms < LS_EXEC_PAUSE_MS)
        return false;
    plugin->has_answer = false;
    return true;
}
