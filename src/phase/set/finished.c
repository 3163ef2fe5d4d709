/* Jobs that are done and may vanish: the list of them in the parent. */
#include "phase/set/parent.h"

#include <stdlib.h>
#include <string.h>

static int job_compare(const struct ls_finished *a, const struct ls_finished *b)
{
    int by_space = strcmp(a->namespace_name, b->namespace_name);
    return by_space ? by_space : strcmp(a->name, b->name);
}

struct news { /* a Job of `now`, and whether the old list named it */
    const struct ls_finished *job;
    bool is_old;
};

static int news_compare(const void *a, const void *b)
{
    return job_compare(((const struct news *)a)->job, ((const struct news *)b)->job);
}

const struct ls_finished *ls_finished_merge(struct ls_arena *arena, const struct ls_finished *old,
                                            size_t old_count, const struct ls_finished *now,
                                            size_t now_count, size_t *count)
{
    struct ls_finished *out = LS_ARENA_ARRAY(arena, struct ls_finished, now_count);
    struct news *sorted = LS_ARENA_ARRAY(arena, struct news, now_count);
    size_t kept = 0;
    for (size_t i = 0; i < now_count; i++)
        sorted[i].job = &now[i];
    qsort(sorted, now_count, sizeof *sorted, news_compare);
    for (size_t i = 0; i < old_count; i++) {
        struct news key = {&old[i], false};
        struct news *found = bsearch(&key, sorted, now_count, sizeof *sorted, news_compare);
        if (!found || found->is_old)
            continue;
        found->is_old = true;
        out[kept++] = *found->job;
    }
    for (size_t i = 0; i < now_count; i++) {
        if (!sorted[i].is_old)
            out[kept++] = *sorted[i].job;
    }
    *count = kept;
    return out;
}

const char *ls_finished_find(const struct ls_parent *parent, const char *namespace_name,
                             const char *name)
{
    const struct ls_finished wanted = {namespace_name, name, NULL};
    for (size_t i = 0; i < parent->finished_count; i++) {
        if (job_compare(&parent->finished[i], &wanted) == 0)
            return parent->finished[i].applied;
    }
    return NULL;
}
