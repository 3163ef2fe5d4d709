/* Random clients against the model of support_model.h. */
#include <stdio.h>

#include "check.h"
#include "support_json.h"
#include "support_model.h"

TEST(every_list_and_watch_is_what_the_changes_make_it)
{
    size_t events = 0, lists = 0, refused = 0, writes = 0;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        struct model model;
        model_init(&model, seed, false);
        for (int i = 0; i < 600; i++)
            model_step(&model);
        model_check(&model);
        events += model.event_count;
        lists += model.list_count;
        refused += model.refused_count;
        writes += model.write_count;
        model_drop(&model, false);
    }
    printf("%zu events, %zu lists, %zu refusals, %zu answers\n", events, lists, refused, writes);
    CHECK(events > 1000 && lists > 200 && refused > 10 && writes > 1000);
}

/* With anything in progress: watches, pages, writes, timers, starting pods. */
TEST(everything_can_be_dropped_at_any_moment)
{
    for (uint64_t seed = 100; seed < 140; seed++) {
        struct model model;
        model_init(&model, seed, seed % 2 == 0);
        for (uint64_t i = 0; i < seed * 7 % 50; i++)
            model_step(&model);
        model_drop(&model, seed % 4 < 2);
    }
}

static void changes_compare(const struct model *a, const struct model *b)
{
    for (size_t i = 0; i < MODEL_RESOURCES; i++) {
        CHECK_INT(a->changes[i].count, b->changes[i].count);
        for (size_t j = 0; j < a->changes[i].count; j++)
            CHECK_STR(json_of(ls_obj_root(a->changes[i].at[j].object)),
                      json_of(ls_obj_root(b->changes[i].at[j].object)));
    }
}

/* Two do the same step by step, whatever the third does between them and whenever it ends. */
TEST(sandboxes_of_one_process_never_meet)
{
    struct model models[3];
    for (size_t i = 0; i < 3; i++)
        model_init(&models[i], i < 2 ? 7 : 8, true);
    for (int step = 0; step < 300; step++) {
        for (size_t i = 0; i < (step <= 150 ? 3 : 2); i++)
            model_step(&models[i]);
        if (step == 150)
            model_drop(&models[2], true);
    }
    changes_compare(&models[0], &models[1]);
    model_drop(&models[0], false);
    model_drop(&models[1], false);
}
