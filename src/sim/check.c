#include "sim/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/world.h"
#include "health/health.h"
#include "kube/resource_version.h"
#include "phase/set/parent.h"
#include "phase/words.h"
#include "sandbox/store/store.h"
#include "sim/check_impl.h"
#include "sim/limits.h"
#include "sim/sim.h"
#include "value/base64.h"
#include "value/json.h"

/* clang-format off */
static const char *const rule_names[LS_SIM_RULE_COUNT] = {
    [LS_SIM_RULE_GATE]       = "gate",
    [LS_SIM_RULE_PHASE]      = "phase",
    [LS_SIM_RULE_REMOVAL]    = "removal",
    [LS_SIM_RULE_IDENTITY]   = "identity",
    [LS_SIM_RULE_VERSION]    = "version",
    [LS_SIM_RULE_FRESH]      = "fresh",
    [LS_SIM_RULE_FOREIGN]    = "foreign",
    [LS_SIM_RULE_CONTROLLER] = "controller",
    [LS_SIM_RULE_FIELDS]     = "fields",
    [LS_SIM_RULE_TWICE]      = "twice",
    [LS_SIM_RULE_KEPT]       = "kept",
    [LS_SIM_RULE_LOCK]       = "lock",
    [LS_SIM_RULE_PARENT]     = "parent",
    [LS_SIM_RULE_SILENCE]    = "silence",
    [LS_SIM_RULE_END]        = "end",
    [LS_SIM_RULE_SECRET]     = "secret",
};
/* clang-format on */

const char *ls_sim_rule_name(enum ls_sim_rule rule)
{
    LS_ASSERT(rule < LS_SIM_RULE_COUNT);
    return rule_names[rule];
}

/* ---- breaches ---- */

void ls_check_breach(struct ls_sim_check *check, enum ls_sim_rule rule, struct ls_node object,
                     const char *format, ...)
{
    struct ls_buf name = {0};
    struct ls_buf sentence = {0};
    if (check->breach_count++ >= LS_SIM_BREACHES_MAX)
        return;
    ls_check_object_print(&name, object);
    va_list args;
    va_start(args, format);
    ls_buf_vprintf(&sentence, format, args);
    va_end(args);
    ls_vec_push(&check->breaches, (struct ls_sim_breach){
                                      .rule = rule,
                                      .object = ls_buf_take(&name),
                                      .at_ms = ls_clock_mono_ms(check->clock),
                                      .sentence = ls_buf_take(&sentence),
                                  });
}

size_t ls_sim_check_count(const struct ls_sim_check *check)
{
    return check->breach_count;
}

const struct ls_sim_breach *ls_sim_check_at(const struct ls_sim_check *check, size_t i)
{
    LS_ASSERT(i < check->breaches.count);
    return &check->breaches.at[i];
}

void ls_sim_check_print(const struct ls_sim_check *check, struct ls_buf *out)
{
    for (size_t i = 0; i < check->breaches.count; i++) {
        const struct ls_sim_breach *breach = &check->breaches.at[i];
        ls_buf_printf(out, "%10.3f s  %s: %s%s%s\n", (double)breach->at_ms / 1000,
                      ls_sim_rule_name(breach->rule), breach->object, breach->object[0] ? " " : "",
                      breach->sentence);
    }
    if (check->breach_count > check->breaches.count)
        ls_buf_printf(out, "and %zu more\n", check->breach_count - check->breaches.count);
}

/* ---- what objects say ---- */

struct ls_slice ls_check_note(struct ls_node object, const char *key)
{
    return ls_node_string(
        ls_node_get(ls_node_at(object, "metadata.annotations"), ls_slice_of(key)));
}

struct ls_slice ls_check_label(struct ls_node object, const char *key)
{
    return ls_node_string(ls_node_get(ls_node_at(object, "metadata.labels"), ls_slice_of(key)));
}

static bool has_manager(struct ls_node object)
{
    LS_EACH (it, ls_node_at(object, "metadata.managedFields")) {
        if (ls_slice_starts(ls_node_string(ls_node_at(it.value, "manager")),
                            LS_FIELD_MANAGER_PREFIX))
            return true;
    }
    return false;
}

/* Controllers copy labels and annotations to what they make; only lockstep writes as its manager.
 */
struct ls_slice ls_check_set(struct ls_node object)
{
    return has_manager(object) ? ls_check_label(object, LS_LABEL_PART_OF) : LS_SLICE("");
}

bool ls_check_is_parent(struct ls_node object)
{
    return ls_check_label(object, LS_LABEL_SET_ID).len > 0;
}

struct ls_slice ls_check_group(struct ls_node object)
{
    struct ls_slice version;
    struct ls_slice group =
        ls_slice_cut(ls_node_string(ls_node_at(object, "apiVersion")), '/', &version);
    return version.at ? group : LS_SLICE("");
}

bool ls_check_is(struct ls_node object, const char *group, const char *kind)
{
    return ls_node_string_is(ls_node_at(object, "kind"), kind) &&
           ls_slice_is(ls_check_group(object), group);
}

void ls_check_object_print(struct ls_buf *out, struct ls_node object)
{
    struct ls_slice space = ls_node_string(ls_node_at(object, "metadata.namespace"));
    if (ls_node_is_absent(ls_node_at(object, "metadata.name"))) {
        ls_buf_add_text(out, "");
        return;
    }
    ls_buf_printf(out, "%s %.*s%s%s", ls_node_text(ls_node_at(object, "kind")), LS_ARG(space),
                  space.len ? "/" : "", ls_node_text(ls_node_at(object, "metadata.name")));
}

/* What is waited for by properties alone is not asked for its health. */
bool ls_check_is_ready(struct ls_sim_check *check, struct ls_node object)
{
    struct ls_wishes wishes;
    ls_wishes_of_live(&check->scratch, object, &wishes);
    int64_t generation = ls_node_int(ls_node_at(object, "metadata.generation"), 0);
    int64_t observed = ls_node_int(ls_node_at(object, "status.observedGeneration"), generation);
    if (observed < generation || !ls_properties_hold(&wishes, object, NULL))
        return false;
    if (wishes.property_count > 0 && !wishes.waits_ready)
        return true;
    struct ls_health_input input = {.arena = &check->scratch, .object = object, .is_alone = true};
    return ls_health_judge(&input).kind == LS_VERDICT_READY;
}

/* ---- records ---- */

static struct check_record *record_by_uid(const struct ls_sim_check *check, struct ls_slice uid)
{
    for (size_t i = 0; i < check->records.count; i++) {
        if (ls_slice_is(uid, check->records.at[i]->uid))
            return check->records.at[i];
    }
    return NULL;
}

static struct check_record *record_add(struct ls_sim_check *check, struct ls_node object)
{
    struct check_record *record = LS_NEW(struct check_record);
    (void)snprintf(record->uid, sizeof record->uid, "%s",
                   ls_node_text(ls_node_at(object, "metadata.uid")));
    ls_vec_push(&check->records, record);
    return record;
}

static void record_free(struct check_record *record)
{
    for (size_t i = 0; i < record->changes.count; i++) {
        ls_obj_unref(record->changes.at[i].object);
        ls_obj_unref(record->changes.at[i].previous);
    }
    ls_vec_release(&record->changes);
    ls_free(record);
}

struct ls_node ls_check_object(const struct check_record *record)
{
    LS_ASSERT(record->changes.count > 0);
    return ls_obj_root(ls_vec_last(&record->changes)->object);
}

static bool is_of_a_set(const struct ls_obj *object)
{
    struct ls_node root = ls_obj_root(object);
    return object && (ls_check_set(root).len > 0 || ls_check_is_parent(root));
}

static bool has_name(struct ls_node object, struct ls_node other, const char *space)
{
    struct ls_slice own = ls_node_string(ls_node_at(object, "metadata.namespace"));
    struct ls_slice asked = ls_node_string(ls_node_at(other, "metadata.namespace"));
    return ls_node_equal(ls_node_at(object, "kind"), ls_node_at(other, "kind")) &&
           ls_slice_equal(ls_check_group(object), ls_check_group(other)) &&
           ls_node_equal(ls_node_at(object, "metadata.name"), ls_node_at(other, "metadata.name")) &&
           (own.len == 0 ||
            ls_slice_equal(own, asked.len > 0 ? asked : ls_slice_of(space ? space : "")));
}

struct check_record *ls_check_find(const struct ls_sim_check *check,
                                   const struct check_process *process, struct ls_node manifest)
{
    for (size_t i = check->records.count; i-- > 0;) {
        if (has_name(ls_check_object(check->records.at[i]), manifest,
                     process->options.namespace_name))
            return check->records.at[i];
    }
    return NULL;
}

struct ls_node ls_check_manifest(const struct check_process *process, struct ls_node object)
{
    const struct ls_manifests *manifests = process->options.manifests;
    for (size_t i = 0; manifests && i < manifests->list.count; i++) {
        const struct ls_manifest *manifest = &manifests->list.at[i];
        if (has_name(object, manifest->object, process->options.namespace_name) &&
            !ls_wishes_is_excluded(manifest))
            return manifest->object;
    }
    return LS_ABSENT;
}

struct check_record *ls_check_parent_of(const struct ls_sim_check *check, struct ls_slice set)
{
    for (size_t i = check->records.count; i-- > 0;) {
        struct check_record *record = check->records.at[i];
        struct ls_slice id = ls_check_label(ls_check_object(record), LS_LABEL_SET_ID);
        if (id.len > 0 && ls_slice_equal(id, set))
            return record;
    }
    return NULL;
}

static void record_change(struct check_record *record, const struct ls_collection_event *event)
{
    ls_vec_push(&record->changes,
                (struct check_change){
                    .revision = event->revision,
                    .object = ls_obj_ref(event->object),
                    .previous = event->previous ? ls_obj_ref(event->previous) : NULL,
                });
    record->is_gone = event->change == LS_CHANGE_DELETED;
}

void ls_sim_check_change(void *self, const struct ls_collection_event *event)
{
    struct ls_sim_check *check = self;
    check->revision = event->revision;
    struct ls_node object = ls_obj_root(event->object);
    struct check_record *record =
        record_by_uid(check, ls_node_string(ls_node_at(object, "metadata.uid")));
    if (!record && !is_of_a_set(event->object) && !is_of_a_set(event->previous))
        return;
    if (!record)
        record = record_add(check, object);
    record_change(record, event);
    ls_arena_reset(&check->scratch);
    if (!record->is_gone && ls_check_is_ready(check, object))
        record->ready_revision = event->revision;
}

/* ---- processes ---- */

struct check_process *ls_check_process(const struct ls_sim_check *check, unsigned number)
{
    for (size_t i = check->processes.count; i-- > 0;) {
        if (check->processes.at[i]->number == number)
            return check->processes.at[i];
    }
    return NULL;
}

static enum ls_wait_mode mode_of(struct ls_sim_check *check, const struct ls_run_options *options)
{
    if (options->wait != LS_WAIT_AUTO || !options->manifests)
        return options->wait;
    ls_arena_reset(&check->scratch);
    for (size_t i = 0; i < options->manifests->list.count; i++) {
        struct ls_wishes wishes;
        ls_wishes_of_live(&check->scratch, options->manifests->list.at[i].object, &wishes);
        if (ls_wishes_has_wait(&wishes))
            return LS_WAIT_ANNOTATED;
    }
    return LS_WAIT_ALL;
}

void ls_sim_check_expect(struct ls_sim_check *check, unsigned process,
                         const struct ls_run_options *options)
{
    struct check_process *added = LS_NEW(struct check_process);
    *added = (struct check_process){
        .number = process, .options = *options, .mode = mode_of(check, options)};
    ls_set_id_print(&added->set_id, options->parent_namespace, options->set_name);
    ls_vec_push(&check->processes, added);
}

void ls_sim_check_ended(struct ls_sim_check *check, unsigned process, enum ls_run_end end)
{
    const struct check_process *ended = ls_check_process(check, process);
    ls_arena_reset(&check->scratch);
    if (ended && end == LS_RUN_DONE)
        ls_check_end(check, ended);
}

/* ---- secrets ---- */

static void secret_add(struct ls_sim_check *check, struct ls_slice value)
{
    if (value.len >= LS_SIM_SECRET_BYTES_MIN)
        ls_vec_push(&check->secrets, ls_strndup(value.at, value.len));
}

static void secrets_learn(struct ls_sim_check *check, struct ls_node object)
{
    if (!ls_check_is(object, "", "Secret"))
        return;
    LS_EACH (it, ls_node_at(object, "stringData"))
        secret_add(check, ls_node_string(it.value));
    LS_EACH (it, ls_node_at(object, "data")) {
        struct ls_buf value LS_AUTO(ls_buf_release) = {0};
        struct ls_err unused;
        secret_add(check, ls_node_string(it.value));
        if (!ls_base64_decode(ls_node_string(it.value), LS_BASE64_STANDARD, &value, &unused))
            secret_add(check, ls_buf_slice(&value));
    }
}

void ls_sim_check_text(struct ls_sim_check *check, const char *where, struct ls_slice text)
{
    struct ls_buf copy LS_AUTO(ls_buf_release) = {0};
    if (check->secrets.count > 0)
        ls_buf_add_slice(&copy, text);
    for (size_t i = 0; i < check->secrets.count; i++) {
        if (!strstr(ls_buf_text(&copy), check->secrets.at[i]))
            continue;
        ls_check_breach(check, LS_SIM_RULE_SECRET, LS_ABSENT, "the %s shows a secret value", where);
        return;
    }
}

/* ---- requests ---- */

/* The store may be older than what is asked for; the body may be no JSON. */
static const struct ls_obj *json_of(struct ls_slice text)
{
    const struct ls_obj *obj = NULL;
    struct ls_err unused;
    return text.len > 0 && !ls_json_parse(text, NULL, &obj, &unused) ? obj : NULL;
}

static void delete_sent(struct ls_sim_check *check, const struct ls_sim_request *request,
                        struct ls_node body)
{
    struct ls_node conditions = ls_node_at(body, "preconditions");
    bool has_uid = ls_node_string(ls_node_at(conditions, "uid")).len > 0;
    bool has_version = ls_node_string(ls_node_at(conditions, "resourceVersion")).len > 0;
    if (!has_uid || !has_version)
        ls_check_breach(check, LS_SIM_RULE_IDENTITY, LS_ABSENT,
                        "process %u sent DELETE %s without %s", request->process, request->path,
                        has_uid ? "resourceVersion" : "uid");
}

static void write_sent(struct ls_sim_check *check, const struct ls_sim_request *request,
                       size_t number, struct ls_slice bytes)
{
    struct check_sent sent = {
        .request = number, .body = json_of(bytes), .revision = check->revision};
    struct ls_node body = ls_obj_root(sent.body);
    if (check->is_silent)
        ls_check_breach(check, LS_SIM_RULE_SILENCE, LS_ABSENT,
                        "nothing has changed, but process %u sent %s %s", request->process,
                        request->method, request->path);
    if (strcmp(request->method, "DELETE") == 0)
        delete_sent(check, request, body);
    secrets_learn(check, body);
    ls_vec_push(&check->sent, sent);
}

/* A process that has just started knows of no version: what it reads must be the most recent. */
static void read_sent(struct ls_sim_check *check, const struct ls_sim_request *request)
{
    struct ls_slice rest = ls_slice_of(request->query);
    while (rest.len > 0) {
        if (ls_slice_is(ls_slice_cut(rest, '&', &rest), "resourceVersion=0"))
            ls_check_breach(check, LS_SIM_RULE_FRESH, LS_ABSENT,
                            "process %u sent %s %s?%s, which is answered from a cache of any age",
                            request->process, request->method, request->path, request->query);
    }
}

static bool sent_take(struct ls_sim_check *check, size_t number, struct check_sent *out)
{
    for (size_t i = 0; i < check->sent.count; i++) {
        if (check->sent.at[i].request != number)
            continue;
        *out = check->sent.at[i];
        ls_vec_remove_swap(&check->sent, i);
        return true;
    }
    return false;
}

/* Of a delete the Status names it in its details. */
static struct check_record *record_of_reply(const struct ls_sim_check *check, struct ls_node reply)
{
    struct ls_slice uid = ls_node_string(ls_node_at(reply, "metadata.uid"));
    if (uid.len == 0)
        uid = ls_node_string(ls_node_at(reply, "details.uid"));
    return record_by_uid(check, uid);
}

/* The change that a write made: of this version, or the last when its answer is a Status. NULL: the
 * server had nothing to do. */
static const struct check_change *change_of(const struct check_record *record,
                                            const struct check_sent *sent, struct ls_node reply)
{
    int64_t version = (int64_t)ls_rv_of_object(reply);
    for (size_t i = record->changes.count; i-- > 0;) {
        const struct check_change *change = &record->changes.at[i];
        if (change->revision > sent->revision && (version == 0 || version == change->revision))
            return change;
    }
    return NULL;
}

static void change_take(struct check_write *write, const struct check_sent *sent)
{
    const struct check_change *change = change_of(write->record, sent, write->reply);
    write->is_parent = ls_check_is_parent(ls_check_object(write->record));
    if (!change)
        return;
    write->is_changed = true;
    write->revision = change->revision;
    write->before = ls_obj_root(change->previous);
    write->after = ls_obj_root(change->object);
}

static void write_answered(struct ls_sim_check *check, const struct ls_sim_request *request,
                           const struct check_sent *sent, struct ls_slice bytes)
{
    const struct ls_obj *reply LS_AUTO(ls_obj_unref_at) = json_of(bytes);
    struct check_write write = {
        .request = request,
        .process = ls_check_process(check, request->process),
        .record = record_of_reply(check, ls_obj_root(reply)),
        .body = ls_obj_root(sent->body),
        .reply = ls_obj_root(reply),
        .is_delete = strcmp(request->method, "DELETE") == 0,
        .is_release = ls_node_is_list(ls_obj_root(sent->body)),
    };
    if (write.record)
        change_take(&write, sent);
    ls_arena_reset(&check->scratch);
    ls_check_written(check, &write);
}

void ls_sim_check_step(void *self, const struct ls_sim_request *request,
                       const struct ls_sim_step *step, struct ls_slice bytes)
{
    struct ls_sim_check *check = self;
    struct check_sent sent;
    if (step->kind == LS_SIM_STEP_SENT && !request->is_write)
        read_sent(check, request);
    if (!request->is_write)
        return;
    if (step->kind == LS_SIM_STEP_SENT)
        write_sent(check, request, step->request, bytes);
    if (step->kind != LS_SIM_STEP_ANSWERED || !sent_take(check, step->request, &sent))
        return;
    if (step->status >= 200 && step->status < 300)
        write_answered(check, request, &sent, bytes);
    ls_obj_unref(sent.body);
}

/* ---- life ---- */

struct ls_sim_check *ls_sim_check_new(const struct ls_clock *clock)
{
    struct ls_sim_check *check = LS_NEW(struct ls_sim_check);
    check->clock = clock;
    return check;
}

static void process_free(struct check_process *process)
{
    ls_buf_release(&process->set_id);
    ls_free(process);
}

void ls_sim_check_free(struct ls_sim_check *check)
{
    if (!check)
        return;
    for (size_t i = 0; i < check->records.count; i++)
        record_free(check->records.at[i]);
    for (size_t i = 0; i < check->processes.count; i++)
        process_free(check->processes.at[i]);
    for (size_t i = 0; i < check->sent.count; i++)
        ls_obj_unref(check->sent.at[i].body);
    for (size_t i = 0; i < check->secrets.count; i++)
        ls_free(check->secrets.at[i]);
    for (size_t i = 0; i < check->breaches.count; i++) {
        ls_free(check->breaches.at[i].object);
        ls_free(check->breaches.at[i].sentence);
    }
    ls_vec_release(&check->records);
    ls_vec_release(&check->processes);
    ls_vec_release(&check->sent);
    ls_vec_release(&check->secrets);
    ls_vec_release(&check->breaches);
    ls_arena_release(&check->scratch);
    ls_free(check);
}

void ls_sim_check_attach(struct ls_sim_check *check, struct ls_sim *sim)
{
    ls_sim_trace_observe(ls_sim_trace(sim), ls_sim_check_step, check);
    ls_sandbox_observe(ls_sim_sandbox(sim), ls_sim_check_change, check);
}

void ls_sim_check_silence(struct ls_sim_check *check, bool is_silent)
{
    check->is_silent = is_silent;
}
