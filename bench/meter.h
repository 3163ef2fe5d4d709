#pragma once
/*
 * A benchmark's own process, measured: time, processor time, memory.
 */

double bench_wall_s(void); /* monotonic; only differences mean something */
double bench_cpu_s(void);  /* user and system time of all threads so far */
/* A line of /proc/self/status in KiB: "VmRSS", "RssAnon". Ends the process when there is none. */
long bench_memory_kib(const char *name);
