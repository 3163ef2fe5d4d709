/* Parses a file of rules from YAML into rows. */
#include <string.h>

#include "health/limits.h"
#include "health/rule/rule_impl.h"
#include "value/yaml.h"

/* clang-format off */
static const struct ls_rule_answer answers[] = {
    {"ready",        LS_VERDICT_READY,       LS_NUANCE_NONE},
    {"in-progress",  LS_VERDICT_IN_PROGRESS, LS_NUANCE_NONE},
    {"failed",       LS_VERDICT_FAILED,      LS_NUANCE_NONE},
    {"unknown",      LS_VERDICT_UNKNOWN,     LS_NUANCE_NONE},
    {"suspended",    LS_VERDICT_IN_PROGRESS, LS_NUANCE_SUSPENDED},
    {"switched-off", LS_VERDICT_READY,       LS_NUANCE_SUSPENDED},
    {"missing",      LS_VERDICT_IN_PROGRESS, LS_NUANCE_MISSING},
    {"impaired",     LS_VERDICT_READY,       LS_NUANCE_IMPAIRED},
    {"troubled",     LS_VERDICT_IN_PROGRESS, LS_NUANCE_IMPAIRED},
    {"stuck",        LS_VERDICT_FAILED,      LS_NUANCE_SUSPENDED},
};
/* clang-format on */
static const char answer_names[] =
    "ready, in-progress, failed, unknown, suspended, switched-off, missing, impaired, troubled or "
    "stuck";

/* ---- kinds and groups ---- */

/* `*`, `*Backup` or `Backup*`; anything else must match exactly. */
static bool pattern_matches(struct ls_slice pattern, struct ls_slice name)
{
    bool is_open_front = pattern.len > 0 && pattern.at[0] == '*';
    bool is_open_back = pattern.len > 1 && pattern.at[pattern.len - 1] == '*';
    struct ls_slice fixed = {pattern.at + is_open_front,
                             pattern.len - is_open_front - is_open_back};
    if (fixed.len > name.len)
        return false;
    struct ls_slice front = {name.at, fixed.len};
    struct ls_slice back = {name.at + name.len - fixed.len, fixed.len};
    if (is_open_front)
        return ls_slice_equal(fixed, back);
    return ls_slice_equal(fixed, front) && (is_open_back || fixed.len == name.len);
}

bool ls_rule_matches(const struct ls_rule *rule, struct ls_slice group, struct ls_slice kind)
{
    if (!pattern_matches(rule->group, group))
        return false;
    LS_EACH (it, rule->kinds)
        if (pattern_matches(ls_node_string(it.value), kind))
            return true;
    return false;
}

static bool is_pattern(struct ls_slice text)
{
    if (text.len == 0 || text.len > LS_RULES_NAME_BYTES_MAX)
        return false;
    size_t stars = 0;
    for (size_t i = 0; i < text.len; i++)
        stars += text.at[i] == '*';
    bool at_end = text.at[0] == '*' || text.at[text.len - 1] == '*';
    return stars == 0 || (stars == 1 && at_end);
}

/* ---- members ---- */

static enum ls_code truth_read(const struct ls_rule_file *file, struct ls_node map, const char *key,
                               bool *out, struct ls_err *err)
{
    struct ls_node value = ls_node_get(map, ls_slice_of(key));
    enum ls_type type = ls_node_type(value);
    if (type != LS_TYPE_ABSENT && type != LS_TYPE_BOOL)
        return ls_rule_fail(file, value, 0, err, "%s is true or false", key);
    *out = ls_node_bool(value, false);
    return LS_OK;
}

static enum ls_code text_check(const struct ls_rule_file *file, struct ls_node value,
                               const char *what, struct ls_err *err)
{
    if (!ls_node_is_string(value) || ls_node_string(value).len == 0)
        return ls_rule_fail(file, value, 0, err, "%s; write it in quotes", what);
    return LS_OK;
}

/* ---- cases ---- */

static const struct ls_rule_answer *answer_find(struct ls_slice key)
{
    for (size_t i = 0; i < LS_COUNT(answers); i++)
        if (ls_slice_is(key, answers[i].key))
            return &answers[i];
    return NULL;
}

static enum ls_code answer_set(const struct ls_rule_file *file, struct ls_rule_case *one,
                               const struct ls_rule_answer *answer, struct ls_node value,
                               struct ls_err *err)
{
    if (one->answer)
        return ls_rule_fail(file, value, 0, err,
                            "a case gives one answer, this one gives %s and %s; make it two cases",
                            one->answer->key, answer->key);
    one->answer = answer;
    one->when.text = value;
    return text_check(file, value, "an answer is followed by a CEL expression", err);
}

static enum ls_code case_member(struct ls_rule_file *file, struct ls_rule_case *one,
                                const struct ls_iter *it, struct ls_err *err)
{
    const struct ls_rule_answer *answer = answer_find(it->key);
    if (answer)
        return answer_set(file, one, answer, it->value, err);
    if (ls_slice_is(it->key, "reason")) {
        one->reason = ls_node_text(it->value);
        return text_check(file, it->value, "reason is a text", err);
    }
    if (ls_slice_is(it->key, "reasonExpression")) {
        one->because.text = it->value;
        return text_check(file, it->value, "reasonExpression is a CEL expression", err);
    }
    if (ls_slice_is(it->key, "final"))
        return LS_OK; /* read by case_read() */
    return ls_rule_fail_member(file, it, err,
                               "a case has no member %.*s; it has one answer (%s), and reason, "
                               "reasonExpression, final",
                               LS_ARG(it->key), answer_names);
}

static enum ls_code case_read(struct ls_rule_file *file, struct ls_node node,
                              struct ls_rule_case *out, struct ls_err *err)
{
    *out = (struct ls_rule_case){.reason = NULL};
    if (!ls_node_is_map(node))
        return ls_rule_fail(file, node, 0, err, "a case is a map: an answer and its expression");
    LS_EACH (it, node) {
        if (case_member(file, out, &it, err))
            return err->code;
    }
    if (!out->answer)
        return ls_rule_fail(file, node, 0, err, "a case needs an answer: %s", answer_names);
    if (out->reason && !ls_node_is_absent(out->because.text))
        return ls_rule_fail(file, out->because.text, 0, err,
                            "give reason or reasonExpression, not both");
    return truth_read(file, node, "final", &out->is_final, err);
}

static enum ls_code cases_read(struct ls_rule_file *file, struct ls_node list, struct ls_rule *rule,
                               struct ls_err *err)
{
    size_t count = ls_node_count(list);
    if (!ls_node_is_absent(list) && !ls_node_is_list(list))
        return ls_rule_fail(file, list, 0, err, "cases is a list");
    if (count > LS_RULES_CASES_MAX)
        return ls_rule_fail(file, list, 0, err, "%zu cases, the limit is %d", count,
                            LS_RULES_CASES_MAX);
    rule->cases = LS_ARENA_ARRAY(&file->arena, struct ls_rule_case, count);
    LS_EACH (it, list) {
        LS_ASSERT(rule->case_count < count);
        if (case_read(file, it.value, &rule->cases[rule->case_count], err))
            return err->code;
        rule->case_count++;
    }
    return LS_OK;
}

/* ---- rules ---- */

static enum ls_code kinds_read(const struct ls_rule_file *file, struct ls_node node,
                               struct ls_node kinds, struct ls_rule *rule, struct ls_err *err)
{
    size_t count = ls_node_count(kinds);
    if (!ls_node_is_list(kinds) || count == 0)
        return ls_rule_fail(file, ls_node_is_absent(kinds) ? node : kinds, 0, err,
                            "kinds is a list of kinds, or [\"*\"] for all of the group");
    if (count > LS_RULES_KINDS_MAX)
        return ls_rule_fail(file, kinds, 0, err, "%zu kinds, the limit is %d", count,
                            LS_RULES_KINDS_MAX);
    LS_EACH (it, kinds) {
        if (!is_pattern(ls_node_string(it.value)))
            return ls_rule_fail(file, it.value, 0, err,
                                "a kind is a name, with * at one end for any");
    }
    rule->kinds = kinds;
    return LS_OK;
}

static enum ls_code group_read(const struct ls_rule_file *file, struct ls_node node,
                               struct ls_node group, struct ls_rule *rule, struct ls_err *err)
{
    rule->group = ls_node_string(group);
    bool is_core = ls_node_is_string(group) && rule->group.len == 0;
    if (!is_core && !is_pattern(rule->group))
        return ls_rule_fail(file, ls_node_is_absent(group) ? node : group, 0, err,
                            "group is an API group, such as example.com or *.example.com; \"\" is "
                            "the core group");
    return LS_OK;
}

static enum ls_code members_check(const struct ls_rule_file *file, struct ls_node node,
                                  struct ls_err *err)
{
    static const char *const known[] = {"group", "kinds", "reports", "replaces", "cases"};
    LS_EACH (it, node) {
        if (!ls_slice_is_any(it.key, known, LS_COUNT(known)))
            return ls_rule_fail_member(file, &it, err,
                                       "a rule has no member %.*s; it has group, kinds, reports, "
                                       "replaces and cases",
                                       LS_ARG(it.key));
    }
    return LS_OK;
}

static enum ls_code rule_read(struct ls_rule_file *file, struct ls_node node, struct ls_err *err)
{
    struct ls_rule *rule = LS_ARENA_NEW(&file->arena, struct ls_rule);
    *rule = (struct ls_rule){.file = file};
    if (!ls_node_is_map(node))
        return ls_rule_fail(file, node, 0, err, "a rule is a map with group, kinds and cases");
    if (members_check(file, node, err) ||
        group_read(file, node, ls_node_at(node, "group"), rule, err) ||
        kinds_read(file, node, ls_node_at(node, "kinds"), rule, err) ||
        truth_read(file, node, "reports", &rule->reports, err) ||
        truth_read(file, node, "replaces", &rule->replaces, err) ||
        cases_read(file, ls_node_at(node, "cases"), rule, err))
        return err->code;
    ls_vec_push(&file->rules, rule);
    return LS_OK;
}

enum ls_code ls_rule_file_read(struct ls_rule_file *file, struct ls_err *err)
{
    const struct ls_yaml_options options = {.bytes_max = LS_RULES_BYTES_MAX,
                                            .depth_max = LS_RULES_DEPTH_MAX,
                                            .is_strict = true,
                                            .keep_positions = true,
                                            .name = file->name};
    LS_ASSERT(file->name);
    LS_ASSERT(!file->document);
    if (ls_yaml_parse(file->text, &options, &file->document, err))
        return err->code;
    struct ls_node root = ls_obj_root(file->document);
    if (!ls_node_is_list(root))
        return ls_rule_fail(file, root, 0, err, "a file of health rules is a list of rules");
    if (ls_node_count(root) > LS_RULES_MAX)
        return ls_rule_fail(file, root, 0, err, "%zu rules, the limit is %d", ls_node_count(root),
                            LS_RULES_MAX);
    LS_EACH (it, root) {
        if (rule_read(file, it.value, err))
            return err->code;
    }
    return LS_OK;
}

void ls_rule_file_free(struct ls_rule_file *file)
{
    if (!file)
        return;
    for (size_t i = 0; i < file->rules.count; i++)
        ls_rule_release(file->rules.at[i]);
    ls_vec_release(&file->rules);
    ls_obj_unref(file->document);
    ls_arena_release(&file->arena);
    ls_free(file);
}
