#include "sandbox/ops/metadata.h"

#include <string.h>

#include "value/build.h"

static const char *const meta_names[LS_META_COUNT] = {
    [LS_META_NAME] = "name",
    [LS_META_GENERATE_NAME] = "generateName",
    [LS_META_NAMESPACE] = "namespace",
    [LS_META_SELF_LINK] = "selfLink",
    [LS_META_UID] = "uid",
    [LS_META_RESOURCE_VERSION] = "resourceVersion",
    [LS_META_GENERATION] = "generation",
    [LS_META_CREATION_TIMESTAMP] = "creationTimestamp",
    [LS_META_DELETION_TIMESTAMP] = "deletionTimestamp",
    [LS_META_DELETION_GRACE] = "deletionGracePeriodSeconds",
    [LS_META_LABELS] = "labels",
    [LS_META_ANNOTATIONS] = "annotations",
    [LS_META_OWNER_REFERENCES] = "ownerReferences",
    [LS_META_FINALIZERS] = "finalizers",
    [LS_META_MANAGED_FIELDS] = "managedFields",
};

static enum ls_meta_field field_find(struct ls_slice name, enum ls_meta_field guess)
{
    /* Members usually come in the order of the table. */
    for (size_t i = 0; i < LS_META_COUNT; i++) {
        enum ls_meta_field field = (enum ls_meta_field)((guess + i) % LS_META_COUNT);
        if (ls_slice_is(name, meta_names[field]))
            return field;
    }
    return LS_META_COUNT;
}

struct ls_metadata ls_metadata_read(struct ls_node metadata)
{
    struct ls_metadata read = {0};
    enum ls_meta_field next = LS_META_NAME;
    LS_EACH (it, metadata) {
        enum ls_meta_field field = field_find(it.key, next);
        if (field == LS_META_COUNT)
            continue;
        next = (enum ls_meta_field)(field + 1);
        if (!ls_node_is_null(it.value))
            read.at[field] = it.value;
    }
    return read;
}

struct ls_node ls_metadata_build(struct ls_arena *arena, const struct ls_metadata *metadata)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    for (size_t i = 0; i < LS_META_COUNT; i++) {
        if (!ls_node_is_absent(metadata->at[i]))
            ls_build_member(&build, meta_names[i], metadata->at[i]);
    }
    ls_build_end(&build);
    return ls_build_arena(&build, arena);
}

struct ls_node ls_object_meta(struct ls_node object, enum ls_meta_field field)
{
    LS_ASSERT(field < LS_META_COUNT);
    struct ls_node metadata = ls_node_get(object, LS_SLICE("metadata"));
    return ls_node_get(metadata, ls_slice_of(meta_names[field]));
}

struct ls_slice ls_object_uid(struct ls_node object)
{
    return ls_node_string(ls_object_meta(object, LS_META_UID));
}

struct ls_slice ls_object_revision(struct ls_node object)
{
    return ls_node_string(ls_object_meta(object, LS_META_RESOURCE_VERSION));
}

bool ls_object_is_deleting(struct ls_node object)
{
    return ls_node_is_string(ls_object_meta(object, LS_META_DELETION_TIMESTAMP));
}

struct ls_node ls_text_node(struct ls_arena *arena, struct ls_slice text)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_string(&build, text);
    return ls_build_arena(&build, arena);
}

struct ls_node ls_int_node(struct ls_arena *arena, int64_t value)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_int(&build, value);
    return ls_build_arena(&build, arena);
}

struct ls_node ls_revision_node(struct ls_arena *arena, int64_t revision)
{
    LS_ASSERT(revision >= 0);
    char text[20], *at = text + sizeof text;
    do {
        *--at = (char)('0' + revision % 10);
        revision /= 10;
    } while (revision > 0);
    return ls_text_node(arena, (struct ls_slice){at, (size_t)(text + sizeof text - at)});
}

struct ls_node ls_empty_map_node(struct ls_arena *arena)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_build_end(&build);
    return ls_build_arena(&build, arena);
}

static void object_build(struct ls_build *build, struct ls_node object, struct ls_node metadata)
{
    ls_build_reserve(build, ls_node_words(object) + ls_node_words(metadata));
    ls_build_map(build);
    LS_EACH (it, object) {
        ls_build_key(build, it.key);
        ls_build_node(build, ls_slice_is(it.key, "metadata") ? metadata : it.value);
    }
    ls_build_end(build);
}

const struct ls_obj *ls_object_with(struct ls_node object, struct ls_node metadata)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    object_build(&build, object, metadata);
    return ls_build_obj(&build);
}

struct ls_node ls_object_with_in(struct ls_arena *arena, struct ls_node object,
                                 struct ls_node metadata)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    object_build(&build, object, metadata);
    return ls_build_arena(&build, arena);
}

const struct ls_obj *ls_object_at_revision(struct ls_arena *arena, struct ls_node object,
                                           int64_t revision)
{
    struct ls_metadata metadata = ls_metadata_read(ls_node_get(object, LS_SLICE("metadata")));
    metadata.at[LS_META_RESOURCE_VERSION] = ls_revision_node(arena, revision);
    return ls_object_with(object, ls_metadata_build(arena, &metadata));
}

/* ---- the same object ---- */

static bool entry_is_same(struct ls_node a, struct ls_node b)
{
    size_t timed = !ls_node_is_absent(ls_node_get(a, LS_SLICE("time")));
    size_t other_timed = !ls_node_is_absent(ls_node_get(b, LS_SLICE("time")));
    if (ls_node_count(a) - timed != ls_node_count(b) - other_timed)
        return false;
    LS_EACH (it, a) {
        if (!ls_slice_is(it.key, "time") && !ls_node_equal(it.value, ls_node_get(b, it.key)))
            return false;
    }
    return true;
}

static bool managed_is_same(struct ls_node a, struct ls_node b)
{
    if (ls_node_count(a) != ls_node_count(b))
        return false;
    struct ls_iter other = ls_iter(b);
    LS_EACH (it, a) {
        if (!ls_next(&other) || !entry_is_same(it.value, other.value))
            return false;
    }
    return true;
}

static bool field_is_same(struct ls_node a, struct ls_node b)
{
    if (ls_node_is_absent(a) || ls_node_is_absent(b))
        return ls_node_is_absent(a) && ls_node_is_absent(b);
    return ls_node_equal(a, b);
}

static bool metadata_is_same(struct ls_node a, struct ls_node b)
{
    struct ls_metadata left = ls_metadata_read(a), right = ls_metadata_read(b);
    for (size_t i = 0; i < LS_META_MANAGED_FIELDS; i++) {
        if (i != LS_META_RESOURCE_VERSION && !field_is_same(left.at[i], right.at[i]))
            return false;
    }
    return managed_is_same(left.at[LS_META_MANAGED_FIELDS], right.at[LS_META_MANAGED_FIELDS]);
}

bool ls_object_is_same(struct ls_node a, struct ls_node b)
{
    if (ls_node_count(a) != ls_node_count(b))
        return false;
    LS_EACH (it, a) {
        struct ls_node other = ls_node_get(b, it.key);
        bool is_metadata = ls_slice_is(it.key, "metadata");
        if (is_metadata ? !metadata_is_same(it.value, other) : !field_is_same(it.value, other))
            return false;
    }
    return true;
}
