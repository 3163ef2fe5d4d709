#include "sim/rehearse/gate_path.h"

#include <string.h>

#include "base/ascii.h"
#include "sim/rehearse/limits.h"
#include "value/build.h"
#include "value/edit.h"

/* ---- from text ---- */

/* All up to one of the characters; what is left stays in *text. */
static struct ls_slice take_until(struct ls_slice *text, const char *ends)
{
    size_t len = 0;
    while (len < text->len && !ls_char_is_any(text->at[len], ends))
        len++;
    struct ls_slice taken = {text->at, len};
    *text = ls_slice_from(*text, len);
    return taken;
}

static bool take(struct ls_slice *text, const char *prefix)
{
    if (!ls_slice_starts(*text, prefix))
        return false;
    *text = ls_slice_from(*text, strlen(prefix));
    return true;
}

static bool take_quoted(struct ls_slice *text, struct ls_slice *out)
{
    const char *quote = ls_slice_starts(*text, "'") ? "'" : "\"";
    if (!take(text, quote))
        return false;
    *out = take_until(text, quote);
    return take(text, quote) && ls_slice_find(*out, '\\') == SIZE_MAX;
}

/* Behind `[`. */
static bool bracket_parse(struct ls_slice *text, struct ls_gate_step *out)
{
    int64_t index = 0;
    if (take(text, "?(@.")) {
        out->kind = LS_GATE_FILTER;
        out->key = ls_slice_trim(take_until(text, "=!<>[. "));
        *text = ls_slice_trim(*text);
        if (!take(text, "=="))
            return false;
        *text = ls_slice_trim(*text);
        return take_quoted(text, &out->wanted) && out->key.len > 0 && take(text, ")]");
    }
    if (take_quoted(text, &out->key))
        return out->key.len > 0 && take(text, "]");
    out->kind = LS_GATE_INDEX;
    if (!ls_slice_to_i64(take_until(text, "]"), &index) || index < 0 ||
        index >= LS_REHEARSE_GATE_INDEX_MAX)
        return false;
    out->index = (size_t)index;
    return take(text, "]");
}

static bool step_parse(struct ls_slice *text, struct ls_gate_step *out)
{
    *out = (struct ls_gate_step){.kind = LS_GATE_FIELD};
    if (take(text, "["))
        return bracket_parse(text, out);
    if (!take(text, "."))
        return false;
    out->key = take_until(text, ".[{}*?()\\ ");
    return out->key.len > 0;
}

bool ls_gate_path_parse(struct ls_arena *arena, struct ls_slice text, struct ls_gate_path *out)
{
    struct ls_gate_path path = {
        .steps = LS_ARENA_ARRAY(arena, struct ls_gate_step, LS_REHEARSE_GATE_STEPS_MAX)};
    if (ls_slice_find(text, '\0') != SIZE_MAX)
        return false;
    if (take(&text, "{") && text.len > 0 && text.at[text.len - 1] == '}')
        text.len--;
    while (text.len > 0) {
        if (path.count == LS_REHEARSE_GATE_STEPS_MAX || !step_parse(&text, &path.steps[path.count]))
            return false;
        path.count++;
    }
    *out = path;
    /* A value in place of a whole item would lose the member by which the filter finds it. */
    return path.count > 0 && path.steps[0].kind == LS_GATE_FIELD &&
           path.steps[path.count - 1].kind != LS_GATE_FILTER;
}

bool ls_gate_path_is_in(const struct ls_gate_path *path, const char *field)
{
    return path->count > 0 && ls_slice_is(path->steps[0].key, field);
}

/* ---- writing ---- */

/* The item of a list that has the member; past the last one when none has. */
static size_t filter_index(struct ls_node list, const struct ls_gate_step *step)
{
    size_t at = 0;
    LS_EACH (item, list) {
        if (ls_slice_equal(ls_node_string(ls_node_get(item.value, step->key)), step->wanted))
            return at;
        at++;
    }
    return at;
}

static void tail_build(struct ls_build *build, const struct ls_gate_path *path, size_t from,
                       struct ls_node value);

static void field_build(struct ls_build *build, const struct ls_gate_path *path, size_t from,
                        struct ls_node value)
{
    ls_build_key(build, path->steps[from].key);
    tail_build(build, path, from + 1, value);
}

/* The item of a list that a filter wants: its member, and the rest of the path. */
static void item_build(struct ls_build *build, const struct ls_gate_path *path, size_t from,
                       struct ls_node value)
{
    const struct ls_gate_step *step = &path->steps[from];
    ls_build_map(build);
    ls_build_key(build, step->key);
    ls_build_string(build, step->wanted);
    if (from + 1 < path->count && path->steps[from + 1].kind == LS_GATE_FIELD)
        field_build(build, path, from + 1, value);
    ls_build_end(build);
}

/* What stands at step `from` and behind it, where nothing was; at most
 * LS_REHEARSE_GATE_STEPS_MAX deep. */
static void tail_build(struct ls_build *build, const struct ls_gate_path *path, size_t from,
                       struct ls_node value)
{
    if (from == path->count) {
        ls_build_node(build, value);
        return;
    }
    const struct ls_gate_step *step = &path->steps[from];
    if (step->kind == LS_GATE_FIELD) {
        ls_build_map(build);
        field_build(build, path, from, value);
        ls_build_end(build);
        return;
    }
    ls_build_list(build);
    for (size_t i = 0; step->kind == LS_GATE_INDEX && i < step->index; i++)
        ls_build_null(build);
    if (step->kind == LS_GATE_FILTER)
        item_build(build, path, from, value);
    else
        tail_build(build, path, from + 1, value);
    ls_build_end(build);
}

static struct ls_path_step step_of(const struct ls_gate_step *step, struct ls_node at)
{
    if (step->kind == LS_GATE_FIELD)
        return (struct ls_path_step){.key = step->key};
    return (struct ls_path_step){.index = step->kind == LS_GATE_INDEX ? step->index
                                                                      : filter_index(at, step)};
}

static struct ls_node child_of(struct ls_node at, struct ls_path_step step)
{
    return step.key.at ? ls_node_get(at, step.key) : ls_node_item(at, step.index);
}

enum ls_code ls_gate_path_set(struct ls_node object, const struct ls_gate_path *path,
                              struct ls_node value, const struct ls_obj **out, struct ls_err *err)
{
    struct ls_path_step steps[LS_REHEARSE_GATE_STEPS_MAX];
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_node at = object;
    size_t count = 0;
    while (count < path->count && !ls_node_is_absent(at)) {
        steps[count] = step_of(&path->steps[count], at);
        at = child_of(at, steps[count]);
        count++;
    }
    /* The last step taken may lead to nothing: all behind it is made. */
    if (path->steps[count - 1].kind == LS_GATE_FILTER && ls_node_is_absent(at))
        item_build(&build, path, count - 1, value);
    else
        tail_build(&build, path, count, value);
    const struct ls_obj *tail LS_AUTO(ls_obj_unref_at) = ls_build_obj(&build);
    struct ls_edit edit = {.path = {steps, count}, .value = ls_obj_root(tail)};
    return ls_edit_apply(object, &edit, 1, out, err);
}
