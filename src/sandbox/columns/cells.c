#include "sandbox/columns/cells.h"

#include <stdlib.h>

#include "base/vec.h"
#include "value/duration.h"
#include "value/selector.h"
#include "value/time.h"

struct ls_node ls_cell_at(const struct ls_cell *cell, const char *path)
{
    LS_ASSERT(path && path[0]);
    return ls_node_at(cell->object, path);
}

static struct ls_node field_of(const struct ls_cell *cell)
{
    LS_ASSERT(cell->column->path);
    return ls_node_at(cell->object, cell->column->path);
}

void ls_cell_put(const struct ls_cell *cell, const struct ls_buf *text)
{
    ls_build_string(cell->build, ls_buf_slice(text));
}

static void put_fallback(const struct ls_cell *cell)
{
    ls_build_text(cell->build, cell->column->fallback ? cell->column->fallback : "");
}

void ls_cell_join(struct ls_buf *list, struct ls_slice text)
{
    if (list->len)
        ls_buf_add_char(list, ',');
    ls_buf_add_slice(list, text);
}

void ls_cell_more(struct ls_buf *list, size_t count, size_t shown)
{
    if (count > shown)
        ls_buf_printf(list, " + %zu more...", count - shown);
}

/* ---- one field ---- */

void ls_cell_name(const struct ls_cell *cell)
{
    ls_build_string(cell->build, ls_node_string(ls_cell_at(cell, "metadata.name")));
}

void ls_age_print_ms(struct ls_buf *out, int64_t age_ms)
{
    const int64_t age_ms_max = INT64_MAX / LS_NS_PER_MS; /* 292 years, where Go's ages end too */
    ls_duration_print_age(out, LS_MAX(LS_MIN(age_ms, age_ms_max), -age_ms_max) * LS_NS_PER_MS);
}

void ls_age_print(struct ls_buf *out, struct ls_node time, int64_t now_ms)
{
    struct ls_time since;
    if (!ls_node_is_string(time) || ls_time_parse(ls_node_string(time), &since, NULL))
        ls_buf_add_text(out, "<unknown>");
    else
        ls_age_print_ms(out, now_ms - ls_time_ms(since));
}

void ls_cell_put_age(const struct ls_cell *cell, struct ls_node time)
{
    LS_ASSERT(cell->now_ms >= 0);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_age_print(&text, time, cell->now_ms);
    ls_cell_put(cell, &text);
}

void ls_cell_age(const struct ls_cell *cell)
{
    ls_cell_put_age(cell, ls_cell_at(cell, "metadata.creationTimestamp"));
}

void ls_cell_since(const struct ls_cell *cell)
{
    if (ls_node_is_string(field_of(cell)))
        ls_cell_put_age(cell, field_of(cell));
    else
        put_fallback(cell);
}

void ls_cell_text(const struct ls_cell *cell)
{
    if (ls_node_is_string(field_of(cell)))
        ls_build_node(cell->build, field_of(cell));
    else
        put_fallback(cell);
}

void ls_cell_int(const struct ls_cell *cell)
{
    ls_build_int(cell->build, ls_node_int(field_of(cell), 0));
}

void ls_cell_bool(const struct ls_cell *cell)
{
    ls_build_bool(cell->build, ls_node_bool(field_of(cell), cell->column->fallback != NULL));
}

void ls_cell_count(const struct ls_cell *cell)
{
    ls_build_int(cell->build, (int64_t)ls_node_count(field_of(cell)));
}

void ls_cell_joined(const struct ls_cell *cell)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    LS_EACH (it, field_of(cell))
        ls_cell_join(&text, ls_node_string(it.value));
    if (text.len)
        ls_cell_put(cell, &text);
    else
        put_fallback(cell);
}

/* ---- containers ---- */

static void put_members(const struct ls_cell *cell, const char *member)
{
    LS_ASSERT(member[0]);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    bool is_first = true;
    LS_EACH (it, field_of(cell)) {
        if (!is_first)
            ls_buf_add_char(&text, ',');
        is_first = false;
        ls_buf_add_slice(&text, ls_node_string(ls_node_get(it.value, ls_slice_of(member))));
    }
    ls_cell_put(cell, &text);
}

void ls_cell_names(const struct ls_cell *cell)
{
    put_members(cell, "name");
}

void ls_cell_images(const struct ls_cell *cell)
{
    put_members(cell, "image");
}

/* ---- labels ---- */

void ls_cell_labels(const struct ls_cell *cell)
{
    struct ls_words words LS_AUTO(ls_words_release) = {0};
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    LS_EACH (it, field_of(cell))
        ls_words_add(&words, ls_slice_of(ls_arena_printf(&arena, "%.*s=%s", LS_ARG(it.key),
                                                         ls_node_text(it.value))));
    ls_words_print(&text, &words);
    if (!text.len)
        ls_buf_add_text(&text, "<none>");
    ls_cell_put(cell, &text);
}

void ls_cell_selector(const struct ls_cell *cell)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_selector selector;
    struct ls_err err;
    if (ls_selector_from_node(&arena, field_of(cell), &selector, &err))
        ls_buf_add_text(&text, "<error>");
    else
        ls_selector_print(&text, &selector);
    if (!text.len)
        ls_buf_add_text(&text, "<none>");
    ls_cell_put(cell, &text);
}

/* ---- conditions ---- */

struct ls_node ls_cell_condition(struct ls_node object, const char *type)
{
    LS_ASSERT(type);
    return ls_node_find(ls_node_at(object, "status.conditions"), "type", ls_slice_of(type));
}

bool ls_cell_condition_is_true(struct ls_node object, const char *type)
{
    struct ls_node condition = ls_cell_condition(object, type);
    return ls_node_string_is(ls_node_get(condition, LS_SLICE("status")), "True");
}

/* ---- words ---- */

void ls_words_release(struct ls_words *words)
{
    ls_vec_release(words);
}

void ls_words_add(struct ls_words *words, struct ls_slice word)
{
    ls_vec_push(words, word);
}

static int word_compare(const void *a, const void *b)
{
    return ls_slice_compare(*(const struct ls_slice *)a, *(const struct ls_slice *)b);
}

void ls_words_print(struct ls_buf *out, struct ls_words *words)
{
    LS_ASSERT(words->count <= words->cap);
    if (words->count)
        qsort(words->at, words->count, sizeof *words->at, word_compare);
    for (size_t i = 0; i < words->count; i++) {
        if (i && ls_slice_equal(words->at[i - 1], words->at[i]))
            continue;
        ls_cell_join(out, words->at[i]);
    }
}
