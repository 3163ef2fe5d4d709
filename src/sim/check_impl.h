#pragma once
/*
 * Inside the check: what it remembers (check.c), and the rules that are applied to a write that the
 * server has carried out (check_write.c, check_order.c, check_fields.c).
 */
#include "base/arena.h"
#include "base/vec.h"
#include "phase/read/order.h"
#include "phase/read/wishes.h"
#include "sim/check.h"
#include "value/obj.h"

struct check_change {
    int64_t revision;
    const struct ls_obj *object;   /* after it; of a deletion: the last state */
    const struct ls_obj *previous; /* NULL: it was made */
};

/* One object under one uid, that belongs or belonged to a set, or is the parent of one. */
struct check_record {
    char uid[64];
    LS_VEC(struct check_change) changes; /* never empty */
    int64_t written_revision;            /* of our last write; 0: none */
    int64_t ready_revision;              /* the last at which it was ready; 0: it never was */
    bool is_gone;
    bool is_deleted; /* by a process */
};

struct check_process {
    unsigned number;
    struct ls_run_options options;
    struct ls_buf set_id; /* the label of its members */
    enum ls_wait_mode mode;
    int64_t first_revision; /* of its first write; 0: none */
};

/* A write that is on its way. */
struct check_sent {
    size_t request;
    const struct ls_obj *body; /* NULL: none, or not JSON */
    int64_t revision;          /* of the store when it was sent */
};

struct ls_sim_check {
    const struct ls_clock *clock;
    int64_t revision; /* of the last change */
    bool is_silent;
    LS_VEC(struct check_record *) records;
    LS_VEC(struct check_process *) processes;
    LS_VEC(struct check_sent) sent;
    LS_VEC(char *) secrets; /* values, as text */
    LS_VEC(struct ls_sim_breach) breaches;
    size_t breach_count;
    struct ls_arena scratch; /* of one change or one write */
};

/* A write that was carried out. */
struct check_write {
    const struct ls_sim_request *request;
    struct check_process *process; /* NULL: nobody said what it is for */
    struct check_record *record;   /* NULL: the object never belonged to a set */
    struct ls_node body;           /* as it was sent */
    struct ls_node reply;          /* the object, or a Status */
    struct ls_node before;         /* absent: it was made, or nothing has changed */
    struct ls_node after;          /* absent: nothing has changed */
    int64_t revision;              /* at which it was carried out */
    bool is_delete;
    bool is_release; /* a JSON patch that takes our marks off */
    bool is_parent;
    bool is_changed; /* the server had something to do */
};

void ls_check_breach(struct ls_sim_check *check, enum ls_sim_rule rule, struct ls_node object,
                     const char *format, ...) LS_FORMAT(4, 5);

/* ---- what objects say ---- */
struct ls_slice ls_check_note(struct ls_node object, const char *key);  /* an annotation */
struct ls_slice ls_check_label(struct ls_node object, const char *key); /* empty: none */
struct ls_slice ls_check_set(struct ls_node object); /* of a member; empty: of no set */
bool ls_check_is_parent(struct ls_node object);
bool ls_check_is(struct ls_node object, const char *group, const char *kind);
struct ls_slice ls_check_group(struct ls_node object);
void ls_check_object_print(struct ls_buf *out, struct ls_node object);
/* Waited for by more than its kind's own rule, and met now. */
bool ls_check_is_ready(struct ls_sim_check *check, struct ls_node object);

/* ---- what is remembered ---- */
struct ls_node ls_check_object(const struct check_record *record); /* as it is, or was last */
struct check_process *ls_check_process(const struct ls_sim_check *check, unsigned number);
/* The newest record of the manifest's object; NULL: none. */
struct check_record *ls_check_find(const struct ls_sim_check *check,
                                   const struct check_process *process, struct ls_node manifest);
/* Is the object of this record one of the manifests? absent: no. */
struct ls_node ls_check_manifest(const struct check_process *process, struct ls_node object);
struct check_record *ls_check_parent_of(const struct ls_sim_check *check, struct ls_slice set);

/* ---- rules ---- */
void ls_check_written(struct ls_sim_check *check, const struct check_write *write);
void ls_check_gates(struct ls_sim_check *check, const struct check_write *write);
void ls_check_removal(struct ls_sim_check *check, const struct check_write *write);
void ls_check_fields(struct ls_sim_check *check, const struct check_write *write);
/* Has everything that is waited for in manifests been ready? Breaks rule END where not. */
void ls_check_end(struct ls_sim_check *check, const struct check_process *process);
