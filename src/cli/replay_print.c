#include "cli/replay_print.h"

#include <string.h>

#include "cli/cell.h"
#include "kube/record/record_wire.h"

/* ---- pieces ---- */

static struct ls_node member(const struct ls_record_entry *entry, const char *key)
{
    return ls_node_get(entry->root, ls_slice_of(key));
}

static struct ls_slice text_of(struct ls_node map, const char *key)
{
    return ls_node_string(ls_node_get(map, ls_slice_of(key)));
}

/* Text from the file: control characters are made visible. */
static void text_add(struct ls_buf *out, struct ls_slice text)
{
    ls_cell_print_text(out, text);
}

static void sentence_add(struct ls_buf *out, const char *before, struct ls_slice text)
{
    if (text.len == 0)
        return;
    ls_buf_add_text(out, before);
    text_add(out, text);
}

/* "Deployment shop/web" */
static void name_add(struct ls_buf *out, struct ls_slice kind, struct ls_slice space,
                     struct ls_slice name)
{
    text_add(out, kind.len > 0 ? kind : LS_SLICE("object"));
    sentence_add(out, " ", space);
    sentence_add(out, space.len > 0 ? "/" : " ", name);
}

static void ref_add(struct ls_buf *out, struct ls_node map)
{
    name_add(out, text_of(map, "kind"), text_of(map, "namespace"), text_of(map, "name"));
}

static void object_add(struct ls_buf *out, struct ls_node object)
{
    struct ls_node metadata = ls_node_get(object, LS_SLICE("metadata"));
    name_add(out, text_of(object, "kind"), text_of(metadata, "namespace"),
             text_of(metadata, "name"));
    sentence_add(out, " at version ", text_of(metadata, "resourceVersion"));
}

void ls_replay_print_time(struct ls_buf *out, int64_t at_ms)
{
    ls_buf_printf(out, "%5lld.%03llds", (long long)(at_ms / 1000), (long long)(at_ms % 1000));
}

/* ---- requests ---- */

void ls_replay_requests_release(struct ls_replay_requests *requests)
{
    for (size_t i = 0; i < requests->list.count; i++) {
        ls_free(requests->list.at[i].what);
        ls_free(requests->list.at[i].kind);
        ls_free(requests->list.at[i].name);
    }
    ls_vec_release(&requests->list);
}

static void place_add(struct ls_buf *out, const struct ls_record_target *target)
{
    text_add(out, target->resource);
    if (target->name.len == 0) {
        sentence_add(out, " in ", target->space);
        return;
    }
    sentence_add(out, " ", target->space);
    ls_buf_add_char(out, target->space.len > 0 ? '/' : ' ');
    text_add(out, target->name);
}

static void request_print(struct ls_buf *out, const struct ls_record_entry *entry,
                          const struct ls_record_target *target)
{
    struct ls_slice method = ls_node_string(member(entry, "method"));
    struct ls_slice text = ls_node_string(member(entry, "target"));
    bool is_get = ls_slice_is(method, "GET");
    if (target->is_watch)
        ls_buf_add_text(out, "WATCH");
    else if (is_get && target->resource.len > 0 && target->name.len == 0)
        ls_buf_add_text(out, "LIST");
    else
        text_add(out, method);
    ls_buf_add_char(out, ' ');
    if (target->resource.len == 0)
        text_add(out, text);
    else
        place_add(out, target);
    if (text.len > 0 && memmem(text.at, text.len, "dryRun=All", 10))
        ls_buf_add_text(out, " (dry run)");
}

void ls_replay_requests_take(struct ls_replay_requests *requests,
                             const struct ls_record_entry *entry)
{
    struct ls_record_target target;
    struct ls_buf what LS_AUTO(ls_buf_release) = {0};
    int64_t number = ls_node_int(member(entry, "request"), 0);
    if (entry->type != LS_RECORD_REQUEST || number != (int64_t)requests->list.count + 1)
        return;
    ls_record_target_read(ls_node_string(member(entry, "target")), &target);
    request_print(&what, entry, &target);
    ls_buf_add_text(&what, "");
    struct ls_replay_request request = {
        .what = ls_buf_take(&what),
        .kind = ls_strndup(target.resource.at ? target.resource.at : "", target.resource.len),
        .name = ls_strndup(target.name.at ? target.name.at : "", target.name.len),
    };
    ls_vec_push(&requests->list, request);
}

static const struct ls_replay_request *request_of(const struct ls_replay_requests *requests,
                                                  const struct ls_record_entry *entry)
{
    int64_t number = ls_node_int(member(entry, "request"), 0);
    bool is_known = number > 0 && number <= (int64_t)requests->list.count;
    return is_known ? &requests->list.at[number - 1] : NULL;
}

static void what_add(struct ls_buf *out, const struct ls_replay_requests *requests,
                     const struct ls_record_entry *entry)
{
    const struct ls_replay_request *request = request_of(requests, entry);
    if (request)
        ls_buf_add_text(out, request->what);
    else
        ls_buf_printf(out, "request %lld", (long long)ls_node_int(member(entry, "request"), 0));
}

/* ---- what was seen ---- */

static void reply_print(struct ls_buf *out, const struct ls_record_entry *entry)
{
    struct ls_node body = member(entry, "body");
    struct ls_node items = member(entry, "items");
    int64_t status = ls_node_int(member(entry, "status"), 0);
    ls_buf_printf(out, ": %lld", (long long)status);
    if (status >= 300)
        sentence_add(out, " ", text_of(body, "message"));
    if (!ls_node_is_absent(items))
        ls_buf_printf(out, ", %lld objects", (long long)ls_node_int(items, 0));
    if (ls_node_bool(member(entry, "watch"), false))
        ls_buf_add_text(out, ", the watch is open");
    else
        sentence_add(out, ", version ",
                     text_of(ls_node_get(body, LS_SLICE("metadata")), "resourceVersion"));
    if (ls_node_bool(member(entry, "unreadable"), false))
        ls_buf_add_text(out, ", unreadable");
}

static void event_print(struct ls_buf *out, const struct ls_record_entry *entry)
{
    text_add(out, ls_node_string(member(entry, "event")));
    ls_buf_add_char(out, ' ');
    struct ls_node object = member(entry, "object");
    if (ls_node_string_is(member(entry, "event"), "ERROR"))
        text_add(out, text_of(object, "message"));
    else
        object_add(out, object);
}

static void state_print(struct ls_buf *out, const struct ls_record_entry *entry)
{
    ref_add(out, entry->root);
    ls_buf_add_text(out, " is ");
    text_add(out, ls_node_string(member(entry, "state")));
    ls_buf_printf(out, " (phase %lld", (long long)ls_node_int(member(entry, "phase"), 0));
    sentence_add(out, ", ", ls_node_string(member(entry, "action")));
    ls_buf_add_char(out, ')');
    sentence_add(out, ": ", ls_node_string(member(entry, "reason")));
}

static void phase_print(struct ls_buf *out, const struct ls_record_entry *entry)
{
    bool is_removal = ls_node_bool(member(entry, "removal"), false);
    bool is_done = ls_node_bool(member(entry, "done"), false);
    ls_buf_printf(out, "%sphase %lld %s", is_removal ? "removal " : "",
                  (long long)ls_node_int(member(entry, "phase"), 0),
                  is_done ? "is done" : "begins");
}

static void closed_print(struct ls_buf *out, const struct ls_record_entry *entry)
{
    sentence_add(out, ": ", ls_node_string(member(entry, "delivery")));
    sentence_add(out, ", ", ls_node_string(member(entry, "why")));
}

void ls_replay_print_seen(struct ls_buf *out, const struct ls_replay_requests *requests,
                          const struct ls_record_entry *entry)
{
    static const char *const words[LS_RECORD_TYPE_COUNT] = {
        [LS_RECORD_HEADER] = "",
        [LS_RECORD_SERVER] = "server    ",
        [LS_RECORD_MANIFEST] = "wanted    ",
        [LS_RECORD_REQUEST] = "sent      ",
        [LS_RECORD_REPLY] = "answered  ",
        [LS_RECORD_ITEM] = "listed    ",
        [LS_RECORD_EVENT] = "event     ",
        [LS_RECORD_CLOSED] = "closed    ",
        [LS_RECORD_DECISION] = "",
        [LS_RECORD_OBJECT] = "state     ",
        [LS_RECORD_PHASE] = "phase     ",
        [LS_RECORD_NOTE] = "note      ",
        [LS_RECORD_LIMIT] = "limit     ",
        [LS_RECORD_RESULT] = "",
    };
    ls_buf_add_text(out, words[entry->type]);
    switch (entry->type) {
    case LS_RECORD_REQUEST:
        what_add(out, requests, entry);
        break;
    case LS_RECORD_REPLY:
        what_add(out, requests, entry);
        reply_print(out, entry);
        break;
    case LS_RECORD_CLOSED:
        what_add(out, requests, entry);
        closed_print(out, entry);
        break;
    case LS_RECORD_MANIFEST:
    case LS_RECORD_ITEM:
        object_add(out, member(entry, "object"));
        break;
    case LS_RECORD_EVENT:
        event_print(out, entry);
        break;
    case LS_RECORD_OBJECT:
        state_print(out, entry);
        break;
    case LS_RECORD_PHASE:
        phase_print(out, entry);
        break;
    case LS_RECORD_SERVER:
        text_add(out, ls_node_string(member(entry, "version")));
        break;
    case LS_RECORD_NOTE:
    case LS_RECORD_LIMIT:
        text_add(out, ls_node_string(member(entry, "text")));
        break;
    case LS_RECORD_HEADER:
    case LS_RECORD_DECISION:
    case LS_RECORD_RESULT:
    case LS_RECORD_TYPE_COUNT:
        break;
    }
}

/* ---- what was decided ---- */

static void intent_print(struct ls_buf *out, struct ls_node intent)
{
    text_add(out, text_of(intent, "intent"));
    if (text_of(intent, "name").len > 0) {
        ls_buf_add_char(out, ' ');
        ref_add(out, intent);
        sentence_add(out, " (", text_of(intent, "action"));
        ls_buf_add_char(out, ')');
    }
}

void ls_replay_print_decision(struct ls_buf *out, const struct ls_record_entry *entry)
{
    struct ls_node step = member(entry, "step");
    struct ls_node waits = member(entry, "waitsFor");
    struct ls_slice end = ls_node_string(member(entry, "end"));
    ls_buf_add_text(out, "decides   ");
    text_add(out, ls_node_string(member(entry, "state")));
    if (!ls_node_is_absent(step))
        ls_buf_printf(out, ", step %lld", (long long)ls_node_int(step, 0));
    ls_buf_add_char(out, '\n');
    LS_EACH (it, member(entry, "intents")) {
        ls_buf_add_text(out, "intent    ");
        intent_print(out, it.value);
        ls_buf_add_char(out, '\n');
    }
    if (ls_node_is_map(waits)) {
        ls_buf_add_text(out, "waits     for ");
        ref_add(out, waits);
        sentence_add(out, ", ", text_of(waits, "state"));
        sentence_add(out, ": ", text_of(waits, "reason"));
        ls_buf_add_char(out, '\n');
    }
    if (end.len > 0) {
        sentence_add(out, "end       ", end);
        sentence_add(out, ": ", ls_node_string(member(entry, "because")));
        ls_buf_add_char(out, '\n');
    }
}

/* ---- beginning and end ---- */

void ls_replay_print_header(struct ls_buf *out, const struct ls_record_entry *header)
{
    text_add(out, ls_node_string(member(header, "verb")));
    sentence_add(out, " of set ", ls_node_string(member(header, "set")));
    sentence_add(out, " in namespace ", ls_node_string(member(header, "namespace")));
    sentence_add(out, ", ", ls_node_string(member(header, "time")));
    sentence_add(out, ", lockstep ", ls_node_string(member(header, "program")));
    ls_buf_add_text(out, "\nflags:");
    LS_EACH (it, member(header, "flags"))
        sentence_add(out, " ", ls_node_string(it.value));
    ls_buf_add_char(out, '\n');
}

void ls_replay_print_result(struct ls_buf *out, const struct ls_record_entry *entry)
{
    text_add(out, ls_node_string(member(entry, "result")));
    ls_buf_printf(out, ", exit code %lld", (long long)ls_node_int(member(entry, "exitCode"), 0));
    ls_buf_printf(out, ", %lld writes, %lld reads\n",
                  (long long)ls_node_int(member(entry, "writes"), 0),
                  (long long)ls_node_int(member(entry, "reads"), 0));
    struct ls_slice error = ls_node_string(member(entry, "error"));
    sentence_add(out, "error: ", error);
    if (error.len > 0)
        ls_buf_add_char(out, '\n');
    LS_EACH (it, member(entry, "leftOut"))
        ls_buf_printf(out, "left out: %lld %.*s\n", (long long)ls_node_int(it.value, 0),
                      LS_ARG(it.key));
}

/* ---- one object ---- */

enum ls_code ls_replay_object_read(const char *text, struct ls_replay_object *out,
                                   struct ls_err *err)
{
    struct ls_slice name;
    *out = (struct ls_replay_object){0};
    if (!text)
        return LS_OK;
    out->kind = ls_slice_cut(ls_slice_of(text), '/', &name);
    out->name = name;
    if (out->kind.len == 0 || out->name.len == 0)
        return ls_fail(err, LS_E_USAGE, "--object is KIND/NAME, as Deployment/web, not '%s'", text);
    return LS_OK;
}

static bool ref_is(struct ls_node map, const struct ls_replay_object *object)
{
    return ls_slice_equal_nocase(text_of(map, "kind"), object->kind) &&
           ls_slice_equal(text_of(map, "name"), object->name);
}

static bool object_is(struct ls_node value, const struct ls_replay_object *object)
{
    return ls_slice_equal_nocase(text_of(value, "kind"), object->kind) &&
           ls_slice_equal(text_of(ls_node_get(value, LS_SLICE("metadata")), "name"), object->name);
}

static bool decision_is(const struct ls_record_entry *entry, const struct ls_replay_object *object)
{
    LS_EACH (it, member(entry, "intents"))
        if (ref_is(it.value, object))
            return true;
    return ref_is(member(entry, "waitsFor"), object);
}

static bool request_is(const struct ls_replay_request *request,
                       const struct ls_replay_object *object)
{
    return request && ls_record_is_plural(ls_slice_of(request->kind), object->kind) &&
           ls_slice_is(object->name, request->name);
}

bool ls_replay_is_about(const struct ls_record_entry *entry,
                        const struct ls_replay_requests *requests,
                        const struct ls_replay_object *object)
{
    if (object->kind.len == 0)
        return true;
    switch (entry->type) {
    case LS_RECORD_DECISION:
        return decision_is(entry, object);
    case LS_RECORD_OBJECT:
        return ref_is(entry->root, object);
    case LS_RECORD_MANIFEST:
    case LS_RECORD_ITEM:
    case LS_RECORD_EVENT:
        return object_is(member(entry, "object"), object);
    case LS_RECORD_REQUEST:
    case LS_RECORD_REPLY:
    case LS_RECORD_CLOSED:
        return request_is(request_of(requests, entry), object);
    case LS_RECORD_HEADER:
    case LS_RECORD_RESULT:
    case LS_RECORD_LIMIT:
        return true;
    case LS_RECORD_SERVER:
    case LS_RECORD_PHASE:
    case LS_RECORD_NOTE:
    case LS_RECORD_TYPE_COUNT:
        break;
    }
    return false;
}
