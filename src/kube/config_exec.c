/* The credential plugin of a user entry: command, arguments, environment, API version. */
#include "kube/config_work.h"

#include <string.h>

#include "kube/limits.h"
#include "value/json.h"

static const char *const exec_versions[] = {
    "client.authentication.k8s.io/v1",
    "client.authentication.k8s.io/v1beta1",
};

static enum ls_code exec_list(struct ls_config_work *work, const char *field, size_t count_max,
                              struct ls_node *out, struct ls_err *err)
{
    struct ls_node list = ls_node_at(work->user.node, field);
    *out = list;
    if (ls_node_is_absent(list) || ls_node_is_null(list))
        return LS_OK;
    if (!ls_node_is_list(list))
        return ls_config_fail(&work->user, field, LS_E_INVALID, err, "must be a list, not a %s",
                              ls_type_name(ls_node_type(list)));
    if (ls_node_count(list) > count_max)
        return ls_config_fail(&work->user, field, LS_E_TOO_BIG, err, "has more than %zu items",
                              count_max);
    return LS_OK;
}

/* A relative command that contains a slash starts at the folder of the kubeconfig. */
static enum ls_code exec_command_take(struct ls_config_work *work, const char **out,
                                      struct ls_err *err)
{
    const char *command = NULL;
    if (ls_config_text(&work->files, &work->user, "exec.command", &command, err))
        return err->code;
    if (!command)
        return ls_config_fail(&work->user, "exec", LS_E_INVALID, err, "it has no command");
    *out = strchr(command, '/') ? ls_config_beside(&work->files, &work->user, command) : command;
    return LS_OK;
}

static enum ls_code exec_argv_take(struct ls_config_work *work, struct ls_exec_spec *spec,
                                   struct ls_err *err)
{
    struct ls_node args;
    enum ls_code code = exec_list(work, "exec.args", LS_EXEC_ARGUMENTS_MAX, &args, err);
    if (code)
        return code;
    const char **argv = LS_ARENA_ARRAY(&work->config->arena, const char *, ls_node_count(args) + 2);
    spec->argv = argv;
    code = exec_command_take(work, argv++, err);
    LS_EACH (it, args) {
        if (!code)
            code = ls_config_string(&work->files, &work->user, "exec.args", it.value, argv++, err);
    }
    return code;
}

static enum ls_code exec_variable_take(struct ls_config_work *work, struct ls_node node,
                                       const char **out, struct ls_err *err)
{
    const char *name = NULL, *value = "";
    struct ls_node value_node = ls_node_at(node, "value");
    enum ls_code code = ls_config_string(&work->files, &work->user, "exec.env",
                                         ls_node_at(node, "name"), &name, err);
    if (!code && !ls_node_is_absent(value_node) && !ls_node_is_null(value_node))
        code = ls_config_string(&work->files, &work->user, "exec.env", value_node, &value, err);
    if (code)
        return code;
    if (!name[0] || strchr(name, '='))
        return ls_config_fail(&work->user, "exec.env", LS_E_INVALID, err,
                              "'%.40s' is no name of a variable", name);
    *out = ls_arena_printf(&work->config->arena, "%s=%s", name, value);
    return LS_OK;
}

static enum ls_code exec_environment_take(struct ls_config_work *work, struct ls_exec_spec *spec,
                                          struct ls_err *err)
{
    struct ls_node list;
    enum ls_code code = exec_list(work, "exec.env", LS_EXEC_VARIABLES_MAX, &list, err);
    if (code)
        return code;
    const char **entries =
        LS_ARENA_ARRAY(&work->config->arena, const char *, ls_node_count(list) + 1);
    spec->environment = entries;
    LS_EACH (it, list) {
        if (!code)
            code = exec_variable_take(work, it.value, entries++, err);
    }
    return code;
}

static enum ls_code exec_version_take(struct ls_config_work *work, struct ls_exec_spec *spec,
                                      struct ls_err *err)
{
    const char *version = NULL;
    if (ls_config_text(&work->files, &work->user, "exec.apiVersion", &version, err))
        return err->code;
    for (size_t i = 0; version && i < LS_COUNT(exec_versions); i++) {
        if (strcmp(version, exec_versions[i]) == 0) {
            spec->api_version = exec_versions[i];
            return LS_OK;
        }
    }
    return ls_config_fail(&work->user, version ? "exec.apiVersion" : "exec", LS_E_UNSUPPORTED, err,
                          "%s%.60s%s; write %s, or %s for an older plugin",
                          version ? "'" : "it has no apiVersion", version ? version : "",
                          version ? "' is not supported" : "", exec_versions[0], exec_versions[1]);
}

static enum ls_code exec_talk_take(struct ls_config_work *work, struct ls_exec_spec *spec,
                                   struct ls_err *err)
{
    static const char *const names[] = {[LS_EXEC_TALK_NEVER] = "Never",
                                        [LS_EXEC_TALK_IF_AVAILABLE] = "IfAvailable",
                                        [LS_EXEC_TALK_ALWAYS] = "Always"};
    const char *mode = NULL;
    if (ls_config_text(&work->files, &work->user, "exec.interactiveMode", &mode, err))
        return err->code;
    /* v1beta1 is older than the field. */
    if (!mode && spec->api_version == exec_versions[1])
        mode = names[LS_EXEC_TALK_IF_AVAILABLE];
    for (size_t i = 0; mode && i < LS_COUNT(names); i++) {
        if (strcmp(mode, names[i]) == 0) {
            spec->talk = (enum ls_exec_talk)i;
            return LS_OK;
        }
    }
    return ls_config_fail(&work->user, mode ? "exec.interactiveMode" : "exec", LS_E_INVALID, err,
                          "interactiveMode must be Never, IfAvailable or Always");
}

/* The extension `client.authentication.k8s.io/exec` of the cluster, for the plugin's own use. */
static void exec_cluster_config_take(struct ls_config_work *work, struct ls_exec_spec *spec)
{
    LS_EACH (it, ls_node_at(work->cluster.node, "extensions")) {
        struct ls_node extension = ls_node_at(it.value, "extension");
        if (!ls_node_string_is(ls_node_at(it.value, "name"), "client.authentication.k8s.io/exec") ||
            ls_node_is_absent(extension))
            continue;
        struct ls_buf json LS_AUTO(ls_buf_wipe) = {0};
        ls_json_print(&json, extension, LS_JSON_COMPACT);
        spec->cluster_config = ls_arena_slice(&work->config->arena, ls_buf_slice(&json));
        return;
    }
}

/* The hint may come from anybody: control characters are dropped. */
static void exec_hint_clean(const char *text, char *out)
{
    for (; *text; text++) {
        if ((unsigned char)*text >= ' ' && *text != 0x7f)
            *out++ = *text;
        else if (*text == '\n' || *text == '\t')
            *out++ = ' ';
    }
    *out = 0;
}

static enum ls_code exec_hint_take(struct ls_config_work *work, struct ls_exec_spec *spec,
                                   struct ls_err *err)
{
    const char *hint = NULL;
    enum ls_code code = ls_config_text(&work->files, &work->user, "exec.installHint", &hint, err);
    if (code || !hint)
        return code;
    char *clean = ls_arena_alloc(&work->config->arena, strlen(hint) + 1);
    exec_hint_clean(hint, clean);
    spec->install_hint = clean;
    return LS_OK;
}

enum ls_code ls_config_take_exec(struct ls_config_work *work, struct ls_err *err)
{
    struct ls_exec_spec *spec = LS_ARENA_NEW(&work->config->arena, struct ls_exec_spec);
    enum ls_code code = exec_argv_take(work, spec, err);
    if (!code)
        code = exec_environment_take(work, spec, err);
    if (!code)
        code = exec_version_take(work, spec, err);
    if (!code)
        code = exec_talk_take(work, spec, err);
    if (!code)
        code = exec_hint_take(work, spec, err);
    if (!code)
        code = ls_config_flag(&work->user, "exec.provideClusterInfo", &spec->wants_cluster, err);
    if (code)
        return code;
    exec_cluster_config_take(work, spec);
    work->config->exec = spec;
    return LS_OK;
}
