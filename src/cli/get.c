/* `lockstep get`: from the command line to what is asked of the server (get.h). */
#include "cli/get.h"

#include <string.h>

#include "base/mem.h"
#include "cli/limits.h"
#include "cli/verbs.h"
#include "kube/discovery.h"
#include "value/field_selector.h"
#include "value/selector.h"

/* ---- what the other files share ---- */

const char *ls_get_namespace(const struct ls_get *get, const struct ls_resource *resource)
{
    bool is_one = resource->is_namespaced && !get->is_everywhere;
    return is_one ? get->connection->config->namespace_name : NULL;
}

void ls_get_failed(struct ls_get *get, const struct ls_err *err)
{
    LS_ASSERT(err->code != LS_OK);
    if (err->code == LS_E_NOT_FOUND && get->ignores_not_found)
        return;
    get->result = LS_EXIT_ERROR;
    if (err->code != LS_E_CANCELLED)
        get->result = ls_cli_fail("get", err);
}

bool ls_get_is_mixed(const struct ls_get *get)
{
    for (size_t i = 1; i < get->targets.count; i++)
        if (get->targets.at[i].resource != get->targets.at[0].resource)
            return true;
    return false;
}

bool ls_get_write(struct ls_buf *out)
{
    if (out->len > 0) {
        fwrite(out->at, 1, out->len, stdout);
        fflush(stdout);
    }
    ls_buf_clear(out);
    return !ferror(stdout);
}

/* ---- the command line ---- */

/* A kind as it was typed, and the name of one object or NULL. */
struct word {
    struct ls_slice kind;
    const char *name;
};
struct words {
    LS_VEC(struct word) at;
    bool is_by_name;
};

/* KIND/NAME... */
static enum ls_code words_of_pairs(const struct ls_args *args, struct words *words,
                                   struct ls_err *err)
{
    for (size_t i = 0; i < args->word_count; i++) {
        struct ls_slice name;
        struct ls_slice kind = ls_slice_cut(ls_slice_of(args->words[i]), '/', &name);
        if (!name.at || name.len == 0 || kind.len == 0)
            return ls_fail(err, LS_E_USAGE,
                           "'%s' is no KIND/NAME; either all words are, or none is",
                           args->words[i]);
        ls_vec_push(&words->at, (struct word){kind, name.at});
    }
    words->is_by_name = true;
    return LS_OK;
}

/* KIND[,KIND...] [NAME...] */
static enum ls_code words_of_kinds(const struct ls_args *args, struct words *words,
                                   struct ls_err *err)
{
    struct ls_slice rest = ls_slice_of(args->words[0]);
    words->is_by_name = args->word_count > 1;
    while (rest.at) {
        struct ls_slice kind = ls_slice_cut(rest, ',', &rest);
        if (kind.len == 0)
            return ls_fail(err, LS_E_USAGE, "'%s' has an empty kind", args->words[0]);
        if (words->at.count >= LS_GET_KINDS_MAX)
            return ls_fail(err, LS_E_USAGE, "more than %d kinds", LS_GET_KINDS_MAX);
        for (size_t i = 1; i < args->word_count; i++)
            ls_vec_push(&words->at, (struct word){kind, args->words[i]});
        if (!words->is_by_name)
            ls_vec_push(&words->at, (struct word){kind, NULL});
    }
    return LS_OK;
}

static enum ls_code words_parse(const struct ls_args *args, struct words *words, struct ls_err *err)
{
    bool has_slash = false;
    for (size_t i = 0; i < args->word_count; i++)
        has_slash |= strchr(args->words[i], '/') != NULL;
    if (args->word_count == 0)
        return ls_fail(err, LS_E_USAGE,
                       "which kind? `lockstep api-resources` lists what the server has");
    return has_slash ? words_of_pairs(args, words, err) : words_of_kinds(args, words, err);
}

/* A name with / or ? would change the path of the request: refused before asking. */
static enum ls_code names_check(const struct words *words, struct ls_err *err)
{
    for (size_t i = 0; i < words->at.count; i++) {
        const char *name = words->at.at[i].name;
        if (name && ls_path_check_segment("name", ls_slice_of(name), err))
            return ls_fail(err, LS_E_USAGE, "%s", err->text);
    }
    return LS_OK;
}

static enum ls_code selectors_check(const struct ls_get *get, struct ls_err *err)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_selector selector;
    struct ls_field_selector fields;
    if (get->labels && ls_selector_parse(&arena, ls_slice_of(get->labels), &selector, err))
        return ls_fail(err, LS_E_USAGE, "--selector: %s", err->text);
    if (get->fields && ls_field_selector_parse(&arena, ls_slice_of(get->fields), &fields, err))
        return ls_fail(err, LS_E_USAGE, "--field-selector: %s", err->text);
    return LS_OK;
}

/* Combinations that make no sense, each with its sentence. */
static enum ls_code rules_check(const struct ls_get *get, const struct words *words,
                                struct ls_err *err)
{
    bool is_full = get->form != LS_OUTPUT_TABLE && get->form != LS_OUTPUT_WIDE;
    const struct {
        bool is_broken;
        const char *sentence;
    } rules[] = {
        {words->is_by_name && get->is_everywhere,
         "an object by its name is in one namespace: leave out -A, or name it with -n"},
        {words->is_by_name && (get->labels || get->fields), "either names or a selector, not both"},
        {get->is_watch && words->at.count > 1, "-w shows one kind or one object"},
        {get->has_event && !get->is_watch, "--output-watch-events needs -w or --watch-only"},
        {get->has_labels && is_full,
         "--show-labels is for tables, not for -o yaml, json, name, jsonpath or custom-columns"},
    };
    for (size_t i = 0; i < LS_COUNT(rules); i++)
        if (rules[i].is_broken)
            return ls_fail(err, LS_E_USAGE, "%s", rules[i].sentence);
    return LS_OK;
}

static enum ls_code flags_read(const struct ls_args *args, struct ls_get *get, struct ls_err *err)
{
    const char *keys = ls_args_text(args, "allow-missing-template-keys");
    const char *form = ls_args_text(args, "output");
    if (form && ls_get_form_parse(get, form, err))
        return err->code;
    get->options.refuses_missing = keys && !ls_args_is_on(args, "allow-missing-template-keys");
    get->labels = ls_args_text(args, "selector");
    get->fields = ls_args_text(args, "field-selector");
    get->is_everywhere = ls_args_is_on(args, "all-namespaces");
    get->is_watch_only = ls_args_is_on(args, "watch-only");
    get->is_watch = get->is_watch_only || ls_args_is_on(args, "watch");
    get->has_event = ls_args_is_on(args, "output-watch-events");
    get->has_no_headers = ls_args_is_on(args, "no-headers");
    get->columns.has_heading = get->has_no_headers;
    get->has_labels = ls_args_is_on(args, "show-labels");
    get->has_managed_fields = ls_args_is_on(args, "show-managed-fields");
    get->ignores_not_found = ls_args_is_on(args, "ignore-not-found");
    return LS_OK;
}

static enum ls_code line_read(const struct ls_args *args, struct ls_get *get, struct words *words,
                              struct ls_err *err)
{
    if (flags_read(args, get, err) || words_parse(args, words, err) || names_check(words, err) ||
        rules_check(get, words, err))
        return err->code;
    get->is_single = words->is_by_name && words->at.count == 1;
    return selectors_check(get, err);
}

/* ---- kinds ---- */

static bool target_is_there(const struct ls_get *get, const struct ls_resource *resource)
{
    for (size_t i = 0; i < get->targets.count; i++)
        if (get->targets.at[i].resource == resource && !get->targets.at[i].name)
            return true;
    return false;
}

static void target_add(struct ls_get *get, const struct ls_resource *resource, const char *name)
{
    if (name || !target_is_there(get, resource))
        ls_vec_push(&get->targets, (struct ls_get_target){resource, name});
}

/* `all` and other words that stand for several kinds; those that cannot be listed are left out. */
static bool category_add(struct ls_get *get, const struct ls_catalog *catalog,
                         const struct word *word)
{
    char *category LS_AUTO(ls_free_at) = ls_strndup(word->kind.at, word->kind.len);
    const struct ls_resource *resource;
    bool is_category = false;
    for (size_t at = 0; (resource = ls_catalog_next(catalog, category, &at));) {
        is_category = true;
        if (get->targets.count < LS_GET_KINDS_MAX && (resource->can & LS_CAN_LIST))
            target_add(get, resource, word->name);
    }
    return is_category;
}

static enum ls_code word_find(struct ls_get *get, const struct word *word, struct ls_err *err)
{
    const struct ls_catalog *catalog = ls_discovery_catalog(get->connection->discovery);
    struct ls_match match;
    if (category_add(get, catalog, word))
        return LS_OK;
    if (ls_catalog_find(catalog, word->kind, &match, err)) {
        const char *notes = ls_discovery_notes(get->connection->discovery);
        return ls_fail(err, LS_E_INVALID,
                       "%s; `lockstep api-resources` lists the kinds there are%s%s", err->text,
                       notes[0] ? ". Some groups could not be listed: " : "", notes);
    }
    target_add(get, match.resource, word->name);
    return LS_OK;
}

static enum ls_code targets_find(struct ls_get *get, const struct words *words, struct ls_err *err)
{
    LS_ASSERT(words->at.count > 0 && words->at.at);
    if (ls_connection_discover(get->connection, err))
        return err->code;
    for (size_t i = 0; i < words->at.count; i++)
        if (word_find(get, &words->at.at[i], err))
            return err->code;
    if (get->is_watch && get->targets.count > 1)
        return ls_fail(err, LS_E_USAGE, "-w shows one kind, '%.*s' stands for several",
                       LS_ARG(words->at.at[0].kind));
    return LS_OK;
}

/* ---- --raw ---- */

static void raw_print(void *self, const struct ls_answer *answer)
{
    (void)self;
    if (!answer->code)
        fwrite(answer->body.at, 1, answer->body.len, stdout);
}

static enum ls_code raw_get(struct ls_get *get, const char *target, struct ls_err *err)
{
    struct ls_call_spec ask = {
        .verb = LS_VERB_GET, .raw_target = target, .accept = "application/json, */*"};
    return ls_connection_ask(get->connection, &ask, raw_print, NULL, err);
}

static enum ls_code raw_check(const struct ls_args *args, const char *target, struct ls_err *err)
{
    if (args->word_count > 0)
        return ls_fail(err, LS_E_USAGE, "--raw takes no further words, not '%s'", args->words[0]);
    if (target[0] != '/' || strlen(target) > LS_RAW_TARGET_BYTES_MAX)
        return ls_fail(err, LS_E_USAGE, "--raw is a path of at most %d bytes that begins with /",
                       LS_RAW_TARGET_BYTES_MAX);
    return LS_OK;
}

/* ---- the verb ---- */

static void words_release(struct words *words)
{
    ls_vec_release(&words->at);
}

static enum ls_code get_run(struct ls_get *get, const struct ls_args *args, struct ls_err *err)
{
    struct words words LS_AUTO(words_release) = {0};
    const char *raw = ls_args_text(args, "raw");
    if (raw ? raw_check(args, raw, err) : line_read(args, get, &words, err))
        return err->code;
    if (ls_connection_open(get->connection, args, err))
        return err->code;
    if (raw)
        return raw_get(get, raw, err);
    if (targets_find(get, &words, err))
        return err->code;
    if (get->is_watch)
        ls_get_watch(get);
    else if (get->form == LS_OUTPUT_TABLE || get->form == LS_OUTPUT_WIDE)
        ls_get_tables(get);
    else if (ls_get_is_shaped(get))
        ls_get_shapes(get);
    else
        ls_get_objects(get);
    return LS_OK;
}

enum ls_exit ls_cli_verb_get(const struct ls_args *args)
{
    struct ls_connection connection = {0};
    struct ls_get get = {.connection = &connection, .result = LS_EXIT_DONE};
    struct ls_err err = {0};
    enum ls_code code = get_run(&get, args, &err);
    if (code && code != LS_E_CANCELLED)
        get.result = ls_cli_fail("get", &err);
    ls_vec_release(&get.targets);
    ls_custom_columns_release(&get.columns);
    ls_arena_release(&get.arena);
    ls_connection_close(&connection);
    return ls_cli_end(get.result, connection.signal_number);
}
