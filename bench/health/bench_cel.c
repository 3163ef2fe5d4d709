/*
 * CEL rules of probes, compiled once and evaluated over a parsed Deployment: time,
 * evaluations per second, the cost that the API server counts, and allocations. Beside each the
 * same check written in C, which is the lower bound.
 *
 *     bench_health_cel DEPLOYMENT.json
 */
#include "expr/cel/cel.h"

#include <stdio.h>
#include <stdlib.h>

#include "allocations.h"
#include "meter.h"
#include "value/json.h"
#include "value/regex.h"

enum { ROUNDS = 5, RUNS = 200 * 1000 };

#define IMAGE "^registry\\.example\\.com/.*:[0-9]+\\.[0-9]+\\.[0-9]+$"

static struct ls_regex *image;

static bool replicas_by_hand(struct ls_node self)
{
    return ls_node_int(ls_node_at(self, "status.updatedReplicas"), -1) ==
           ls_node_int(ls_node_at(self, "spec.replicas"), -2);
}

static bool available_by_hand(struct ls_node self)
{
    struct ls_node conditions = ls_node_at(self, "status.conditions");
    struct ls_node found = ls_node_find(conditions, "type", LS_SLICE("Available"));
    return ls_node_string_is(ls_node_at(found, "status"), "True");
}

static bool images_by_hand(struct ls_node self)
{
    LS_EACH (it, ls_node_at(self, "spec.template.spec.containers")) {
        struct ls_slice name = ls_node_string(ls_node_at(it.value, "image"));
        if (!ls_regex_search(image, name) || ls_slice_ends(name, ":latest"))
            return false;
    }
    return true;
}

static const struct rule {
    const char *name;
    const char *text;
    bool (*by_hand)(struct ls_node self);
} rules[] = {
    {"replicas", "self.status.updatedReplicas == self.spec.replicas", replicas_by_hand},
    {"condition", "self.status.conditions.exists(c, c.type == 'Available' && c.status == 'True')",
     available_by_hand},
    {"strings",
     "self.spec.template.spec.containers.all(c, c.image.matches(r'" IMAGE
     "') && !c.image.endsWith(':latest'))",
     images_by_hand},
};

static void die(const char *what)
{
    fprintf(stderr, "bench_health_cel: %s\n", what);
    exit(1);
}

static const struct ls_obj *read_object(const char *path)
{
    char text[16 * 1024];
    FILE *file = fopen(path, "rb");
    if (!file)
        die("the file cannot be opened");
    size_t len = fread(text, 1, sizeof text, file);
    fclose(file);
    const struct ls_obj *obj = NULL;
    struct ls_err err;
    if (ls_json_parse((struct ls_slice){text, len}, NULL, &obj, &err))
        die(err.text);
    return obj;
}

static const struct ls_cel_program *compile(struct ls_arena *arena, const char *text)
{
    static const struct ls_cel_variable self = {{"self", 4}, &ls_cel_dyn};
    struct ls_cel_issues issues = {.arena = arena};
    const struct ls_cel_program *program = NULL;
    struct ls_cel_env env;
    ls_cel_env_probe(&env);
    env.variables = &self;
    env.variable_count = 1;
    if (ls_cel_compile(arena, &env, ls_slice_of(text), &program, &issues))
        die(issues.at[0].text);
    return program;
}

struct figures {
    double ns, by_hand_ns;
    unsigned long allocations; /* of one round */
    size_t bytes;              /* of the arena, of one run */
    uint64_t cost;
};

static void round_by_hand(const struct rule *rule, struct ls_node self, struct figures *out)
{
    double start = bench_cpu_s();
    for (int i = 0; i < RUNS; i++) {
        if (!rule->by_hand(self))
            die("the rule written by hand does not hold");
    }
    double ns = (bench_cpu_s() - start) * 1e9 / RUNS;
    out->by_hand_ns = out->by_hand_ns > 0 && out->by_hand_ns < ns ? out->by_hand_ns : ns;
}

static void round_cel(const struct ls_cel_program *program, struct ls_node self,
                      struct ls_arena *scratch, struct figures *out)
{
    struct ls_term value = ls_term_of_node(self, NULL);
    struct ls_cel_run run = {.arena = scratch, .values = &value};
    unsigned long before = bench_allocations();
    double start = bench_cpu_s();
    for (int i = 0; i < RUNS; i++) {
        ls_arena_reset(scratch);
        struct ls_term answer = ls_cel_eval(program, &run);
        if (answer.kind != LS_TERM_BOOL || !answer.truth)
            die("the rule does not hold");
    }
    double ns = (bench_cpu_s() - start) * 1e9 / RUNS;
    out->ns = out->ns > 0 && out->ns < ns ? out->ns : ns;
    out->allocations = bench_allocations() - before; /* the last round's: the arena is warm */
    out->bytes = scratch->used_bytes;
    out->cost = run.cost;
}

static void measure(const struct rule *rule, struct ls_node self)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_arena scratch LS_AUTO(ls_arena_release) = {0};
    const struct ls_cel_program *program = compile(&arena, rule->text);
    struct figures figures = {0};
    for (int i = 0; i < ROUNDS; i++) {
        round_by_hand(rule, self, &figures);
        round_cel(program, self, &scratch, &figures);
    }
    printf("%-10s %8.0f %10.2f %9.0f %7.1f %6llu %12zu %12lu\n", rule->name, figures.ns,
           1e3 / figures.ns, figures.by_hand_ns, figures.ns / figures.by_hand_ns,
           (unsigned long long)figures.cost, figures.bytes, figures.allocations);
    ls_cel_release(program);
}

int main(int argc, char **argv)
{
    struct ls_err err;
    if (argc != 2)
        die("usage: bench_health_cel DEPLOYMENT.json");
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = read_object(argv[1]);
    if (ls_regex_new(LS_SLICE(IMAGE), &image, &err))
        die(err.text);
    printf("CEL over a Deployment on the tape, compiled once; CPU time, best of %d rounds of %d\n",
           ROUNDS, RUNS);
    printf("%-10s %8s %10s %9s %7s %6s %12s %12s\n", "rule", "ns", "million/s", "in C, ns", "times",
           "cost", "arena, bytes", "allocations");
    for (size_t i = 0; i < LS_COUNT(rules); i++)
        measure(&rules[i], ls_obj_root(obj));
    ls_regex_free(image);
    return 0;
}
