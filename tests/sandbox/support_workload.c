#include "support_workload.h"

#include <string.h>

#include "base/buf.h"
#include "check.h"
#include "value/json.h"
#include "value/yaml.h"

static struct ls_node scene_parse(struct scene *scene, const char *yaml)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err = {0};
    CHECK_OK(ls_yaml_parse(ls_slice_of(yaml), NULL, &obj, &err), err);
    ls_build_node(&build, ls_obj_root(obj));
    return ls_build_arena(&build, &scene->arena);
}

void scene_init(struct scene *scene, const char *object_yaml)
{
    *scene = (struct scene){0};
    scene->view.arena = &scene->arena;
    scene->view.now_ms = (int64_t)SCENE_START_S * 1000;
    scene->view.object = scene_parse(scene, object_yaml);
    scene->view.key = ls_object_key_of(scene->view.object);
}

void scene_release(struct scene *scene)
{
    ls_arena_release(&scene->arena);
}

struct ls_node scene_node(struct scene *scene, const char *yaml, ...)
{
    va_list args;
    va_start(args, yaml);
    const char *text = ls_arena_vprintf(&scene->arena, yaml, args);
    va_end(args);
    return scene_parse(scene, text);
}

void scene_add(struct scene *scene, struct ls_nodes *list, const char *yaml, ...)
{
    va_list args;
    va_start(args, yaml);
    const char *text = ls_arena_vprintf(&scene->arena, yaml, args);
    va_end(args);
    ls_nodes_add(&scene->arena, list, scene_parse(scene, text));
}

void scene_decide(struct scene *scene, scene_fn decide)
{
    scene->decision = (struct ls_controller_decision){.arena = &scene->arena};
    decide(&scene->view, &scene->decision);
}

size_t scene_count(const struct scene *scene, enum ls_act_type type, enum ls_workload_kind kind)
{
    size_t count = 0;
    for (size_t i = 0; i < scene->decision.act_count; i++)
        count += scene->decision.acts[i].type == type && scene->decision.acts[i].kind == kind;
    return count;
}

const struct ls_act *scene_act(const struct scene *scene, enum ls_act_type type,
                               enum ls_workload_kind kind, size_t nth)
{
    for (size_t i = 0; i < scene->decision.act_count; i++) {
        const struct ls_act *act = &scene->decision.acts[i];
        if (act->type == type && act->kind == kind && nth-- == 0)
            return act;
    }
    check_true(false, "there is such an act", __FILE__, __LINE__);
    return NULL;
}

const char *scene_event(const struct scene *scene, const char *reason)
{
    for (size_t i = 0; i < scene->decision.act_count; i++) {
        const struct ls_act_event *telling = &scene->decision.acts[i].done;
        if (telling->reason && strcmp(telling->reason, reason) == 0)
            return telling->text;
    }
    return "";
}

const char *scene_json(struct scene *scene, struct ls_node node)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_json_print(&text, node, LS_JSON_COMPACT);
    return ls_arena_dup(&scene->arena, ls_buf_slice(&text));
}

const char *scene_condition(struct scene *scene, struct ls_node object, const char *type)
{
    LS_EACH (it, ls_node_at(object, "status.conditions")) {
        if (ls_node_string_is(ls_node_at(it.value, "type"), type))
            return ls_arena_printf(&scene->arena, "%s %s: %s",
                                   ls_node_text(ls_node_at(it.value, "status")),
                                   ls_node_text(ls_node_at(it.value, "reason")),
                                   ls_node_text(ls_node_at(it.value, "message")));
    }
    return "";
}
