#include "value/managed_fields.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/map.h"
#include "value/limits.h"

static const char *const operation_names[] = {
    [LS_MANAGE_APPLY] = "Apply",
    [LS_MANAGE_UPDATE] = "Update",
};

bool ls_managed_is_same(const struct ls_managed_entry *a, const struct ls_managed_entry *b)
{
    return a->operation == b->operation && ls_slice_equal(a->manager, b->manager) &&
           ls_slice_equal(a->subresource, b->subresource) &&
           (a->operation == LS_MANAGE_APPLY || ls_slice_equal(a->api_version, b->api_version));
}

/* ---- reading ---- */

static enum ls_code operation_read(struct ls_node source, enum ls_manage_operation *out,
                                   struct ls_err *err)
{
    struct ls_node name = ls_node_get(source, LS_SLICE("operation"));
    for (size_t i = 0; i < LS_COUNT(operation_names); i++) {
        if (ls_node_string_is(name, operation_names[i])) {
            *out = (enum ls_manage_operation)i;
            return LS_OK;
        }
    }
    return ls_fail(err, LS_E_INVALID, "operation is neither Apply nor Update");
}

static enum ls_code entry_read(struct ls_arena *arena, struct ls_node source,
                               struct ls_managed_entry *out, struct ls_err *err)
{
    struct ls_node fields = ls_node_get(source, LS_SLICE("fieldsV1"));
    struct ls_managed_entry entry = {
        .manager = ls_node_string(ls_node_get(source, LS_SLICE("manager"))),
        .api_version = ls_node_string(ls_node_get(source, LS_SLICE("apiVersion"))),
        .subresource = ls_node_string(ls_node_get(source, LS_SLICE("subresource"))),
        .time = ls_node_string(ls_node_get(source, LS_SLICE("time"))),
    };
    enum ls_code code = operation_read(source, &entry.operation, err);
    if (code)
        return code;
    if (!entry.api_version.len)
        return ls_fail(err, LS_E_INVALID, "apiVersion is missing");
    if (!ls_node_string_is(ls_node_get(source, LS_SLICE("fieldsType")), "FieldsV1"))
        return ls_fail(err, LS_E_INVALID, "fieldsType is not FieldsV1");
    if (!ls_node_is_absent(fields) && ls_field_set_parse(arena, fields, &entry.fields, err))
        return ls_context(err, "fieldsV1");
    *out = entry;
    return LS_OK;
}

/* A text that is equal for entries with the same identity. */
static struct ls_slice identity(struct ls_buf *text, const struct ls_managed_entry *entry)
{
    bool is_apply = entry->operation == LS_MANAGE_APPLY;
    ls_buf_clear(text);
    ls_buf_add_char(text, is_apply ? 'a' : 'u');
    ls_buf_add_slice(text, entry->manager);
    ls_buf_add_char(text, '\0');
    ls_buf_add_slice(text, entry->subresource);
    ls_buf_add_char(text, '\0');
    ls_buf_add_slice(text, is_apply ? LS_SLICE("") : entry->api_version);
    return ls_buf_slice(text);
}

/* Finds the place of an entry with the same identity; the count: there is none. Few entries are
 * compared one by one, many are found by a map. */
struct managed_fields_index {
    const struct ls_managed_entry *entries;
    size_t count;
    struct ls_map *places; /* of the entries by identity; NULL while there are few */
    struct ls_buf text;
};

static void index_release(struct managed_fields_index *index)
{
    ls_map_free(index->places);
    ls_buf_release(&index->text);
}

static void index_note(struct managed_fields_index *index, size_t i)
{
    ls_map_put(index->places, identity(&index->text, &index->entries[i]),
               (void *)&index->entries[i]);
}

static size_t index_find(struct managed_fields_index *index, const struct ls_managed_entry *wanted)
{
    enum { FEW = 16 };
    size_t i = 0;
    if (index->count < FEW) {
        while (i < index->count && !ls_managed_is_same(&index->entries[i], wanted))
            i++;
        return i;
    }
    if (!index->places) {
        index->places = ls_map_new(0);
        for (; i < index->count; i++)
            index_note(index, i);
    }
    const struct ls_managed_entry *same = ls_map_get(index->places, identity(&index->text, wanted));
    return same ? (size_t)(same - index->entries) : index->count;
}

static void index_add(struct managed_fields_index *index)
{
    index->count++;
    if (index->places)
        index_note(index, index->count - 1);
}

enum ls_code ls_managed_fields_parse(struct ls_arena *arena, struct ls_node list,
                                     struct ls_managed_fields *out, struct ls_err *err)
{
    struct ls_err unread;
    size_t listed = ls_node_count(list);
    if (!err)
        err = &unread;
    if (!ls_node_is_absent(list) && !ls_node_is_null(list) && !ls_node_is_list(list))
        return ls_fail(err, LS_E_INVALID, "managedFields is a list, got %s",
                       ls_type_name(ls_node_type(list)));
    if (listed > LS_MANAGED_ENTRIES_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "managedFields has %zu entries, the limit is %d", listed,
                       LS_MANAGED_ENTRIES_MAX);
    struct ls_managed_entry *entries = LS_ARENA_ARRAY(arena, struct ls_managed_entry, listed);
    struct managed_fields_index index LS_AUTO(index_release) = {.entries = entries};
    size_t number = 0;
    LS_EACH (it, list) {
        struct ls_managed_entry entry;
        number++;
        if (entry_read(arena, it.value, &entry, err))
            return ls_context(err, "managedFields: entry %zu", number);
        size_t at = index_find(&index, &entry);
        entries[at] = entry;
        if (at == index.count)
            index_add(&index);
    }
    *out = (struct ls_managed_fields){entries, index.count};
    return LS_OK;
}

/* ---- writing ---- */

/* Times in UTC with whole seconds sort as text. */
static int entry_compare(const void *a, const void *b)
{
    const struct ls_managed_entry *left = a, *right = b;
    int order = (int)left->operation - (int)right->operation;
    if (!order)
        order = ls_slice_compare(left->time, right->time);
    if (!order)
        order = ls_slice_compare(left->manager, right->manager);
    if (!order)
        order = ls_slice_compare(left->api_version, right->api_version);
    return order ? order : ls_slice_compare(left->subresource, right->subresource);
}

static void slice_build(struct ls_build *build, const char *key, struct ls_slice text)
{
    if (!text.len)
        return;
    ls_build_key(build, ls_slice_of(key));
    ls_build_string(build, text);
}

static void entry_build(struct ls_build *build, const struct ls_managed_entry *entry)
{
    ls_build_map(build);
    slice_build(build, "manager", entry->manager);
    ls_build_member_text(build, "operation", operation_names[entry->operation]);
    slice_build(build, "apiVersion", entry->api_version);
    slice_build(build, "time", entry->time);
    ls_build_member_text(build, "fieldsType", "FieldsV1");
    ls_build_key(build, LS_SLICE("fieldsV1"));
    ls_field_set_build(build, entry->fields);
    slice_build(build, "subresource", entry->subresource);
    ls_build_end(build);
}

static struct ls_managed_entry *entries_sort(struct ls_arena *arena,
                                             struct ls_managed_fields managed)
{
    struct ls_managed_entry *sorted = LS_ARENA_ARRAY(arena, struct ls_managed_entry, managed.count);
    if (!managed.count)
        return sorted;
    memcpy(sorted, managed.entries, managed.count * sizeof *sorted);
    qsort(sorted, managed.count, sizeof *sorted, entry_compare);
    return sorted;
}

void ls_managed_fields_build(struct ls_build *build, struct ls_managed_fields managed)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    const struct ls_managed_entry *sorted = entries_sort(&arena, managed);
    ls_build_list(build);
    for (size_t i = 0; i < managed.count; i++)
        entry_build(build, &sorted[i]);
    ls_build_end(build);
}

void ls_managed_entry_show(struct ls_buf *out, const struct ls_managed_entry *entry)
{
    ls_buf_printf(out, "\"%.*s\"", LS_ARG(entry->manager));
    if (entry->subresource.len)
        ls_buf_printf(out, " with subresource \"%.*s\"", LS_ARG(entry->subresource));
    if (entry->operation == LS_MANAGE_UPDATE)
        ls_buf_printf(out, " using %.*s", LS_ARG(entry->api_version));
}

/* ---- the cap ---- */

/* The first two entries, oldest first, that can be joined: Updates of the same apiVersion. */
static bool oldest_pair_find(const struct ls_managed_entry *sorted, size_t count, size_t *older,
                             size_t *newer)
{
    for (*newer = 0; *newer < count; ++*newer) {
        for (*older = 0; *older < *newer; ++*older) {
            if (sorted[*older].operation == LS_MANAGE_UPDATE &&
                sorted[*newer].operation == LS_MANAGE_UPDATE &&
                ls_slice_equal(sorted[*older].api_version, sorted[*newer].api_version))
                return true;
        }
    }
    return false;
}

struct ls_managed_fields
ls_managed_fields_cap(struct ls_arena *arena, struct ls_managed_fields managed, size_t updaters_max)
{
    LS_ASSERT(managed.count == 0 || managed.entries);
    LS_ASSERT(updaters_max > 0);
    struct ls_managed_entry *sorted = entries_sort(arena, managed);
    size_t count = managed.count, updaters = 0, older, newer;
    for (size_t i = 0; i < count; i++)
        updaters += sorted[i].operation == LS_MANAGE_UPDATE;
    while (updaters > updaters_max && oldest_pair_find(sorted, count, &older, &newer)) {
        struct ls_managed_entry *bucket = &sorted[older];
        bucket->manager = LS_SLICE("ancient-changes");
        bucket->subresource = (struct ls_slice){0};
        bucket->time = sorted[newer].time;
        bucket->fields = ls_field_set_union(arena, sorted[newer].fields, bucket->fields);
        memmove(&sorted[newer], &sorted[newer + 1], (count - newer - 1) * sizeof *sorted);
        count--;
        updaters--;
    }
    return (struct ls_managed_fields){sorted, count};
}
