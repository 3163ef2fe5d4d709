/*
 * Anchors and aliases of YAML. Two rules bound what aliases may copy; both are checked before the
 * copy.
 *
 * The first is that of the reader in kubectl: of the values of a document, counted as if every
 * alias were written out, at most 99 % may come from aliases; above 400,000 values less, and above
 * 4,000,000 10 %. Small documents are free.
 *
 * The second covers the whole stream: at most LS_YAML_ALIAS_GROWTH_MAX bytes are copied for each
 * byte read, or LS_YAML_ALIAS_BYTES_FREE when that is more.
 */
#include "value/yaml_read.h"

#include <string.h>

#include "value/limits.h"

enum {
    ANCHOR_BYTES = 96, /* what an anchor takes besides its value */
    ALIAS_VALUES_FREE = 100,
    VALUES_FREE = 1000,
    VALUES_LOW = 400000,
    VALUES_HIGH = 4000000,
};
static const double SHARE_LOW = 0.99, SHARE_HIGH = 0.10;

static double alias_share_max(uint64_t values)
{
    if (values <= VALUES_LOW)
        return SHARE_LOW;
    if (values >= VALUES_HIGH)
        return SHARE_HIGH;
    double way = (double)(values - VALUES_LOW) / (VALUES_HIGH - VALUES_LOW);
    return SHARE_LOW - (SHARE_LOW - SHARE_HIGH) * way;
}

static enum ls_code count_values(struct ls_yaml *yaml, uint64_t values, const yaml_event_t *event,
                                 struct ls_err *err)
{
    yaml->values += values;
    yaml->alias_values += values;
    if (yaml->alias_values > ALIAS_VALUES_FREE && yaml->values > VALUES_FREE &&
        (double)yaml->alias_values > (double)yaml->values * alias_share_max(yaml->values))
        return ls_yaml_fail(yaml, event->start_mark, LS_E_TOO_BIG, err,
                            "aliases make this document grow beyond measure: %llu of %llu values "
                            "are copies",
                            (unsigned long long)yaml->alias_values,
                            (unsigned long long)yaml->values);
    return LS_OK;
}

enum ls_code ls_yaml_count_copy(struct ls_yaml *yaml, size_t bytes, const yaml_event_t *event,
                                struct ls_err *err)
{
    uint64_t read = event->end_mark.index;
    uint64_t most = LS_MAX(read * LS_YAML_ALIAS_GROWTH_MAX, (uint64_t)LS_YAML_ALIAS_BYTES_FREE);
    yaml->alias_bytes += bytes;
    if (yaml->alias_bytes > most)
        return ls_yaml_fail(
            yaml, event->start_mark, LS_E_TOO_BIG, err,
            "anchors and aliases copy more than %llu bytes by this point, the limit "
            "for a text of this length: write the values out, or use fewer",
            (unsigned long long)most);
    return LS_OK;
}

struct ls_yaml_anchor *ls_yaml_anchor_open(struct ls_yaml *yaml, const yaml_char_t *name)
{
    if (!yaml->anchors)
        yaml->anchors = ls_map_new(ls_yaml_seed(yaml));
    struct ls_yaml_anchor *anchor = LS_ARENA_NEW(&yaml->pieces, struct ls_yaml_anchor);
    ls_map_put(yaml->anchors, ls_slice_of((const char *)name), anchor);
    return anchor;
}

enum ls_code ls_yaml_anchor_close(struct ls_yaml *yaml, struct ls_yaml_anchor *anchor,
                                  const struct ls_build *build, size_t start,
                                  const yaml_event_t *event, struct ls_err *err)
{
    LS_ASSERT(!anchor->piece.words);
    size_t bytes = ls_yaml_piece_measure(build, start) + ANCHOR_BYTES;
    if (ls_yaml_count_copy(yaml, bytes, event, err))
        return err->code;
    anchor->piece = ls_yaml_piece_of(&yaml->pieces, build, start);
    anchor->depth = ls_node_depth(ls_yaml_piece_root(&anchor->piece));
    return LS_OK;
}

enum ls_code ls_yaml_alias_find(struct ls_yaml *yaml, const yaml_event_t *event,
                                const struct ls_yaml_anchor **out, struct ls_err *err)
{
    LS_ASSERT(event->type == YAML_ALIAS_EVENT);
    const char *name = (const char *)event->data.alias.anchor;
    const struct ls_yaml_anchor *anchor =
        yaml->anchors ? ls_map_get(yaml->anchors, ls_slice_of(name)) : NULL;
    /* Without the name: it may be a password that begins with a star. */
    if (!anchor)
        return ls_yaml_fail(yaml, event->start_mark, LS_E_INVALID, err,
                            "no value before this one has the anchor that * asks for; put values "
                            "that begin with * in quotes");
    if (!anchor->piece.words)
        return ls_yaml_fail(yaml, event->start_mark, LS_E_INVALID, err,
                            "the value of anchor '%s' contains itself", name);
    if (yaml->frames.count + anchor->depth > yaml->options.depth_max)
        return ls_yaml_fail(yaml, event->start_mark, LS_E_TOO_BIG, err,
                            "with the value of anchor '%s' maps and lists are more than %u deep",
                            name, yaml->options.depth_max);
    if (count_values(yaml, anchor->values, event, err) ||
        ls_yaml_count_copy(yaml, ls_yaml_piece_bytes(&anchor->piece), event, err))
        return err->code;
    *out = anchor;
    return LS_OK;
}
