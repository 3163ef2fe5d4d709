/* `lockstep health`: verdicts on the objects of files, without a server. */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/map.h"
#include "cli/grace_flag.h"
#include "cli/limits.h"
#include "cli/probes_flag.h"
#include "cli/rules_flag.h"
#include "cli/show.h"
#include "cli/tabs.h"
#include "cli/verbs.h"
#include "health/health.h"
#include "health/probe/probes.h"
#include "health/rule/rules.h"
#include "health/word/quote.h"
#include "source/source.h"
#include "value/build.h"
#include "value/time.h"

struct judged {
    const struct ls_manifest *manifest;
    struct ls_verdict verdict;
    const char *word; /* as it is shown */
};

/* The objects of one namespace: each may be a companion of another. */
struct neighbors {
    LS_VEC(struct ls_node) objects;
};

struct examination {
    const struct ls_args *args;
    struct ls_manifests manifests;
    struct ls_rules *rules;
    struct ls_probes_flag probes;
    struct ls_arena arena;
    struct ls_map *namespaces; /* name to struct neighbors */
    LS_VEC(struct judged) judged;
    int64_t now_ms, grace_ms;
    bool is_argo, is_json;
};

/* ---- the line ---- */

static enum ls_code now_read(struct examination *exam, struct ls_err *err)
{
    const char *text = ls_args_text(exam->args, "now");
    struct ls_time time;
    struct ls_err unread;
    exam->now_ms = ls_clock_wall_ms(ls_clock_real());
    if (!text)
        return LS_OK;
    if (ls_time_parse(ls_slice_of(text), &time, &unread))
        return ls_fail(err, LS_E_USAGE, "--now is a time such as 2006-01-02T15:04:05Z, not '%s'",
                       text);
    exam->now_ms = ls_time_ms(time);
    return LS_OK;
}

static enum ls_code words_read(struct examination *exam, struct ls_err *err)
{
    const struct ls_args *args = exam->args;
    if (args->word_count > 0)
        return ls_fail(err, LS_E_USAGE, "takes no arguments, not '%s'; files are given with -f",
                       args->words[0]);
    if (!ls_args_nth(args, "filename", 0))
        return ls_fail(err, LS_E_USAGE,
                       "-f names the objects: a file, a folder, or - for standard "
                       "input");
    exam->is_argo = ls_args_is(args, "profile", "argo");
    exam->is_json = ls_args_is(args, "output", "json");
    return LS_OK;
}

/* Argo CD has no grace: trouble is a failure at once. */
static enum ls_code line_read(struct examination *exam, struct ls_err *err)
{
    if (words_read(exam, err) || now_read(exam, err) ||
        ls_grace_flag_read(exam->args, &exam->grace_ms, err) ||
        ls_rules_flag_read(exam->args, &exam->rules, err) ||
        ls_probes_flag_read(exam->args, &exam->probes, err))
        return err->code;
    if (exam->is_argo && exam->grace_ms == 0)
        exam->grace_ms = LS_HEALTH_NO_GRACE;
    return LS_OK;
}

static enum ls_code files_read(struct examination *exam, struct ls_err *err)
{
    const struct ls_source_options options = {.is_recursive =
                                                  ls_args_is_on(exam->args, "recursive")};
    const char *path;
    exam->manifests.takes_nameless = true;
    for (size_t i = 0; (path = ls_args_nth(exam->args, "filename", i)); i++)
        if (ls_source_read(&exam->manifests, path, &options, err))
            return err->code;
    if (exam->manifests.list.count == 0)
        return ls_fail(err, LS_E_INVALID, "there is no object in what -f names");
    return LS_OK;
}

/* ---- companions ---- */

static struct ls_slice space_of(struct ls_node object)
{
    return ls_node_string(ls_node_at(object, "metadata.namespace"));
}

/* A rule reads all companions of an object: too many are left out (object_judge). */
static void namespaces_make(struct examination *exam)
{
    exam->namespaces = ls_map_new(0);
    for (size_t i = 0; i < exam->manifests.list.count; i++) {
        struct ls_node object = exam->manifests.list.at[i].object;
        struct neighbors *neighbors = ls_map_get(exam->namespaces, space_of(object));
        if (!neighbors) {
            neighbors = LS_NEW(struct neighbors);
            ls_map_put(exam->namespaces, space_of(object), neighbors);
        }
        if (neighbors->objects.count < LS_HEALTH_COMPANIONS_MAX)
            ls_vec_push(&neighbors->objects, object);
    }
}

static void namespaces_free(struct ls_map *namespaces)
{
    struct ls_slice key;
    void *value;
    for (size_t at = 0; namespaces && ls_map_next(namespaces, &at, &key, &value);) {
        struct neighbors *neighbors = value;
        ls_vec_release(&neighbors->objects);
        ls_free(neighbors);
    }
    ls_map_free(namespaces);
}

/* ---- judging ---- */

/* is_alone: what is not among the files may still exist in a cluster. */
static struct ls_verdict object_judge(struct examination *exam, struct ls_node object)
{
    const struct neighbors *neighbors = ls_map_get(exam->namespaces, space_of(object));
    const struct ls_companion_objects companions = {neighbors->objects.at,
                                                    neighbors->objects.count};
    bool is_small = neighbors->objects.count < LS_HEALTH_COMPANIONS_MAX;
    return ls_health_judge(&(struct ls_health_input){.arena = &exam->arena,
                                                     .object = object,
                                                     .companions = is_small ? &companions : NULL,
                                                     .is_alone = true,
                                                     .rules = exam->rules,
                                                     .now_ms = exam->now_ms,
                                                     .grace_ms = exam->grace_ms});
}

static struct judged manifest_judge(struct examination *exam, const struct ls_manifest *manifest)
{
    struct ls_verdict verdict = object_judge(exam, manifest->object);
    const char *word = exam->is_argo ? ls_verdict_argo(verdict) : ls_verdict_name(verdict.kind);
    return (struct judged){manifest, verdict, word};
}

/* A probe that does not hold yet is in progress, never failed. */
static struct judged manifest_probe(struct examination *exam, const struct ls_manifest *manifest)
{
    static const enum ls_verdict_kind kinds[LS_PROBE_STATUS_COUNT] = {
        [LS_PROBE_TRUE] = LS_VERDICT_READY,
        [LS_PROBE_FALSE] = LS_VERDICT_IN_PROGRESS,
        [LS_PROBE_UNKNOWN] = LS_VERDICT_UNKNOWN,
    };
    struct ls_probe_result result =
        ls_probes_ask(exam->probes.probes, &exam->arena, manifest->object);
    LS_ASSERT(result.status < LS_PROBE_STATUS_COUNT);
    const char *text = ls_probe_result_text(&exam->arena, &result);
    return (struct judged){
        .manifest = manifest,
        .verdict = {.kind = kinds[result.status],
                    .reason = result.is_selected ? text : "no probe is for it"},
        .word = ls_probe_status_name(result.status),
    };
}

static void all_judge(struct examination *exam)
{
    namespaces_make(exam);
    for (size_t i = 0; i < exam->manifests.list.count; i++) {
        const struct ls_manifest *manifest = &exam->manifests.list.at[i];
        struct judged judged =
            exam->probes.probes ? manifest_probe(exam, manifest) : manifest_judge(exam, manifest);
        ls_vec_push(&exam->judged, judged);
    }
}

static enum ls_exit exit_of(const struct examination *exam)
{
    static const enum ls_exit exits[LS_VERDICT_COUNT] = {
        [LS_VERDICT_READY] = LS_EXIT_DONE,
        [LS_VERDICT_UNKNOWN] = LS_EXIT_IN_PROGRESS,
        [LS_VERDICT_IN_PROGRESS] = LS_EXIT_IN_PROGRESS,
        [LS_VERDICT_FAILED] = LS_EXIT_FAILED,
    };
    enum ls_exit worst = LS_EXIT_DONE;
    for (size_t i = 0; i < exam->judged.count; i++) {
        LS_ASSERT(exam->judged.at[i].verdict.kind < LS_VERDICT_COUNT);
        enum ls_exit one = exits[exam->judged.at[i].verdict.kind];
        worst = one > worst ? one : worst;
    }
    return worst;
}

/* ---- printing ---- */

static void row_print(struct examination *exam, const struct judged *judged, struct ls_tabs *tabs)
{
    struct ls_buf line LS_AUTO(ls_buf_release) = {0};
    struct ls_node object = judged->manifest->object;
    const char *kind = ls_health_quote_at(&exam->arena, object, "kind");
    const char *space = ls_health_quote_at(&exam->arena, object, "metadata.namespace");
    const char *name = ls_health_quote_at(&exam->arena, object, "metadata.name");
    ls_buf_printf(&line, "%s\t%s%s%s\t%s\t%s", kind, space, *space ? "/" : "",
                  *name ? name : "<none>", judged->word, judged->verdict.reason);
    ls_tabs_line(tabs, ls_buf_slice(&line));
}

static void table_print(struct examination *exam, struct ls_buf *out)
{
    struct ls_tabs tabs LS_AUTO(ls_tabs_release) = {0};
    ls_tabs_line(&tabs, LS_SLICE("KIND\tNAME\tVERDICT\tREASON"));
    for (size_t i = 0; i < exam->judged.count; i++)
        row_print(exam, &exam->judged.at[i], &tabs);
    ls_tabs_flush(&tabs, out);
}

static void member_build(struct ls_build *build, const char *key, struct ls_node object,
                         const char *path)
{
    if (ls_node_is_string(ls_node_at(object, path)))
        ls_build_member_text(build, key, ls_node_text(ls_node_at(object, path)));
}

static void judged_build(struct ls_build *build, const struct judged *judged)
{
    struct ls_node object = judged->manifest->object;
    ls_build_map(build);
    ls_build_member_text(build, "file", judged->manifest->file);
    ls_build_key(build, LS_SLICE("line"));
    ls_build_int(build, judged->manifest->line);
    member_build(build, "apiVersion", object, "apiVersion");
    member_build(build, "kind", object, "kind");
    member_build(build, "namespace", object, "metadata.namespace");
    member_build(build, "name", object, "metadata.name");
    ls_show_json_word(build, "verdict", judged->word);
    ls_build_member_text(build, "reason", judged->verdict.reason);
    if (judged->verdict.fails_at_ms) {
        struct ls_buf time LS_AUTO(ls_buf_release) = {0};
        ls_time_print(&time, ls_time_of_ms(judged->verdict.fails_at_ms));
        ls_build_member_text(build, "failsAt", ls_buf_text(&time));
    }
    ls_build_end(build);
}

static void json_print(const struct examination *exam, struct ls_buf *out)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_build_key(&build, LS_SLICE("verdicts"));
    ls_build_list(&build);
    for (size_t i = 0; i < exam->judged.count; i++)
        judged_build(&build, &exam->judged.at[i]);
    ls_build_end(&build);
    ls_build_end(&build);
    ls_show_json_print(&build, out);
}

/* ---- the verb ---- */

static enum ls_exit health_run(struct examination *exam)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_err err = {0};
    if (line_read(exam, &err) || files_read(exam, &err))
        return ls_cli_fail("health", &err);
    all_judge(exam);
    if (exam->is_json)
        json_print(exam, &out);
    else
        table_print(exam, &out);
    fputs(ls_buf_text(&out), stdout);
    fflush(stdout);
    return exit_of(exam);
}

enum ls_exit ls_cli_verb_health(const struct ls_args *args)
{
    struct examination exam = {.args = args};
    enum ls_exit result = health_run(&exam);
    ls_vec_release(&exam.judged);
    namespaces_free(exam.namespaces);
    ls_rules_free(exam.rules);
    ls_probes_flag_release(&exam.probes);
    ls_manifests_release(&exam.manifests);
    ls_arena_release(&exam.arena);
    return result;
}
