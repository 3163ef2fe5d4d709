#pragma once
/*
 * CEL: compile an expression once, evaluate it often.
 *
 *     const struct ls_cel_program *program;
 *     ls_cel_compile(&arena, &env, text, &program, &issues);
 *     struct ls_cel_run run = {.arena = &scratch, .values = values, .cost_max = LS_CEL_COST_MAX};
 *     struct ls_term answer = ls_cel_eval(program, &run);
 *
 * An evaluation is pure: it reads its values and nothing else (no clock, no locale), allocates only
 * in its arena, and ends within its cost. A program is immutable and may be used by several runs;
 * nothing in an evaluation grows with the number of evaluations.
 */
#include "expr/check/check.h"
#include "expr/limits.h"

struct ls_cel_program;

/* Parses, checks and plans. Fails with LS_E_INVALID (LS_E_TOO_BIG past a limit) and issues. The
 * program lives in the arena, its tree and types in that of the issues (the same, if that has
 * none); ls_cel_release() frees the regular expressions it holds. */
enum ls_code ls_cel_compile(struct ls_arena *arena, const struct ls_cel_env *env,
                            struct ls_slice text, const struct ls_cel_program **out,
                            struct ls_cel_issues *issues);
void ls_cel_release(const struct ls_cel_program *program); /* NULL does nothing */
const struct ls_cel_type *ls_cel_program_type(const struct ls_cel_program *program);
const struct ls_cel_tree *ls_cel_program_tree(const struct ls_cel_program *program);
const struct ls_cel_checked *ls_cel_program_checked(const struct ls_cel_program *program);

struct ls_cel_run {
    struct ls_arena *arena;       /* holds what the evaluation makes */
    const struct ls_term *values; /* of env->variables, in their order; kind ERROR: no value */
    uint64_t cost_max;            /* 0: LS_CEL_COST_MAX */
    uint64_t cost;                /* out: the cost, as kube-apiserver counts */
};
/* An error term when it fails, with the place in the expression. */
struct ls_term ls_cel_eval(const struct ls_cel_program *program, struct ls_cel_run *run);

/* Environments by use; the caller adds variables. */
void ls_cel_env_full(struct ls_cel_env *env); /* every library: `lockstep eval`, health rules */
void ls_cel_env_kubernetes(struct ls_cel_env *env); /* CRD validation rules of 1.36 */
void ls_cel_env_probe(struct ls_cel_env *env);      /* Package Operator's probes */
