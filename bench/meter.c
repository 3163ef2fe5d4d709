#include "meter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

double bench_wall_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

double bench_cpu_s(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

long bench_memory_kib(const char *name)
{
    FILE *file = fopen("/proc/self/status", "r");
    char line[256];
    size_t len = strlen(name);
    while (file && fgets(line, sizeof line, file)) {
        if (strncmp(line, name, len) == 0 && line[len] == ':') {
            fclose(file);
            return strtol(line + len + 1, NULL, 10);
        }
    }
    fprintf(stderr, "/proc/self/status has no line %s\n", name);
    exit(1);
}
