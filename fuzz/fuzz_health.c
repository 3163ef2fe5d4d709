/* Health: the first line is an object, each further one a companion object. Whatever they hold, the
 * verdict is the same twice, its reason is bounded, and the requested companions stay within their
 * limit. */
#include <string.h>

#include "health/health.h"
#include "health/limits.h"
#include "value/json.h"

enum { COMPANY_MAX = 8 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void judge_twice(struct ls_health_input input)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    input.arena = &arena;
    struct ls_verdict one = ls_health_judge(&input);
    struct ls_verdict two = ls_health_judge(&input);
    LS_ASSERT(one.kind < LS_VERDICT_COUNT && one.kind == two.kind);
    LS_ASSERT(strcmp(one.reason, two.reason) == 0);
    LS_ASSERT(strlen(one.reason) <= LS_HEALTH_REASON_BYTES_MAX && !strchr(one.reason, '\n'));
    LS_ASSERT(one.fails_at_ms == two.fails_at_ms);
    /* What will have failed at a time has failed at that time, and not before. */
    LS_ASSERT(one.fails_at_ms == 0 ||
              (one.kind == LS_VERDICT_IN_PROGRESS && one.fails_at_ms > input.now_ms));
    if (one.fails_at_ms == 0)
        return;
    input.now_ms = one.fails_at_ms;
    LS_ASSERT(ls_health_judge(&input).fails_at_ms != one.fails_at_ms);
}

static void judge_all(struct ls_node object, const struct ls_companion_objects *companions)
{
    enum { NEW_YEAR_2026_MS = 1767225600 };
    const int64_t now_ms = INT64_C(1000) * NEW_YEAR_2026_MS;
    judge_twice((struct ls_health_input){.object = object});
    judge_twice((struct ls_health_input){.object = object, .companions = companions});
    judge_twice(
        (struct ls_health_input){.object = object, .companions = companions, .now_ms = now_ms});
    judge_twice(
        (struct ls_health_input){.object = object, .companions = companions, .is_alone = true});
    judge_twice((struct ls_health_input){.object = object,
                                         .companions = companions,
                                         .now_ms = now_ms,
                                         .grace_ms = LS_HEALTH_NO_GRACE});
}

static void ask(struct ls_node object)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_companions companions;
    ls_health_companions(&arena, object, &companions);
    LS_ASSERT(companions.count <= LS_COMPANIONS_MAX);
    (void)ls_health_is_finished(object);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct ls_obj *objects[COMPANY_MAX + 1] = {NULL};
    struct ls_node nodes[COMPANY_MAX + 1];
    struct ls_slice rest = {(const char *)data, size};
    struct ls_err err;
    size_t count = 0;
    while (count <= COMPANY_MAX && rest.len > 0) {
        struct ls_slice line = ls_slice_cut(rest, '\n', &rest);
        if (ls_json_parse(line, NULL, &objects[count], &err))
            break;
        nodes[count] = ls_obj_root(objects[count]);
        count++;
    }
    if (count > 0) {
        ask(nodes[0]);
        judge_all(nodes[0], &(struct ls_companion_objects){nodes + 1, count - 1});
    }
    for (size_t i = 0; i < count; i++)
        ls_obj_unref(objects[i]);
    return 0;
}
