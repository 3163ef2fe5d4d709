#include "value/path.h"

#include <string.h>

#include "base/vec.h"
#include "value/json.h"
#include "value/limits.h"

/* The rest of a path text. */
struct path_cursor {
    struct ls_arena *arena;
    struct ls_slice text;
    size_t at;
    struct ls_err *err;
};

static enum ls_code fail(const struct path_cursor *in, const char *what)
{
    return ls_fail(in->err, LS_E_INVALID, "path %.*s: %s at character %zu", LS_ARG(in->text), what,
                   in->at + 1);
}

static bool is_next(const struct path_cursor *in, char c)
{
    return in->at < in->text.len && in->text.at[in->at] == c;
}

/* The length of the run up to the first of the bytes in `stops`. */
static struct ls_slice take_until(struct path_cursor *in, const char *stops)
{
    size_t begin = in->at;
    while (in->at < in->text.len && !ls_char_is_any(in->text.at[in->at], stops))
        in->at++;
    return (struct ls_slice){in->text.at + begin, in->at - begin};
}

static enum ls_code read_plain(struct path_cursor *in, struct ls_path_step *out)
{
    struct ls_slice key = take_until(in, ".[");
    if (key.len == 0)
        return fail(in, "a name is missing");
    *out = (struct ls_path_step){.key = key};
    return LS_OK;
}

/* A JSON string, so that every key can be written. */
static enum ls_code read_quoted(struct path_cursor *in, struct ls_path_step *out)
{
    size_t begin = in->at++;
    while (in->at < in->text.len && in->text.at[in->at] != '"')
        in->at += in->text.at[in->at] == '\\' ? 2 : 1;
    if (!is_next(in, '"'))
        return fail(in, "a closing quote is missing");
    in->at++;
    struct ls_slice quoted = {in->text.at + begin, in->at - begin};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    if (ls_json_parse(quoted, NULL, &obj, in->err))
        return ls_context(in->err, "path %.*s", LS_ARG(in->text));
    *out =
        (struct ls_path_step){.key = ls_arena_slice(in->arena, ls_node_string(ls_obj_root(obj)))};
    return LS_OK;
}

static enum ls_code read_index(struct path_cursor *in, struct ls_path_step *out)
{
    int64_t index;
    struct ls_slice digits = take_until(in, "]");
    if (!ls_slice_to_i64(digits, &index) || index < 0 || digits.at[0] == '-')
        return fail(in, "an index or a quoted key is missing");
    *out = (struct ls_path_step){.index = (size_t)index};
    return LS_OK;
}

static enum ls_code read_bracket(struct path_cursor *in, struct ls_path_step *out)
{
    in->at++;
    enum ls_code code = is_next(in, '"') ? read_quoted(in, out) : read_index(in, out);
    if (code)
        return code;
    if (!is_next(in, ']'))
        return fail(in, "a ] is missing");
    in->at++;
    return LS_OK;
}

static enum ls_code read_step(struct path_cursor *in, struct ls_path_step *out)
{
    if (is_next(in, '['))
        return read_bracket(in, out);
    if (is_next(in, '.'))
        in->at++;
    else if (in->at > 0)
        return fail(in, "a dot is missing");
    return read_plain(in, out);
}

enum ls_code ls_path_parse(struct ls_arena *arena, struct ls_slice text, struct ls_path *out,
                           struct ls_err *err)
{
    struct ls_err unread;
    if (!err)
        err = &unread;
    if (ls_slice_is(text, "."))
        text = LS_SLICE("");
    struct path_cursor in = {.arena = arena, .text = text, .err = err};
    struct ls_path_step steps[LS_DEPTH_MAX];
    size_t count = 0;
    while (in.at < text.len) {
        if (count == LS_DEPTH_MAX)
            return ls_fail(err, LS_E_TOO_BIG, "a path has more than %d steps", LS_DEPTH_MAX);
        enum ls_code code = read_step(&in, &steps[count++]);
        if (code)
            return code;
    }
    LS_ASSERT(count <= LS_DEPTH_MAX);
    struct ls_path_step *kept = LS_ARENA_ARRAY(arena, struct ls_path_step, count);
    for (size_t i = 0; i < count; i++)
        kept[i] = steps[i];
    *out = (struct ls_path){kept, count};
    return LS_OK;
}

static bool is_plain_key(struct ls_slice key)
{
    for (size_t i = 0; i < key.len; i++) {
        if (key.at[i] <= ' ' || ls_char_is_any(key.at[i], ".[]\"\\"))
            return false;
    }
    return key.len > 0;
}

static void print_step(struct ls_buf *out, const struct ls_path_step *step)
{
    if (!step->key.at) {
        ls_buf_printf(out, "[%zu]", step->index);
    } else if (is_plain_key(step->key)) {
        ls_buf_add_char(out, '.');
        ls_buf_add_slice(out, step->key);
    } else {
        ls_buf_add_char(out, '[');
        ls_json_print_string(out, step->key);
        ls_buf_add_char(out, ']');
    }
}

void ls_path_print(struct ls_buf *out, struct ls_path path)
{
    if (path.count == 0)
        ls_buf_add_char(out, '.');
    for (size_t i = 0; i < path.count; i++)
        print_step(out, &path.steps[i]);
}

static struct ls_node step_get(struct ls_node node, const struct ls_path_step *step)
{
    if (step->key.at)
        return ls_node_get(node, step->key);
    return ls_node_is_list(node) ? ls_node_item(node, step->index) : LS_ABSENT;
}

struct ls_node ls_path_get(struct ls_node root, struct ls_path path)
{
    for (size_t i = 0; i < path.count; i++)
        root = step_get(root, &path.steps[i]);
    return root;
}
