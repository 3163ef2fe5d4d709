#include "sim/from_record.h"

#include <string.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "kube/record/record_read.h"
#include "kube/record/record_wire.h"
#include "sim/bare_object.h"
#include "sim/limits.h"
#include "value/build.h"
#include "value/json.h"
#include "value/yaml.h"

/* An object of the set. */
struct draft_row {
    const char *group;
    const char *kind;
    const char *space;
    const char *name;
    struct draft_row *next; /* with the same namespace and name */
    /* As in sim/bare_object.h; NULL: not seen yet, or gone. */
    const struct ls_obj *wanted;
    const struct ls_obj *content;
    const struct ls_obj *status;
    bool is_deleted; /* by the run itself */
};

struct draft_request {
    struct ls_record_target target; /* texts in the arena */
    bool is_write;
};

struct scenario_draft {
    struct ls_arena arena;
    LS_VEC(struct draft_row *) rows;
    struct ls_map *names;                  /* NAMESPACE/NAME to the first of its rows */
    struct ls_map *versions;               /* resourceVersions of our own writes */
    LS_VEC(struct draft_request) requests; /* by number, from 1 */
    const char *home;                      /* where the set is remembered */
    bool is_teardown;
    bool has_written; /* the second time through: a write was sent already */
    size_t request_count;
    size_t act_count;
    const char *end; /* NULL: the run was killed */
    struct ls_buf about;
    struct ls_buf options;   /* JSON texts with commas between */
    struct ls_buf wanted;    /* manifests, YAML */
    struct ls_buf earlier;   /* members that were there before the run, YAML */
    struct ls_map *spaces;   /* namespaces that are there, or made */
    struct ls_buf before;    /* acts of others, JSON maps with commas between */
    struct ls_buf meanwhile; /* the same */
};

/* ---- pieces ---- */

static struct ls_node member(const struct ls_record_entry *entry, const char *key)
{
    return ls_node_get(entry->root, ls_slice_of(key));
}

static struct ls_slice text_of(struct ls_node map, const char *key)
{
    return ls_node_string(ls_node_get(map, ls_slice_of(key)));
}

static void comma_add(struct ls_buf *out)
{
    if (out->len > 0)
        ls_buf_add_char(out, ',');
}

static void obj_put(const struct ls_obj **place, const struct ls_obj *obj)
{
    ls_obj_unref(*place);
    *place = obj;
}

static const struct ls_obj *bare(const struct scenario_draft *draft, struct ls_node object)
{
    return ls_bare_object(draft->home, object, ls_node_get(object, LS_SLICE("metadata")));
}

static void document_add(struct ls_buf *out, const struct ls_obj *content)
{
    if (out->len > 0)
        ls_buf_add_text(out, "---\n");
    ls_yaml_print(out, ls_obj_root(content), LS_YAML_SORTED);
}

/* ---- rows ---- */

static struct ls_slice name_key(struct ls_buf *out, struct ls_slice space, struct ls_slice name)
{
    ls_buf_clear(out);
    ls_buf_printf(out, "%.*s/%.*s", LS_ARG(space), LS_ARG(name));
    return ls_buf_slice(out);
}

static void row_add(struct scenario_draft *draft, const struct ls_record_entry *entry)
{
    struct ls_buf key LS_AUTO(ls_buf_release) = {0};
    struct ls_slice kind = text_of(entry->root, "kind");
    struct ls_slice group = text_of(entry->root, "group");
    name_key(&key, text_of(entry->root, "namespace"), text_of(entry->root, "name"));
    struct draft_row *first = ls_map_get(draft->names, ls_buf_slice(&key));
    for (const struct draft_row *row = first; row; row = row->next)
        if (ls_slice_is(kind, row->kind) && ls_slice_is(group, row->group))
            return;
    struct draft_row *row = LS_ARENA_NEW(&draft->arena, struct draft_row);
    row->kind = ls_arena_dup(&draft->arena, kind);
    row->group = ls_arena_dup(&draft->arena, group);
    row->space = ls_arena_dup(&draft->arena, text_of(entry->root, "namespace"));
    row->name = ls_arena_dup(&draft->arena, text_of(entry->root, "name"));
    row->next = first;
    ls_map_put(draft->names, ls_buf_slice(&key), row);
    ls_vec_push(&draft->rows, row);
}

static struct draft_row *rows_named(const struct scenario_draft *draft, struct ls_slice space,
                                    struct ls_slice name)
{
    struct ls_buf key LS_AUTO(ls_buf_release) = {0};
    return ls_map_get(draft->names, name_key(&key, space, name));
}

/* The row of a manifest: one without a namespace is of the set's, or of none. */
static struct draft_row *row_of_manifest(const struct scenario_draft *draft, struct ls_node object)
{
    struct ls_node metadata = ls_node_get(object, LS_SLICE("metadata"));
    struct ls_slice space = text_of(metadata, "namespace");
    const struct ls_slice spaces[] = {space, ls_slice_of(space.len > 0 ? "" : draft->home)};
    for (size_t i = 0; i < LS_COUNT(spaces); i++)
        for (struct draft_row *row = rows_named(draft, spaces[i], text_of(metadata, "name")); row;
             row = row->next)
            if (ls_slice_is(text_of(object, "kind"), row->kind))
                return row;
    return NULL;
}

static struct draft_row *row_of_target(const struct scenario_draft *draft,
                                       const struct ls_record_target *target, struct ls_slice space,
                                       struct ls_slice name)
{
    struct draft_row *row = rows_named(draft, space, name);
    while (row && !(ls_record_is_plural(target->resource, ls_slice_of(row->kind)) &&
                    ls_slice_is(target->group, row->group)))
        row = row->next;
    return row;
}

static struct draft_row *row_of_object(const struct scenario_draft *draft,
                                       const struct draft_request *request, struct ls_node object)
{
    struct ls_node metadata = ls_node_get(object, LS_SLICE("metadata"));
    if (!request)
        return NULL;
    return row_of_target(draft, &request->target, text_of(metadata, "namespace"),
                         text_of(metadata, "name"));
}

/* ---- requests ---- */

static const struct draft_request *request_of(const struct scenario_draft *draft,
                                              const struct ls_record_entry *entry)
{
    int64_t number = ls_node_int(member(entry, "request"), 0);
    bool is_known = number > 0 && number <= (int64_t)draft->requests.count;
    return is_known ? &draft->requests.at[number - 1] : NULL;
}

static bool text_has(struct ls_slice text, const char *part)
{
    return text.len > 0 && memmem(text.at, text.len, part, strlen(part)) != NULL;
}

static void request_take(struct scenario_draft *draft, const struct ls_record_entry *entry)
{
    struct draft_request request;
    struct ls_slice method = text_of(entry->root, "method");
    struct ls_slice target = ls_arena_slice(&draft->arena, text_of(entry->root, "target"));
    ls_record_target_read(target, &request.target);
    bool is_review = ls_slice_is(request.target.group, "authorization.k8s.io");
    request.is_write = !ls_slice_is(method, "GET") && !is_review && !text_has(target, "dryRun=All");
    if (ls_node_int(member(entry, "request"), 0) == (int64_t)draft->requests.count + 1)
        ls_vec_push(&draft->requests, request);
    draft->request_count += !is_review && !ls_slice_is(target, "/version");
    struct draft_row *row =
        row_of_target(draft, &request.target, request.target.space, request.target.name);
    if (row && ls_slice_is(method, "DELETE"))
        row->is_deleted = true;
}

static void version_take(struct scenario_draft *draft, const struct ls_record_entry *entry)
{
    const struct draft_request *request = request_of(draft, entry);
    struct ls_node body = member(entry, "body");
    struct ls_slice version = text_of(ls_node_get(body, LS_SLICE("metadata")), "resourceVersion");
    if (request && request->is_write && version.len > 0)
        ls_map_put(draft->versions, version, draft);
}

/* ---- the header and the end ---- */

static void options_take(struct scenario_draft *draft, struct ls_node flags)
{
    static const char *const words[] = {
        "--no-adopt",       "--force-conflicts",  "--keep-foreign",  "--server-check",
        "--delete-adopted", "--delete-instances", "--without-parent"};
    LS_EACH (it, flags) {
        struct ls_slice flag = ls_node_string(it.value);
        if (!ls_slice_is_any(flag, words, LS_COUNT(words)))
            continue;
        comma_add(&draft->options);
        ls_json_print_string(&draft->options, ls_slice_from(flag, 2));
    }
}

static void header_take(struct scenario_draft *draft, const struct ls_record_entry *entry)
{
    struct ls_slice home = text_of(entry->root, "namespace");
    draft->home = ls_arena_dup(&draft->arena, home.len > 0 ? home : LS_SLICE("default"));
    draft->is_teardown = ls_slice_is(text_of(entry->root, "goal"), "teardown");
    options_take(draft, member(entry, "flags"));
    ls_buf_printf(&draft->about, "Recorded: %.*s of set %.*s at %.*s.",
                  LS_ARG(text_of(entry->root, "verb")), LS_ARG(text_of(entry->root, "set")),
                  LS_ARG(text_of(entry->root, "time")));
}

static void result_take(struct scenario_draft *draft, const struct ls_record_entry *entry)
{
    struct ls_slice error = text_of(entry->root, "error");
    draft->end = ls_arena_dup(&draft->arena, text_of(entry->root, "result"));
    if (error.len > 0)
        ls_buf_printf(&draft->about, " It ended so: %.*s", LS_ARG(error));
}

/* ---- acts of others ---- */

struct draft_act {
    const char *verb;        /* create, merge, delete */
    const char *subresource; /* NULL: the object itself */
    int64_t at_ms;           /* -1: before the run */
    struct ls_slice json;
};

static void member_add(struct ls_buf *out, const char *key, struct ls_slice text)
{
    ls_buf_printf(out, ",\"%s\":", key);
    ls_json_print_string(out, text);
}

static void act_add(struct scenario_draft *draft, const struct ls_record_target *target,
                    struct ls_node metadata, const struct draft_act *act)
{
    struct ls_buf *out = act->at_ms < 0 ? &draft->before : &draft->meanwhile;
    struct ls_buf resource LS_AUTO(ls_buf_release) = {0};
    struct ls_slice space = text_of(metadata, "namespace");
    if (draft->act_count++ >= LS_SCENARIO_ACTS_MAX)
        return;
    comma_add(out);
    ls_buf_printf(&resource, "%.*s%s%.*s", LS_ARG(target->resource),
                  target->group.len > 0 ? "." : "", LS_ARG(target->group));
    ls_buf_printf(out, "{\"%s\":", act->verb);
    ls_json_print_string(out, ls_buf_slice(&resource));
    if (act->at_ms >= 0)
        ls_buf_printf(out, ",\"at\":\"%lldms\"", (long long)act->at_ms);
    if (space.len > 0)
        member_add(out, "namespace", ls_bare_space(draft->home, space));
    if (strcmp(act->verb, "create") != 0)
        member_add(out, "name", text_of(metadata, "name"));
    if (act->subresource)
        member_add(out, "subresource", ls_slice_of(act->subresource));
    if (act->json.len > 0)
        member_add(out, "json", act->json);
    ls_buf_add_char(out, '}');
}

/* Namespaces of objects that neither the simulated world nor the set itself has. */
static void spaces_make(struct scenario_draft *draft)
{
    static const char *const given[] = {"", "default", "kube-system", "kube-public"};
    for (size_t i = 0; i < LS_COUNT(given); i++)
        ls_map_put(draft->spaces, ls_slice_of(given[i]), draft);
    ls_map_put(draft->spaces, ls_slice_of(draft->home), draft);
    for (size_t i = 0; i < draft->rows.count; i++)
        if (strcmp(draft->rows.at[i]->kind, "Namespace") == 0)
            ls_map_put(draft->spaces, ls_slice_of(draft->rows.at[i]->name), draft);
    for (size_t i = 0; i < draft->rows.count; i++) {
        struct ls_slice space = ls_slice_of(draft->rows.at[i]->space);
        struct ls_record_target target = {.resource = LS_SLICE("namespaces")};
        struct ls_buf json LS_AUTO(ls_buf_release) = {0};
        if (ls_map_put(draft->spaces, space, draft))
            continue;
        ls_buf_add_text(&json, "{\"metadata\":{\"name\":");
        ls_json_print_string(&json, space);
        ls_buf_add_text(&json, "}}");
        act_add(draft, &target, LS_ABSENT,
                &(struct draft_act){.verb = "create", .at_ms = -1, .json = ls_buf_slice(&json)});
    }
}

/* Nobody in the simulated world writes the status of a custom resource. */
static void status_compare(struct scenario_draft *draft, struct draft_row *row,
                           const struct ls_record_target *target,
                           const struct ls_record_entry *entry)
{
    struct ls_node object = member(entry, "object");
    struct ls_node status = ls_node_get(object, LS_SLICE("status"));
    bool is_custom = strchr(row->group, '.') && !ls_slice_ends(target->group, ".k8s.io");
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_buf json LS_AUTO(ls_buf_release) = {0};
    if (!is_custom || !ls_node_is_map(status) ||
        ls_node_equal(status, ls_node_get(ls_obj_root(row->status), LS_SLICE("status"))))
        return;
    ls_build_map(&build);
    ls_build_member(&build, "status", status);
    ls_build_end(&build);
    obj_put(&row->status, ls_build_obj(&build));
    ls_json_print(&json, ls_obj_root(row->status), LS_JSON_COMPACT);
    act_add(draft, target, ls_node_get(object, LS_SLICE("metadata")),
            &(struct draft_act){"merge", "status", entry->at_ms, ls_buf_slice(&json)});
}

/* An event about an object of the set that is not the echo of a write of ours. */
static void change_take(struct scenario_draft *draft, struct draft_row *row,
                        const struct ls_record_target *target, const struct ls_record_entry *entry)
{
    struct ls_node object = member(entry, "object");
    struct ls_node metadata = ls_node_get(object, LS_SLICE("metadata"));
    const struct ls_obj *now = bare(draft, object);
    struct ls_buf json LS_AUTO(ls_buf_release) = {0};
    struct draft_act act = {.verb = row->content ? "merge" : "create", .at_ms = entry->at_ms};
    bool is_deleted = ls_node_string_is(member(entry, "event"), "DELETED");
    bool differs = row->content
                       ? ls_bare_change_print(&json, ls_obj_root(row->content), ls_obj_root(now))
                       : !is_deleted;
    if (!row->content)
        ls_json_print(&json, ls_obj_root(now), LS_JSON_COMPACT);
    act.json = ls_buf_slice(&json);
    if (differs) {
        act_add(draft, target, metadata, &act);
    } else if (is_deleted && !row->is_deleted) {
        act_add(draft, target, metadata, &(struct draft_act){.verb = "delete", .at_ms = act.at_ms});
    }
    obj_put(&row->content, now);
    if (is_deleted)
        obj_put(&row->content, NULL);
}

/* ---- the second time through ---- */

static void manifest_take(struct scenario_draft *draft, const struct ls_record_entry *entry)
{
    const struct ls_obj *content = bare(draft, member(entry, "object"));
    struct draft_row *row = row_of_manifest(draft, member(entry, "object"));
    document_add(&draft->wanted, content);
    if (row)
        obj_put(&row->wanted, ls_obj_ref(content));
    ls_obj_unref(content);
}

/* A name that was taken before the run: with the metadata that it had, and the rest as wanted. */
static void item_take(struct scenario_draft *draft, const struct ls_record_entry *entry)
{
    const struct draft_request *request = request_of(draft, entry);
    struct ls_node object = member(entry, "object");
    struct draft_row *row = row_of_object(draft, request, object);
    struct ls_buf json LS_AUTO(ls_buf_release) = {0};
    if (!row || !row->wanted || row->content || draft->has_written)
        return;
    const struct ls_obj *there LS_AUTO(ls_obj_unref_at) = ls_bare_object(
        draft->home, ls_obj_root(row->wanted), ls_node_get(object, LS_SLICE("metadata")));
    ls_json_print(&json, ls_obj_root(there), LS_JSON_COMPACT);
    act_add(draft, &request->target, ls_node_get(object, LS_SLICE("metadata")),
            &(struct draft_act){.verb = "create", .at_ms = -1, .json = ls_buf_slice(&json)});
    row->content = ls_obj_ref(there);
}

static void event_take(struct scenario_draft *draft, const struct ls_record_entry *entry)
{
    const struct draft_request *request = request_of(draft, entry);
    struct ls_node object = member(entry, "object");
    struct draft_row *row = row_of_object(draft, request, object);
    struct ls_slice version = text_of(ls_node_get(object, LS_SLICE("metadata")), "resourceVersion");
    if (!row || ls_node_string_is(member(entry, "event"), "BOOKMARK"))
        return;
    if (!draft->has_written) {
        if (!row->content) {
            obj_put(&row->content, bare(draft, object));
            document_add(&draft->earlier, row->content);
        }
        return;
    }
    if (ls_map_get(draft->versions, version))
        obj_put(&row->content, bare(draft, object));
    else
        change_take(draft, row, &request->target, entry);
    status_compare(draft, row, &request->target, entry);
}

static void reply_take(struct scenario_draft *draft, const struct ls_record_entry *entry)
{
    const struct draft_request *request = request_of(draft, entry);
    struct ls_node body = member(entry, "body");
    struct draft_row *row = row_of_object(draft, request, body);
    if (row && request->is_write && ls_node_int(member(entry, "status"), 0) < 300)
        obj_put(&row->content, bare(draft, body));
}

static void entry_take(struct scenario_draft *draft, const struct ls_record_entry *entry)
{
    const struct draft_request *request;
    switch (entry->type) {
    case LS_RECORD_MANIFEST:
        manifest_take(draft, entry);
        break;
    case LS_RECORD_REQUEST:
        request = request_of(draft, entry);
        draft->has_written |= request && request->is_write;
        break;
    case LS_RECORD_REPLY:
        reply_take(draft, entry);
        break;
    case LS_RECORD_ITEM:
        item_take(draft, entry);
        break;
    case LS_RECORD_EVENT:
        event_take(draft, entry);
        break;
    default: /* seen the first time */
        break;
    }
}

/* The first time through: who is who. */
static void entry_note(struct scenario_draft *draft, const struct ls_record_entry *entry)
{
    switch (entry->type) {
    case LS_RECORD_HEADER:
        header_take(draft, entry);
        break;
    case LS_RECORD_OBJECT:
        row_add(draft, entry);
        break;
    case LS_RECORD_REQUEST:
        request_take(draft, entry);
        break;
    case LS_RECORD_REPLY:
        version_take(draft, entry);
        break;
    case LS_RECORD_RESULT:
        result_take(draft, entry);
        break;
    default: /* of the second time */
        break;
    }
}

static enum ls_code
entries_each(struct scenario_draft *draft, const char *name, struct ls_slice record,
             void (*fn)(struct scenario_draft *, const struct ls_record_entry *),
             struct ls_err *err)
{
    struct ls_record_reader reader LS_AUTO(ls_record_reader_release);
    struct ls_record_entry entry;
    ls_record_reader_init(&reader, name, record);
    for (bool has_entry = true; has_entry;) {
        if (ls_record_read(&reader, &entry, &has_entry, err))
            return err->code;
        if (has_entry)
            fn(draft, &entry);
    }
    return LS_OK;
}

/* ---- the scenario ---- */

static void steps_print(const struct scenario_draft *draft, struct ls_buf *out)
{
    ls_buf_add_text(out, ",\"steps\":[");
    if (draft->earlier.len > 0)
        ls_buf_add_text(out, "{\"apply\":\"earlier\"},");
    ls_buf_printf(out, "{\"%s\":\"%s\"", draft->is_teardown ? "delete" : "apply",
                  draft->is_teardown ? "earlier" : "recorded");
    if (draft->end && strcmp(draft->end, "done") != 0)
        member_add(out, "end", ls_slice_of(draft->end));
    if (draft->options.len > 0)
        ls_buf_printf(out, ",\"options\":[%s]", ls_buf_text(&draft->options));
    if (draft->meanwhile.len > 0)
        ls_buf_printf(out, ",\"meanwhile\":[%s]", ls_buf_text(&draft->meanwhile));
    ls_buf_add_text(out, "}]");
}

static void manifests_print(const struct scenario_draft *draft, struct ls_buf *out)
{
    ls_buf_add_text(out, ",\"manifests\":{");
    if (draft->earlier.len > 0) {
        ls_buf_add_text(out, "\"earlier\":");
        ls_json_print_string(out, ls_buf_slice(&draft->earlier));
    }
    if (!draft->is_teardown) {
        ls_buf_add_text(out, draft->earlier.len > 0 ? ",\"recorded\":" : "\"recorded\":");
        ls_json_print_string(out, ls_buf_slice(&draft->wanted));
    }
    ls_buf_add_char(out, '}');
}

static void about_print(const struct scenario_draft *draft, struct ls_buf *out)
{
    struct ls_buf about LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_slice(&about, ls_buf_slice(&draft->about));
    if (!draft->end)
        ls_buf_add_text(&about, " It was killed.");
    if (draft->act_count > LS_SCENARIO_ACTS_MAX)
        ls_buf_printf(&about, " %zu further changes of others are left out.",
                      draft->act_count - LS_SCENARIO_ACTS_MAX);
    ls_buf_add_text(out, "\"about\":");
    ls_json_print_string(out, ls_buf_slice(&about));
}

static enum ls_code draft_print(const struct scenario_draft *draft, struct ls_buf *out,
                                struct ls_err *err)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_buf json LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_char(&json, '{');
    about_print(draft, &json);
    manifests_print(draft, &json);
    if (draft->before.len > 0)
        ls_buf_printf(&json, ",\"before\":[%s]", ls_buf_text(&draft->before));
    steps_print(draft, &json);
    ls_buf_printf(&json, ",\"requests\":%zu}", draft->request_count);
    if (ls_json_parse(ls_buf_slice(&json), NULL, &obj, err))
        return ls_context(err, "the scenario of this record");
    ls_yaml_print(out, ls_obj_root(obj), LS_YAML_AS_IS);
    return LS_OK;
}

static void draft_release(struct scenario_draft *draft)
{
    for (size_t i = 0; i < draft->rows.count; i++) {
        ls_obj_unref(draft->rows.at[i]->wanted);
        ls_obj_unref(draft->rows.at[i]->content);
        ls_obj_unref(draft->rows.at[i]->status);
    }
    ls_vec_release(&draft->rows);
    ls_vec_release(&draft->requests);
    ls_map_free(draft->names);
    ls_map_free(draft->versions);
    ls_map_free(draft->spaces);
    ls_buf_release(&draft->about);
    ls_buf_release(&draft->options);
    ls_buf_release(&draft->wanted);
    ls_buf_release(&draft->earlier);
    ls_buf_release(&draft->before);
    ls_buf_release(&draft->meanwhile);
    ls_arena_release(&draft->arena);
}

enum ls_code ls_scenario_from_record(struct ls_buf *out, const char *name, struct ls_slice record,
                                     struct ls_err *err)
{
    struct scenario_draft draft LS_AUTO(draft_release) = {
        .names = ls_map_new(0), .versions = ls_map_new(0), .spaces = ls_map_new(0)};
    if (entries_each(&draft, name, record, entry_note, err))
        return err->code;
    spaces_make(&draft);
    if (entries_each(&draft, name, record, entry_take, err))
        return err->code;
    if ((draft.is_teardown ? draft.earlier.len : draft.wanted.len) == 0)
        return ls_fail(err, LS_E_UNSUPPORTED, "%s holds no objects that a scenario could %s", name,
                       draft.is_teardown ? "take down" : "roll out");
    return draft_print(&draft, out, err);
}
