#include "phase/own/refusal.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "phase/own/limits.h"
#include "phase/own/refusal_text.h"
#include "phase/words.h"

static struct ls_slice text_at(struct ls_node node, const char *path)
{
    return ls_node_string(ls_node_at(node, path));
}

/* What follows the first `part`; false: it is not there. */
static bool after(struct ls_slice text, const char *part, struct ls_slice *out)
{
    const char *at = text.len > 0 ? memmem(text.at, text.len, part, strlen(part)) : NULL;
    if (!at)
        return false;
    *out = ls_slice_from(text, (size_t)(at - text.at) + strlen(part));
    return true;
}

static struct ls_slice before(struct ls_slice text, const char *part)
{
    struct ls_slice rest = {0};
    if (after(text, part, &rest))
        text.len -= rest.len + strlen(part);
    return text;
}

static bool has(struct ls_slice text, const char *part)
{
    struct ls_slice rest = {0};
    return after(text, part, &rest);
}

/* ---- predicates ---- */

bool ls_cause_is_conflict(struct ls_node cause)
{
    return ls_node_string_is(ls_node_at(cause, "reason"), "FieldManagerConflict");
}

bool ls_cause_is_label(struct ls_node cause)
{
    return ls_cause_is_conflict(cause) &&
           ls_slice_is(text_at(cause, "field"), ".metadata.labels." LS_LABEL_PART_OF);
}

bool ls_refusal_is_conflict(struct ls_node status)
{
    LS_EACH (it, ls_node_at(status, "details.causes")) {
        if (ls_cause_is_conflict(it.value))
            return true;
    }
    return false;
}

bool ls_refusal_is_over_set(struct ls_node status, struct ls_slice *manager)
{
    LS_EACH (it, ls_node_at(status, "details.causes")) {
        struct ls_owner owner = {0};
        if (!ls_cause_is_label(it.value))
            continue;
        if (ls_owner_parse(text_at(it.value, "message"), &owner) && manager)
            *manager = owner.manager;
        return true;
    }
    return false;
}

bool ls_refusal_is_only_with(struct ls_node status, struct ls_slice manager)
{
    size_t count = 0;
    LS_EACH (it, ls_node_at(status, "details.causes")) {
        struct ls_owner owner = {0};
        if (!ls_cause_is_conflict(it.value) ||
            !ls_owner_parse(text_at(it.value, "message"), &owner) ||
            !ls_slice_equal(owner.manager, manager))
            return false;
        count++;
    }
    return count > 0;
}

/* How kube-apiserver 1.36 words it, by kind; custom kinds word it as their authors like. */
static const char *const immutable_words[] = {
    "immutable",                              /* most; CRDs with transition rules */
    "may not change once set",                /* Service: clusterIPs, ipFamilies */
    "may not be changed",                     /* PriorityClass */
    "may not change fields other than",       /* Pod */
    "cannot change roleRef",                  /* RoleBinding, ClusterRoleBinding */
    "cannot be changed",                      /* APIService, older servers */
    "updates to statefulset spec for fields", /* StatefulSet */
    "can not be unset",                       /* Service: clusterIP */
};

static bool is_immutable_cause(struct ls_node cause)
{
    struct ls_slice message = ls_cause_words(text_at(cause, "message"), false);
    for (size_t i = 0; i < LS_COUNT(immutable_words); i++) {
        if (has(message, immutable_words[i]))
            return true;
    }
    return false;
}

bool ls_refusal_is_immutable(struct ls_node status)
{
    if (!ls_node_string_is(ls_node_at(status, "reason"), "Invalid"))
        return false;
    LS_EACH (it, ls_node_at(status, "details.causes")) {
        if (is_immutable_cause(it.value))
            return true;
    }
    return false;
}

/* ---- sentences ---- */

struct explain {
    const struct ls_member *member; /* may be NULL */
    struct ls_node status;
    struct ls_buf out;
};

static void explain_release(struct explain *explain)
{
    ls_buf_release(&explain->out);
}

static void put_place(struct explain *explain, struct ls_slice path)
{
    if (!explain->member)
        return;
    const struct ls_manifest *manifest = explain->member->manifest;
    ls_manifest_place(manifest, ls_value_at(manifest->object, path), &explain->out);
    ls_buf_add_text(&explain->out, ": ");
}

/* The causes that are meant, by field: the server tells them in any order. */
struct causes {
    struct ls_node at[LS_CAUSES_READ_MAX];
    size_t count;
};

static int cause_compare(const void *a, const void *b)
{
    return ls_slice_compare(text_at(*(const struct ls_node *)a, "field"),
                            text_at(*(const struct ls_node *)b, "field"));
}

static void causes_find(struct ls_node status, bool (*is_meant)(struct ls_node cause),
                        struct causes *out)
{
    out->count = 0;
    LS_EACH (it, ls_node_at(status, "details.causes")) {
        if (is_meant(it.value) && out->count < LS_CAUSES_READ_MAX)
            out->at[out->count++] = it.value;
    }
    qsort(out->at, out->count, sizeof out->at[0], cause_compare);
}

/* Each with commas between, up to LS_CAUSES_TOLD_MAX; says how many more there are. */
static void put_causes(struct explain *explain, const struct causes *causes,
                       void (*put)(struct explain *explain, struct ls_node cause))
{
    for (size_t i = 0; i < LS_MIN(causes->count, (size_t)LS_CAUSES_TOLD_MAX); i++) {
        ls_buf_add_text(&explain->out, i > 0 ? ", " : "");
        put(explain, causes->at[i]);
    }
    if (causes->count > LS_CAUSES_TOLD_MAX)
        ls_buf_printf(&explain->out, ", and %zu more", causes->count - LS_CAUSES_TOLD_MAX);
}

static void put_conflict(struct explain *explain, struct ls_node cause)
{
    struct ls_owner owner = {0};
    ls_buf_printf(&explain->out, "%.*s is owned by ", LS_ARG(text_at(cause, "field")));
    if (ls_owner_parse(text_at(cause, "message"), &owner))
        ls_owner_print(&explain->out, &owner);
    else
        ls_buf_add_text(&explain->out, "somebody else");
}

size_t ls_refusal_conflicts(struct ls_arena *arena, struct ls_node status, const char ***out)
{
    struct explain explain LS_AUTO(explain_release) = {.status = status};
    struct causes causes;
    causes_find(status, ls_cause_is_conflict, &causes);
    *out = LS_ARENA_ARRAY(arena, const char *, causes.count + 1);
    for (size_t i = 0; i < causes.count; i++) {
        ls_buf_clear(&explain.out);
        put_conflict(&explain, causes.at[i]);
        (*out)[i] = ls_arena_dup(arena, ls_buf_slice(&explain.out));
    }
    return causes.count;
}

static bool explain_conflict(struct explain *explain)
{
    if (!ls_refusal_is_conflict(explain->status))
        return false;
    struct causes causes;
    causes_find(explain->status, ls_cause_is_conflict, &causes);
    ls_buf_add_text(&explain->out, "conflict: ");
    put_causes(explain, &causes, put_conflict);
    bool is_moved = explain->member && explain->member->wishes.moved_from;
    if (ls_refusal_is_over_set(explain->status, NULL) && !is_moved)
        ls_buf_add_text(&explain->out, "; the object belongs to another set, and force does not "
                                       "take it away: " LS_NOTE_MOVED_FROM " moves it");
    else
        ls_buf_printf(&explain->out, "; --force-conflicts takes %s over",
                      causes.count == 1 ? "it" : "them");
    return true;
}

/* Where the server shows what would change as a diff of its own form: `+ "StorageClassName": ...`
 * names it. */
static struct ls_slice changed_name(struct ls_slice message)
{
    struct ls_slice name = {0}, line = {0}, rest = {0};
    if (after(message, "\n+", &line) && after(ls_slice_cut(line, '\n', &rest), "\"", &name))
        return ls_slice_cut(name, '"', &rest);
    return (struct ls_slice){0};
}

static void put_immutable(struct explain *explain, struct ls_node cause)
{
    struct ls_slice message = text_at(cause, "message");
    struct ls_slice name = changed_name(message);
    ls_buf_printf(&explain->out, "%.*s cannot be changed", LS_ARG(text_at(cause, "field")));
    if (name.len > 0)
        ls_buf_printf(&explain->out, " at %.*s", LS_ARG(name));
    ls_buf_printf(&explain->out, " (%.*s)", LS_ARG(ls_cause_words(message, false)));
}

/* Replacing what holds data loses them: people should read that before they ask for it. */
static bool holds_data(struct ls_node status)
{
    struct ls_slice kind = text_at(status, "details.kind");
    return ls_slice_is(kind, "PersistentVolumeClaim") || ls_slice_is(kind, "PersistentVolume");
}

static bool explain_immutable(struct explain *explain)
{
    if (!ls_refusal_is_immutable(explain->status))
        return false;
    struct causes causes;
    causes_find(explain->status, is_immutable_cause, &causes);
    put_place(explain, text_at(causes.at[0], "field"));
    put_causes(explain, &causes, put_immutable);
    ls_buf_printf(&explain->out, "; " LS_NOTE_REPLACE ": \"true\" deletes it%s and makes it anew",
                  holds_data(explain->status) ? ", with the data it holds," : "");
    return true;
}

/* `.spec.stategy: field not declared in schema`, one a line when there are several. What a field
 * holds stands behind "got", in the words of the server's language, and is left out. */
static bool explain_untyped(struct explain *explain)
{
    struct ls_slice message = text_at(explain->status, "message"), rest = {0};
    if (!ls_slice_starts(message, "failed to create typed patch object") ||
        !after(message, "): ", &rest))
        return false;
    (void)after(rest, "errors:\n", &rest);
    struct ls_slice line = ls_slice_trim(ls_slice_cut(rest, '\n', &rest));
    struct ls_slice path = before(line, ": ");
    put_place(explain, path);
    if (has(line, ": field not declared in schema"))
        ls_buf_printf(&explain->out, "it has no field %.*s", LS_ARG(path));
    else
        ls_buf_add_slice(&explain->out, before(line, ", got &"));
    if (rest.len > 0)
        ls_buf_add_text(&explain->out, " (and more like it)");
    return true;
}

/* ---- forbidden ---- */

/* What stands between `head` and the next quotation mark; *rest goes on behind it. */
static bool quoted_after(struct ls_slice *rest, const char *head, struct ls_slice *out)
{
    struct ls_slice tail = {0};
    if (!after(*rest, head, &tail))
        return false;
    *out = ls_slice_cut(tail, '"', rest);
    return true;
}

/* `User "u" cannot patch resource "deployments" in API group "apps" in the namespace "shop"` */
static bool explain_permission(struct explain *explain)
{
    struct ls_slice rest = text_at(explain->status, "message");
    struct ls_slice user = {0}, resource = {0}, group = {0}, space = {0}, verb = {0};
    if (!quoted_after(&rest, ": User \"", &user) || !ls_slice_starts(rest, " cannot "))
        return false;
    struct ls_slice verb_on = ls_slice_from(rest, sizeof " cannot " - 1);
    verb = ls_slice_cut(verb_on, ' ', &verb_on);
    if (!quoted_after(&rest, "resource \"", &resource) ||
        !quoted_after(&rest, "API group \"", &group))
        return false;
    /* A Namespace lies in itself to those who check permissions. */
    bool has_space =
        quoted_after(&rest, "in the namespace \"", &space) && !ls_slice_is(resource, "namespaces");
    ls_buf_printf(&explain->out, "no permission: \"%.*s\" may not %.*s %.*s%s%.*s", LS_ARG(user),
                  LS_ARG(verb), LS_ARG(resource), group.len > 0 ? "." : "", LS_ARG(group));
    if (has_space)
        ls_buf_printf(&explain->out, " in namespace %.*s", LS_ARG(space));
    ls_buf_printf(&explain->out, "; a %s must allow it", has_space ? "Role" : "ClusterRole");
    return true;
}

static const char terminating[] = "because it is being terminated";

bool ls_refusal_is_terminating(struct ls_node status)
{
    return strstr(ls_node_text(ls_node_at(status, "message")), terminating) != NULL;
}

/* Beginnings and parts of what admission says, and what helps. */
static const struct {
    const char *part;
    const char *help; /* may be NULL */
} denials[] = {
    {terminating, "wait until the namespace is gone, then apply again"},
    {"exceeded quota: ", "free some of the quota, or have it raised"},
    {"failed calling webhook", "the webhook must answer, or its failurePolicy must let pass"},
    {"denied the request", NULL},
    {"denied request: ", NULL},
    {"violates PodSecurity ", "the namespace's label pod-security.kubernetes.io/enforce asks for "
                              "this"},
    {"usage per Container is", "a LimitRange of the namespace asks for this"},
    {"usage per Pod is", "a LimitRange of the namespace asks for this"},
    {"error looking up service account", "apply the ServiceAccount in an earlier phase"},
    {"attempting to grant RBAC permissions not currently held",
     "who applies a role must have its permissions, or the verb escalate"},
};

static bool explain_denial(struct explain *explain)
{
    struct ls_slice words = text_at(explain->status, "message");
    (void)(after(words, " is forbidden: ", &words) ||
           after(words, "Internal error occurred: ", &words));
    for (size_t i = 0; i < LS_COUNT(denials); i++) {
        if (!has(words, denials[i].part))
            continue;
        ls_buf_add_slice(&explain->out, ls_utf8_front(words, LS_DENIAL_BYTES_MAX));
        if (denials[i].help)
            ls_buf_printf(&explain->out, "; %s", denials[i].help);
        return true;
    }
    return false;
}

/* ---- everything else that is invalid ---- */

static bool is_any_cause(struct ls_node cause)
{
    return text_at(cause, "field").len > 0;
}

static void put_invalid(struct explain *explain, struct ls_node cause)
{
    bool is_secret = ls_node_string_is(ls_node_at(explain->status, "details.kind"), "Secret");
    ls_buf_printf(&explain->out, "%.*s: %.*s", LS_ARG(text_at(cause, "field")),
                  LS_ARG(ls_cause_words(text_at(cause, "message"), !is_secret)));
}

static bool explain_invalid(struct explain *explain)
{
    struct causes causes;
    causes_find(explain->status, is_any_cause, &causes);
    if (!ls_node_string_is(ls_node_at(explain->status, "reason"), "Invalid") || causes.count == 0)
        return false;
    put_place(explain, text_at(causes.at[0], "field"));
    put_causes(explain, &causes, put_invalid);
    return true;
}

static bool explain_no_namespace(struct explain *explain)
{
    struct ls_node details = ls_node_at(explain->status, "details");
    if (!ls_node_string_is(ls_node_at(explain->status, "reason"), "NotFound") ||
        !ls_node_string_is(ls_node_at(details, "kind"), "namespaces"))
        return false;
    put_place(explain, LS_SLICE("metadata.namespace"));
    ls_buf_printf(&explain->out,
                  "the namespace %.*s does not exist; create it, or add it to the manifests",
                  LS_ARG(text_at(details, "name")));
    return true;
}

void ls_refusal_explain(const struct ls_member *member, struct ls_node status, struct ls_err *err)
{
    static bool (*const rules[])(struct explain *) = {
        explain_conflict, explain_immutable,    explain_untyped, explain_permission,
        explain_denial,   explain_no_namespace, explain_invalid,
    };
    struct explain explain LS_AUTO(explain_release) = {.member = member, .status = status};
    for (size_t i = 0; i < LS_COUNT(rules); i++) {
        if (!rules[i](&explain))
            continue;
        (void)ls_fail(err, err->code, "%s", ls_buf_text(&explain.out));
        return;
    }
}
