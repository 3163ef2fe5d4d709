/*
 * Stand-ins for rooms that are still being built, so that the server can be started without them.
 * Each goes when its room has landed.
 */
#include "base/buf.h"
#include "base/mem.h"
#include "sandbox/keep/keep.h"
#include "sandbox/kinds/columns.h"
#include "sandbox/serve/select.h"
#include "sandbox/serve/watch.h"
#include "sandbox/types/body.h"
#include "value/json.h"
#include "value/strategic_merge.h"
#include "value/yaml.h"

#define WEAK __attribute__((weak))

static const struct ls_failure *later(struct ls_arena *arena)
{
    return ls_failure_new(arena, 501, "", "not built yet");
}

WEAK struct ls_slice ls_body_media_type(struct ls_arena *arena, struct ls_slice content_type)
{
    (void)arena;
    return content_type;
}
WEAK const struct ls_failure *ls_body_unsupported(struct ls_arena *arena, const char *accepted)
{
    (void)accepted;
    return later(arena);
}
struct ls_watches {
    int nothing;
};
WEAK struct ls_watches *ls_watches_new(struct ls_cluster *cluster,
                                       const struct ls_watches_options *options)
{
    (void)cluster;
    (void)options;
    return LS_NEW(struct ls_watches);
}
WEAK void ls_watches_free(struct ls_watches *watches)
{
    ls_free(watches);
}
WEAK size_t ls_watches_count(const struct ls_watches *watches)
{
    (void)watches;
    return 0;
}
WEAK const struct ls_failure *ls_watch_start(struct ls_watches *watches,
                                             struct ls_api_request *request,
                                             const struct ls_list_options *options)
{
    (void)watches;
    (void)options;
    return later(request->arena);
}
WEAK size_t ls_kind_column_count(const struct ls_kind *kind)
{
    (void)kind;
    return 1;
}
WEAK struct ls_column ls_kind_column(const struct ls_kind *kind, size_t i)
{
    (void)kind;
    (void)i;
    return (struct ls_column){"Name", "string", "name", "", 0};
}
WEAK void ls_kind_cells(const struct ls_kind *kind, struct ls_build *build, struct ls_node object,
                        int64_t now_ms)
{
    (void)kind;
    (void)now_ms;
    ls_build_text(build, ls_node_text(ls_node_at(object, "metadata.name")));
}
WEAK struct ls_keep *ls_keep_new(struct ls_cluster *cluster)
{
    (void)cluster;
    return NULL;
}
WEAK void ls_keep_free(struct ls_keep *keep)
{
    (void)keep;
}
WEAK const char *ls_selector_words(struct ls_arena *arena, struct ls_slice text)
{
    (void)text;
    return ls_arena_printf(arena, "unable to parse requirement");
}

WEAK bool ls_body_read_json(struct ls_arena *arena, struct ls_slice bytes, struct ls_node *out,
                            const char **why)
{
    const struct ls_obj *value LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_err err;
    if (ls_json_parse(bytes, NULL, &value, &err)) {
        *why = ls_arena_printf(arena, "%s", err.text);
        return false;
    }
    ls_build_node(&build, ls_obj_root(value));
    *out = ls_build_arena(&build, arena);
    return true;
}
WEAK bool ls_body_read_yaml(struct ls_arena *arena, struct ls_slice bytes, struct ls_node *out,
                            const char **why)
{
    const struct ls_obj *value LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_err err;
    if (ls_yaml_parse(bytes, NULL, &value, &err)) {
        *why = ls_arena_printf(arena, "%s", err.text);
        return false;
    }
    ls_build_node(&build, ls_obj_root(value));
    *out = ls_build_arena(&build, arena);
    return true;
}
WEAK const struct ls_failure *ls_body_read(struct ls_arena *arena, struct ls_slice content_type,
                                           struct ls_slice bytes, const struct ls_body_wish *wish,
                                           struct ls_strays *strays, struct ls_node *out)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_node value;
    const char *why = "";
    (void)content_type;
    (void)strays;
    if (!ls_body_read_yaml(arena, bytes, &value, &why))
        return ls_failure_bad_request(arena, "%s", why);
    ls_build_map(&build);
    ls_build_member_text(&build, "kind", wish->kind);
    ls_build_member_text(
        &build, "apiVersion",
        ls_arena_printf(arena, "%s%s%s", wish->group, wish->group[0] ? "/" : "", wish->version));
    LS_EACH (it, value) {
        if (ls_slice_is(it.key, "kind") || ls_slice_is(it.key, "apiVersion"))
            continue;
        ls_build_key(&build, it.key);
        ls_build_node(&build, it.value);
    }
    ls_build_end(&build);
    *out = ls_build_arena(&build, arena);
    return NULL;
}
WEAK void ls_age_print(struct ls_buf *out, struct ls_node time, int64_t now_ms)
{
    (void)time;
    (void)now_ms;
    ls_buf_add_text(out, "<unknown>");
}
WEAK enum ls_code ls_strategic_merge(struct ls_arena *arena, struct ls_node target,
                                     struct ls_node patch, const struct ls_type_schema *type,
                                     struct ls_node *out, struct ls_err *err)
{
    (void)arena;
    (void)target;
    (void)patch;
    (void)type;
    (void)out;
    return ls_fail(err, LS_E_UNSUPPORTED, "not built yet");
}
