#include "support_stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "kube/list.h"
#include "kube/wait.h"
#include "phase/words.h"
#include "value/edit.h"
#include "value/json.h"

static const int64_t wall_start_ms = 1767225600000;

/* ---- the stage ---- */

static struct ls_memory_wire *stage_connect(struct stage *stage)
{
    struct ls_service service = ls_sandbox_service(stage->sandbox);
    return ls_memory_wire_new(stage->world, &service);
}

void stage_init(struct stage *stage, uint64_t seed)
{
    *stage = (struct stage){.world = ls_world_new_virtual(seed, wall_start_ms)};
    stage->sandbox =
        ls_sandbox_new(stage->world, &(struct ls_sandbox_options){.node_count = LS_SANDBOX_NODES});
    fault_wire_init(&stage->wire, stage->world);
    stage->eye_memory = stage_connect(stage);
    stage->eye = ls_client_new(stage->world, ls_memory_wire_interface(stage->eye_memory), NULL);
    stage->eye_kinds = ls_discovery_new(stage->eye);
    stage_start(stage);
}

void stage_start(struct stage *stage)
{
    CHECK(stage->client == NULL);
    stage->memory = stage_connect(stage);
    fault_wire_open(&stage->wire, ls_memory_wire_interface(stage->memory));
    stage->client = ls_client_new(stage->world, &stage->wire.interface, NULL);
    stage->discovery = ls_discovery_new(stage->client);
}

void stage_kill(struct stage *stage)
{
    if (stage->drop)
        stage->drop(stage->drop_self);
    if (!stage->client)
        return;
    ls_discovery_free(stage->discovery);
    ls_client_free(stage->client);
    fault_wire_close(&stage->wire);
    ls_memory_wire_free(stage->memory);
    stage->discovery = NULL;
    stage->client = NULL;
    stage->memory = NULL;
}

void stage_release(struct stage *stage)
{
    stage_kill(stage);
    fault_wire_release(&stage->wire);
    ls_discovery_free(stage->eye_kinds);
    ls_client_free(stage->eye);
    ls_memory_wire_free(stage->eye_memory);
    ls_sandbox_free(stage->sandbox);
    ls_world_free(stage->world);
}

static void time_is_up(void *self)
{
    *(bool *)self = true;
}

void stage_pass_ms(struct stage *stage, int64_t ms)
{
    struct ls_timer end = {0};
    bool is_over = false;
    ls_timer_start(stage->world->loop, &end, ms, time_is_up, &is_over);
    while (!is_over)
        CHECK(ls_loop_step(stage->world->loop, ms));
}

/* ---- the eye ---- */

const struct ls_obj *stage_get(struct stage *stage, const char *path)
{
    const struct ls_obj *obj = NULL;
    struct ls_err err = {0};
    (void)!ls_call_wait(stage->eye, &(struct ls_call_spec){.raw_target = path}, &obj, &err);
    return obj;
}

bool stage_has(struct stage *stage, const char *path)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = stage_get(stage, path);
    return obj && !ls_node_string_is(ls_node_at(ls_obj_root(obj), "kind"), "Status");
}

const char *stage_text(struct stage *stage, const char *path, const char *field)
{
    static char text[4096];
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = stage_get(stage, path);
    struct ls_node node = ls_node_at(ls_obj_root(obj), field);
    struct ls_buf printed LS_AUTO(ls_buf_release) = {0};
    if (ls_node_is_string(node))
        ls_buf_add_slice(&printed, ls_node_string(node));
    else if (!ls_node_is_absent(node))
        ls_json_print(&printed, node, LS_JSON_COMPACT);
    snprintf(text, sizeof text, "%s", ls_buf_text(&printed));
    return text;
}

static const struct ls_resource *stage_kind(struct stage *stage, const char *what)
{
    struct ls_match match = {0};
    struct ls_err err = {0};
    CHECK_OK(ls_discovery_find_wait(stage->eye_kinds, ls_slice_of(what), &match, &err), err);
    return match.resource;
}

static void stage_ask(struct stage *stage, struct ls_call_spec ask)
{
    struct ls_err err = {0};
    CHECK_OK(ls_call_wait(stage->eye, &ask, NULL, &err), err);
}

void stage_merge(struct stage *stage, const char *what, const char *space, const char *name,
                 const char *json)
{
    stage_ask(stage, (struct ls_call_spec){.verb = LS_VERB_MERGE_PATCH,
                                           .place = {stage_kind(stage, what), space, name, NULL},
                                           .field_manager = "somebody",
                                           .body_text = ls_slice_of(json)});
}

void stage_create(struct stage *stage, const char *what, const char *space, const char *json)
{
    stage_ask(stage, (struct ls_call_spec){.verb = LS_VERB_CREATE,
                                           .place = {stage_kind(stage, what), space, NULL, NULL},
                                           .field_manager = "somebody",
                                           .body_text = ls_slice_of(json)});
}

void stage_delete(struct stage *stage, const char *what, const char *space, const char *name)
{
    stage_ask(stage, (struct ls_call_spec){.verb = LS_VERB_DELETE,
                                           .place = {stage_kind(stage, what), space, name, NULL}});
}

/* ---- all objects ---- */

typedef void (*each_fn)(void *self, struct ls_node object);

struct each {
    each_fn fn;
    void *self;
};

static bool each_object(void *self, const struct ls_obj *obj)
{
    const struct each *each = self;
    each->fn(each->self, ls_obj_root(obj));
    return true;
}

static void each_begin(void *self)
{
    (void)self;
}

static void each_done(void *self, const struct ls_list_end *end)
{
    (void)self;
    (void)end;
}

/* Events and leases tell of time, not of a state. */
static bool is_told(const struct ls_resource *resource)
{
    return (resource->can & LS_CAN_LIST) && strcmp(resource->kind, "Event") != 0 &&
           strcmp(resource->kind, "Lease") != 0 && strcmp(resource->kind, "ComponentStatus") != 0;
}

static void stage_each(struct stage *stage, const char *labels, each_fn fn, void *self)
{
    struct ls_err err = {0};
    struct each each = {fn, self};
    struct ls_list_hooks hooks = {&each, each_begin, each_object, each_done, NULL};
    CHECK_OK(ls_discovery_wait(stage->eye_kinds, &err), err);
    const struct ls_catalog *kinds = ls_discovery_catalog(stage->eye_kinds);
    const struct ls_resource *resource;
    for (size_t at = 0; (resource = ls_catalog_next(kinds, NULL, &at));) {
        struct ls_selection selection = {.resource = resource, .labels = labels};
        if (is_told(resource) && ls_catalog_is_preferred(kinds, resource))
            CHECK_OK(ls_list_wait(stage->eye, &selection, NULL, &hooks, &err), err);
    }
}

static void member_count_add(void *self, struct ls_node object)
{
    (void)object;
    ++*(size_t *)self;
}

size_t stage_member_count(struct stage *stage)
{
    size_t count = 0;
    stage_each(stage, LS_LABEL_PART_OF, member_count_add, &count);
    return count;
}

/* ---- the dump ---- */

struct tally { /* what controllers make */
    char *what;
    size_t count;
};

struct dump {
    LS_VEC(char *) lines;
    LS_VEC(struct tally) tallies;
};

/* The endpoints of a Service carry its labels, and what a Deployment makes its annotations: a
 * member has both of ours. */
static bool is_member(struct ls_node object)
{
    struct ls_node notes = ls_node_at(object, "metadata.annotations");
    struct ls_node labels = ls_node_at(object, "metadata.labels");
    bool has_note = !ls_node_is_absent(ls_node_get(notes, LS_SLICE(LS_NOTE_ORDER)));
    bool has_label = !ls_node_is_absent(ls_node_get(labels, LS_SLICE(LS_LABEL_PART_OF)));
    return (has_note && has_label) ||
           !ls_node_is_absent(ls_node_get(labels, LS_SLICE(LS_LABEL_SET_ID)));
}

static struct ls_node controller_of(struct ls_node object)
{
    LS_EACH (owner, ls_node_at(object, "metadata.ownerReferences")) {
        if (ls_node_bool(ls_node_at(owner.value, "controller"), false))
            return owner.value;
    }
    return ls_node_item(ls_node_at(object, "metadata.ownerReferences"), SIZE_MAX);
}

static void name_print(struct ls_buf *out, struct ls_node object)
{
    struct ls_slice space = ls_node_string(ls_node_at(object, "metadata.namespace"));
    ls_buf_printf(out, "%s %.*s%s%s", ls_node_text(ls_node_at(object, "kind")), LS_ARG(space),
                  space.len ? "/" : "", ls_node_text(ls_node_at(object, "metadata.name")));
}

static void tally_add(struct dump *dump, struct ls_node object, struct ls_node owner)
{
    struct ls_buf what = {0};
    ls_buf_printf(&what, "%s in %s of a %s", ls_node_text(ls_node_at(object, "kind")),
                  ls_node_text(ls_node_at(object, "metadata.namespace")),
                  ls_node_text(ls_node_at(owner, "kind")));
    for (size_t i = 0; i < dump->tallies.count; i++) {
        if (strcmp(dump->tallies.at[i].what, what.at) != 0)
            continue;
        dump->tallies.at[i].count++;
        ls_buf_release(&what);
        return;
    }
    ls_vec_push(&dump->tallies, (struct tally){ls_buf_take(&what), 1});
}

/* What differs from one life to the next. */
static const char *const passing[] = {
    "metadata.uid",        "metadata.resourceVersion", "metadata.creationTimestamp",
    "metadata.generation", "metadata.managedFields",   "status",
    "spec.clusterIP",      "spec.clusterIPs",          "spec.volumeName",
};
/* Those that a Job is given. */
static const char *const passing_job[] = {"spec.selector", "spec.template.metadata.labels"};

static void object_strip(const struct ls_obj **object, const char *const *paths, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct ls_obj *less = NULL;
        struct ls_err err = {0};
        CHECK_OK(ls_edit_set(ls_obj_root(*object), paths[i], LS_ABSENT, &less, &err), err);
        ls_obj_unref(*object);
        *object = less;
    }
}

/* Hashes are keyed with the parent's uid: "v1:0af3..." becomes "v1:*". */
static void hashes_blank(const char *text, struct ls_buf *out)
{
    for (const char *at; (at = strstr(text, "v1:")); text = at) {
        at += 3;
        ls_buf_add(out, text, (size_t)(at - text));
        size_t hex = strspn(at, "0123456789abcdef");
        if (hex >= 32)
            ls_buf_add_char(out, '*');
        at += hex >= 32 ? hex : 0;
    }
    ls_buf_add_text(out, text);
}

static void managers_print(struct ls_buf *out, struct ls_node object)
{
    LS_EACH (entry, ls_node_at(object, "metadata.managedFields")) {
        struct ls_slice manager = ls_node_string(ls_node_at(entry.value, "manager"));
        if (!ls_slice_starts(manager, LS_FIELD_MANAGER_PREFIX))
            continue;
        ls_buf_printf(out, " %.*s %s ", LS_ARG(manager),
                      ls_node_text(ls_node_at(entry.value, "operation")));
        ls_json_print(out, ls_node_at(entry.value, "fieldsV1"), LS_JSON_COMPACT);
    }
}

static void member_print(struct ls_buf *out, struct ls_node object)
{
    const struct ls_obj *bare LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err = {0};
    CHECK_OK(ls_edit_set(object, "metadata.selfLink", LS_ABSENT, &bare, &err), err);
    object_strip(&bare, passing, LS_COUNT(passing));
    if (ls_node_string_is(ls_node_at(object, "kind"), "Job"))
        object_strip(&bare, passing_job, LS_COUNT(passing_job));
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_json_print(&text, ls_obj_root(bare), LS_JSON_COMPACT);
    ls_buf_add_char(out, ' ');
    hashes_blank(ls_buf_text(&text), out);
    managers_print(out, object);
}

static void dump_add(void *self, struct ls_node object)
{
    struct dump *dump = self;
    bool is_ours = is_member(object);
    bool is_volume = ls_node_string_is(ls_node_at(object, "kind"), "PersistentVolume");
    struct ls_node owner = controller_of(object);
    if (!is_ours && (is_volume || !ls_node_is_absent(owner))) {
        tally_add(dump, object, owner);
        return;
    }
    struct ls_buf line = {0};
    name_print(&line, object);
    if (is_ours)
        member_print(&line, object);
    ls_vec_push(&dump->lines, ls_buf_take(&line));
}

static int line_compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void stage_dump(struct stage *stage, struct ls_buf *out)
{
    struct dump dump = {0};
    stage_each(stage, NULL, dump_add, &dump);
    for (size_t i = 0; i < dump.tallies.count; i++) {
        struct ls_buf line = {0};
        ls_buf_printf(&line, "%s: %zu", dump.tallies.at[i].what, dump.tallies.at[i].count);
        ls_vec_push(&dump.lines, ls_buf_take(&line));
        ls_free(dump.tallies.at[i].what);
    }
    qsort(dump.lines.at, dump.lines.count, sizeof *dump.lines.at, line_compare);
    for (size_t i = 0; i < dump.lines.count; i++) {
        ls_buf_printf(out, "%s\n", dump.lines.at[i]);
        ls_free(dump.lines.at[i]);
    }
    ls_vec_release(&dump.lines);
    ls_vec_release(&dump.tallies);
}

/* ---- two dumps ---- */

static bool has_line(struct ls_slice text, struct ls_slice line)
{
    while (text.len > 0) {
        if (ls_slice_equal(ls_slice_cut(text, '\n', &text), line))
            return true;
    }
    return false;
}

static size_t lines_missing(struct ls_slice from, struct ls_slice in, const char *sign)
{
    size_t count = 0;
    while (from.len > 0) {
        struct ls_slice line = ls_slice_cut(from, '\n', &from);
        if (line.len == 0 || has_line(in, line))
            continue;
        print_error("%s %.*s\n", sign, LS_ARG(line));
        count++;
    }
    return count;
}

void stage_check_same(const struct ls_buf *actual, const struct ls_buf *expected)
{
    size_t count = lines_missing(ls_buf_slice(expected), ls_buf_slice(actual), "missing: ") +
                   lines_missing(ls_buf_slice(actual), ls_buf_slice(expected), "too much:");
    CHECK_INT(count, 0);
}
