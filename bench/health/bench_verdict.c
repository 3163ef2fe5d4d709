/*
 * Verdicts: on objects as a watch delivers them, with and without parsing. The lower
 * bound is parsing alone. Rules are compiled before the clock starts.
 *
 *     bench_health_verdict OBJECT.json...
 */
#include "health/health.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "allocations.h"
#include "health/rule/rules.h"
#include "meter.h"
#include "value/json.h"

enum { ROUNDS = 5, RUNS = 20 * 1000, TEXT_BYTES_MAX = 64 * 1024 };

static void die(const char *what)
{
    fprintf(stderr, "bench_health_verdict: %s\n", what);
    exit(1);
}

struct sample {
    char text[TEXT_BYTES_MAX];
    size_t bytes;
    const struct ls_obj *obj;
    struct ls_rules *rules;
    struct ls_arena scratch;
};

static const struct ls_obj *parse(const struct sample *sample)
{
    const struct ls_obj *obj = NULL;
    struct ls_err err;
    if (ls_json_parse((struct ls_slice){sample->text, sample->bytes}, NULL, &obj, &err))
        die(err.text);
    return obj;
}

static void sample_read(struct sample *sample, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        die("a file cannot be opened");
    sample->bytes = fread(sample->text, 1, sizeof sample->text, file);
    fclose(file);
    sample->obj = parse(sample);
    sample->rules = ls_rules_new();
}

static void judge(struct sample *sample, const struct ls_obj *obj)
{
    ls_arena_reset(&sample->scratch);
    struct ls_health_input input = {.arena = &sample->scratch,
                                    .object = ls_obj_root(obj),
                                    .rules = sample->rules,
                                    .now_ms = INT64_C(1790000000000),
                                    .is_alone = true};
    if (ls_health_judge(&input).kind != LS_VERDICT_READY)
        die("an object is not ready");
}

static void run_parse(struct sample *sample)
{
    ls_obj_unref(parse(sample));
}

static void run_bytes(struct sample *sample)
{
    const struct ls_obj *obj = parse(sample);
    judge(sample, obj);
    ls_obj_unref(obj);
}

static void run_tape(struct sample *sample)
{
    judge(sample, sample->obj);
}

struct figure {
    double ns;
    double allocations; /* of one run; of the last round: everything is warm */
};

static struct figure measure(struct sample *sample, void (*run)(struct sample *sample))
{
    struct figure best = {0};
    for (int round = 0; round < ROUNDS; round++) {
        unsigned long before = bench_allocations();
        double start = bench_cpu_s();
        for (int i = 0; i < RUNS; i++)
            run(sample);
        double ns = (bench_cpu_s() - start) * 1e9 / RUNS;
        best.ns = best.ns > 0 && best.ns < ns ? best.ns : ns;
        best.allocations = (double)(bench_allocations() - before) / RUNS;
    }
    return best;
}

static void sample_measure(const char *path)
{
    static struct sample sample;
    memset(&sample, 0, sizeof sample);
    sample_read(&sample, path);
    struct figure parsed = measure(&sample, run_parse), bytes = measure(&sample, run_bytes);
    struct figure tape = measure(&sample, run_tape);
    printf("%-12s %6zu %9.0f %9.0f %6.2f %11.0f %9.0f %11.0f %8.2f %8.2f %8.2f\n",
           ls_node_text(ls_node_at(ls_obj_root(sample.obj), "kind")), sample.bytes, parsed.ns,
           bytes.ns, bytes.ns / parsed.ns, 1e9 / bytes.ns, tape.ns, 1e9 / tape.ns,
           parsed.allocations, bytes.allocations, tape.allocations);
    ls_obj_unref(sample.obj);
    ls_rules_free(sample.rules);
    ls_arena_release(&sample.scratch);
}

int main(int argc, char **argv)
{
    printf("Verdicts on objects that are ready; CPU time, best of %d rounds of %d\n", ROUNDS, RUNS);
    printf("%-12s %6s %9s %9s %6s %11s %9s %11s %26s\n", "kind", "bytes", "parse, ns", "bytes, ns",
           "times", "verdicts/s", "tape, ns", "verdicts/s", "allocations: parse, bytes, tape");
    for (int i = 1; i < argc; i++)
        sample_measure(argv[i]);
    return 0;
}
