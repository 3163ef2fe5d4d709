#include "sandbox/serve/options.h"

#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "sandbox/serve/limits.h"
#include "sandbox/status/field_errors.h"
#include "value/go_text.h"

/* Failures name options by a kind of their own, without a name. */
static struct ls_about about_options(const char *kind)
{
    return (struct ls_about){.group = "meta.k8s.io", .kind = kind, .name = LS_SLICE("")};
}

static const char *quoted(struct ls_arena *arena, struct ls_slice text)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    ls_go_quote(&out, text);
    return ls_arena_dup(arena, ls_buf_slice(&out));
}

static void unsupported(struct ls_field_errors *errors, const char *field, struct ls_slice value,
                        const char *supported)
{
    ls_field_error_add(errors, LS_FIELD_ERROR_NOT_SUPPORTED, field, quoted(errors->arena, value),
                       "supported values: %s", supported);
}

/* ---- numbers ---- */

static bool is_digits(struct ls_slice text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] < '0' || text.at[i] > '9')
            return false;
    }
    return text.len > 0;
}

/* The error of Go's strconv for a text that is not a number. */
static const char *number_error(struct ls_slice text)
{
    bool is_signed = text.len > 1 && (text.at[0] == '-' || text.at[0] == '+');
    return is_digits(is_signed ? ls_slice_from(text, 1) : text) ? "value out of range"
                                                                : "invalid syntax";
}

static const struct ls_failure *number_read(struct ls_arena *arena, const struct ls_query *query,
                                            const char *key, int64_t *out)
{
    struct ls_slice text = ls_query_get(query, key);
    if (text.at == NULL || ls_slice_to_i64(text, out))
        return NULL;
    bool has_plus = text.len > 1 && text.at[0] == '+' && text.at[1] != '-';
    if (has_plus && ls_slice_to_i64(ls_slice_from(text, 1), out))
        return NULL;
    return ls_failure_bad_request(arena, "strconv.ParseInt: parsing %s: %s", quoted(arena, text),
                                  number_error(text));
}

const struct ls_failure *ls_revision_failure(struct ls_arena *arena, struct ls_slice text)
{
    return ls_failure_new(arena, 500, "",
                          "resourceVersion: Invalid value: %s: strconv.ParseUint: parsing %s: %s",
                          quoted(arena, text), quoted(arena, text),
                          is_digits(text) ? "value out of range" : "invalid syntax");
}

/* ---- lists and watches ---- */

static void list_match_check(struct ls_field_errors *errors, struct ls_slice match,
                             const struct ls_list_query *options)
{
    static const char field[] = "resourceVersionMatch";
    if (options->revision.len == 0)
        ls_field_error_add(errors, LS_FIELD_ERROR_FORBIDDEN, field, NULL,
                           "resourceVersionMatch is forbidden unless resourceVersion is provided");
    if (options->continue_token.len > 0)
        ls_field_error_add(errors, LS_FIELD_ERROR_FORBIDDEN, field, NULL,
                           "resourceVersionMatch is forbidden when continue is provided");
    if (!ls_slice_is(match, "Exact") && !ls_slice_is(match, "NotOlderThan"))
        unsupported(errors, field, match, "\"Exact\", \"NotOlderThan\", \"\"");
    if (ls_slice_is(match, "Exact") && ls_slice_is(options->revision, "0"))
        ls_field_error_add(errors, LS_FIELD_ERROR_FORBIDDEN, field, NULL,
                           "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"");
}

static void watch_match_check(struct ls_field_errors *errors, struct ls_slice match,
                              bool has_initial, const struct ls_list_query *options)
{
    static const char field[] = "resourceVersionMatch";
    bool is_not_older = ls_slice_is(match, "NotOlderThan");
    if (has_initial && !is_not_older)
        ls_field_error_add(
            errors, LS_FIELD_ERROR_FORBIDDEN, field, NULL,
            "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
    if (match.len == 0)
        return;
    if (!has_initial)
        ls_field_error_add(
            errors, LS_FIELD_ERROR_FORBIDDEN, field, NULL,
            "resourceVersionMatch is forbidden for watch unless sendInitialEvents is "
            "provided");
    if (!is_not_older)
        unsupported(errors, field, match, "\"NotOlderThan\"");
    if (options->continue_token.len > 0)
        ls_field_error_add(errors, LS_FIELD_ERROR_FORBIDDEN, field, NULL,
                           "resourceVersionMatch is forbidden when continue is provided");
}

/* A watch from the beginning implies sendInitialEvents. */
static bool watch_begins(const struct ls_list_query *options, struct ls_slice match,
                         bool has_initial)
{
    return options->is_watch && !has_initial && match.len == 0 &&
           (options->revision.len == 0 || ls_slice_is(options->revision, "0"));
}

static const struct ls_failure *list_options_check(struct ls_arena *arena, struct ls_slice match,
                                                   bool has_initial,
                                                   const struct ls_list_query *options)
{
    if (watch_begins(options, match, has_initial)) {
        match = LS_SLICE("NotOlderThan");
        has_initial = true;
    }
    struct ls_field_errors errors = {.arena = arena};
    if (options->is_watch)
        watch_match_check(&errors, match, has_initial, options);
    else if (match.len > 0)
        list_match_check(&errors, match, options);
    if (!options->is_watch && has_initial)
        ls_field_error_add(&errors, LS_FIELD_ERROR_FORBIDDEN, "sendInitialEvents", NULL,
                           "sendInitialEvents is forbidden for list");
    return ls_field_errors_failure(&errors, about_options("ListOptions"));
}

/* A revision that is not a number: 400 for a list, 500 for a watch, as kube-apiserver. */
static const struct ls_failure *revision_check(struct ls_arena *arena,
                                               const struct ls_list_query *options)
{
    int64_t number;
    struct ls_slice text = options->revision;
    if (text.len == 0 || (is_digits(text) && ls_slice_to_i64(text, &number)))
        return NULL;
    if (options->is_watch)
        return ls_revision_failure(arena, text);
    return ls_failure_bad_request(arena, "invalid resource version: %s",
                                  ls_revision_failure(arena, text)->message);
}

const struct ls_failure *ls_list_query_read(struct ls_arena *arena, const struct ls_query *query,
                                            struct ls_list_query *out)
{
    struct ls_slice match = ls_query_get(query, "resourceVersionMatch");
    *out = (struct ls_list_query){
        .label_selector = ls_query_get(query, "labelSelector"),
        .field_selector = ls_query_get(query, "fieldSelector"),
        .revision = ls_query_get(query, "resourceVersion"),
        .is_exact = ls_slice_is(match, "Exact"),
        .has_match = match.len > 0,
        .continue_token = ls_query_get(query, "continue"),
        .timeout_s = -1,
        .is_watch = ls_query_flag(query, "watch"),
        .allows_bookmarks = ls_query_flag(query, "allowWatchBookmarks"),
        .sends_initial_events = ls_query_flag(query, "sendInitialEvents"),
    };
    const struct ls_failure *failure = number_read(arena, query, "limit", &out->limit);
    if (!failure)
        failure = number_read(arena, query, "timeoutSeconds", &out->timeout_s);
    if (failure)
        return failure;
    failure = list_options_check(arena, match, ls_query_has(query, "sendInitialEvents"), out);
    return failure ? failure : revision_check(arena, out);
}

/* ---- writes ---- */

static bool is_printable(uint32_t rune)
{
    return rune >= 0x20 && rune != 0x7f && !(rune >= 0x80 && rune < 0xa0) && rune != 0xad &&
           rune != 0xa0;
}

static void manager_check(struct ls_field_errors *errors, struct ls_slice manager)
{
    if (manager.len > LS_SERVE_MANAGER_BYTES_MAX)
        ls_field_error_add(errors, LS_FIELD_ERROR_TOO_LONG, "fieldManager", NULL,
                           "may not be more than %d bytes", LS_SERVE_MANAGER_BYTES_MAX);
    for (size_t i = 0; i < manager.len;) {
        uint32_t rune = 0xfffd; /* printable: Go reads invalid UTF-8 as this */
        size_t len = ls_utf8_decode(ls_slice_from(manager, i), &rune);
        if (!is_printable(rune))
            ls_field_error_add(errors, LS_FIELD_ERROR_INVALID, "fieldManager",
                               quoted(errors->arena, manager),
                               "invalid character U+%04X (at position %zu)", (unsigned)rune, i);
        i += LS_MAX(len, (size_t)1);
    }
}

/* True: a dry run. All values must be `All`; the error shows them as a list. */
static bool dry_run_read(struct ls_field_errors *errors, const struct ls_query *query)
{
    struct ls_buf shown LS_AUTO(ls_buf_release) = {0};
    size_t count = 0;
    bool is_good = true;
    for (size_t i = 0; i < query->count; i++) {
        if (!ls_slice_is(query->pairs[i].key, "dryRun"))
            continue;
        is_good = is_good && ls_slice_is(query->pairs[i].value, "All");
        ls_buf_add_text(&shown, count++ == 0 ? "[" : ",");
        ls_go_quote(&shown, query->pairs[i].value);
    }
    if (!is_good)
        ls_field_error_add(errors, LS_FIELD_ERROR_NOT_SUPPORTED, "dryRun",
                           ls_arena_printf(errors->arena, "%s]", ls_buf_text(&shown)),
                           "supported values: \"All\"");
    return count > 0;
}

static enum ls_field_validation fields_read(struct ls_field_errors *errors,
                                            const struct ls_query *query)
{
    struct ls_slice text = ls_query_get(query, "fieldValidation");
    if (ls_slice_is(text, "Ignore"))
        return LS_FIELDS_IGNORE;
    if (ls_slice_is(text, "Strict"))
        return LS_FIELDS_STRICT;
    if (text.len > 0 && !ls_slice_is(text, "Warn"))
        unsupported(errors, "fieldValidation", text, "\"\", \"Ignore\", \"Strict\", \"Warn\"");
    return LS_FIELDS_WARN;
}

static const char *const write_options_kinds[] = {
    [LS_WRITE_CREATE] = "CreateOptions",
    [LS_WRITE_UPDATE] = "UpdateOptions",
    [LS_WRITE_PATCH] = "PatchOptions",
    [LS_WRITE_APPLY] = "PatchOptions",
};

const struct ls_failure *ls_write_options_read(struct ls_arena *arena, const struct ls_query *query,
                                               enum ls_write_kind kind,
                                               struct ls_write_options *out)
{
    LS_ASSERT(kind <= LS_WRITE_APPLY);
    struct ls_field_errors errors = {.arena = arena};
    struct ls_slice manager = ls_query_get(query, "fieldManager");
    if (kind == LS_WRITE_APPLY && manager.len == 0)
        ls_field_error_add(&errors, LS_FIELD_ERROR_REQUIRED, "fieldManager", NULL,
                           "is required for apply patch");
    if (kind == LS_WRITE_PATCH && ls_query_has(query, "force"))
        ls_field_error_add(&errors, LS_FIELD_ERROR_FORBIDDEN, "force", NULL,
                           "may not be specified for non-apply patch");
    manager_check(&errors, manager);
    struct ls_write_options options = {.manager = manager};
    options.is_dry_run = dry_run_read(&errors, query);
    options.fields = fields_read(&errors, query);
    options.is_forced = ls_query_flag(query, "force");
    const struct ls_failure *failure =
        ls_field_errors_failure(&errors, about_options(write_options_kinds[kind]));
    if (!failure)
        *out = options;
    return failure;
}

/* ---- deletions ---- */

struct delete_policy {
    struct ls_slice policy; /* at == NULL: not given */
    bool has_orphan;
    bool is_orphan;
};

static enum ls_delete_propagation propagation_of(const struct delete_policy *given)
{
    if (ls_slice_is(given->policy, "Background"))
        return LS_PROPAGATE_BACKGROUND;
    if (ls_slice_is(given->policy, "Foreground"))
        return LS_PROPAGATE_FOREGROUND;
    if (ls_slice_is(given->policy, "Orphan"))
        return LS_PROPAGATE_ORPHAN;
    if (given->has_orphan)
        return given->is_orphan ? LS_PROPAGATE_ORPHAN : LS_PROPAGATE_BACKGROUND;
    return LS_PROPAGATE_DEFAULT;
}

static void policy_check(struct ls_field_errors *errors, const struct delete_policy *given)
{
    if (given->policy.at == NULL)
        return;
    struct delete_policy alone = {.policy = given->policy};
    if (given->has_orphan)
        ls_field_error_add(errors, LS_FIELD_ERROR_INVALID, "propagationPolicy",
                           quoted(errors->arena, given->policy),
                           "orphanDependents and deletionPropagation cannot be both set");
    if (propagation_of(&alone) == LS_PROPAGATE_DEFAULT)
        unsupported(errors, "propagationPolicy", given->policy,
                    "\"Foreground\", \"Background\", \"Orphan\", \"nil\"");
}

static bool dry_run_in_body(struct ls_field_errors *errors, struct ls_node list)
{
    bool is_good = true;
    LS_EACH (it, list)
        is_good = is_good && ls_node_string_is(it.value, "All");
    if (!is_good)
        ls_field_error_add_value(errors, LS_FIELD_ERROR_NOT_SUPPORTED, "dryRun", list,
                                 "supported values: \"All\"");
    return ls_node_count(list) > 0;
}

static const struct ls_failure *delete_from_query(struct ls_arena *arena,
                                                  const struct ls_query *query,
                                                  struct ls_field_errors *errors,
                                                  struct delete_policy *given,
                                                  struct ls_delete_options *out, bool *is_dry_run)
{
    given->policy = ls_query_get(query, "propagationPolicy");
    given->has_orphan = ls_query_has(query, "orphanDependents");
    given->is_orphan = ls_query_flag(query, "orphanDependents");
    policy_check(errors, given);
    *is_dry_run = dry_run_read(errors, query);
    return number_read(arena, query, "gracePeriodSeconds", &out->grace_s);
}

static void delete_from_body(struct ls_node body, struct ls_field_errors *errors,
                             struct delete_policy *given, struct ls_delete_options *out,
                             bool *is_dry_run)
{
    struct ls_node policy = ls_node_at(body, "propagationPolicy");
    struct ls_node orphan = ls_node_at(body, "orphanDependents");
    if (ls_node_is_string(policy))
        given->policy = ls_node_string(policy);
    given->has_orphan = ls_node_type(orphan) == LS_TYPE_BOOL;
    given->is_orphan = ls_node_bool(orphan, false);
    policy_check(errors, given);
    *is_dry_run = dry_run_in_body(errors, ls_node_at(body, "dryRun"));
    out->grace_s = ls_node_int(ls_node_at(body, "gracePeriodSeconds"), -1);
    out->uid = ls_node_string(ls_node_at(body, "preconditions.uid"));
    out->revision = ls_node_string(ls_node_at(body, "preconditions.resourceVersion"));
}

const struct ls_failure *ls_delete_options_read(struct ls_arena *arena,
                                                const struct ls_query *query, struct ls_node body,
                                                struct ls_delete_options *out, bool *is_dry_run)
{
    struct ls_field_errors errors = {.arena = arena};
    struct delete_policy given = {0};
    struct ls_delete_options options = {
        .grace_s = -1, .uid = LS_SLICE(""), .revision = LS_SLICE("")};
    bool is_try = false;
    const struct ls_failure *failure = NULL;
    if (ls_node_is_absent(body))
        failure = delete_from_query(arena, query, &errors, &given, &options, &is_try);
    else
        delete_from_body(body, &errors, &given, &options, &is_try);
    if (!failure)
        failure = ls_field_errors_failure(&errors, about_options("DeleteOptions"));
    if (failure)
        return failure;
    options.propagation = propagation_of(&given);
    *out = options;
    *is_dry_run = is_try;
    return NULL;
}
