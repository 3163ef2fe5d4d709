/*
 * Runs a command and appends one line about it to a file: seconds of wall time, seconds of CPU of
 * it and its children, peak resident KiB. What it prints goes where ours goes; its exit code is
 * ours.
 *
 * usage: measured FILE COMMAND...
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "meter.h"

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: measured FILE COMMAND...\n");
        return 2;
    }
    double from_s = bench_wall_s();
    pid_t child = fork();
    if (child == 0) {
        execvp(argv[2], argv + 2);
        perror(argv[2]);
        _exit(127);
    }
    int status;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) != child) {
        perror("measured");
        return 1;
    }
    double wall_s = bench_wall_s() - from_s;
    FILE *file = fopen(argv[1], "a");
    if (!file) {
        perror(argv[1]);
        return 1;
    }
    fprintf(file, "%.4f %.3f %ld\n", wall_s, seconds(usage.ru_utime) + seconds(usage.ru_stime),
            usage.ru_maxrss);
    fclose(file);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
