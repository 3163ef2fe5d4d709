#pragma once
/*
 * The lines that a watch sends, one per event, `{"type":"ADDED","object":{...}}`, in the form that
 * its client requested. A line is made once per form and event, and shared (store/text.h).
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/clock.h"
#include "sandbox/serve/show.h"
#include "sandbox/status/failure.h"
#include "sandbox/store/store.h"

/* A form in which events of a kind are printed, shared by all watches that want it. Its number is
 * unique. */
struct ls_watch_form {
    struct ls_watch_form *next;
    const struct ls_kind *kind; /* counted */
    struct ls_response_form form;
    uint64_t number;
    unsigned refs;
};

struct ls_watch_forms {
    struct ls_watch_form *first;
    const struct ls_clock *clock; /* for ages */
    uint64_t last_number;
    struct ls_buf line;    /* of the event that is being printed */
    struct ls_arena arena; /* scratch */
    size_t printed_count;  /* printed lines, without shared ones; for tests */
};

void ls_watch_forms_release(struct ls_watch_forms *forms); /* all forms are returned */
struct ls_watch_form *ls_watch_form_get(struct ls_watch_forms *forms, const struct ls_kind *kind,
                                        const struct ls_response_form *form);
void ls_watch_form_put(struct ls_watch_forms *forms, struct ls_watch_form *form); /* returns it */

/* The effect of an event on one watch, given its selection. */
enum ls_watch_effect {
    LS_WATCH_EFFECT_NONE,    /* outside the selection */
    LS_WATCH_EFFECT_AS_IS,   /* the event as it is */
    LS_WATCH_EFFECT_ENTERED, /* changed into the selection: ADDED */
    LS_WATCH_EFFECT_LEFT,    /* changed out of it: DELETED, the old object at the new revision */
    LS_WATCH_EFFECT_COUNT
};

/* Lines are borrowed until the next call or write. `has_columns`: the first line of a Table. */
struct ls_slice ls_watch_line_event(struct ls_watch_forms *forms, struct ls_watch_form *form,
                                    struct ls_collection_reader *reader,
                                    struct ls_collection_event *event, enum ls_watch_effect effect,
                                    bool has_columns);
struct ls_slice ls_watch_line_added(struct ls_watch_forms *forms, struct ls_watch_form *form,
                                    struct ls_node stored, bool has_columns);
/* A bookmark: nothing up to the revision is missing. `ends_initial`: all initial objects have been
 * sent. */
struct ls_slice ls_watch_line_bookmark(struct ls_watch_forms *forms, struct ls_watch_form *form,
                                       int64_t revision, bool ends_initial, bool has_columns);
struct ls_slice ls_watch_line_error(struct ls_watch_forms *forms, const struct ls_failure *failure);
