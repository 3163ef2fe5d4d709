#pragma once
/*
 * A show: runs of one set on a stage, one after the other, from manifests in memory or in a folder;
 * what was told, what was sent and how each ended.
 */
#include "phase/run/run.h"
#include "support_stage.h"

struct show {
    struct stage stage;
    struct ls_manifests manifests;
    struct ls_run *run;
    struct ls_run_options options;
    enum ls_run_end end;
    struct ls_err err;
    struct ls_buf told; /* events, a line each */
    size_t log_from;    /* of the wire, when the run began */
    bool is_done;
};

void show_open(struct show *show, uint64_t seed); /* a set "shop" in namespace default */
void show_close(struct show *show);
void show_take(struct show *show, const char *text); /* these manifests, from now on */
void show_take_folder(struct show *show, const char *path);
void show_begin(struct show *show, enum ls_goal goal);
void show_finish(struct show *show);
void show_play(struct show *show, enum ls_goal goal); /* from beginning to end */
void show_check_done(const struct show *show);
size_t show_requests(const struct show *show); /* of the last run, without reviews of rights */
size_t show_reviews(const struct show *show);
size_t show_writes(const struct show *show);
/* The row of an object, by "ConfigMap default/a"; fails the test when there is none. */
struct ls_row show_row(const struct show *show, const char *object);
