/* The YAML reader: builds maps, lists, keys and merges from the events of libyaml. */
#include "value/yaml_read.h"

#include <string.h>

#include "base/utf8.h"
#include "value/limits.h"

static struct ls_yaml_frame *top(struct ls_yaml *yaml)
{
    return yaml->frames.count > 0 ? ls_vec_last(&yaml->frames) : NULL;
}

static enum ls_yaml_turn turn_of(struct ls_yaml *yaml)
{
    return yaml->frames.count > 0 ? top(yaml)->turn : LS_YAML_ITEM;
}

/* Called when a value is complete: a map then waits for its next key. */
static void value_done(struct ls_yaml *yaml)
{
    struct ls_yaml_frame *frame = top(yaml);
    if (frame && (frame->turn == LS_YAML_VALUE || frame->turn == LS_YAML_MERGE))
        frame->turn = LS_YAML_KEY;
}

/* The position of a member whose value begins on a later line is that of its key. */
static void put_position(struct ls_yaml *yaml, const yaml_event_t *event)
{
    yaml_mark_t mark = event->start_mark;
    if (turn_of(yaml) == LS_YAML_VALUE && mark.line > yaml->key_mark.line)
        mark = yaml->key_mark;
    if (yaml->options.keep_positions)
        ls_build_at(&yaml->build, (uint32_t)mark.line + 1, (uint32_t)mark.column + 1);
}

static enum ls_code fail_merge(struct ls_yaml *yaml, const yaml_event_t *event, struct ls_err *err)
{
    return ls_yaml_fail(yaml, event->start_mark, LS_E_INVALID, err,
                        "the merge key << takes a map or a list of maps");
}

static bool wants_map(enum ls_yaml_turn turn)
{
    return turn == LS_YAML_MERGE || turn == LS_YAML_MERGE_ITEM;
}

/* ---- keys ---- */

static bool is_merge_key(const yaml_event_t *event)
{
    const char *tag = (const char *)event->data.scalar.tag;
    return event->data.scalar.length == 2 && memcmp(event->data.scalar.value, "<<", 2) == 0 &&
           (event->data.scalar.plain_implicit ||
            (tag && strcmp(tag, "tag:yaml.org,2002:merge") == 0));
}

static enum ls_code check_repeat(struct ls_yaml *yaml, struct ls_slice key,
                                 const yaml_event_t *event, struct ls_err *err)
{
    struct ls_yaml_frame *frame = top(yaml);
    if (!yaml->options.is_strict)
        return LS_OK;
    if (!frame->keys)
        frame->keys = ls_map_new(ls_yaml_seed(yaml));
    uintptr_t line = event->start_mark.line + 1;
    uintptr_t before = (uintptr_t)ls_map_put(frame->keys, key, (void *)line);
    if (before && yaml->options.on_repeat)
        yaml->options.on_repeat(yaml->options.self, (uint32_t)line, key);
    else if (before)
        return ls_yaml_fail(yaml, event->start_mark, LS_E_INVALID, err,
                            "key %.*s is already set on line %zu",
                            LS_ARG(ls_utf8_front(key, LS_KEY_BYTES_MAX)), (size_t)before);
    return LS_OK;
}

static enum ls_code take_key(struct ls_yaml *yaml, const yaml_event_t *event, struct ls_err *err)
{
    if (event->type == YAML_SCALAR_EVENT && is_merge_key(event)) {
        top(yaml)->turn = LS_YAML_MERGE;
        return LS_OK;
    }
    struct ls_slice key = {0};
    enum ls_code code = LS_OK;
    if (event->type == YAML_SCALAR_EVENT)
        code = ls_yaml_key_of_scalar(yaml, event, &key, err);
    else if (event->type == YAML_ALIAS_EVENT)
        code = ls_yaml_key_of_alias(yaml, event, &key, err);
    else
        code = ls_yaml_fail_key(yaml, event, err);
    if (code || check_repeat(yaml, key, event, err))
        return err->code;
    ls_build_key(&yaml->build, key);
    yaml->key_mark = event->start_mark;
    top(yaml)->turn = LS_YAML_VALUE;
    return LS_OK;
}

/* Merges. A merge value is built separately; then its members are copied before what follows, so
 * that the last one of a name wins: what is later in the map, or earlier in a list of maps. */

static void build_apart(struct ls_yaml *yaml, struct ls_yaml_frame *frame)
{
    frame->outer = LS_NEW(struct ls_build);
    *frame->outer = yaml->build;
    yaml->build = (struct ls_build){0};
}

static void build_return(struct ls_yaml *yaml, struct ls_yaml_frame *frame)
{
    ls_build_release(&yaml->build);
    yaml->build = *frame->outer;
    ls_free(frame->outer);
    frame->outer = NULL;
}

static void merge_map(struct ls_yaml *yaml, const struct ls_yaml_piece *piece, struct ls_node map)
{
    LS_EACH (it, map) {
        ls_build_key(&yaml->build, it.key);
        ls_yaml_piece_put(&yaml->build, piece, it.value);
    }
}

/* Items are walked from the last to the first; item i costs i steps, so their starts are noted. */
static void merge_list(struct ls_yaml *yaml, const struct ls_yaml_piece *piece, struct ls_node list)
{
    LS_VEC(struct ls_node) maps = {0};
    LS_EACH (it, list) {
        ls_vec_push(&maps, it.value);
    }
    while (maps.count > 0)
        merge_map(yaml, piece, ls_vec_pop(&maps));
    ls_vec_release(&maps);
}

static void merge_piece(struct ls_yaml *yaml, const struct ls_yaml_piece *piece)
{
    struct ls_node root = ls_yaml_piece_root(piece);
    if (ls_node_is_map(root))
        merge_map(yaml, piece, root);
    else
        merge_list(yaml, piece, root);
}

static enum ls_code merge_built(struct ls_yaml *yaml, struct ls_yaml_frame *frame,
                                const yaml_event_t *event, struct ls_err *err)
{
    enum ls_code code =
        ls_yaml_count_copy(yaml, ls_yaml_piece_measure(&yaml->build, 0), event, err);
    struct ls_yaml_piece piece = {0};
    if (!code)
        piece = ls_yaml_piece_of(&yaml->pieces, &yaml->build, 0);
    build_return(yaml, frame);
    if (!code)
        merge_piece(yaml, &piece);
    return code;
}

/* ---- values ---- */

static enum ls_code take_alias(struct ls_yaml *yaml, const yaml_event_t *event, struct ls_err *err)
{
    const struct ls_yaml_anchor *anchor;
    if (ls_yaml_alias_find(yaml, event, &anchor, err))
        return err->code;
    struct ls_node root = ls_yaml_piece_root(&anchor->piece);
    enum ls_yaml_turn turn = turn_of(yaml);
    if (wants_map(turn) && !ls_node_is_map(root))
        return fail_merge(yaml, event, err);
    if (turn == LS_YAML_MERGE) {
        merge_map(yaml, &anchor->piece, root);
    } else {
        ls_yaml_piece_put_alias(&yaml->build, &anchor->piece, event->start_mark);
    }
    value_done(yaml);
    return LS_OK;
}

static enum ls_code take_scalar(struct ls_yaml *yaml, const yaml_event_t *event, struct ls_err *err)
{
    if (wants_map(turn_of(yaml)))
        return fail_merge(yaml, event, err);
    put_position(yaml, event);
    size_t start = yaml->build.count;
    if (ls_yaml_put_scalar(yaml, event, &yaml->build, err))
        return err->code;
    if (event->data.scalar.anchor) {
        struct ls_yaml_anchor *anchor = ls_yaml_anchor_open(yaml, event->data.scalar.anchor);
        anchor->values = 1;
        if (ls_yaml_anchor_close(yaml, anchor, &yaml->build, start, event, err))
            return err->code;
    }
    value_done(yaml);
    return LS_OK;
}

static void open_build(struct ls_yaml *yaml, const yaml_event_t *event, struct ls_yaml_frame *frame)
{
    if (turn_of(yaml) == LS_YAML_MERGE)
        build_apart(yaml, frame);
    put_position(yaml, event);
    frame->start = yaml->build.count;
    if (event->type == YAML_MAPPING_START_EVENT)
        ls_build_map(&yaml->build);
    else
        ls_build_list(&yaml->build);
}

static enum ls_code take_start(struct ls_yaml *yaml, const yaml_event_t *event, struct ls_err *err)
{
    bool is_map = event->type == YAML_MAPPING_START_EVENT;
    enum ls_yaml_turn turn = turn_of(yaml);
    if (yaml->frames.count >= yaml->options.depth_max)
        return ls_yaml_fail(yaml, event->start_mark, LS_E_TOO_BIG, err,
                            "maps and lists are more than %u deep", yaml->options.depth_max);
    if (turn == LS_YAML_MERGE_ITEM && !is_map)
        return fail_merge(yaml, event, err);
    struct ls_yaml_frame frame = {
        .turn = is_map                  ? LS_YAML_KEY
                : turn == LS_YAML_MERGE ? LS_YAML_MERGE_ITEM
                                        : LS_YAML_ITEM,
        .values_before = yaml->values,
    };
    const yaml_char_t *name =
        is_map ? event->data.mapping_start.anchor : event->data.sequence_start.anchor;
    if (name)
        frame.anchor = ls_yaml_anchor_open(yaml, name);
    open_build(yaml, event, &frame);
    ls_vec_push(&yaml->frames, frame);
    return LS_OK;
}

static enum ls_code close_frame(struct ls_yaml *yaml, struct ls_yaml_frame *frame,
                                const yaml_event_t *event, struct ls_err *err)
{
    ls_map_free(frame->keys);
    ls_build_end(&yaml->build);
    enum ls_code code = LS_OK;
    if (frame->anchor) {
        frame->anchor->values = yaml->values - frame->values_before + 1;
        code = ls_yaml_anchor_close(yaml, frame->anchor, &yaml->build, frame->start, event, err);
    }
    if (frame->outer && !code)
        code = merge_built(yaml, frame, event, err);
    else if (frame->outer)
        build_return(yaml, frame);
    return code;
}

static enum ls_code take_end(struct ls_yaml *yaml, const yaml_event_t *event, struct ls_err *err)
{
    LS_ASSERT(yaml->frames.count > 0);
    struct ls_yaml_frame frame = ls_vec_pop(&yaml->frames);
    if (close_frame(yaml, &frame, event, err))
        return err->code;
    value_done(yaml);
    return LS_OK;
}

enum ls_code ls_yaml_take_event(struct ls_yaml *yaml, const yaml_event_t *event, struct ls_err *err)
{
    if (event->type == YAML_MAPPING_END_EVENT || event->type == YAML_SEQUENCE_END_EVENT)
        return take_end(yaml, event, err);
    yaml->values++;
    if (turn_of(yaml) == LS_YAML_KEY)
        return take_key(yaml, event, err);
    if (event->type == YAML_ALIAS_EVENT)
        return take_alias(yaml, event, err);
    if (event->type == YAML_SCALAR_EVENT)
        return take_scalar(yaml, event, err);
    return take_start(yaml, event, err);
}
