#include "health/rule/rules.h"

#include <string.h>

#include "base/file.h"
#include "base/map.h"
#include "health/limits.h"
#include "health/rule/rule_impl.h"
#include "health/word/condition.h"

/* The rules of one kind, in the order of evaluation. */
struct kind_rules {
    LS_VEC(struct ls_rule *) user;
    LS_VEC(struct ls_rule *) builtin;
};

struct ls_rules {
    LS_VEC(struct ls_rule_file *) user;
    struct ls_rule_file **builtin; /* by number; NULL until an object of one of its groups is
                                    * judged */
    struct ls_map *kinds;          /* "GROUP/KIND" to struct kind_rules */
};

/* ---- life ---- */

struct ls_rules *ls_rules_new(void)
{
    struct ls_rules *rules = LS_NEW(struct ls_rules);
    rules->builtin = LS_NEW_ARRAY(struct ls_rule_file *, ls_rule_text_count);
    rules->kinds = ls_map_new(0);
    return rules;
}

static void kinds_clear(struct ls_rules *rules)
{
    struct ls_slice key;
    void *value;
    for (size_t at = 0; ls_map_next(rules->kinds, &at, &key, &value);) {
        struct kind_rules *kind = value;
        ls_vec_release(&kind->user);
        ls_vec_release(&kind->builtin);
        ls_free(kind);
    }
    ls_map_clear(rules->kinds);
}

void ls_rules_free(struct ls_rules *rules)
{
    if (!rules)
        return;
    kinds_clear(rules);
    ls_map_free(rules->kinds);
    for (size_t i = 0; i < rules->user.count; i++)
        ls_rule_file_free(rules->user.at[i]);
    for (size_t i = 0; i < ls_rule_text_count; i++)
        ls_rule_file_free(rules->builtin[i]);
    ls_vec_release(&rules->user);
    ls_free(rules->builtin);
    ls_free(rules);
}

void ls_rules_free_at(struct ls_rules **rules)
{
    ls_rules_free(*rules);
}

/* ---- files ---- */

static enum ls_code file_compile(struct ls_rule_file *file, struct ls_err *err)
{
    for (size_t i = 0; i < file->rules.count; i++)
        if (ls_rule_compile(file, file->rules.at[i], err))
            return err->code;
    return LS_OK;
}

enum ls_code ls_rules_add(struct ls_rules *rules, const char *name, struct ls_slice text,
                          struct ls_err *err)
{
    LS_ASSERT(rules->user.count <= LS_RULES_FILES_MAX);
    if (rules->user.count == LS_RULES_FILES_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "%s: more than %d files of health rules", name,
                       LS_RULES_FILES_MAX);
    struct ls_rule_file *file = LS_NEW(struct ls_rule_file);
    file->name = ls_arena_dup(&file->arena, ls_slice_of(name));
    file->text = ls_arena_slice(&file->arena, text);
    if (ls_rule_file_read(file, err) || file_compile(file, err)) {
        ls_rule_file_free(file);
        return err->code;
    }
    ls_vec_push(&rules->user, file);
    kinds_clear(rules);
    return LS_OK;
}

enum ls_code ls_rules_add_file(struct ls_rules *rules, const char *path, struct ls_err *err)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (ls_file_read(path, LS_RULES_BYTES_MAX, &text, err))
        return err->code;
    return ls_rules_add(rules, path, ls_buf_slice(&text), err);
}

/* Compiled-in files are valid: a test compiles all of them. */
static struct ls_rule_file *builtin_file(struct ls_rules *rules, uint32_t number)
{
    LS_ASSERT(number < ls_rule_text_count);
    const struct ls_rule_text *text = &ls_rule_texts[number];
    struct ls_rule_file *file = rules->builtin[number];
    struct ls_err err;
    if (file)
        return file;
    file = LS_NEW(struct ls_rule_file);
    file->name = text->name;
    file->text = (struct ls_slice){(const char *)text->text, text->bytes};
    enum ls_code code = ls_rule_file_read(file, &err);
    LS_ASSERT(code == LS_OK);
    rules->builtin[number] = file;
    return file;
}

/* ---- rules of a kind ---- */

static bool group_matches(const char *pattern, struct ls_slice group)
{
    return pattern[0] == '*' ? ls_slice_ends(group, pattern + 1) : ls_slice_is(group, pattern);
}

static void builtin_find(struct ls_rules *rules, struct ls_slice group, struct ls_slice kind,
                         struct kind_rules *out)
{
    uint32_t seen = UINT32_MAX; /* rows of one file are adjacent */
    for (size_t i = 0; i < ls_rule_index_count; i++) {
        uint32_t number = ls_rule_index[i].file;
        if (number == seen || !group_matches(ls_rule_index[i].group, group))
            continue;
        seen = number;
        struct ls_rule_file *file = builtin_file(rules, number);
        for (size_t k = 0; k < file->rules.count; k++)
            if (ls_rule_matches(file->rules.at[k], group, kind))
                ls_vec_push(&out->builtin, file->rules.at[k]);
    }
}

static void builtin_compile(struct kind_rules *kind)
{
    struct ls_err err;
    for (size_t i = 0; i < kind->builtin.count; i++) {
        struct ls_rule *rule = kind->builtin.at[i];
        enum ls_code code = ls_rule_compile((struct ls_rule_file *)rule->file, rule, &err);
        LS_ASSERT(code == LS_OK);
    }
}

static struct kind_rules *kind_make(struct ls_rules *rules, struct ls_slice group,
                                    struct ls_slice kind)
{
    struct kind_rules *out = LS_NEW(struct kind_rules);
    for (size_t i = 0; i < rules->user.count; i++) {
        const struct ls_rule_file *file = rules->user.at[i];
        for (size_t k = 0; k < file->rules.count; k++)
            if (ls_rule_matches(file->rules.at[k], group, kind))
                ls_vec_push(&out->user, file->rules.at[k]);
    }
    builtin_find(rules, group, kind, out);
    builtin_compile(out);
    return out;
}

/* Kinds come from outside: past the limit the cache is cleared. */
static const struct kind_rules *kind_rules(struct ls_rules *rules, struct ls_node object)
{
    LS_ASSERT(rules);
    char key[2 * LS_RULES_NAME_BYTES_MAX];
    struct ls_slice group = ls_health_group(object);
    struct ls_slice kind = ls_node_string(ls_node_at(object, "kind"));
    if (group.len + kind.len + 1 > sizeof key || kind.len == 0)
        return NULL;
    if (group.len > 0)
        memcpy(key, group.at, group.len);
    key[group.len] = '/'; /* a group contains no slash */
    memcpy(key + group.len + 1, kind.at, kind.len);
    struct ls_slice name = {key, group.len + 1 + kind.len};
    struct kind_rules *found = ls_map_get(rules->kinds, name);
    if (found)
        return found;
    LS_ASSERT(ls_map_count(rules->kinds) <= LS_RULES_KINDS_KEPT_MAX);
    if (ls_map_count(rules->kinds) == LS_RULES_KINDS_KEPT_MAX)
        kinds_clear(rules);
    found = kind_make(rules, group, kind);
    ls_map_put(rules->kinds, name, found);
    return found;
}

/* ---- judging ---- */

static struct ls_ruling rules_try(const struct ls_health_input *input, struct ls_rule *const *rules,
                                  size_t count)
{
    struct ls_ruling ruling = {.is_decided = false};
    struct ls_rule_values values;
    if (count > 0)
        ls_rule_values_make(input->arena, input->object, &values);
    for (size_t i = 0; i < count; i++) {
        ruling.reports = ruling.reports || rules[i]->reports;
        ruling.replaces = ruling.replaces || rules[i]->replaces;
        if (!ruling.is_decided)
            ruling.is_decided = ls_rule_judge(rules[i], input, &values, &ruling.verdict);
    }
    return ruling;
}

bool ls_rules_has_user(const struct ls_rules *rules)
{
    return rules->user.count > 0;
}

struct ls_ruling ls_rules_judge_user(const struct ls_health_input *input)
{
    const struct kind_rules *kind = kind_rules(input->rules, input->object);
    return kind ? rules_try(input, kind->user.at, kind->user.count)
                : (struct ls_ruling){.is_decided = false};
}

struct ls_ruling ls_rules_judge_builtin(const struct ls_health_input *input)
{
    const struct kind_rules *kind = kind_rules(input->rules, input->object);
    return kind ? rules_try(input, kind->builtin.at, kind->builtin.count)
                : (struct ls_ruling){.is_decided = false};
}

enum ls_code ls_rules_check_builtin(struct ls_rules *rules, size_t *rule_count, struct ls_err *err)
{
    size_t count = 0;
    for (uint32_t i = 0; i < ls_rule_text_count; i++) {
        struct ls_rule_file *file = builtin_file(rules, i);
        if (file_compile(file, err))
            return err->code;
        count += file->rules.count;
    }
    *rule_count = count;
    return LS_OK;
}
