#include "sim/scenario.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "sim/limits.h"
#include "value/duration.h"
#include "value/lookup.h"
#include "value/yaml.h"

static const char set_name[] = "shop";
static const char namespace_name[] = "default";
enum { STEP_TIMEOUT_MS = 30 * 60 * 1000 };

/* ---- words of the file ---- */

struct option_word {
    const char *word;
    size_t offset; /* of a bool in struct ls_run_options */
};
#define OPTION(word, member)                                                                       \
    {                                                                                              \
        word, offsetof(struct ls_run_options, member)                                              \
    }
static const struct option_word option_words[] = {
    OPTION("no-adopt", adopts_not),
    OPTION("force-conflicts", forces_conflicts),
    OPTION("keep-foreign", keeps_foreign),
    OPTION("server-check", checks_server),
    OPTION("delete-adopted", deletes_adopted),
    OPTION("delete-instances", deletes_instances),
    OPTION("without-parent", finds_by_label),
};

static const char *const end_words[LS_RUN_END_COUNT] = {
    [LS_RUN_DONE] = "done",     [LS_RUN_IN_PROGRESS] = "in progress",
    [LS_RUN_FAILED] = "failed", [LS_RUN_REFUSED] = "refused",
    [LS_RUN_ERROR] = "error",   [LS_RUN_STOPPED] = "stopped",
};

static const char *const verb_words[LS_SCENARIO_VERB_COUNT] = {
    [LS_SCENARIO_CREATE] = "create", [LS_SCENARIO_MERGE] = "merge",
    [LS_SCENARIO_DELETE] = "delete", [LS_SCENARIO_APPLY] = "apply",
    [LS_SCENARIO_REMOVE] = "remove",
};

static const enum ls_verb api_verbs[LS_SCENARIO_VERB_COUNT] = {
    [LS_SCENARIO_CREATE] = LS_VERB_CREATE,
    [LS_SCENARIO_MERGE] = LS_VERB_MERGE_PATCH,
    [LS_SCENARIO_DELETE] = LS_VERB_DELETE,
};

const char *ls_scenario_end_word(enum ls_run_end end)
{
    LS_ASSERT(end < LS_RUN_END_COUNT);
    return end_words[end];
}

static const char *text_or_null(struct ls_node node)
{
    return ls_node_is_string(node) ? ls_node_text(node) : NULL;
}

static enum ls_code duration_read(struct ls_node node, int64_t fallback_ms, int64_t *out_ms,
                                  struct ls_err *err)
{
    int64_t ns = 0;
    *out_ms = fallback_ms;
    if (ls_node_is_absent(node))
        return LS_OK;
    if (ls_duration_parse(ls_node_string(node), &ns, err))
        return err->code;
    *out_ms = ns / LS_NS_PER_MS;
    return LS_OK;
}

/* ---- manifests ---- */

static enum ls_code manifests_find(const struct ls_scenario *scenario, struct ls_node name,
                                   size_t *out, struct ls_err *err)
{
    for (size_t i = 0; i < scenario->manifests_count; i++) {
        if (ls_node_string_is(name, scenario->manifests[i].name)) {
            *out = i;
            return LS_OK;
        }
    }
    return ls_fail(err, LS_E_INVALID, "there are no manifests \"%s\"", ls_node_text(name));
}

static enum ls_code manifests_read(struct ls_scenario *scenario, struct ls_node map,
                                   struct ls_err *err)
{
    size_t count = ls_node_count(map);
    if (count > LS_SCENARIO_MANIFESTS_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "%zu manifests, the limit is %d", count,
                       LS_SCENARIO_MANIFESTS_MAX);
    scenario->manifests = LS_ARENA_ARRAY(&scenario->arena, struct ls_scenario_manifests, count);
    LS_EACH (entry, map) {
        struct ls_scenario_manifests *one = &scenario->manifests[scenario->manifests_count++];
        one->name = ls_arena_dup(&scenario->arena, entry.key);
        if (ls_source_read_text(&one->manifests, one->name, ls_node_string(entry.value), err))
            return err->code;
    }
    return LS_OK;
}

/* ---- steps ---- */

static enum ls_code verb_read(struct ls_node source, enum ls_scenario_verb *out, struct ls_err *err)
{
    for (unsigned i = 0; i < LS_SCENARIO_VERB_COUNT; i++) {
        if (!ls_node_is_absent(ls_node_get(source, ls_slice_of(verb_words[i])))) {
            *out = (enum ls_scenario_verb)i;
            return LS_OK;
        }
    }
    return ls_fail(err, LS_E_INVALID, "one of create, merge, delete, apply, remove is needed");
}

static enum ls_code act_read(const struct ls_scenario *scenario, struct ls_node source,
                             struct ls_scenario_act *out, struct ls_err *err)
{
    if (verb_read(source, &out->verb, err) ||
        duration_read(ls_node_at(source, "at"), 0, &out->at_ms, err))
        return err->code;
    struct ls_node object = ls_node_get(source, ls_slice_of(verb_words[out->verb]));
    if (out->verb == LS_SCENARIO_APPLY)
        return manifests_find(scenario, object, &out->manifests, err);
    out->change = (struct ls_sim_change){
        .verb = api_verbs[out->verb],
        .what = ls_node_text(object),
        .namespace_name = text_or_null(ls_node_at(source, "namespace")),
        .name = text_or_null(ls_node_at(source, "name")),
        .subresource = text_or_null(ls_node_at(source, "subresource")),
        .json = text_or_null(ls_node_at(source, "json")),
    };
    return LS_OK;
}

static int by_time(const void *a, const void *b)
{
    const struct ls_scenario_act *one = a;
    const struct ls_scenario_act *other = b;
    return (one->at_ms > other->at_ms) - (one->at_ms < other->at_ms);
}

static enum ls_code acts_read(struct ls_scenario *scenario, struct ls_node list,
                              struct ls_scenario_acts *out, struct ls_err *err)
{
    size_t count = ls_node_count(list);
    if (count > LS_SCENARIO_ACTS_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "%zu rows, the limit is %d", count, LS_SCENARIO_ACTS_MAX);
    struct ls_scenario_act *acts = LS_ARENA_ARRAY(&scenario->arena, struct ls_scenario_act, count);
    LS_EACH (row, list) {
        size_t i = out->count++;
        if (act_read(scenario, row.value, &acts[i], err))
            return ls_context(err, "row %zu", i + 1);
    }
    if (count > 0)
        qsort(acts, count, sizeof *acts, by_time);
    out->at = acts;
    return LS_OK;
}

static enum ls_code options_read(struct ls_node list, struct ls_run_options *options,
                                 struct ls_err *err)
{
    LS_EACH (word, list) {
        bool is_known = false;
        for (size_t i = 0; i < LS_COUNT(option_words) && !is_known; i++) {
            is_known = ls_node_string_is(word.value, option_words[i].word);
            if (is_known)
                *(bool *)((char *)options + option_words[i].offset) = true;
        }
        if (!is_known)
            return ls_fail(err, LS_E_INVALID, "unknown option \"%s\"", ls_node_text(word.value));
    }
    return LS_OK;
}

static enum ls_code end_read(struct ls_node word, enum ls_run_end *out, struct ls_err *err)
{
    *out = LS_RUN_DONE;
    if (ls_node_is_absent(word))
        return LS_OK;
    for (unsigned i = 0; i < LS_RUN_END_COUNT; i++) {
        if (ls_node_string_is(word, end_words[i])) {
            *out = (enum ls_run_end)i;
            return LS_OK;
        }
    }
    return ls_fail(err, LS_E_INVALID, "unknown end \"%s\"", ls_node_text(word));
}

static enum ls_code goal_read(struct ls_scenario *scenario, struct ls_node source,
                              struct ls_run_options *options, struct ls_err *err)
{
    struct ls_node apply = ls_node_at(source, "apply");
    size_t manifests;
    if (ls_node_is_absent(apply) == ls_node_is_absent(ls_node_at(source, "delete")))
        return ls_fail(err, LS_E_INVALID, "either apply or delete is needed");
    if (ls_node_is_absent(apply)) {
        options->goal = LS_GOAL_TEARDOWN;
        return LS_OK;
    }
    options->goal = LS_GOAL_ROLLOUT;
    if (manifests_find(scenario, apply, &manifests, err))
        return err->code;
    options->manifests = &scenario->manifests[manifests].manifests;
    return LS_OK;
}

static enum ls_code step_read(struct ls_scenario *scenario, struct ls_node source,
                              struct ls_scenario_step *out, struct ls_err *err)
{
    out->options = (struct ls_run_options){
        .set_name = set_name,
        .parent_namespace = namespace_name,
        .namespace_name = namespace_name,
        .prune = LS_PRUNE_ALLOW,
    };
    if (goal_read(scenario, source, &out->options, err) ||
        options_read(ls_node_at(source, "options"), &out->options, err) ||
        duration_read(ls_node_at(source, "timeout"), STEP_TIMEOUT_MS, &out->options.timeout_ms,
                      err) ||
        end_read(ls_node_at(source, "end"), &out->end, err))
        return err->code;
    if (acts_read(scenario, ls_node_at(source, "meanwhile"), &out->meanwhile, err))
        return ls_context(err, "meanwhile");
    return LS_OK;
}

static enum ls_code steps_read(struct ls_scenario *scenario, struct ls_node list,
                               struct ls_err *err)
{
    size_t count = ls_node_count(list);
    if (!ls_node_is_list(list) || count == 0 || count > LS_SCENARIO_STEPS_MAX)
        return ls_fail(err, LS_E_INVALID, "steps is a list of 1 to %d", LS_SCENARIO_STEPS_MAX);
    scenario->steps = LS_ARENA_ARRAY(&scenario->arena, struct ls_scenario_step, count);
    LS_EACH (step, list) {
        size_t i = scenario->step_count++;
        if (step_read(scenario, step.value, &scenario->steps[i], err))
            return ls_context(err, "step %zu", i + 1);
    }
    return LS_OK;
}

/* ---- the file ---- */

static enum ls_code scenario_read(struct ls_scenario *scenario, struct ls_slice text,
                                  struct ls_err *err)
{
    const struct ls_yaml_options options = {.is_strict = true, .name = scenario->name};
    if (ls_yaml_parse(text, &options, &scenario->source, err))
        return err->code;
    struct ls_node root = ls_obj_root(scenario->source);
    scenario->about = ls_node_text(ls_node_at(root, "about"));
    scenario->is_undisturbed = ls_node_bool(ls_node_at(root, "undisturbed"), false);
    scenario->requests_max = (size_t)LS_MAX(ls_node_int(ls_node_at(root, "requests"), 0), 0);
    if (manifests_read(scenario, ls_node_at(root, "manifests"), err) ||
        acts_read(scenario, ls_node_at(root, "before"), &scenario->before, err) ||
        steps_read(scenario, ls_node_at(root, "steps"), err))
        return ls_context(err, "scenario %s", scenario->name);
    return LS_OK;
}

enum ls_code ls_scenario_parse(struct ls_scenario *out, const char *name, struct ls_slice text,
                               struct ls_err *err)
{
    struct ls_scenario scenario = {0};
    scenario.name = ls_arena_dup(&scenario.arena, ls_slice_of(name));
    enum ls_code code = scenario_read(&scenario, text, err);
    if (code)
        ls_scenario_release(&scenario);
    else
        *out = scenario;
    return code;
}

/* "tests/sim/scenarios/prune.yaml" is "prune". */
static struct ls_slice stem_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    struct ls_slice rest;
    return ls_slice_cut(ls_slice_of(slash ? slash + 1 : path), '.', &rest);
}

enum ls_code ls_scenario_read(struct ls_scenario *out, const char *path, struct ls_err *err)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    if (ls_file_read(path, LS_SCENARIO_BYTES_MAX, &text, err))
        return err->code;
    ls_buf_add_slice(&name, stem_of(path));
    return ls_scenario_parse(out, ls_buf_text(&name), ls_buf_slice(&text), err);
}

void ls_scenario_release(struct ls_scenario *scenario)
{
    for (size_t i = 0; i < scenario->manifests_count; i++)
        ls_manifests_release(&scenario->manifests[i].manifests);
    ls_obj_unref(scenario->source);
    ls_arena_release(&scenario->arena);
    *scenario = (struct ls_scenario){0};
}

const struct ls_scenario_step *ls_scenario_last(const struct ls_scenario *scenario)
{
    LS_ASSERT(scenario->step_count > 0);
    return &scenario->steps[scenario->step_count - 1];
}
