#include "runtime/reconcile.h"

#include "base/buf.h"
#include "base/world.h"
#include "check.h"

struct stage {
    struct ls_world *world;
    struct ls_reconcile *reconcile;
    struct ls_buf looks;  /* "key@ms " each */
    unsigned marks_again; /* in the next looks */
    bool frees;
};

static void look(void *self, uint32_t key)
{
    struct stage *stage = self;
    ls_buf_printf(&stage->looks, "%u@%lld ", (unsigned)key,
                  (long long)ls_clock_mono_ms(stage->world->clock));
    if (stage->marks_again > 0) {
        stage->marks_again--;
        ls_reconcile_mark(stage->reconcile, key);
        ls_reconcile_mark(stage->reconcile, key);
    }
    if (stage->frees) {
        ls_reconcile_free(stage->reconcile);
        stage->reconcile = NULL;
    }
}

static void stage_init(struct stage *stage)
{
    *stage = (struct stage){.world = ls_world_new_virtual(1, 0)};
    stage->reconcile = ls_reconcile_new(stage->world, look, stage);
}

static void stage_release(struct stage *stage)
{
    ls_reconcile_free(stage->reconcile);
    ls_world_free(stage->world);
    ls_buf_release(&stage->looks);
}

static const char *looks(struct stage *stage)
{
    ls_loop_run(stage->world->loop);
    return ls_buf_text(&stage->looks);
}

TEST(many_marks_are_one_look_later)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    ls_reconcile_mark(stage.reconcile, 3);
    ls_reconcile_mark(stage.reconcile, 0);
    ls_reconcile_mark(stage.reconcile, 3);
    CHECK_STR(ls_buf_text(&stage.looks), ""); /* not inside the mark */
    CHECK_STR(looks(&stage), "3@0 0@0 ");
}

TEST(a_key_marked_during_its_look_is_looked_at_again)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    stage.marks_again = 1;
    ls_reconcile_mark(stage.reconcile, 0);
    ls_reconcile_mark(stage.reconcile, 1);
    CHECK_STR(looks(&stage), "0@0 1@0 0@0 ");
}

TEST(of_several_wishes_the_earliest_counts)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    ls_reconcile_wake(stage.reconcile, 0, 500);
    ls_reconcile_wake(stage.reconcile, 0, 200);
    ls_reconcile_wake(stage.reconcile, 0, 300);
    ls_reconcile_wake(stage.reconcile, 1, 100);
    CHECK_STR(looks(&stage), "1@100 0@200 ");
    ls_reconcile_wake(stage.reconcile, 0, 700); /* a wish that came true is none any more */
    CHECK_STR(looks(&stage), "1@100 0@200 0@700 ");
}

TEST(a_time_that_has_passed_is_now)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    ls_virtual_clock_advance_ms(&stage.world->virtual_clock, 1000);
    ls_reconcile_wake(stage.reconcile, 0, 999);
    ls_reconcile_wake(stage.reconcile, 0, INT64_MIN / 2);
    CHECK_STR(looks(&stage), "0@1000 ");
}

TEST(a_wish_outlives_a_look_of_another_cause)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    ls_reconcile_wake(stage.reconcile, 0, 500);
    ls_reconcile_mark(stage.reconcile, 0);
    CHECK_STR(looks(&stage), "0@0 0@500 ");
}

TEST(it_may_be_freed_inside_a_look)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    stage.frees = true;
    ls_reconcile_mark(stage.reconcile, 0);
    ls_reconcile_mark(stage.reconcile, 1);
    ls_reconcile_wake(stage.reconcile, 2, 100);
    CHECK_STR(looks(&stage), "0@0 ");
}
