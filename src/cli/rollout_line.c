#include "cli/rollout_line.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli/dry_run_flag.h"
#include "cli/grace_flag.h"
#include "cli/origin.h"
#include "cli/rules_flag.h"
#include "cli/set_name.h"
#include "phase/set/parent.h"
#include "value/duration.h"

enum { TIMEOUT_DEFAULT_MS = 30 * 60 * 1000 };

/* ---- values of flags ---- */

static enum ls_code time_read(const struct ls_args *args, const char *flag, int64_t otherwise_ms,
                              int64_t *out, struct ls_err *err)
{
    const char *text = ls_args_text(args, flag);
    int64_t ns = 0;
    *out = otherwise_ms;
    if (!text)
        return LS_OK;
    if (ls_duration_parse_or_seconds(ls_slice_of(text), &ns, err)) {
        err->code = LS_E_USAGE;
        return ls_context(err, "--%s", flag);
    }
    if (ns < 0 || (ns > 0 && ns < LS_NS_PER_MS))
        return ls_fail(err, LS_E_USAGE,
                       "--%s is a time such as 90s or 10m, or seconds, or 0 for no limit, not %s",
                       flag, text);
    *out = ns / LS_NS_PER_MS;
    return LS_OK;
}

static enum ls_wait_mode wait_of(const struct ls_args *args)
{
    static const char *const words[] = {"annotated", "all", "none"};
    static const enum ls_wait_mode modes[] = {LS_WAIT_ANNOTATED, LS_WAIT_ALL, LS_WAIT_NONE,
                                              LS_WAIT_AUTO};
    return modes[ls_args_choice(args, "wait", words, LS_COUNT(words))];
}

bool ls_terminal_is_fit(FILE *out)
{
    const char *term = getenv("TERM");
    return isatty(fileno(out)) && term && *term && strcmp(term, "dumb") != 0;
}

/* The three variables in the order in which they count. */
static bool knows_utf8(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < LS_COUNT(variables); i++) {
        const char *value = getenv(variables[i]);
        if (value && *value)
            return strcasestr(value, "utf-8") || strcasestr(value, "utf8");
    }
    return false;
}

static bool is_colored(const struct ls_args *args)
{
    const char *no_color = getenv("NO_COLOR");
    if (ls_args_is(args, "color", "always") || ls_args_is(args, "color", "never"))
        return ls_args_is(args, "color", "always");
    return ls_terminal_is_fit(stdout) && !(no_color && *no_color);
}

/* ---- fields of others ---- */

static enum ls_code foreign_read(struct ls_rollout *rollout, struct ls_err *err)
{
    struct ls_run_options *options = &rollout->options;
    options->forces_conflicts = ls_args_is_on(rollout->args, "force-conflicts");
    options->keeps_foreign = ls_args_is_on(rollout->args, "keep-foreign");
    if (options->forces_conflicts && options->keeps_foreign)
        return ls_fail(err, LS_E_USAGE,
                       "--force-conflicts takes what --keep-foreign keeps: give one of the two");
    return LS_OK;
}

/* ---- which set ---- */

static enum ls_code paths_read(struct ls_rollout *rollout, struct ls_err *err)
{
    const struct ls_args *args = rollout->args;
    const char *path;
    rollout->is_kustomize = ls_args_nth(args, "kustomize", 0) != NULL;
    if (rollout->is_kustomize && ls_args_nth(args, "filename", 0))
        return ls_fail(err, LS_E_USAGE, "either -f or -k: a set comes from one of them");
    const char *flag = rollout->is_kustomize ? "kustomize" : "filename";
    for (size_t i = 0; (path = ls_args_nth(args, flag, i)); i++)
        ls_vec_push(&rollout->paths, path);
    return LS_OK;
}

static enum ls_code words_read(struct ls_rollout *rollout, struct ls_err *err)
{
    const struct ls_args *args = rollout->args;
    if (args->word_count > 0 && rollout->reads_manifests)
        return ls_fail(err, LS_E_USAGE, "manifests are named by -f, as in `lockstep %s -f %s`",
                       rollout->verb, args->words[0]);
    if (args->word_count > 0 && rollout->word)
        return ls_fail(err, LS_E_USAGE, "takes no further words, not '%s'", args->words[0]);
    if (args->word_count > 1)
        return ls_fail(err, LS_E_USAGE, "one set at a time, not '%s' too", args->words[1]);
    if (args->word_count == 1)
        rollout->word = args->words[0];
    return paths_read(rollout, err);
}

static enum ls_code name_read(struct ls_rollout *rollout, struct ls_err *err)
{
    const char *flag = ls_args_text(rollout->args, "set");
    const char *given = flag ? flag : rollout->word;
    /* --set beside -f is how apply was called: the same line takes the set down. */
    if (rollout->word && (flag || rollout->paths.count > 0))
        return ls_fail(err, LS_E_USAGE, "name the set once: as a word, by --set, or by -f or -k");
    if (!given && rollout->paths.count == 0)
        return ls_fail(err, LS_E_USAGE, "%s",
                       rollout->reads_manifests
                           ? "which manifests? -f names a file, a folder, or - for standard input, "
                             "-k a kustomization"
                           : "which set? `lockstep list` shows those there are");
    rollout->options.is_name_default = !given;
    if (!given)
        return ls_set_name_of_paths(rollout->paths.at, rollout->paths.count, &rollout->set_name,
                                    err);
    if (ls_set_name_check(given, err)) {
        err->code = LS_E_USAGE;
        return err->code;
    }
    ls_buf_add_text(&rollout->set_name, given);
    return LS_OK;
}

static enum ls_code prune_read(struct ls_rollout *rollout, struct ls_err *err)
{
    bool is_allowed = ls_args_is_on(rollout->args, "allow-prune");
    bool is_off = ls_args_is_on(rollout->args, "no-prune");
    if (is_allowed && is_off)
        return ls_fail(err, LS_E_USAGE, "either --allow-prune or --no-prune");
    if (is_allowed || is_off)
        rollout->options.prune = is_off ? LS_PRUNE_OFF : LS_PRUNE_ALLOW;
    if (rollout->reads_manifests && rollout->paths.count > 0)
        ls_origin_print(&rollout->origin, rollout->paths.at[0]);
    rollout->options.origin = ls_buf_text(&rollout->origin);
    return LS_OK;
}

/* A path or name in a command that people may copy. */
static void word_add(struct ls_buf *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_./:@%+=,";
    if (*word && strspn(word, plain) == strlen(word)) {
        ls_buf_printf(out, " %s", word);
        return;
    }
    ls_buf_add_text(out, " '");
    for (const char *at = word; *at; at++)
        ls_buf_printf(out, *at == '\'' ? "'\\%c'" : "%c", *at);
    ls_buf_add_char(out, '\'');
}

/* Not in a command for people to copy: secrets, and flags of the display. */
static bool is_of_line(const char *flag)
{
    static const char *const others[] = {"token",       "output",  "color",
                                         "no-progress", "verbose", "record"};
    return !ls_slice_is_any(ls_slice_of(flag), others, LS_COUNT(others));
}

/* Which cluster, as whom, and where in it. */
static bool is_of_place(const char *flag)
{
    static const char *const others[] = {"sandbox", "parent-namespace"};
    for (const struct ls_flag *row = ls_connection_flags; row->name; row++)
        if (strcmp(row->name, flag) == 0)
            return is_of_line(flag) && strcmp(flag, "request-timeout") != 0;
    return ls_slice_is_any(ls_slice_of(flag), others, LS_COUNT(others));
}

static void flags_add(struct ls_buf *out, const struct ls_args *args, bool (*is_in)(const char *))
{
    for (size_t i = 0; i < args->given_count; i++) {
        const struct ls_flag *flag = args->given[i].flag;
        const char *value = args->given[i].value;
        if (!is_in(flag->name))
            continue;
        if (flag->letter)
            ls_buf_printf(out, " -%c", flag->letter);
        else
            ls_buf_printf(out, " --%s", flag->name);
        if (ls_flag_value_is_optional(flag))
            ls_buf_printf(out, "%s%s", *value ? "=" : "", value);
        else if (flag->value)
            word_add(out, value);
        else if (strcmp(value, "true") != 0)
            ls_buf_printf(out, "=%s", value);
    }
}

/* The command to repeat, and the flags with which other commands find the set. */
static void command_make(struct ls_rollout *rollout)
{
    ls_buf_printf(&rollout->command, "lockstep %s", rollout->verb);
    flags_add(&rollout->command, rollout->args, is_of_line);
    if (rollout->word && rollout->args->word_count > 0)
        word_add(&rollout->command, rollout->word);
    flags_add(&rollout->place, rollout->args, is_of_place);
}

/* ---- addresses ---- */

static const char *address_find(const struct ls_rollout *rollout)
{
    bool may_be = rollout->reads_manifests && !rollout->is_kustomize;
    for (size_t i = 0; may_be && i < rollout->paths.count; i++) {
        struct ls_slice path = ls_slice_of(rollout->paths.at[i]);
        bool is_address = ls_slice_starts(path, "https://") || ls_slice_starts(path, "http://");
        if (is_address && access(rollout->paths.at[i], F_OK) != 0)
            return rollout->paths.at[i];
    }
    return NULL;
}

static enum ls_code addresses_refuse(const struct ls_rollout *rollout, struct ls_err *err)
{
    struct ls_buf pipe LS_AUTO(ls_buf_release) = {0};
    const char *address = address_find(rollout);
    if (!address)
        return LS_OK;
    ls_buf_add_text(&pipe, "curl -fsSL");
    word_add(&pipe, address);
    ls_buf_printf(&pipe, " | lockstep %s -f - --set %s%s", rollout->verb,
                  ls_buf_text(&rollout->set_name), ls_buf_text(&rollout->place));
    return ls_fail(err, LS_E_USAGE,
                   "-f takes files, folders and standard input, no addresses: what %s serves may "
                   "change between a plan and its apply. This pipe does it: %s",
                   address, ls_buf_text(&pipe));
}

/* ---- the whole line ---- */

enum ls_code ls_rollout_line_read(struct ls_rollout *rollout, struct ls_err *err)
{
    const struct ls_args *args = rollout->args;
    struct ls_run_options *options = &rollout->options;
    if (foreign_read(rollout, err) || words_read(rollout, err) || name_read(rollout, err) ||
        prune_read(rollout, err) ||
        time_read(args, "timeout", TIMEOUT_DEFAULT_MS, &options->timeout_ms, err) ||
        time_read(args, "phase-timeout", 0, &options->phase_timeout_ms, err) ||
        ls_grace_flag_read(args, &options->grace_ms, err) ||
        ls_rules_flag_read(args, &rollout->rules, err))
        return err->code;
    rollout->is_json = ls_args_is(args, "output", "json");
    rollout->is_ascii = !knows_utf8();
    rollout->has_color = is_colored(args);
    options->wait = rollout->reads_manifests ? wait_of(args) : LS_WAIT_AUTO;
    options->rules = rollout->rules;
    options->goal = rollout->goal;
    options->set_name = ls_buf_text(&rollout->set_name);
    options->adopts_not = ls_args_is_on(args, "no-adopt");
    options->checks_server =
        ls_args_is_on(args, "server-check") || ls_dry_run_of(args) == LS_DRY_RUN_SERVER;
    options->deletes_adopted = ls_args_is_on(args, "delete-adopted");
    options->finds_by_label = ls_args_is_on(args, "without-parent");
    options->deletes_instances = ls_args_is_on(args, "delete-instances");
    options->waits_ready = rollout->waits_ready;
    options->watches_on = rollout->waits_ready || ls_args_is_on(args, "watch");
    if (options->watches_on && !rollout->waits_ready && !ls_args_text(args, "timeout"))
        options->timeout_ms = 0;
    command_make(rollout);
    return addresses_refuse(rollout, err);
}
