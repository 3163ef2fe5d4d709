#include "sim/rehearse/expected.h"

#include "sim/rehearse/limits.h"
#include "value/build.h"
#include "value/json.h"

/* What --outcome calls it, and the health rule it becomes. */
static const struct {
    const char *word;
    const char *verdict;
    const char *reason;
} outcomes_table[LS_EXPECTED_COUNT] = {
    [LS_EXPECTED_SIMULATED] = {"", NULL, NULL},
    [LS_EXPECTED_READY] = {"ready", "ready", "it is assumed ready"},
    [LS_EXPECTED_NEVER] = {"never", "in-progress", "--outcome says that it never becomes ready"},
    [LS_EXPECTED_FAIL] = {"fail", "failed", "--outcome says that it fails"},
};

/* ---- from text ---- */

enum ls_code ls_expected_parse(struct ls_slice text, struct ls_expected *out, struct ls_err *err)
{
    struct ls_slice word;
    struct ls_slice what = ls_slice_cut(text, '=', &word);
    struct ls_expected outcome = {0};
    outcome.kind = ls_slice_cut(what, '/', &outcome.name);
    bool is_named = ls_slice_find(what, '/') != SIZE_MAX;
    for (unsigned i = LS_EXPECTED_READY; i < LS_EXPECTED_COUNT; i++) {
        if (ls_slice_is(word, outcomes_table[i].word))
            outcome.outcome = (enum ls_expected_kind)i;
    }
    if (outcome.kind.len == 0 || (is_named && outcome.name.len == 0) ||
        outcome.outcome == LS_EXPECTED_SIMULATED)
        return ls_fail(err, LS_E_USAGE,
                       "an outcome is KIND=never, KIND=fail, KIND=ready, or the same for "
                       "KIND/NAME, not %.*s",
                       LS_ARG(text));
    *out = outcome;
    return LS_OK;
}

/* ---- whom it concerns ---- */

static bool is_about(const struct ls_expected *outcome, struct ls_node object)
{
    struct ls_slice kind = ls_node_string(ls_node_at(object, "kind"));
    struct ls_slice name = ls_node_string(ls_node_at(object, "metadata.name"));
    return ls_slice_equal(outcome->kind, kind) &&
           (outcome->name.len == 0 || ls_slice_equal(outcome->name, name));
}

enum ls_code ls_expected_list_check(struct ls_expected_list outcomes,
                                    const struct ls_manifests *manifests, struct ls_err *err)
{
    for (size_t i = 0; i < outcomes.count; i++) {
        const struct ls_expected *outcome = &outcomes.at[i];
        size_t at = 0;
        while (at < manifests->list.count && !is_about(outcome, manifests->list.at[at].object))
            at++;
        if (at == manifests->list.count)
            return ls_fail(err, LS_E_USAGE, "--outcome: the manifests have no %.*s%s%.*s",
                           LS_ARG(outcome->kind), outcome->name.len > 0 ? " " : "",
                           LS_ARG(outcome->name));
    }
    return LS_OK;
}

/* Of all objects of a kind; SIMULATED: nothing is said about them. */
static enum ls_expected_kind outcome_of_kind(struct ls_expected_list outcomes,
                                             const struct ls_assumptions *assumed,
                                             struct ls_node object)
{
    struct ls_slice kind = ls_node_string(ls_node_at(object, "kind"));
    for (size_t i = outcomes.count; i-- > 0;) {
        if (outcomes.at[i].name.len == 0 && ls_slice_equal(outcomes.at[i].kind, kind))
            return outcomes.at[i].outcome;
    }
    return ls_assumptions_of(assumed, object) ? LS_EXPECTED_READY : LS_EXPECTED_SIMULATED;
}

enum ls_expected_kind ls_expected_of(struct ls_expected_list outcomes,
                                     const struct ls_assumptions *assumed, struct ls_node object)
{
    for (size_t i = outcomes.count; i-- > 0;) {
        if (outcomes.at[i].name.len > 0 && is_about(&outcomes.at[i], object))
            return outcomes.at[i].outcome;
    }
    return outcome_of_kind(outcomes, assumed, object);
}

/* ---- rules ---- */

static void case_build(struct ls_build *build, enum ls_expected_kind outcome, const char *condition)
{
    ls_build_map(build);
    ls_build_member_text(build, outcomes_table[outcome].verdict, condition);
    ls_build_member_text(build, "reason", outcomes_table[outcome].reason);
    if (outcome == LS_EXPECTED_FAIL) {
        ls_build_key(build, LS_SLICE("final"));
        ls_build_bool(build, true);
    }
    ls_build_end(build);
}

/* Names first, the last one given before the others. */
static void cases_build(struct ls_build *build, struct ls_expected_list outcomes,
                        struct ls_slice kind, enum ls_expected_kind of_kind)
{
    ls_build_key(build, LS_SLICE("cases"));
    ls_build_list(build);
    for (size_t i = outcomes.count; i-- > 0;) {
        struct ls_buf condition LS_AUTO(ls_buf_release) = {0};
        if (outcomes.at[i].name.len == 0 || !ls_slice_equal(outcomes.at[i].kind, kind))
            continue;
        ls_buf_add_text(&condition, "self.metadata.name == ");
        ls_json_print_string(&condition, outcomes.at[i].name);
        case_build(build, outcomes.at[i].outcome, ls_buf_text(&condition));
    }
    if (of_kind != LS_EXPECTED_SIMULATED)
        case_build(build, of_kind, "true");
    ls_build_end(build);
}

static void rule_build(struct ls_build *build, struct ls_expected_list outcomes,
                       const struct ls_gvk *gvk, enum ls_expected_kind of_kind)
{
    ls_build_map(build);
    ls_build_member_string(build, "group", gvk->group);
    ls_build_key(build, LS_SLICE("kinds"));
    ls_build_list(build);
    ls_build_string(build, gvk->kind);
    ls_build_end(build);
    cases_build(build, outcomes, gvk->kind, of_kind);
    ls_build_end(build);
}

struct gvks {
    LS_VEC(struct ls_gvk) list;
};

static void gvks_release(struct gvks *gvks)
{
    ls_vec_release(&gvks->list);
}

/* Groups and kinds; the version does not count. */
static bool gvks_has(const struct gvks *gvks, const struct ls_gvk *wanted)
{
    for (size_t i = 0; i < gvks->list.count; i++) {
        const struct ls_gvk *known = &gvks->list.at[i];
        if (ls_slice_equal(known->group, wanted->group) &&
            ls_slice_equal(known->kind, wanted->kind))
            return true;
    }
    return false;
}

void ls_expected_list_print_rules(struct ls_expected_list outcomes,
                                  const struct ls_assumptions *assumed,
                                  const struct ls_manifests *manifests, struct ls_buf *out)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct gvks done LS_AUTO(gvks_release) = {0};
    ls_build_list(&build);
    for (size_t i = 0; i < manifests->list.count; i++) {
        struct ls_node object = manifests->list.at[i].object;
        struct ls_gvk gvk;
        if (ls_expected_of(outcomes, assumed, object) == LS_EXPECTED_SIMULATED ||
            ls_gvk_of(object, &gvk, NULL) || gvks_has(&done, &gvk))
            continue;
        rule_build(&build, outcomes, &gvk, outcome_of_kind(outcomes, assumed, object));
        ls_vec_push(&done.list, gvk);
    }
    ls_build_end(&build);
    const struct ls_obj *rules LS_AUTO(ls_obj_unref_at) = ls_build_obj(&build);
    if (done.list.count > 0)
        ls_json_print(out, ls_obj_root(rules), LS_JSON_COMPACT);
}
