/* `lockstep sandbox`: the embedded API server behind a socket on loopback. */
#include <stdio.h>
#include <string.h>

#include "base/child.h"
#include "base/file.h"
#include "base/vec.h"
#include "base/world.h"
#include "cli/limits.h"
#include "cli/sandbox_home.h"
#include "cli/signals.h"
#include "cli/verbs.h"
#include "net/issue.h"
#include "net/server.h"
#include "sandbox/sandbox.h"

enum { TOKEN_BYTES = 24, CERTIFICATE_DAYS = 365, DRAIN_MS = 2000 };

/* Everything a running sandbox holds, in the order in which it is made. */
struct stage {
    struct ls_world *world;
    struct ls_issued issued;
    char token[2 * TOKEN_BYTES + 1];
    struct ls_tls *tls;
    struct ls_sandbox *sandbox;
    struct ls_server *server;
    struct ls_sandbox_home home;
    struct ls_child *child;
    enum ls_exit result;
    int signal_number; /* that ended it; 0: none */
    bool is_draining;
};

struct wishes {
    uint16_t port;
    size_t node_count;
    bool has_no_workloads;
    bool has_rbac;
    const char *client_ca; /* file; NULL: no client certificates */
    const char *kubeconfig_out;
    const char *const *command; /* to run, command_words long; NULL: serve until a signal */
    size_t command_words;
};

/* ---- the command line ---- */

static bool number_read(const char *text, int64_t max, int64_t *out)
{
    return ls_slice_to_i64(ls_slice_of(text), out) && *out >= 0 && *out <= max;
}

static enum ls_exit wishes_read(struct wishes *wishes, const struct ls_args *args)
{
    const char *port = ls_args_text(args, "port");
    const char *nodes = ls_args_text(args, "nodes");
    int64_t number = 0;
    if (port && !number_read(port, UINT16_MAX, &number))
        return ls_cli_usage("sandbox", "--port is 0 to 65535 (0: any free one), not '%s'", port);
    wishes->port = (uint16_t)number;
    number = LS_SANDBOX_NODES;
    if (nodes && !number_read(nodes, LS_SANDBOX_NODES_MAX, &number))
        return ls_cli_usage("sandbox", "--nodes is 0 to %d, not '%s'", LS_SANDBOX_NODES_MAX, nodes);
    wishes->node_count = (size_t)number;
    wishes->has_no_workloads = ls_args_is(args, "workloads", "off");
    wishes->has_rbac = ls_args_is_on(args, "rbac");
    wishes->client_ca = ls_args_text(args, "client-ca");
    wishes->kubeconfig_out = ls_args_text(args, "kubeconfig-out");
    if (args->word_count > args->words_after_dashes)
        return ls_cli_usage("sandbox",
                            "a command to run stands after `--`, as in "
                            "`lockstep sandbox -- kubectl get nodes`, not '%s'",
                            args->words[0]);
    wishes->command = args->word_count > 0 ? args->words : NULL;
    wishes->command_words = args->word_count;
    return LS_EXIT_DONE;
}

/* ---- the end ---- */

static void stage_end(void *self)
{
    struct stage *stage = self;
    ls_loop_stop(stage->world->loop);
}

static void stage_drain(struct stage *stage)
{
    if (stage->is_draining) {
        stage_end(stage);
        return;
    }
    stage->is_draining = true;
    ls_server_drain(stage->server, DRAIN_MS, stage_end, stage);
}

/* A command gets the signal, and we end after it; a second signal ends without waiting. */
static void on_signal(void *self, int signal_number)
{
    struct stage *stage = self;
    if (stage->child && !stage->signal_number)
        ls_child_signal(stage->child, signal_number);
    else
        stage_drain(stage);
    stage->signal_number = signal_number;
}

static void on_child_done(void *self, const struct ls_child_result *result)
{
    struct stage *stage = self;
    if (result->code)
        fprintf(stderr, "lockstep sandbox: %s\n", result->problem);
    stage->result = result->code ? LS_EXIT_ERROR : (enum ls_exit)result->exit_status;
    stage_end(stage);
}

static void stage_release(struct stage *stage)
{
    ls_child_free(stage->child);
    ls_sandbox_home_clear(&stage->home);
    ls_server_free(stage->server);
    ls_sandbox_free(stage->sandbox);
    ls_tls_unref(stage->tls);
    ls_issued_release(&stage->issued);
    ls_wipe(stage->token, sizeof stage->token);
    ls_world_free(stage->world);
}

/* ---- the beginning ---- */

static void token_make(char out[2 * TOKEN_BYTES + 1])
{
    unsigned char secret[TOKEN_BYTES];
    ls_random_secret(secret, sizeof secret);
    for (size_t i = 0; i < sizeof secret; i++)
        snprintf(out + 2 * i, 3, "%02x", secret[i]);
    ls_wipe(secret, sizeof secret);
}

static enum ls_code stage_secure(struct stage *stage, const struct wishes *wishes,
                                 struct ls_err *err)
{
    struct ls_buf client_ca LS_AUTO(ls_buf_release) = {0};
    const char *names = "IP:127.0.0.1,DNS:localhost,DNS:kubernetes,DNS:kubernetes.default,"
                        "DNS:kubernetes.default.svc";
    if (ls_issue_server("lockstep sandbox", names, CERTIFICATE_DAYS, &stage->issued, err))
        return err->code;
    token_make(stage->token);
    struct ls_tls_spec spec = {.certificate = ls_buf_slice(&stage->issued.certificate),
                               .issued_key = stage->issued.key};
    if (!wishes->client_ca)
        return ls_tls_server(&spec, &stage->tls, err);
    if (ls_file_read(wishes->client_ca, LS_CLIENT_CA_BYTES_MAX, &client_ca, err))
        return err->code;
    spec.ca = ls_buf_slice(&client_ca);
    spec.asks_for_client_certificate = true;
    if (ls_tls_server(&spec, &stage->tls, err))
        return ls_context(err, "--client-ca %s", wishes->client_ca);
    return LS_OK;
}

static enum ls_code stage_serve(struct stage *stage, const struct wishes *wishes,
                                struct ls_err *err)
{
    struct ls_sandbox_options options = {
        .token = stage->token,
        .ca_pem = ls_buf_slice(&stage->issued.ca),
        .has_no_workloads = wishes->has_no_workloads,
        .has_rbac = wishes->has_rbac,
        .node_count = wishes->node_count,
    };
    stage->sandbox = ls_sandbox_new(stage->world, &options);
    struct ls_server_spec spec = {.host = "127.0.0.1",
                                  .port = wishes->port,
                                  .tls = stage->tls,
                                  .service = ls_sandbox_service(stage->sandbox),
                                  .body_bytes_max = LS_SANDBOX_BODY_BYTES_MAX};
    if (ls_server_start(stage->world, &spec, &stage->server, err))
        return err->code;
    struct ls_sandbox_access access = {.port = ls_server_port(stage->server),
                                       .ca_pem = ls_buf_slice(&stage->issued.ca),
                                       .token = stage->token};
    if (wishes->kubeconfig_out)
        return ls_sandbox_home_make_at(&stage->home, wishes->kubeconfig_out, &access, err);
    return ls_sandbox_home_make(&stage->home, &access, err);
}

static enum ls_code child_run(struct stage *stage, const struct wishes *wishes, struct ls_err *err)
{
    struct ls_buf variable LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&variable, "KUBECONFIG=%s", stage->home.kubeconfig);
    const char *environment[] = {variable.at, NULL};
    LS_VEC(const char *) argv = {0};
    for (size_t i = 0; i < wishes->command_words; i++)
        ls_vec_push(&argv, wishes->command[i]);
    ls_vec_push(&argv, NULL);
    struct ls_child_spec spec = {
        .argv = argv.at, .environment = environment, .inherit_stdin = true, .inherit_stdout = true};
    enum ls_code code =
        ls_child_start(stage->world->loop, &spec, on_child_done, stage, &stage->child, err);
    ls_vec_release(&argv);
    return code;
}

static enum ls_code stage_begin(struct stage *stage, const struct wishes *wishes,
                                struct ls_err *err)
{
    if (ls_signals_take(stage->world->loop, on_signal, stage, err) ||
        stage_secure(stage, wishes, err) || stage_serve(stage, wishes, err))
        return err->code;
    return wishes->command ? child_run(stage, wishes, err) : LS_OK;
}

static void stage_announce(const struct stage *stage, const struct wishes *wishes)
{
    const char *path = stage->home.kubeconfig;
    printf("Kubernetes API on https://127.0.0.1:%u", ls_server_port(stage->server));
    if (wishes->has_no_workloads)
        printf(", workloads off");
    else
        printf(", %zu simulated node%s", wishes->node_count, wishes->node_count == 1 ? "" : "s");
    printf("%s\n", wishes->has_rbac ? ", roles are enforced" : "");
    printf("kubeconfig: %s\n", path);
    if (wishes->kubeconfig_out)
        printf("Try it in another terminal: lockstep get nodes --kubeconfig %s\n", path);
    else
        printf("Try it in another terminal: lockstep get nodes --sandbox\n");
    printf("Ctrl-C stops it; everything in it is gone then.\n");
    fflush(stdout);
}

enum ls_exit ls_cli_verb_sandbox(const struct ls_args *args)
{
    struct wishes wishes = {0};
    enum ls_exit refused = wishes_read(&wishes, args);
    if (refused)
        return refused;
    struct stage stage LS_AUTO(stage_release) = {.world = ls_world_new()};
    struct ls_err err = {0};
    if (ls_args_is_on(args, "verbose"))
        ls_world_log_to(stage.world, LS_LEVEL_DEBUG, LS_LOG_TEXT, ls_log_to_stderr, NULL);
    if (stage_begin(&stage, &wishes, &err))
        return ls_cli_fail("sandbox", &err);
    if (!wishes.command)
        stage_announce(&stage, &wishes);
    ls_loop_run(stage.world->loop);
    return stage.result;
}
