#pragma once
/*
 * The list metadata.managedFields: who owns which fields of an object, by which operation.
 *
 * An entry is identified by manager, operation, subresource and, for Update, apiVersion; a manager
 * that applies has one entry whatever the version. Entries borrow the values they were read from.
 */
#include "base/arena.h"
#include "base/err.h"
#include "value/build.h"
#include "value/field_set.h"

enum ls_manage_operation {
    LS_MANAGE_APPLY,
    LS_MANAGE_UPDATE,
};

struct ls_managed_entry {
    struct ls_slice manager;
    enum ls_manage_operation operation;
    struct ls_slice api_version;
    struct ls_slice subresource; /* empty: the object itself */
    struct ls_slice time;        /* RFC 3339 in UTC; empty: none */
    struct ls_field_set fields;
};

struct ls_managed_fields {
    const struct ls_managed_entry *entries;
    size_t count;
};

bool ls_managed_is_same(const struct ls_managed_entry *a, const struct ls_managed_entry *b);

/* Reads the list; absent and null give no entries. Refuses entries without apiVersion, with another
 * operation or fieldsType, and more than LS_MANAGED_ENTRIES_MAX. Of two that are the same the last
 * one counts. */
enum ls_code ls_managed_fields_parse(struct ls_arena *arena, struct ls_node list,
                                     struct ls_managed_fields *out, struct ls_err *err);
/* The list as a value, in the server's order: Apply first, then by time, manager, apiVersion,
 * subresource. */
void ls_managed_fields_build(struct ls_build *build, struct ls_managed_fields managed);

/* At most updaters_max Update entries: of the oldest, those of one apiVersion become one entry
 * named `ancient-changes`. */
struct ls_managed_fields ls_managed_fields_cap(struct ls_arena *arena,
                                               struct ls_managed_fields managed,
                                               size_t updaters_max);

/* `"kubectl" using apps/v1 with subresource "status"`, as conflict messages name an entry: the
 * version only for Update. */
void ls_managed_entry_show(struct ls_buf *out, const struct ls_managed_entry *entry);
