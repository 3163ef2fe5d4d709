#include "sim/storm.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "value/lookup.h"

static const char mark_path[] = "metadata.annotations";
static const char mark_key[] = "example.com/storm";

static struct ls_sim_change change_of(const struct ls_storm_object *object, const char *json)
{
    return (struct ls_sim_change){
        .verb = LS_VERB_MERGE_PATCH,
        .what = object->what,
        .namespace_name = object->namespace_name,
        .name = object->name,
        .json = json,
    };
}

/* ---- the objects ---- */

static bool object_is_known(const struct ls_storm *storm, const char *path)
{
    for (size_t i = 0; i < storm->objects.count; i++) {
        if (strcmp(storm->objects.at[i].path, path) == 0)
            return true;
    }
    return false;
}

static void object_add(struct ls_storm *storm, const struct ls_ref *ref)
{
    struct ls_buf what LS_AUTO(ls_buf_release) = {0};
    struct ls_buf path LS_AUTO(ls_buf_release) = {0};
    struct ls_place place = ls_ref_place(ref);
    struct ls_err ignored;
    if (ls_path_add(&path, &place, &ignored) || object_is_known(storm, ls_buf_text(&path)))
        return;
    ls_resource_print(&what, ref->resource);
    ls_vec_push(&storm->objects,
                (struct ls_storm_object){
                    .path = ls_buf_take(&path),
                    .what = ls_buf_take(&what),
                    .namespace_name = place.namespace_name ? ls_strdup(place.namespace_name) : NULL,
                    .name = ls_strdup(ref->name),
                });
}

static void objects_find(struct ls_storm *storm)
{
    const struct ls_run *run = storm->play->command.run;
    for (size_t i = 0; run && i < ls_run_row_count(run); i++) {
        struct ls_row row;
        ls_run_row(run, i, &row);
        if (row.ref && row.ref->resource)
            object_add(storm, row.ref);
    }
}

/* ---- the storm ---- */

static void timer_ran(void *self)
{
    (void)self; /* virtual time has stopped here; the hook after the step does the rest */
}

static void storm_wait(struct ls_storm *storm)
{
    ls_timer_start(ls_sim_world(storm->play->sim)->loop, &storm->timer, 1, timer_ran, storm);
}

/* Objects may be replaced meanwhile. */
static void uid_read(const struct ls_storm *storm, struct ls_storm_object *object)
{
    const struct ls_obj *found LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err ignored;
    if (ls_sim_get(storm->play->sim, object->path, &found, &ignored))
        return;
    snprintf(object->uid, sizeof object->uid, "%s",
             ls_node_text(ls_node_at(ls_obj_root(found), "metadata.uid")));
}

static void storm_round(struct ls_storm *storm)
{
    char json[128];
    storm->rounds++;
    snprintf(json, sizeof json, "{\"metadata\":{\"annotations\":{\"%s\":\"%zu\"}}}", mark_key,
             storm->rounds);
    objects_find(storm);
    for (size_t i = 0; i < storm->objects.count; i++) {
        struct ls_storm_object *object = &storm->objects.at[i];
        struct ls_sim_change change = change_of(object, json);
        struct ls_err ignored;
        bool was_marked = object->is_marked;
        object->is_marked = !ls_sim_change(storm->play->sim, &change, &ignored);
        if (object->is_marked && !was_marked)
            uid_read(storm, object);
    }
}

/* After each step of the simulated world. */
static void storm_step(void *self)
{
    struct ls_storm *storm = self;
    if (!storm->play || !storm->play->command.run || storm->is_in_round ||
        ls_sim_now_ms(storm->play->sim) < storm->next_ms)
        return;
    storm->is_in_round = true;
    storm_round(storm);
    storm->is_in_round = false;
    storm->next_ms = ls_sim_now_ms(storm->play->sim) + 1;
    if (storm->next_ms < storm->end_ms)
        storm_wait(storm);
    else
        storm->next_ms = INT64_MAX;
}

void ls_storm_start(struct ls_storm *storm, struct ls_play *play)
{
    *storm = (struct ls_storm){
        .play = play,
        .next_ms = ls_sim_now_ms(play->sim),
        .end_ms = ls_sim_now_ms(play->sim) + LS_STORM_MS,
    };
    ls_sim_on_step(play->sim, storm_step, storm);
}

/* ---- what has to hold ---- */

/* Nothing of ours removes what others set. */
static enum ls_code mark_check(const struct ls_storm *storm, const struct ls_storm_object *object,
                               struct ls_err *err)
{
    const struct ls_obj *found LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err ignored;
    if (!object->is_marked || ls_sim_get(storm->play->sim, object->path, &found, &ignored))
        return LS_OK;
    struct ls_node marks = ls_node_at(ls_obj_root(found), mark_path);
    bool is_another =
        strcmp(ls_node_text(ls_node_at(ls_obj_root(found), "metadata.uid")), object->uid) != 0;
    if (!is_another && ls_node_is_absent(ls_node_get(marks, ls_slice_of(mark_key))))
        return ls_fail(err, LS_E_CONFLICT, "%s lost a field that somebody else set", object->path);
    return LS_OK;
}

/* The writes to one path within a second from request `from` on. */
static size_t writes_within_second(const struct ls_sim_trace *trace, size_t from)
{
    const struct ls_sim_request *first = ls_sim_trace_request(trace, from);
    size_t count = 0;
    for (size_t i = from; i < ls_sim_trace_request_count(trace); i++) {
        const struct ls_sim_request *request = ls_sim_trace_request(trace, i);
        count += request->is_write && request->sent_ms < first->sent_ms + 1000 &&
                 strcmp(request->path, first->path) == 0;
    }
    return count;
}

static enum ls_code rate_check(const struct ls_storm *storm, struct ls_err *err)
{
    const struct ls_sim_trace *trace = ls_sim_trace(storm->play->sim);
    for (size_t i = storm->play->trace_from; i < ls_sim_trace_request_count(trace); i++) {
        const struct ls_sim_request *request = ls_sim_trace_request(trace, i);
        size_t count = request->is_write ? writes_within_second(trace, i) : 0;
        if (count > LS_STORM_WRITES_MAX)
            return ls_fail(err, LS_E_TOO_MANY, "%zu writes to %s within a second, %d are allowed",
                           count, request->path, LS_STORM_WRITES_MAX);
    }
    return LS_OK;
}

static void mark_remove(const struct ls_storm *storm, const struct ls_storm_object *object)
{
    char json[128];
    struct ls_err ignored;
    snprintf(json, sizeof json, "{\"metadata\":{\"annotations\":{\"%s\":null}}}", mark_key);
    struct ls_sim_change change = change_of(object, json);
    (void)!ls_sim_change(storm->play->sim, &change, &ignored);
}

enum ls_code ls_storm_end(struct ls_storm *storm, struct ls_err *err)
{
    LS_ASSERT(storm->play);
    ls_timer_stop(ls_sim_world(storm->play->sim)->loop, &storm->timer);
    enum ls_code code = rate_check(storm, err);
    for (size_t i = 0; i < storm->objects.count; i++) {
        struct ls_storm_object *object = &storm->objects.at[i];
        if (!code)
            code = mark_check(storm, object, err);
        mark_remove(storm, object);
    }
    storm->next_ms = INT64_MAX;
    return code;
}

void ls_storm_release(struct ls_storm *storm)
{
    if (storm->play)
        ls_timer_stop(ls_sim_world(storm->play->sim)->loop, &storm->timer);
    for (size_t i = 0; i < storm->objects.count; i++) {
        ls_free(storm->objects.at[i].path);
        ls_free(storm->objects.at[i].what);
        ls_free(storm->objects.at[i].namespace_name);
        ls_free(storm->objects.at[i].name);
    }
    ls_vec_release(&storm->objects);
    *storm = (struct ls_storm){0};
}
