#pragma once
/* The limits of this folder. */

enum {
    /* Threads a loop starts for work that blocks; more jobs than that wait in line. */
    LS_WORKER_THREADS_MAX = 4,
    /* Ready descriptors taken from the kernel in one turn of a loop. */
    LS_POLL_EVENTS_MAX = 64,
    /* A log line; fields that would pass it are left out and counted. */
    LS_LOG_LINE_BYTES_MAX = 8 * 1024,
    /* One value in a log line, before escaping; the rest is cut. */
    LS_LOG_VALUE_BYTES_MAX = 1024,
    /* States of one machine: the exits of a state are bits of 32. */
    LS_MACHINE_STATES_MAX = 32,
};
