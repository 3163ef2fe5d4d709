#pragma once
/*
 * What holds at every moment, checked from outside: every write of every process and every change
 * of the store, against the manifests and the rules below. The check knows nothing of the engine;
 * it reads requests as they are sent and answered, and objects as they are stored.
 *
 * A breach does not stop anything: it is kept, and whoever runs the world asks for all of them.
 *
 *     struct ls_sim_check *check = ls_sim_check_new(clock);
 *     ls_sim_check_attach(check, sim);                       before the first process
 *     ls_sim_check_expect(check, process->number, &options); before it sends anything
 *     ... the process runs ...
 *     ls_sim_check_ended(check, process->number, end);
 *     if (ls_sim_check_count(check) > 0) ls_sim_check_print(check, &text);
 *
 * Not across ls_sandbox_restore(): what was written before may have to be written again.
 */
#include "phase/run/run.h"
#include "sim/trace.h"

struct ls_clock;
struct ls_collection_event;
struct ls_sim;
struct ls_sim_check;

enum ls_sim_rule {
    LS_SIM_RULE_GATE,  /* a write while something earlier has not been ready since it was written */
    LS_SIM_RULE_PHASE, /* a write of a later phase while an object of an earlier one is not there */
    LS_SIM_RULE_REMOVAL,  /* a removal while an object that goes earlier is still there */
    LS_SIM_RULE_IDENTITY, /* a delete without uid and resourceVersion */
    LS_SIM_RULE_VERSION,  /* an apply of a member without resourceVersion: it may overwrite anything
                           */
    LS_SIM_RULE_FRESH,    /* a read that may be of any age */
    LS_SIM_RULE_FOREIGN,  /* a write to what somebody else controls, or another set has */
    LS_SIM_RULE_CONTROLLER, /* more than one controller owner */
    LS_SIM_RULE_FIELDS,     /* a field changed that was not declared */
    LS_SIM_RULE_TWICE,      /* a finished Job is run again */
    LS_SIM_RULE_KEPT,       /* a delete of what is kept, adopted or wanted */
    LS_SIM_RULE_LOCK,       /* a write by a process that does not hold the lock of the set */
    LS_SIM_RULE_PARENT,     /* the parent does not list a kind or namespace that has members */
    LS_SIM_RULE_SILENCE,    /* a write though nothing has changed */
    LS_SIM_RULE_END,        /* a run that ended as done, and the set is not as wanted */
    LS_SIM_RULE_SECRET,     /* a secret value in a text for people */
    LS_SIM_RULE_COUNT
};
const char *ls_sim_rule_name(enum ls_sim_rule rule); /* "gate" */

struct ls_sim_breach {
    enum ls_sim_rule rule;
    char *object; /* "ConfigMap default/a"; "": the sentence names it */
    int64_t at_ms;
    char *sentence;
};

struct ls_sim_check *ls_sim_check_new(const struct ls_clock *clock); /* borrows it for life */
void ls_sim_check_free(struct ls_sim_check *check);
void ls_sim_check_attach(struct ls_sim_check *check, struct ls_sim *sim);

/* What the process was started for; borrowed for life but for the options themselves. */
void ls_sim_check_expect(struct ls_sim_check *check, unsigned process,
                         const struct ls_run_options *options);
void ls_sim_check_ended(struct ls_sim_check *check, unsigned process, enum ls_run_end end);
/* From now on nothing may be written, or it may again. */
void ls_sim_check_silence(struct ls_sim_check *check, bool is_silent);
/* A log line, a note, a status: whatever people read. `where` names it in the breach. */
void ls_sim_check_text(struct ls_sim_check *check, const char *where, struct ls_slice text);

/* All that was found; the first LS_SIM_BREACHES_MAX are kept. */
size_t ls_sim_check_count(const struct ls_sim_check *check);
const struct ls_sim_breach *ls_sim_check_at(const struct ls_sim_check *check, size_t i);
void ls_sim_check_print(const struct ls_sim_check *check, struct ls_buf *out); /* a line each */

/* What it observes, by ls_sim_check_attach() or by hand. */
void ls_sim_check_step(void *self, const struct ls_sim_request *request,
                       const struct ls_sim_step *step, struct ls_slice bytes);
void ls_sim_check_change(void *self, const struct ls_collection_event *event);
