#include "support_workload.h"

#include "base/buf.h"
#include "check.h"
#include "value/json.h"
#include "value/yaml.h"

#include <string.h>

static struct ls_node stage_parse(struct stage *stage, const char *yaml)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err = {0};
    CHECK_OK(ls_yaml_parse(ls_slice_of(yaml), NULL, &obj, &err), err);
    ls_build_node(&build, ls_obj_root(obj));
    return ls_build_arena(&build, &stage->arena);
}

void stage_init(struct stage *stage, const char *object_yaml)
{
    *stage = (struct stage){0};
    stage->view.arena = &stage->arena;
    stage->view.now_ms = (int64_t)STAGE_START_S * 1000;
    stage->view.object = stage_parse(stage, object_yaml);
    stage->view.key = ls_object_key_of(stage->view.object);
}

void stage_release(struct stage *stage)
{
    ls_arena_release(&stage->arena);
}

struct ls_node stage_node(struct stage *stage, const char *yaml, ...)
{
    va_list args;
    va_start(args, yaml);
    const char *text = ls_arena_vprintf(&stage->arena, yaml, args);
    va_end(args);
    return stage_parse(stage, text);
}

void stage_add(struct stage *stage, struct ls_nodes *list, const char *yaml, ...)
{
    va_list args;
    va_start(args, yaml);
    const char *text = ls_arena_vprintf(&stage->arena, yaml, args);
    va_end(args);
    ls_nodes_add(&stage->arena, list, stage_parse(stage, text));
}

void stage_decide(struct stage *stage, stage_fn decide)
{
    stage->decision = (struct ls_decision){.arena = &stage->arena};
    decide(&stage->view, &stage->decision);
}

size_t stage_count(const struct stage *stage, enum ls_act_type type, enum ls_thing thing)
{
    size_t count = 0;
    for (size_t i = 0; i < stage->decision.act_count; i++)
        count += stage->decision.acts[i].type == type && stage->decision.acts[i].thing == thing;
    return count;
}

const struct ls_act *stage_act(const struct stage *stage, enum ls_act_type type,
                               enum ls_thing thing, size_t nth)
{
    for (size_t i = 0; i < stage->decision.act_count; i++) {
        const struct ls_act *act = &stage->decision.acts[i];
        if (act->type == type && act->thing == thing && nth-- == 0)
            return act;
    }
    CHECK(!"there is no such act");
    return NULL;
}

const char *stage_told(const struct stage *stage, const char *reason)
{
    for (size_t i = 0; i < stage->decision.act_count; i++) {
        const struct ls_telling *telling = &stage->decision.acts[i].done;
        if (telling->reason && strcmp(telling->reason, reason) == 0)
            return telling->text;
    }
    return "";
}

const char *stage_json(struct stage *stage, struct ls_node node)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_json_print(&text, node, LS_JSON_COMPACT);
    return ls_arena_dup(&stage->arena, ls_buf_slice(&text));
}

const char *stage_condition(struct stage *stage, struct ls_node object, const char *type)
{
    LS_EACH (it, ls_node_at(object, "status.conditions")) {
        if (ls_node_string_is(ls_node_at(it.value, "type"), type))
            return ls_arena_printf(&stage->arena, "%s %s: %s",
                                   ls_node_text(ls_node_at(it.value, "status")),
                                   ls_node_text(ls_node_at(it.value, "reason")),
                                   ls_node_text(ls_node_at(it.value, "message")));
    }
    return "";
}
