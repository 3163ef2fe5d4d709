#pragma once
/*
 * What a watch sends: one line an event, `{"type":"ADDED","object":{...}}`, in the form its client
 * asked for. Lines of the same form are made once an event and shared (store/text.h).
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/clock.h"
#include "sandbox/serve/show.h"
#include "sandbox/status/failure.h"
#include "sandbox/store/store.h"

/* A way to show events of a kind, shared by all watches that want it. Its number is never that of
 * another. */
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
    size_t printed_count;  /* lines made, not those that were shared; for tests */
};

void ls_watch_forms_release(struct ls_watch_forms *forms); /* all forms are back */
struct ls_watch_form *ls_watch_form_get(struct ls_watch_forms *forms, const struct ls_kind *kind,
                                        const struct ls_response_form *form);
void ls_watch_form_put(struct ls_watch_forms *forms, struct ls_watch_form *form); /* back */

/* How an event looks to one watch: its selection may make more or less of it. */
enum ls_watch_effect {
    LS_WATCH_EFFECT_NONE,    /* not seen */
    LS_WATCH_EFFECT_AS_IS,   /* what happened */
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
/* Tells that nothing up to the revision is missing; `ends_initial`: and that all that was there
 * when the watch began has been sent. */
struct ls_slice ls_watch_line_bookmark(struct ls_watch_forms *forms, struct ls_watch_form *form,
                                       int64_t revision, bool ends_initial, bool has_columns);
struct ls_slice ls_watch_line_error(struct ls_watch_forms *forms, const struct ls_failure *failure);
