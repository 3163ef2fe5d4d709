#pragma once
/*
 * A rehearsal: a set is rolled out in the simulated world, applied once more later, and taken down,
 * and everything that would go wrong on the way becomes a finding.
 *
 * Nothing outside of the simulated world is read or written, and real time plays no part: the same
 * options give the same rehearsal.
 */
#include "sim/rehearse/finding.h"
#include "sim/rehearse/expected.h"
#include "sim/rehearse/requests.h"
#include "sim/rehearse/timeline.h"

struct ls_rehearse_user {
    const char *name;          /* NULL: rights are not judged */
    const char *const *groups; /* besides those that follow from the name */
    size_t group_count;
};

struct ls_rehearse_options {
    const struct ls_manifests *manifests;
    /* How the rollout is run: name and namespaces of the set, waits, timeouts, grace, tables. Goal,
     * manifests, rules and lock are set here. */
    struct ls_run_options run;
    const char *const *rule_files; /* of --health-rules */
    size_t rule_file_count;
    struct ls_expected_list outcomes;
    /* What the cluster holds before the rollout; definitions and namespaces come first. */
    const struct ls_obj *const *found;
    size_t found_count;
    bool assumes_namespaces;      /* those that the set names and does not bring are there */
    struct ls_rehearse_user user; /* whose rights are judged, by the Roles of the set */
    bool tries_faults;
    size_t fault_tries; /* 0: as many as suit the size of the set */
    uint64_t seed;
};

struct ls_rehearsal_part { /* one run of it */
    bool is_run;
    struct ls_timeline timeline;
    struct ls_rehearsal_requests requests;
};

struct ls_rehearsal_faults {
    size_t tries; /* 0: none were asked for, or the set does not come through without them */
    size_t survived;
    size_t possible; /* tries that there are */
};

struct ls_rehearsal { /* {0} is empty; borrows the manifests */
    struct ls_rehearsal_part rollout;
    struct ls_rehearsal_part again; /* the same apply, later */
    struct ls_rehearsal_part teardown;
    struct ls_rehearsal_faults faults;
    struct ls_rehearse_findings findings; /* sorted */
    size_t left_out_count;   /* manifests with mistakes: the rollout is that of the others */
    size_t assumed_count;    /* objects that are assumed ready */
    const char *rights_note; /* whose word the rights go by; "" when they were not judged */
};
void ls_rehearsal_release(struct ls_rehearsal *rehearsal);

/* Errors are those of the options: health rules that do not read, outcomes of nothing. */
enum ls_code ls_rehearse(const struct ls_rehearse_options *options, struct ls_rehearsal *out,
                         struct ls_err *err);
