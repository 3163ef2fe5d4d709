/* Field sets as fieldsV1: reading from a value, writing to a tape or to text. */
#include "value/field_set.h"

#include "value/json.h"
#include "value/limits.h"

struct field_set_json_reading {
    struct ls_arena *arena;
    size_t entry_count;
};

/* What one `f:name: {...}` says: is it a member itself, and what is below. */
struct field_set_json_found {
    struct ls_field_set below;
    bool is_member;
};

static enum ls_code level_read(struct field_set_json_reading *reading, struct ls_node fields,
                               size_t depth, struct field_set_json_found *out, struct ls_err *err);

static enum ls_code member_read(struct field_set_json_reading *reading, struct ls_slice key,
                                struct ls_node fields, size_t depth, struct ls_field_level *level,
                                struct ls_err *err)
{
    enum { SHOWN_BYTES_MAX = 100 };
    struct ls_field_element element;
    struct field_set_json_found found;
    if (++reading->entry_count > LS_FIELD_SET_ENTRIES_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "the field set has more than %d entries",
                       LS_FIELD_SET_ENTRIES_MAX);
    enum ls_code code = ls_field_element_parse(reading->arena, key, &element, err);
    if (code == LS_E_UNSUPPORTED)
        return LS_OK;
    if (!code)
        code = level_read(reading, fields, depth + 1, &found, err);
    if (code)
        return ls_context(err, "%.*s", (int)LS_MIN(key.len, (size_t)SHOWN_BYTES_MAX), key.at);
    ls_field_level_add(reading->arena, level, element, found.is_member, found.below);
    return LS_OK;
}

static enum ls_code level_read(struct field_set_json_reading *reading, struct ls_node fields,
                               size_t depth, struct field_set_json_found *out, struct ls_err *err)
{
    if (!ls_node_is_map(fields) && !ls_node_is_null(fields))
        return ls_fail(err, LS_E_INVALID, "expected a map, got %s",
                       ls_type_name(ls_node_type(fields)));
    if (depth > LS_FIELD_SET_DEPTH_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "the field set is deeper than %d",
                       LS_FIELD_SET_DEPTH_MAX);
    struct ls_field_level level = {0};
    bool is_member = false;
    LS_EACH (it, fields) {
        if (ls_slice_is(it.key, ".")) {
            is_member = true;
            continue;
        }
        enum ls_code code = member_read(reading, it.key, it.value, depth, &level, err);
        if (code)
            return code;
    }
    out->below = ls_field_level_set(reading->arena, &level);
    out->is_member = is_member || !out->below.count;
    return LS_OK;
}

enum ls_code ls_field_set_parse(struct ls_arena *arena, struct ls_node fields,
                                struct ls_field_set *out, struct ls_err *err)
{
    struct ls_err unread;
    struct field_set_json_reading reading = {.arena = arena};
    struct field_set_json_found found;
    enum ls_code code = level_read(&reading, fields, 0, &found, err ? err : &unread);
    if (!code)
        *out = found.below;
    return code;
}

static void level_build(struct ls_build *build, struct ls_buf *scratch, struct ls_field_set set,
                        bool is_member)
{
    ls_build_map(build);
    if (is_member && set.count) {
        ls_build_key(build, LS_SLICE("."));
        ls_build_map(build);
        ls_build_end(build);
    }
    for (size_t i = 0; i < set.count; i++) {
        ls_buf_clear(scratch);
        ls_field_element_print(scratch, &set.entries[i].element);
        ls_build_key(build, ls_buf_slice(scratch));
        level_build(build, scratch, set.entries[i].below, set.entries[i].is_member);
    }
    ls_build_end(build);
}

void ls_field_set_build(struct ls_build *build, struct ls_field_set set)
{
    struct ls_buf scratch LS_AUTO(ls_buf_release) = {0};
    level_build(build, &scratch, set, false);
}
