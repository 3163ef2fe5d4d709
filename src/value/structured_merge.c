#include "value/structured_merge.h"

#include <string.h>

#include "value/build.h"
#include "value/limits.h"

/* One write: the managers as they become, with a place for self. */
struct writing {
    struct ls_arena *arena;
    const struct ls_merge *merge;
    struct ls_node live;
    struct ls_managed_entry *entries; /* those of merge->managed in their order, then self if new */
    size_t count;
    size_t self; /* its place among them */
    struct ls_err *err;
};

/* ---- before the write ---- */

static struct ls_node empty_map(struct ls_arena *arena)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_build_end(&build);
    return ls_build_arena(&build, arena);
}

static enum ls_code inputs_check(const struct writing *writing, struct ls_node written,
                                 bool allow_duplicates)
{
    size_t bytes = sizeof(uint32_t) * (ls_node_words(writing->live) + ls_node_words(written));
    if (bytes > LS_MERGE_BYTES_MAX)
        return ls_fail(writing->err, LS_E_TOO_BIG, "both objects have %zu bytes, the limit is %d",
                       bytes, LS_MERGE_BYTES_MAX);
    if (ls_node_depth(written) > LS_MERGE_DEPTH_MAX)
        return ls_fail(writing->err, LS_E_TOO_BIG, "the object is nested deeper than %d",
                       LS_MERGE_DEPTH_MAX);
    enum ls_code code =
        ls_typed_check(written, writing->merge->type, allow_duplicates, writing->err);
    if (code)
        return code;
    if (ls_typed_check(writing->live, writing->merge->type, true, writing->err))
        return ls_context(writing->err, "the live object");
    return LS_OK;
}

/* Field sets that were written with an older type are converted to this one. */
static void entries_take(struct writing *writing)
{
    const struct ls_merge *merge = writing->merge;
    size_t count = merge->managed.count;
    writing->entries = LS_ARENA_ARRAY(writing->arena, struct ls_managed_entry, count + 1);
    writing->count = count;
    writing->self = count;
    for (size_t i = 0; i < count; i++) {
        struct ls_managed_entry *entry = &writing->entries[i];
        *entry = merge->managed.entries[i];
        entry->fields = ls_typed_reconcile(writing->arena, entry->fields, merge->type);
        if (ls_managed_is_same(entry, &merge->self))
            writing->self = i;
    }
    if (writing->self == count) {
        writing->entries[count] = merge->self;
        writing->entries[count].time = (struct ls_slice){0};
        writing->entries[count].fields = (struct ls_field_set){0};
        writing->count++;
    }
}

static enum ls_code writing_begin(struct writing *writing, struct ls_arena *arena,
                                  const struct ls_merge *merge, struct ls_node written,
                                  struct ls_err *err)
{
    LS_ASSERT(merge->type);
    *writing = (struct writing){.arena = arena, .merge = merge, .live = merge->live, .err = err};
    if (ls_node_is_absent(merge->live))
        writing->live = empty_map(arena);
    enum ls_code code = inputs_check(writing, written, merge->self.operation == LS_MANAGE_UPDATE);
    if (!code)
        entries_take(writing);
    return code;
}

/* ---- pruning ---- */

static struct ls_field_set named_fields_of(const struct writing *writing, struct ls_node object)
{
    struct ls_field_set set = ls_typed_fields(writing->arena, object, writing->merge->type);
    return ls_typed_name_fields(writing->arena, set, writing->merge->type);
}

static struct ls_field_set all_managed(const struct writing *writing)
{
    struct ls_field_set all = {0};
    for (size_t i = 0; i < writing->count; i++)
        all = ls_field_set_union(writing->arena, all, writing->entries[i].fields);
    return all;
}

/* The fields of the object that this kind of write may not change. */
static struct ls_field_set untouched_of(const struct writing *writing, struct ls_field_set present)
{
    struct ls_field_set rest =
        ls_field_set_without(writing->arena, present, writing->merge->untouched);
    return ls_field_set_difference(writing->arena, present, rest);
}

/*
 * Removes from the merged object what self applied last time, does not apply now, and nobody else
 * owns. In three rounds, because removing an item or a map also removes what others own in it:
 * first all that self had applied is removed, then what anybody owns and what is never touched is
 * restored, then what self had never owned is restored.
 */
static struct ls_node prune(const struct writing *writing, struct ls_node merged,
                            struct ls_field_set last)
{
    struct ls_arena *arena = writing->arena;
    const struct ls_type_schema *type = writing->merge->type;
    /* The common case: a manager that still applies all it applied before loses nothing. */
    if (ls_field_set_is_subset(last, writing->entries[writing->self].fields))
        return merged;
    last = ls_typed_name_fields(arena, last, type);
    struct ls_node pruned = ls_typed_remove(arena, merged, last, type);

    struct ls_field_set present = named_fields_of(writing, merged);
    struct ls_field_set managed =
        ls_field_set_union(arena, all_managed(writing), untouched_of(writing, present));
    managed = ls_typed_name_fields(arena, managed, type);
    struct ls_field_set kept = ls_field_set_union(arena, named_fields_of(writing, pruned), managed);
    struct ls_field_set gone = ls_field_set_difference(arena, present, kept);
    pruned = ls_typed_remove(arena, merged, gone, type);

    gone = ls_field_set_difference(arena, present, named_fields_of(writing, pruned));
    pruned = ls_typed_remove(arena, merged, ls_field_set_intersection(arena, gone, last), type);
    return ls_node_is_null(pruned) ? empty_map(arena) : pruned;
}

/* ---- who owns what afterwards ---- */

static enum ls_code changes_find(const struct writing *writing, struct ls_node object,
                                 struct ls_typed_changes *out)
{
    struct ls_field_set untouched = writing->merge->untouched;
    enum ls_code code = ls_typed_compare(writing->arena, writing->live, object,
                                         writing->merge->type, out, writing->err);
    if (code)
        return code;
    out->removed = ls_field_set_without(writing->arena, out->removed, untouched);
    out->modified = ls_field_set_without(writing->arena, out->modified, untouched);
    out->added = ls_field_set_without(writing->arena, out->added, untouched);
    return LS_OK;
}

struct structured_merge_collecting {
    struct ls_arena *arena;
    struct ls_conflict *at;
    size_t count;
    size_t left_out;
    const struct ls_managed_entry *owner;
};

static void conflict_collect(void *self, struct ls_field_path path)
{
    struct structured_merge_collecting *collecting = self;
    if (collecting->count == LS_CONFLICTS_MAX) {
        collecting->left_out++;
        return;
    }
    struct ls_field_element *copy =
        LS_ARENA_ARRAY(collecting->arena, struct ls_field_element, path.count);
    memcpy(copy, path.at, path.count * sizeof *copy);
    collecting->at[collecting->count++] =
        (struct ls_conflict){collecting->owner, {copy, path.count}};
}

/* What an owner has and the write changes; empty for self. */
static struct ls_field_set contested(const struct writing *writing, size_t i,
                                     struct ls_field_set changed)
{
    if (i == writing->self)
        return (struct ls_field_set){0};
    return ls_field_set_intersection(writing->arena, writing->entries[i].fields, changed);
}

static bool is_named_before(const struct ls_managed_entry *a, const struct ls_managed_entry *b)
{
    int order = ls_slice_compare(a->manager, b->manager);
    return order < 0 || (!order && a->operation < b->operation);
}

/* The managers' places, sorted by name: the order in which kube-apiserver reports conflicts. */
static const size_t *owners_sort(const struct writing *writing)
{
    const struct ls_managed_fields *managed = &writing->merge->managed;
    size_t *places = LS_ARENA_ARRAY(writing->arena, size_t, managed->count);
    for (size_t i = 0; i < managed->count; i++) {
        size_t at = i;
        for (; at > 0 && is_named_before(&managed->entries[i], &managed->entries[places[at - 1]]);
             at--)
            places[at] = places[at - 1];
        places[at] = i;
    }
    return places;
}

static struct ls_conflicts conflicts_find(const struct writing *writing,
                                          struct ls_field_set changed)
{
    struct structured_merge_collecting collecting = {.arena = writing->arena};
    const size_t *owners = owners_sort(writing);
    size_t count = 0;
    for (size_t i = 0; i < writing->count; i++)
        count += ls_field_set_count(contested(writing, i, changed));
    collecting.at =
        LS_ARENA_ARRAY(writing->arena, struct ls_conflict, LS_MIN(count, (size_t)LS_CONFLICTS_MAX));
    for (size_t i = 0; i < writing->merge->managed.count; i++) {
        collecting.owner = &writing->merge->managed.entries[owners[i]];
        ls_field_set_each(contested(writing, owners[i], changed), conflict_collect, &collecting);
    }
    LS_ASSERT(collecting.count + collecting.left_out == count);
    return (struct ls_conflicts){collecting.at, collecting.count, collecting.left_out};
}

static enum ls_code conflicts_fail(struct ls_conflicts conflicts, struct ls_err *err)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    const struct ls_managed_entry *owner = NULL;
    bool is_one = conflicts.count == 1;
    for (size_t i = 0; i < conflicts.count && text.len < LS_ERR_TEXT_BYTES; i++) {
        if (conflicts.at[i].owner != owner) {
            owner = conflicts.at[i].owner;
            ls_buf_add_text(&text, i ? "\n" : "");
            ls_buf_add_text(&text, is_one ? "conflict with " : "conflicts with ");
            ls_managed_entry_show(&text, owner);
            ls_buf_add_char(&text, ':');
        }
        ls_buf_add_text(&text, is_one ? " " : "\n- ");
        ls_field_path_show(&text, conflicts.at[i].path);
    }
    return ls_fail(err, LS_E_CONFLICT, "Apply failed with %zu conflict%s: %s",
                   conflicts.count + conflicts.left_out, is_one ? "" : "s", ls_buf_text(&text));
}

/* Everybody but self loses what the write changed or removed. */
static void others_lose(struct writing *writing, const struct ls_typed_changes *changes)
{
    struct ls_field_set changed =
        ls_field_set_union(writing->arena, changes->modified, changes->added);
    struct ls_field_set lost = ls_field_set_union(writing->arena, changed, changes->removed);
    for (size_t i = 0; i < writing->count; i++) {
        struct ls_managed_entry *entry = &writing->entries[i];
        if (i != writing->self)
            entry->fields = ls_field_set_difference(writing->arena, entry->fields, lost);
    }
}

static void writing_end(struct writing *writing, struct ls_node object, struct ls_merged *out)
{
    LS_ASSERT(writing->self < writing->count);
    size_t count = 0;
    for (size_t i = 0; i < writing->count; i++) {
        if (!ls_field_set_is_empty(writing->entries[i].fields))
            writing->entries[count++] = writing->entries[i];
    }
    out->object = object;
    out->managed = (struct ls_managed_fields){writing->entries, count};
    out->is_changed = !ls_node_equal(writing->live, object);
}

/* ---- apply and update ---- */

enum ls_code ls_merge_apply(struct ls_arena *arena, const struct ls_merge *merge,
                            struct ls_node config, bool force, struct ls_merged *out,
                            struct ls_conflicts *conflicts, struct ls_err *err)
{
    LS_ASSERT(merge->self.operation == LS_MANAGE_APPLY);
    LS_ASSERT(!ls_node_is_absent(config));
    LS_ASSERT(force || conflicts);
    struct ls_err unread;
    struct writing writing;
    struct ls_typed_changes changes;
    enum ls_code code = writing_begin(&writing, arena, merge, config, err ? err : &unread);
    if (code)
        return code;
    struct ls_managed_entry *self = &writing.entries[writing.self];
    struct ls_field_set last = self->fields;
    struct ls_node object = ls_typed_merge(arena, writing.live, config, merge->type);
    self->api_version = merge->self.api_version;
    self->fields =
        ls_field_set_without(arena, ls_typed_fields(arena, config, merge->type), merge->untouched);
    object = prune(&writing, object, last);
    code = changes_find(&writing, object, &changes);
    if (code)
        return code;
    if (!force) {
        struct ls_conflicts found =
            conflicts_find(&writing, ls_field_set_union(arena, changes.modified, changes.added));
        if (found.count) {
            *conflicts = found;
            return conflicts_fail(found, writing.err);
        }
    }
    others_lose(&writing, &changes);
    if (!ls_node_equal(writing.live, object))
        self->time = merge->self.time;
    writing_end(&writing, object, out);
    return LS_OK;
}

enum ls_code ls_merge_update(struct ls_arena *arena, const struct ls_merge *merge,
                             struct ls_node object, struct ls_merged *out, struct ls_err *err)
{
    LS_ASSERT(merge->self.operation == LS_MANAGE_UPDATE);
    LS_ASSERT(!ls_node_is_absent(object));
    struct ls_err unread;
    struct writing writing;
    struct ls_typed_changes changes;
    enum ls_code code = writing_begin(&writing, arena, merge, object, err ? err : &unread);
    if (!code)
        code = changes_find(&writing, object, &changes);
    if (code)
        return code;
    others_lose(&writing, &changes);
    struct ls_managed_entry *self = &writing.entries[writing.self];
    struct ls_field_set taken = ls_field_set_union(arena, changes.modified, changes.added);
    self->fields = ls_field_set_difference(arena, self->fields, changes.removed);
    self->fields = ls_field_set_union(arena, self->fields, taken);
    self->fields = ls_field_set_without(arena, self->fields, merge->untouched);
    if (!ls_field_set_is_empty(taken))
        self->time = merge->self.time;
    writing_end(&writing, object, out);
    return LS_OK;
}
