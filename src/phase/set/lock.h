#pragma once
/*
 * The lock: who may work on a set. It stands on the parent in `lockstep.dev/holder`, as
 * HOST BOOT PID START NONCE COUNT: a run on one host, the process it is, and how often it renewed.
 *
 * Only the server's own compare-and-set takes it (the parent is applied with the version seen), so
 * clocks of different machines never matter: a holder is stale when this process has seen no
 * renewal for LS_LOCK_STALE_MS of its own time, or when it is a process of this host that is dead.
 */
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/random.h"

enum { LS_LOCK_RENEW_MS = 15 * 1000, LS_LOCK_STALE_MS = 45 * 1000 };

struct ls_lock_name { /* who we are; texts without spaces */
    char host[256];
    char boot[64]; /* the kernel's boot, and the pid namespace in which the number counts */
    int64_t pid;
    uint64_t start; /* of the process, in clock ticks since boot */
    uint64_t nonce;
};
void ls_lock_name_here(struct ls_lock_name *out, struct ls_random *random); /* of this process */
/* The machine as a lock sees it: which process this is, and whether another one is gone. */
struct ls_lock_host {
    void *self;
    void (*name)(void *self, struct ls_lock_name *out, struct ls_random *random);
    bool (*is_dead)(void *self, const struct ls_lock_name *name); /* false when in doubt */
};
const struct ls_lock_host *ls_lock_host_here(void); /* the machine that this process runs on */

void ls_lock_print(struct ls_buf *out, const struct ls_lock_name *name, uint64_t count);
bool ls_lock_parse(struct ls_slice text, struct ls_lock_name *out, uint64_t *count);
/* Is the process gone for certain? False for those of other hosts and where it cannot be told. */
bool ls_lock_is_dead(const struct ls_lock_name *name);
/* "host web1, process 4711": for people. */
void ls_lock_show(struct ls_buf *out, struct ls_slice text);

enum ls_lock_state {
    LS_LOCK_FREE,
    LS_LOCK_OURS,
    LS_LOCK_HELD,  /* wait; until `look_again_ms` at the latest */
    LS_LOCK_STALE, /* may be taken over */
    LS_LOCK_COUNT
};
struct ls_lock_sight { /* what this process has seen of another's hold; {0} before the first look */
    char text[512];
    int64_t seen_ms; /* when this very text was first seen */
};
/* Pure but for `is_dead`, which the caller found out. Updates the sight. */
enum ls_lock_state ls_lock_decide(struct ls_lock_sight *sight, struct ls_slice holder,
                                  const struct ls_lock_name *ours, bool is_dead, int64_t now_ms,
                                  int64_t *look_again_ms);
