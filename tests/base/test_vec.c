#include "base/vec.h"

#include <stdint.h>

#include "check.h"
#include "support_abort.h"

struct pair {
    int a, b;
};

TEST(items_stay_in_order_while_it_grows)
{
    LS_VEC(struct pair) pairs = {0};
    for (int i = 0; i < 1000; i++)
        ls_vec_push(&pairs, (struct pair){i, -i});
    CHECK_INT(pairs.count, 1000);
    for (int i = 0; i < 1000; i++) {
        CHECK_INT(pairs.at[i].a, i);
        CHECK_INT(pairs.at[i].b, -i);
    }
    ls_vec_release(&pairs);
    CHECK(!pairs.at && pairs.count == 0 && pairs.cap == 0);
}

TEST(the_end_is_a_stack)
{
    LS_VEC(int) numbers = {0};
    ls_vec_push(&numbers, 1);
    ls_vec_push(&numbers, 2);
    CHECK_INT(*ls_vec_last(&numbers), 2);
    CHECK_INT(ls_vec_pop(&numbers), 2);
    CHECK_INT(*ls_vec_last(&numbers), 1);
    ls_vec_release(&numbers);
}

TEST(removing_moves_the_last_into_the_gap)
{
    LS_VEC(int) numbers = {0};
    for (int i = 0; i < 4; i++)
        ls_vec_push(&numbers, i);
    ls_vec_remove_swap(&numbers, 1);
    CHECK_INT(numbers.count, 3);
    CHECK_INT(numbers.at[1], 3);
    ls_vec_remove_swap(&numbers, 2);
    CHECK_INT(numbers.count, 2);
    ls_vec_clear(&numbers);
    CHECK_INT(numbers.count, 0);
    ls_vec_release(&numbers);
}

static void grow_past_the_end(void)
{
    size_t cap = SIZE_MAX / 16;
    ls_free(ls_vec_grow(NULL, cap, &cap, 16));
}

TEST(a_size_that_overflows_ends_in_one_line)
{
    char text[4096];
    abort_text(grow_past_the_end, text, sizeof text);
    CHECK_HAS(text, "lockstep: out of memory");
}
