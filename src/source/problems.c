#include "source/problems.h"

#include <stdlib.h>

#include "source/documents.h"
#include "source/limits.h"

void ls_problems_release(struct ls_problems *problems)
{
    ls_vec_release(&problems->list);
    ls_arena_release(&problems->arena);
    *problems = (struct ls_problems){0};
}

void ls_problems_clear(struct ls_problems *problems)
{
    ls_problems_release(problems);
}

static void problem_add(struct ls_problems *problems, enum ls_problem_kind kind,
                        const struct ls_manifest *manifest, const struct ls_err *err)
{
    LS_ASSERT(err->code != LS_OK);
    size_t number = problems->count++;
    if (number >= LS_PROBLEMS_MAX)
        return;
    uint32_t line = manifest && err->line == 0 ? manifest->line : err->line;
    ls_vec_push(&problems->list, (struct ls_problem){
                                     .kind = kind,
                                     .manifest = manifest,
                                     .line = line,
                                     .code = err->code,
                                     .number = number,
                                     .text = ls_arena_dup(&problems->arena, ls_slice_of(err->text)),
                                 });
}

void ls_problems_add(struct ls_problems *problems, const struct ls_manifest *manifest,
                     const struct ls_err *err)
{
    problem_add(problems, LS_PROBLEM_OTHER, manifest, err);
}

enum ls_code ls_source_mistake(struct ls_manifests *manifests, const struct ls_err *err)
{
    LS_ASSERT(err->code != LS_OK);
    if (!manifests->problems || err->code != LS_E_INVALID)
        return err->code;
    ls_problems_add(manifests->problems, NULL, err);
    return LS_OK;
}

void ls_problems_fail(struct ls_problems *problems, const struct ls_manifest *manifest,
                      struct ls_node value, const char *format, ...)
{
    struct ls_err err;
    va_list args;
    va_start(args, format);
    (void)ls_fail_v(&err, LS_E_INVALID, format, args); /* the context below has the same code */
    va_end(args);
    (void)ls_manifest_context(manifest, value, &err);
    ls_problems_add(problems, manifest, &err);
}

void ls_problems_fail_as(struct ls_problems *problems, enum ls_problem_kind kind,
                         const struct ls_manifest *manifest, const char *format, ...)
{
    struct ls_err err;
    va_list args;
    va_start(args, format);
    (void)ls_fail_v(&err, LS_E_INVALID, format, args); /* the context below has the same code */
    va_end(args);
    (void)ls_manifest_context(manifest, LS_ABSENT, &err);
    problem_add(problems, kind, manifest, &err);
}

static int compare_problems(const void *left, const void *right)
{
    const struct ls_problem *a = left, *b = right;
    if (!a->manifest != !b->manifest)
        return a->manifest ? -1 : 1;
    if (a->manifest != b->manifest)
        return a->manifest < b->manifest ? -1 : 1;
    if (a->manifest && a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

static void problems_sort(struct ls_problems *problems)
{
    if (problems->list.count > 0)
        qsort(problems->list.at, problems->list.count, sizeof *problems->list.at, compare_problems);
}

const char *ls_problems_noun(const struct ls_problems *problems)
{
    return problems->noun ? problems->noun : "problems in the manifests";
}

enum ls_code ls_problems_err(struct ls_problems *problems, struct ls_err *err)
{
    LS_ASSERT(problems->list.count <= LS_PROBLEMS_MAX);
    if (problems->count == 0)
        return LS_OK;
    problems_sort(problems);
    const struct ls_problem *first = &problems->list.at[0];
    if (problems->count == 1)
        return ls_fail(err, first->code, "%s", first->text);
    return ls_fail(err, first->code, "%zu %s, the first: %s", problems->count,
                   ls_problems_noun(problems), first->text);
}
