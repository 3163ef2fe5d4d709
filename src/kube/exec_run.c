/* One run of a credential plugin: starts the process, reads its output, ends it at the deadline. */
#include "kube/exec_credential.h"

#include <string.h>
#include <unistd.h>

#include "base/child.h"
#include "base/mem.h"
#include "base/vec.h"
#include "base/world.h"
#include "kube/limits.h"

struct ls_exec_run {
    const struct ls_kube_config *config;
    struct ls_child *child;
    int64_t deadline_ms;
    ls_exec_fn fn;
    void *self;
};

static const char *exec_name(const struct ls_kube_config *config)
{
    return config->exec->argv[0];
}

static enum ls_code exec_context(const struct ls_kube_config *config, struct ls_err *err)
{
    return ls_context(err, "credential plugin %s", exec_name(config));
}

/* Parses the output, or says why there is none. */
static enum ls_code exec_result_take(const struct ls_exec_run *run,
                                     const struct ls_child_result *result,
                                     struct ls_exec_answer *out, struct ls_err *err)
{
    if (result->code == LS_E_TIMEOUT)
        return ls_fail(err, LS_E_TIMEOUT, "gave no answer within %lld s and was stopped",
                       (long long)(run->deadline_ms / 1000));
    if (result->code)
        return ls_fail(err, result->code, "%s", result->problem);
    if (result->exit_status)
        return ls_fail(err, LS_E_IO,
                       "failed with exit code %d; what it says about it stands above, or run it by "
                       "hand",
                       result->exit_status);
    return ls_exec_answer_parse(result->output, run->config->exec->api_version, out, err);
}

static void exec_done(void *self, const struct ls_child_result *result)
{
    struct ls_exec_run *run = self;
    struct ls_exec_answer answer LS_AUTO(ls_exec_answer_release) = {0};
    struct ls_err err;
    enum ls_code code = exec_result_take(run, result, &answer, &err);
    if (code)
        code = exec_context(run->config, &err);
    run->fn(run->self, code ? NULL : &answer, code ? &err : NULL);
}

static enum ls_code exec_talk_decide(const struct ls_kube_config *config, bool *out,
                                     struct ls_err *err)
{
    bool has_terminal = isatty(STDIN_FILENO);
    if (config->exec->talk == LS_EXEC_TALK_ALWAYS && !has_terminal)
        return ls_fail(err, LS_E_UNSUPPORTED,
                       "must talk to a person (interactiveMode: Always), but standard input is no "
                       "terminal");
    *out = config->exec->talk != LS_EXEC_TALK_NEVER && has_terminal;
    return LS_OK;
}

/* The variables of the kubeconfig and ours, as an array that ends with NULL. */
static enum ls_code exec_environment(const struct ls_kube_config *config, bool may_talk,
                                     struct ls_arena *arena, const char *const **out,
                                     struct ls_err *err)
{
    struct ls_buf info LS_AUTO(ls_buf_release) = {0};
    size_t count = 0;
    ls_buf_add_text(&info, "KUBERNETES_EXEC_INFO=");
    ls_exec_info_print(&info, config, may_talk);
    if (info.len > LS_EXEC_INFO_BYTES_MAX)
        return ls_fail(err, LS_E_TOO_BIG,
                       "KUBERNETES_EXEC_INFO has %zu bytes, the limit is %d; a smaller "
                       "certificate-authority would do, or provideClusterInfo: false",
                       info.len, LS_EXEC_INFO_BYTES_MAX);
    while (config->exec->environment[count])
        count++;
    const char **entries = LS_ARENA_ARRAY(arena, const char *, count + 2);
    memcpy(entries, config->exec->environment, count * sizeof *entries);
    entries[count] = ls_arena_dup(arena, ls_buf_slice(&info));
    *out = entries;
    return LS_OK;
}

static enum ls_code exec_start(struct ls_world *world, struct ls_exec_run *run, struct ls_err *err)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    const char *const *environment = NULL;
    bool may_talk = false;
    enum ls_code code = exec_talk_decide(run->config, &may_talk, err);
    if (!code)
        code = exec_environment(run->config, may_talk, &arena, &environment, err);
    if (code)
        return code;
    run->deadline_ms = may_talk ? LS_EXEC_TALK_DEADLINE_MS : LS_EXEC_DEADLINE_MS;
    struct ls_child_spec spec = {.argv = run->config->exec->argv,
                                 .environment = environment,
                                 .inherit_stdin = may_talk,
                                 .stdout_bytes_max = LS_EXEC_OUTPUT_BYTES_MAX,
                                 .deadline_ms = run->deadline_ms};
    code = ls_child_start(world->loop, &spec, exec_done, run, &run->child, err);
    if (code != LS_E_NOT_FOUND)
        return code;
    const char *hint = run->config->exec->install_hint;
    return ls_fail(err, LS_E_NOT_FOUND, "was not found; %.500s",
                   hint ? hint : "install it, or add its folder to PATH");
}

enum ls_code ls_exec_run_start(struct ls_world *world, const struct ls_kube_config *config,
                               ls_exec_fn fn, void *self, struct ls_exec_run **out,
                               struct ls_err *err)
{
    LS_ASSERT(config->exec);
    struct ls_exec_run *run = LS_NEW(struct ls_exec_run);
    *run = (struct ls_exec_run){.config = config, .fn = fn, .self = self};
    if (exec_start(world, run, err)) {
        ls_free(run);
        return exec_context(config, err);
    }
    *out = run;
    return LS_OK;
}

void ls_exec_run_free(struct ls_exec_run *run)
{
    if (!run)
        return;
    ls_child_free(run->child);
    ls_free(run);
}
