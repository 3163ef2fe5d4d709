#include "support_stage.h"

#include <stdio.h>

#include "check.h"
#include "value/json.h"

/* ---- the stage ---- */

static void nothing_starts(void *self, struct ls_sim_process *process)
{
    (void)self;
    (void)process;
}

static bool nothing_is_done(const void *self)
{
    (void)self;
    return false;
}

static void stage_drop(void *self)
{
    struct stage *stage = self;
    if (stage->drop)
        stage->drop(stage->drop_self);
}

void stage_init(struct stage *stage, uint64_t seed)
{
    *stage = (struct stage){.sim = ls_sim_new(&(struct ls_sim_options){.seed = seed})};
    stage->world = ls_sim_world(stage->sim);
    stage->sandbox = ls_sim_sandbox(stage->sim);
    stage->wire = ls_sim_wire(stage->sim);
    stage->trace = ls_sim_trace(stage->sim);
    struct ls_service service = ls_sandbox_service(stage->sandbox);
    stage->raw = ls_memory_wire_new(stage->world, &service);
    stage_start(stage);
}

void stage_start(struct stage *stage)
{
    CHECK(stage->process == NULL);
    const struct ls_sim_program program = {stage, nothing_starts, nothing_is_done, stage_drop};
    stage->process = ls_sim_start(stage->sim, &program);
    stage->client = stage->process->client;
    stage->discovery = stage->process->discovery;
}

void stage_kill(struct stage *stage)
{
    ls_sim_kill(stage->process);
    stage->process = NULL;
    stage->client = NULL;
    stage->discovery = NULL;
}

void stage_release(struct stage *stage)
{
    stage_kill(stage);
    ls_memory_wire_free(stage->raw);
    ls_sim_free(stage->sim);
}

void stage_pass_ms(struct stage *stage, int64_t ms)
{
    ls_sim_pass_ms(stage->sim, ms);
}

/* ---- the observer ---- */

const struct ls_obj *stage_get(struct stage *stage, const char *path)
{
    const struct ls_obj *obj = NULL;
    struct ls_err err = {0};
    (void)!ls_sim_get(stage->sim, path, &obj, &err);
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

static void stage_change(struct stage *stage, struct ls_sim_change change)
{
    struct ls_err err = {0};
    CHECK_OK(ls_sim_change(stage->sim, &change, &err), err);
}

void stage_merge(struct stage *stage, const char *what, const char *space, const char *name,
                 const char *json)
{
    stage_change(stage, (struct ls_sim_change){.verb = LS_VERB_MERGE_PATCH,
                                               .what = what,
                                               .namespace_name = space,
                                               .name = name,
                                               .json = json});
}

void stage_create(struct stage *stage, const char *what, const char *space, const char *json)
{
    stage_change(stage,
                 (struct ls_sim_change){
                     .verb = LS_VERB_CREATE, .what = what, .namespace_name = space, .json = json});
}

void stage_delete(struct stage *stage, const char *what, const char *space, const char *name)
{
    stage_change(stage,
                 (struct ls_sim_change){
                     .verb = LS_VERB_DELETE, .what = what, .namespace_name = space, .name = name});
}

/* ---- states ---- */

size_t stage_member_count(struct stage *stage)
{
    return ls_sim_state_member_count(stage->sandbox);
}

void stage_dump(struct stage *stage, struct ls_buf *out)
{
    ls_sim_state_print(stage->sandbox, out);
}

void stage_check_same(const struct ls_buf *actual, const struct ls_buf *expected)
{
    struct ls_buf differences LS_AUTO(ls_buf_release) = {0};
    ls_sim_state_diff(ls_buf_slice(actual), ls_buf_slice(expected), &differences);
    CHECK_STR(ls_buf_text(&differences), "");
}
