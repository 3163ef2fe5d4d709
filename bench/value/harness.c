/*
 * Measures one JSON library over the generated objects and prints one line of a table.
 *
 *     bench_value_NAME FOLDER
 *
 * Every number is measured in a process of its own that is forked from a small parent, in CPU time,
 * the best of five rounds; memory is the growth of RssAnon while all objects are held.
 */
#include "harness.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 5, OBJECTS_MAX = 20000, EQUAL_STRIDE = 5, WARM_OBJECTS = 100 };

struct text {
    const char *at;
    size_t len;
};

struct objects {
    struct text texts[OBJECTS_MAX];
    void *values[OBJECTS_MAX];
    size_t count;
    size_t bytes;
};

static struct text list;
static struct objects full, bare;

static void die(const char *what)
{
    fprintf(stderr, "%s: %s\n", bench_adapter.name, what);
    exit(1);
}

static struct text map_file(const char *folder, const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    int fd = open(path, O_RDONLY);
    struct stat status;
    if (fd < 0 || fstat(fd, &status) != 0)
        die("cannot open the objects; run bench_value_gen first");
    size_t len = (size_t)status.st_size;
    void *at = mmap(NULL, len, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd, 0);
    if (at == MAP_FAILED)
        die("cannot map the objects");
    close(fd);
    return (struct text){at, len};
}

static void split_lines(struct objects *out, struct text file)
{
    const char *end = file.at + file.len;
    for (const char *at = file.at; at < end && out->count < OBJECTS_MAX;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline ? newline : end;
        out->texts[out->count++] = (struct text){at, (size_t)(stop - at)};
        out->bytes += (size_t)(stop - at);
        at = stop + 1;
    }
}

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static double rss_anon_bytes(void)
{
    FILE *status = fopen("/proc/self/status", "r");
    char line[256];
    double kib = 0;
    while (status && fgets(line, sizeof line, status)) {
        if (sscanf(line, "RssAnon: %lf kB", &kib) == 1)
            break;
    }
    if (status)
        fclose(status);
    return kib * 1024;
}

static void *parse(struct text text)
{
    void *value = bench_adapter.parse(text.at, text.len);
    if (!value)
        die("a text was refused");
    return value;
}

static void parse_all(struct objects *objects)
{
    for (size_t i = 0; i < objects->count; i++)
        objects->values[i] = parse(objects->texts[i]);
}

static double list_seconds(void)
{
    double start = cpu_seconds();
    void *value = parse(list);
    double seconds = cpu_seconds() - start;
    bench_adapter.release(value);
    return seconds;
}

static double stream_seconds(void)
{
    double start = cpu_seconds();
    for (size_t i = 0; i < full.count; i++)
        bench_adapter.release(parse(full.texts[i]));
    return cpu_seconds() - start;
}

static double print_rate(void)
{
    double start = cpu_seconds();
    size_t bytes = 0;
    for (size_t i = 0; i < full.count; i++)
        bytes += bench_adapter.print(full.values[i]);
    return (cpu_seconds() - start) / (double)bytes;
}

/* Five nested paths in each of the first `count` objects; seconds per path. */
static double lookup_pass(size_t count)
{
    static const char *const paths[][3] = {{"metadata", "name"},
                                           {"metadata", "labels", "team"},
                                           {"metadata", "resourceVersion"},
                                           {"metadata", "ownerReferences"},
                                           {"status", "conditions"}};
    static const size_t lengths[] = {2, 3, 2, 2, 2};
    size_t found = 0;
    double start = cpu_seconds();
    for (size_t i = 0; i < count; i++) {
        for (size_t p = 0; p < 5; p++)
            found += bench_adapter.has(full.values[i], paths[p], lengths[p]);
    }
    double seconds = (cpu_seconds() - start) / (double)(5 * count);
    if (found < 4 * count)
        die("members were not found");
    return seconds;
}

static double cold_seconds(void)
{
    return lookup_pass(full.count);
}

static double warm_seconds(void)
{
    return lookup_pass(WARM_OBJECTS);
}

static double edit_seconds(void)
{
    double start = cpu_seconds();
    for (size_t i = 0; i < full.count; i++)
        bench_adapter.release(bench_adapter.edited(full.values[i]));
    return (cpu_seconds() - start) / (double)full.count;
}

static void *twins[OBJECTS_MAX]; /* a second copy of every EQUAL_STRIDE-th value */

static double equal_seconds(void)
{
    double start = cpu_seconds();
    for (size_t i = 0; i < full.count; i += EQUAL_STRIDE) {
        if (!bench_adapter.equal(full.values[i], twins[i]))
            die("equal objects are not equal");
    }
    return (cpu_seconds() - start) / ((double)full.count / EQUAL_STRIDE);
}

static double best_of(double (*measure)(void))
{
    double best = measure();
    for (int i = 1; i < ROUNDS; i++) {
        double seconds = measure();
        best = seconds < best ? seconds : best;
    }
    return best;
}

static double list_mbps(void)
{
    return (double)list.len / 1e6 / best_of(list_seconds);
}

static double stream_mbps(void)
{
    return (double)full.bytes / 1e6 / best_of(stream_seconds);
}

static double print_mbps(void)
{
    parse_all(&full);
    return 1 / best_of(print_rate) / 1e6;
}

static double retained(struct objects *objects)
{
    bench_adapter.release(parse(objects->texts[0])); /* tables that fill once */
    double before = rss_anon_bytes();
    parse_all(objects);
    return (rss_anon_bytes() - before) / (double)objects->count;
}

static double full_bytes(void)
{
    return retained(&full);
}

static double bare_bytes(void)
{
    return retained(&bare);
}

static double cold_ns(void)
{
    parse_all(&full);
    return best_of(cold_seconds) * 1e9;
}

static double warm_ns(void)
{
    parse_all(&full);
    return best_of(warm_seconds) * 1e9;
}

static double edit_us(void)
{
    parse_all(&full);
    return best_of(edit_seconds) * 1e6;
}

static double equal_us(void)
{
    parse_all(&full);
    for (size_t i = 0; i < full.count; i += EQUAL_STRIDE)
        twins[i] = parse(full.texts[i]);
    return best_of(equal_seconds) * 1e6;
}

/* In a child, so that no measurement finds what another one left in the allocator. */
static double measured(double (*measure)(void))
{
    int ends[2];
    if (pipe(ends) != 0)
        die("no pipe");
    pid_t child = fork();
    if (child == 0) {
        double figure = measure();
        _exit(write(ends[1], &figure, sizeof figure) == sizeof figure ? 0 : 1);
    }
    double figure = 0;
    close(ends[1]);
    if (child < 0 || read(ends[0], &figure, sizeof figure) != sizeof figure)
        die("a measurement failed");
    close(ends[0]);
    waitpid(child, NULL, 0);
    return figure;
}

int main(int argc, char **argv)
{
    if (argc != 2)
        die("usage: bench_value_NAME FOLDER");
    list = map_file(argv[1], "list.json");
    split_lines(&full, map_file(argv[1], "objects.ndjson"));
    split_lines(&bare, map_file(argv[1], "bare.ndjson"));
    printf("%-10s %8.0f %10.0f %8.0f %10.0f %10.0f %8.0f %8.0f %8.2f %8.2f\n", bench_adapter.name,
           measured(list_mbps), measured(stream_mbps), measured(print_mbps), measured(full_bytes),
           measured(bare_bytes), measured(cold_ns), measured(warm_ns), measured(edit_us),
           measured(equal_us));
    return 0;
}
