#include "cli/table.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cell.h"
#include "cli/limits.h"
#include "value/duration.h"
#include "value/members.h"
#include "value/time.h"

/* ---- columns ---- */

static char *title_of(struct ls_slice name)
{
    struct ls_buf title = {0};
    ls_cell_print_text(&title, name);
    for (size_t i = 0; i < title.len; i++)
        title.at[i] = (char)toupper((unsigned char)title.at[i]);
    return ls_buf_take(&title);
}

static struct ls_table_column column_of(const struct ls_table *table, struct ls_node definition)
{
    return (struct ls_table_column){
        .title = title_of(ls_node_string(ls_node_at(definition, "name"))),
        .is_shown =
            table->options.is_wide || ls_node_int(ls_node_at(definition, "priority"), 0) == 0,
        .is_name = ls_node_string_is(ls_node_at(definition, "format"), "name") &&
                   ls_node_string_is(ls_node_at(definition, "type"), "string"),
    };
}

static bool column_equal(const struct ls_table_column *a, const struct ls_table_column *b)
{
    return a->is_shown == b->is_shown && a->is_name == b->is_name &&
           strcmp(a->title, b->title) == 0;
}

static void columns_clear(struct ls_table *table)
{
    for (size_t i = 0; i < table->columns.count; i++)
        ls_free(table->columns.at[i].title);
    ls_vec_clear(&table->columns);
}

static bool columns_equal(const struct ls_table *a, const struct ls_table *b)
{
    if (a->columns.count != b->columns.count)
        return false;
    for (size_t i = 0; i < a->columns.count; i++)
        if (!column_equal(&a->columns.at[i], &b->columns.at[i]))
            return false;
    return true;
}

void ls_table_columns(struct ls_table *table, struct ls_node definitions)
{
    if (ls_node_count(definitions) == 0)
        return;
    struct ls_table fresh LS_AUTO(ls_table_release) = {.options = table->options};
    LS_EACH (it, definitions) {
        if (fresh.columns.count < LS_TABLE_COLUMNS_MAX)
            ls_vec_push(&fresh.columns, column_of(table, it.value));
    }
    if (columns_equal(table, &fresh))
        return;
    columns_clear(table);
    for (size_t i = 0; i < fresh.columns.count; i++)
        ls_vec_push(&table->columns, fresh.columns.at[i]);
    ls_vec_clear(&fresh.columns);
    table->has_heading = false;
}

/* ---- lines ---- */

/* Cells of one line, with tabs between. */
static void cell_begin(struct ls_table *table, size_t *count)
{
    if ((*count)++ > 0)
        ls_buf_add_char(&table->line, '\t');
}

static void cell_add(struct ls_table *table, size_t *count, const char *text)
{
    cell_begin(table, count);
    ls_buf_add_text(&table->line, text);
}

static void line_end(struct ls_table *table)
{
    ls_tabs_line(&table->tabs, ls_buf_slice(&table->line));
    ls_buf_clear(&table->line);
}

static void heading_print(struct ls_table *table)
{
    if (table->options.has_no_headers || table->has_heading)
        return;
    size_t count = 0;
    if (table->options.has_event)
        cell_add(table, &count, "EVENT");
    if (table->options.has_namespace)
        cell_add(table, &count, "NAMESPACE");
    for (size_t i = 0; i < table->columns.count; i++)
        if (table->columns.at[i].is_shown)
            cell_add(table, &count, table->columns.at[i].title);
    if (table->options.has_labels)
        cell_add(table, &count, "LABELS");
    line_end(table);
    table->has_heading = true;
}

/* Behind the part that two keys share; the end of a key is the sign before its value. */
static int label_sign(struct ls_slice key, size_t shared)
{
    return key.len > shared ? (unsigned char)key.at[shared] : '=';
}

/* kubectl sorts texts like `a10=x`, so that a10 stands before a. */
static int label_compare(const void *a, const void *b)
{
    struct ls_slice left = ((const struct ls_map_member *)a)->key;
    struct ls_slice right = ((const struct ls_map_member *)b)->key;
    size_t shared = LS_MIN(left.len, right.len);
    int order = shared > 0 ? memcmp(left.at, right.at, shared) : 0;
    return order != 0 ? order : label_sign(left, shared) - label_sign(right, shared);
}

static void labels_print(struct ls_buf *out, struct ls_node labels)
{
    struct ls_members members LS_AUTO(ls_members_release);
    ls_members_init(&members, labels);
    if (members.count > 1)
        qsort(members.at, members.count, sizeof *members.at, label_compare);
    for (size_t i = 0; i < members.count; i++) {
        if (i > 0)
            ls_buf_add_char(out, ',');
        ls_cell_print_text(out, members.at[i].key);
        ls_buf_add_char(out, '=');
        ls_cell_print_text(out, ls_node_string(members.at[i].value));
    }
    if (members.count == 0)
        ls_buf_add_text(out, "<none>");
}

/* Events in the watch's own width, so that the column stays as wide as its widest word. */
static void front_print(struct ls_table *table, size_t *count, const char *event,
                        struct ls_slice namespace_name)
{
    if (table->options.has_event) {
        cell_begin(table, count);
        ls_buf_printf(&table->line, "%-8s", event);
    }
    if (table->options.has_namespace) {
        cell_begin(table, count);
        ls_cell_print_text(&table->line, namespace_name);
    }
}

static void name_print(struct ls_table *table, bool is_name)
{
    if (is_name && table->options.kind)
        ls_buf_printf(&table->line, "%s/", table->options.kind);
}

static void back_print(struct ls_table *table, size_t *count, struct ls_node metadata)
{
    if (!table->options.has_labels)
        return;
    cell_begin(table, count);
    if (!ls_node_is_absent(metadata))
        labels_print(&table->line, ls_node_at(metadata, "labels"));
}

/* Only the first of several name columns gets the kind in front. */
static size_t name_column(const struct ls_table *table)
{
    size_t i = 0;
    while (i < table->columns.count && !table->columns.at[i].is_name)
        i++;
    return i;
}

void ls_table_row(struct ls_table *table, struct ls_node row, const char *event)
{
    struct ls_node metadata = ls_node_at(row, "object.metadata");
    size_t count = 0;
    size_t i = 0;
    size_t name = name_column(table);
    LS_ASSERT(event || !table->options.has_event);
    heading_print(table);
    front_print(table, &count, event, ls_node_string(ls_node_at(metadata, "namespace")));
    LS_EACH (it, ls_node_at(row, "cells")) {
        if (i == table->columns.count)
            break;
        bool is_name = i == name;
        if (!table->columns.at[i++].is_shown)
            continue;
        cell_begin(table, &count);
        name_print(table, is_name);
        ls_cell_print(&table->line, it.value);
    }
    back_print(table, &count, metadata);
    line_end(table);
    table->row_count++;
}

/* ---- objects without a table ---- */

static void columns_stand_in(struct ls_table *table)
{
    if (table->columns.count > 0)
        return;
    ls_vec_push(&table->columns, (struct ls_table_column){ls_strdup("NAME"), true, true});
    ls_vec_push(&table->columns, (struct ls_table_column){ls_strdup("AGE"), true, false});
}

void ls_table_age(struct ls_buf *out, struct ls_slice created, int64_t now_ms)
{
    struct ls_time at;
    if (ls_time_parse(created, &at, NULL))
        ls_buf_add_text(out, "<unknown>");
    else
        ls_duration_print_age(out, ls_time_between_ns(at, ls_time_of_ms(now_ms)));
}

void ls_table_object(struct ls_table *table, struct ls_node object, const char *event,
                     int64_t now_ms)
{
    struct ls_node metadata = ls_node_at(object, "metadata");
    size_t count = 0;
    LS_ASSERT(event || !table->options.has_event);
    columns_stand_in(table);
    heading_print(table);
    front_print(table, &count, event, ls_node_string(ls_node_at(metadata, "namespace")));
    cell_begin(table, &count);
    name_print(table, true);
    ls_cell_print_text(&table->line, ls_node_string(ls_node_at(metadata, "name")));
    cell_begin(table, &count);
    ls_table_age(&table->line, ls_node_string(ls_node_at(metadata, "creationTimestamp")), now_ms);
    back_print(table, &count, metadata);
    line_end(table);
    table->row_count++;
}

void ls_table_gone(struct ls_table *table, struct ls_slice key)
{
    struct ls_slice name;
    struct ls_slice namespace_name = ls_slice_cut(key, '/', &name);
    if (!name.at) {
        name = key;
        namespace_name = (struct ls_slice){0};
    }
    size_t count = 0;
    columns_stand_in(table);
    heading_print(table);
    front_print(table, &count, "DELETED", namespace_name);
    cell_begin(table, &count);
    name_print(table, true);
    ls_cell_print_text(&table->line, name);
    cell_add(table, &count, "<deleted>");
    line_end(table);
    table->row_count++;
}

void ls_table_flush(struct ls_table *table, struct ls_buf *out)
{
    ls_tabs_flush(&table->tabs, out);
}

void ls_table_clear(struct ls_table *table)
{
    ls_tabs_clear(&table->tabs);
    table->has_heading = false;
    table->row_count = 0;
}

void ls_table_release(struct ls_table *table)
{
    columns_clear(table);
    ls_vec_release(&table->columns);
    ls_tabs_release(&table->tabs);
    ls_buf_release(&table->line);
    *table = (struct ls_table){.options = table->options};
}
