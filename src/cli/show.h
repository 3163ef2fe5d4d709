#pragma once
/*
 * The display of a run while it works: a live tree on a terminal, one line per event in a pipe,
 * JSON for programs. All three get the same events.
 */
#include "base/world.h"
#include "cli/tally.h"
#include "cli/verb.h"

struct ls_show_end { /* how it ended */
    enum ls_run_end end;
    const struct ls_err *err;
    const struct ls_problems *problems; /* NULL: none */
    struct ls_run_counts counts;
    int64_t took_ms;
    enum ls_exit exit;
};

struct ls_show {
    void *self;
    void (*event)(void *self, const struct ls_rows *rows, const struct ls_run_event *event);
    /* A line that is no event, as a warning of the server; it stays visible. */
    void (*line)(void *self, const char *text);
    void (*end)(void *self, const struct ls_rows *rows, const struct ls_show_end *end);
    void (*free)(void *self);
};

struct ls_show_spec {
    struct ls_world *world; /* borrowed for life, as all of these */
    FILE *out;
    const char *set_name;
    const char *parent_namespace;
    const char *verb;
    bool has_color;
    bool is_ascii;
    /* Called once when `out` cannot be written any more. */
    void (*on_broken)(void *self);
    void *broken_self;
};

struct ls_show ls_show_tree_new(const struct ls_show_spec *spec);
struct ls_show ls_show_lines_new(const struct ls_show_spec *spec);
struct ls_show ls_show_json_new(const struct ls_show_spec *spec);

const char *ls_run_end_name(enum ls_run_end end); /* "done", "failed" */
struct ls_build;
/* Takes the finished document and appends it, indented, with a line break. */
void ls_show_json_print(struct ls_build *build, struct ls_buf *out);
/* All objects of a run as the member "objects". */
void ls_show_json_rows(struct ls_build *build, const struct ls_rows *rows);
/* A name of several words as one: "in-progress". */
void ls_show_json_word(struct ls_build *build, const char *key, const char *words);
/* What was found wrong before the first write as the member "problems"; nothing when all is well.
 */
void ls_show_json_problems(struct ls_build *build, const struct ls_problems *problems);
/* The counts of a run as members: {"create": 3, ...}. */
void ls_show_json_counts(struct ls_build *build, const struct ls_run_counts *counts);
