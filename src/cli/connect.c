#include "cli/connect.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "cli/cell.h"
#include "cli/sandbox_home.h"
#include "cli/signals.h"
#include "cli/trace.h"
#include "kube/discovery.h"
#include "kube/record/record_wire.h"
#include "kube/session.h"
#include "net/memory_wire.h"
#include "sandbox/sandbox.h"

enum { STEP_MS = 60 * 1000 };

/* ---- flags ---- */

/* groups: room for the values of --as-group, borrowed. */
static struct ls_kube_overrides overrides_of(const struct ls_args *args, const char **groups)
{
    size_t group_count = 0;
    while ((groups[group_count] = ls_args_nth(args, "as-group", group_count)))
        group_count++;
    return (struct ls_kube_overrides){
        .kubeconfig = ls_args_text(args, "kubeconfig"),
        .context = ls_args_text(args, "context"),
        .cluster = ls_args_text(args, "cluster"),
        .user = ls_args_text(args, "user"),
        .namespace_name = ls_args_text(args, "namespace"),
        .server = ls_args_text(args, "server"),
        .tls_server_name = ls_args_text(args, "tls-server-name"),
        .certificate_authority = ls_args_text(args, "certificate-authority"),
        .is_insecure = ls_args_is_on(args, "insecure-skip-tls-verify"),
        .client_certificate = ls_args_text(args, "client-certificate"),
        .client_key = ls_args_text(args, "client-key"),
        .token = ls_args_text(args, "token"),
        .as_user = ls_args_text(args, "as"),
        .as_uid = ls_args_text(args, "as-uid"),
        .as_groups = groups,
        .as_group_count = group_count,
        .request_timeout = ls_args_text(args, "request-timeout"),
    };
}

/* ---- signals ---- */

static void on_signal(void *self, int signal_number)
{
    struct ls_connection *connection = self;
    connection->signal_number = signal_number;
    ls_loop_stop(connection->world->loop);
}

/* ---- opening and closing ---- */

static void on_warning(void *self, struct ls_slice text)
{
    const struct ls_connection *connection = self;
    struct ls_buf line LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&line, "Warning: ");
    ls_cell_print_text(&line, text);
    if (connection->on_warning)
        connection->on_warning(connection->warning_self, ls_buf_text(&line));
    else
        fprintf(stderr, "%s\n", ls_buf_text(&line));
}

/* An error that names a flag is a mistake in the command line. */
static enum ls_code config_failed(struct ls_err *err)
{
    bool is_senseless = err->code == LS_E_INVALID || err->code == LS_E_UNSUPPORTED;
    if (is_senseless && strncmp(err->text, "--", 2) == 0)
        err->code = LS_E_USAGE;
    return err->code;
}

enum ls_code ls_connection_begin(struct ls_connection *connection, const struct ls_args *args,
                                 struct ls_err *err)
{
    if (connection->world)
        return LS_OK;
    connection->world = ls_world_new();
    if (ls_args_is_on(args, "verbose"))
        ls_world_log_to(connection->world, LS_LEVEL_DEBUG, LS_LOG_TEXT, ls_log_to_stderr, NULL);
    return ls_signals_take(connection->world->loop, on_signal, connection, err);
}

/* Flags that contradict --sandbox, which says itself where the server is and who we are. */
static enum ls_code sandbox_flags_check(const struct ls_args *args, struct ls_err *err)
{
    static const char *const others[] = {"kubeconfig",
                                         "context",
                                         "cluster",
                                         "user",
                                         "server",
                                         "token",
                                         "client-certificate",
                                         "client-key",
                                         "certificate-authority",
                                         "tls-server-name",
                                         "insecure-skip-tls-verify"};
    for (size_t i = 0; i < LS_COUNT(others); i++)
        if (ls_args_text(args, others[i]))
            return ls_fail(err, LS_E_USAGE, "either --sandbox or --%s: both say which server",
                           others[i]);
    return LS_OK;
}

/* Sets the kubeconfig of the sandbox that runs, if one does. */
static bool sandbox_find(struct ls_connection *connection)
{
    size_t running = 0;
    if (connection->kubeconfig)
        return true;
    connection->kubeconfig = ls_sandbox_home_find(&running);
    if (running > 1)
        fprintf(stderr, "%zu sandboxes run on this machine; this is the newest: %s\n", running,
                connection->kubeconfig);
    return connection->kubeconfig != NULL;
}

static enum ls_code sandbox_choose(struct ls_connection *connection, const struct ls_args *args,
                                   struct ls_err *err)
{
    if (!ls_args_is_on(args, "sandbox"))
        return LS_OK;
    if (sandbox_flags_check(args, err))
        return err->code;
    if (sandbox_find(connection))
        return LS_OK;
    return ls_fail(err, LS_E_NOT_FOUND,
                   "no sandbox runs on this machine: start one with `lockstep sandbox` in another "
                   "terminal");
}

enum ls_code ls_connection_configure(struct ls_connection *connection, const struct ls_args *args,
                                     struct ls_err *err)
{
    LS_ASSERT(!connection->config);
    const char *groups[LS_ARGS_FLAGS_MAX + 1];
    struct ls_kube_overrides overrides = overrides_of(args, groups);
    struct ls_kube_environment environment = ls_kube_environment_read();
    if (ls_connection_begin(connection, args, err) || sandbox_choose(connection, args, err))
        return err->code;
    if (connection->kubeconfig)
        overrides.kubeconfig = connection->kubeconfig;
    if (ls_kube_config_load(&environment, &overrides, &connection->config, err))
        return config_failed(err);
    return LS_OK;
}

static void client_make(struct ls_connection *connection, struct ls_wire *wire)
{
    LS_ASSERT(!connection->client);
    struct ls_client_options options = {
        .request_timeout_ms = connection->config->request_timeout_ms,
        .on_warning = on_warning,
        .warning_self = connection,
    };
    if (ls_log_is_on(connection->world->log, LS_LEVEL_DEBUG)) {
        connection->trace = ls_trace_new(connection->world, wire);
        wire = ls_trace_wire(connection->trace);
    }
    if (connection->record) {
        connection->record_wire = ls_record_wire_new(connection->record, wire);
        wire = ls_record_wire_interface(connection->record_wire);
    }
    connection->client = ls_client_new(connection->world, wire, &options);
    connection->discovery = ls_discovery_new(connection->client);
}

enum ls_code ls_connection_prepare(struct ls_connection *connection, struct ls_err *err)
{
    LS_ASSERT(connection->config);
    LS_ASSERT(!connection->session);
    if (ls_session_new(connection->world, connection->config, NULL, &connection->session, err))
        return ls_context(err, "%s", connection->config->server_from);
    client_make(connection, ls_session_wire(connection->session));
    return LS_OK;
}

enum ls_code ls_connection_open(struct ls_connection *connection, const struct ls_args *args,
                                struct ls_err *err)
{
    enum ls_code code = ls_connection_configure(connection, args, err);
    return code ? code : ls_connection_prepare(connection, err);
}

/* ---- a sandbox of our own ---- */

/* There is no kubeconfig to read, but the other flags of the connection count. */
static enum ls_code private_configure(struct ls_connection *connection, const struct ls_args *args,
                                      struct ls_err *err)
{
    static const char text[] = "{apiVersion: v1, kind: Config, current-context: sandbox,"
                               " clusters: [{name: sandbox, cluster: {server: 'http://sandbox'}}],"
                               " contexts: [{name: sandbox, context: {cluster: sandbox}}]}";
    const char *groups[LS_ARGS_FLAGS_MAX + 1];
    struct ls_kube_overrides overrides = overrides_of(args, groups);
    if (ls_connection_begin(connection, args, err))
        return err->code;
    if (ls_kube_config_parse(ls_slice_of(text), "sandbox", &overrides, &connection->config, err))
        return config_failed(err);
    return LS_OK;
}

static enum ls_code private_open(struct ls_connection *connection, const struct ls_args *args,
                                 struct ls_err *err)
{
    struct ls_sandbox_options options = {.node_count = LS_SANDBOX_NODES};
    if (private_configure(connection, args, err))
        return err->code;
    connection->sandbox = ls_sandbox_new(connection->world, &options);
    struct ls_service service = ls_sandbox_service(connection->sandbox);
    connection->memory = ls_memory_wire_new(connection->world, &service);
    client_make(connection, ls_memory_wire_interface(connection->memory));
    fputs("No sandbox runs on this machine: this one is for this command alone, and all in it is "
          "gone at the end.\n",
          stderr);
    return LS_OK;
}

enum ls_code ls_connection_open_or_make(struct ls_connection *connection,
                                        const struct ls_args *args, struct ls_err *err)
{
    if (!ls_args_is_on(args, "sandbox"))
        return ls_connection_open(connection, args, err);
    if (sandbox_flags_check(args, err))
        return err->code;
    if (!sandbox_find(connection))
        return private_open(connection, args, err);
    return ls_connection_open(connection, args, err);
}

void ls_connection_close(struct ls_connection *connection)
{
    ls_discovery_free(connection->discovery);
    if (connection->client)
        ls_client_free(connection->client);
    ls_record_wire_free(connection->record_wire);
    ls_record_close(connection->record);
    ls_trace_free(connection->trace);
    ls_session_free(connection->session);
    if (connection->memory)
        ls_memory_wire_free(connection->memory);
    if (connection->sandbox)
        ls_sandbox_free(connection->sandbox);
    ls_kube_config_free(connection->config);
    ls_free(connection->kubeconfig);
    if (connection->world)
        ls_world_free(connection->world);
    *connection = (struct ls_connection){.signal_number = connection->signal_number};
}

/* ---- waiting ---- */

enum ls_code ls_connection_wait(struct ls_connection *connection, const bool *is_done,
                                struct ls_err *err)
{
    LS_ASSERT(connection->world);
    while (!*is_done && !connection->signal_number) {
        if (!ls_loop_step(connection->world->loop, STEP_MS) && !*is_done)
            return ls_fail(err, LS_E_TIMEOUT, "nothing is left that could answer");
    }
    if (*is_done)
        return LS_OK;
    return ls_fail(err, LS_E_CANCELLED, "ended by signal %d", connection->signal_number);
}

/* How a call ended; err is the caller's. */
struct outcome {
    bool is_done;
    enum ls_code code;
    struct ls_err *err;
};

static void outcome_set(void *self, enum ls_code code, const struct ls_err *err)
{
    struct outcome *outcome = self;
    outcome->is_done = true;
    outcome->code = code;
    if (code)
        *outcome->err = *err;
}

struct asking {
    ls_answer_fn fn;
    void *self;
    struct outcome outcome;
};

static void asking_done(void *self, const struct ls_answer *answer)
{
    struct asking *asking = self;
    outcome_set(&asking->outcome, answer->code, answer->err);
    asking->fn(asking->self, answer);
}

enum ls_code ls_connection_ask(struct ls_connection *connection, const struct ls_call_spec *ask,
                               ls_answer_fn fn, void *self, struct ls_err *err)
{
    LS_ASSERT(connection->client);
    LS_ASSERT(fn);
    struct asking asking = {.fn = fn, .self = self, .outcome.err = err};
    struct ls_api_call call = {0};
    ls_api_call_start(connection->client, &call, ask, asking_done, &asking);
    enum ls_code code = ls_connection_wait(connection, &asking.outcome.is_done, err);
    ls_api_call_cancel(&call);
    return code ? code : asking.outcome.code;
}

struct connect_listing {
    const struct ls_list_hooks *hooks;
    struct outcome outcome;
};

static void listing_begin(void *self)
{
    const struct connect_listing *listing = self;
    listing->hooks->begin(listing->hooks->self);
}

static void listing_head(void *self, const struct ls_obj *head)
{
    const struct connect_listing *listing = self;
    if (listing->hooks->head)
        listing->hooks->head(listing->hooks->self, head);
}

static bool listing_object(void *self, const struct ls_obj *obj)
{
    const struct connect_listing *listing = self;
    return listing->hooks->object(listing->hooks->self, obj);
}

static void listing_done(void *self, const struct ls_list_end *end)
{
    struct connect_listing *listing = self;
    outcome_set(&listing->outcome, end->code, end->err);
}

enum ls_code ls_connection_list(struct ls_connection *connection,
                                const struct ls_selection *selection,
                                const struct ls_list_hooks *hooks, struct ls_err *err)
{
    LS_ASSERT(connection->client);
    LS_ASSERT(hooks->begin && hooks->object);
    struct connect_listing listing = {.hooks = hooks, .outcome.err = err};
    struct ls_list list = {0};
    struct ls_list_options options = {.timeout_ms =
                                          LS_MAX(connection->config->request_timeout_ms, 0)};
    struct ls_list_hooks own = {.self = &listing,
                                .begin = listing_begin,
                                .head = listing_head,
                                .object = listing_object,
                                .done = listing_done};
    ls_list_start(connection->client, &list, selection, &options, &own);
    enum ls_code code = ls_connection_wait(connection, &listing.outcome.is_done, err);
    ls_list_cancel(&list);
    return code ? code : listing.outcome.code;
}

enum ls_code ls_connection_discover(struct ls_connection *connection, struct ls_err *err)
{
    LS_ASSERT(connection->discovery);
    struct outcome outcome = {.err = err};
    ls_discovery_refresh(connection->discovery, outcome_set, &outcome);
    enum ls_code code = ls_connection_wait(connection, &outcome.is_done, err);
    ls_discovery_forget(connection->discovery, &outcome);
    return code ? code : outcome.code;
}
