#include "runtime/ledger.h"

#include <string.h>

#include "base/mem.h"
#include "base/random.h"
#include "base/vec.h"
#include "check.h"
#include "runtime/facts.h"

static void ledger_free_at(struct ls_ledger **ledger)
{
    ls_ledger_free(*ledger);
}

TEST(items_begin_in_state_0_in_order)
{
    struct ls_ledger *ledger LS_AUTO(ledger_free_at) = ls_ledger_new(3, 2);
    ls_ledger_add(ledger, 0, 1);
    ls_ledger_add(ledger, 1, 1);
    ls_ledger_add(ledger, 5, 2); /* numbers may leave gaps */
    CHECK_INT(ls_ledger_count(ledger, 1, 0), 2);
    CHECK_INT(ls_ledger_total(ledger, 0), 3);
    CHECK_INT(ls_ledger_state(ledger, 5), 0);
    CHECK_INT(ls_ledger_cell(ledger, 5), 2);
    CHECK_INT(ls_ledger_first(ledger, 1, 0), 0);
    CHECK_INT(ls_ledger_next(ledger, 0), 1);
    CHECK_INT(ls_ledger_next(ledger, 1), LS_NO_ITEM);
    CHECK_INT(ls_ledger_first(ledger, 0, 0), LS_NO_ITEM);
    CHECK_INT(ls_ledger_first_cell(ledger, LS_BIT(0)), 1);
    CHECK_INT(ls_ledger_first_cell(ledger, LS_BIT(1)), LS_NO_CELL);
}

TEST(a_move_takes_the_item_to_the_end_of_its_new_list)
{
    struct ls_ledger *ledger LS_AUTO(ledger_free_at) = ls_ledger_new(1, 3);
    for (uint32_t i = 0; i < 3; i++)
        ls_ledger_add(ledger, i, 0);
    ls_ledger_move(ledger, 1, 2);
    ls_ledger_move(ledger, 0, 2);
    ls_ledger_move(ledger, 0, 2); /* there already */
    CHECK_INT(ls_ledger_first(ledger, 0, 2), 1);
    CHECK_INT(ls_ledger_next(ledger, 1), 0);
    CHECK_INT(ls_ledger_first(ledger, 0, 0), 2);
    CHECK_INT(ls_ledger_count(ledger, 0, 2), 2);
    CHECK_INT(ls_ledger_total(ledger, 0), 1);
}

TEST(a_ledger_without_cells_has_nothing)
{
    struct ls_ledger *ledger LS_AUTO(ledger_free_at) = ls_ledger_new(0, LS_LEDGER_STATES_MAX);
    CHECK_INT(ls_ledger_first_cell(ledger, UINT32_MAX), LS_NO_CELL);
    CHECK_INT(ls_ledger_total(ledger, 0), 0);
}

TEST(the_first_cell_is_found_among_fifty_thousand)
{
    enum { CELLS = 50000 };
    struct ls_ledger *ledger LS_AUTO(ledger_free_at) = ls_ledger_new(CELLS, 8);
    for (uint32_t i = 0; i < CELLS; i++)
        ls_ledger_add(ledger, i, i);
    for (uint32_t i = 0; i < CELLS; i++) {
        CHECK_INT(ls_ledger_first_cell(ledger, LS_BIT(0)), i);
        ls_ledger_move(ledger, i, 7);
    }
    CHECK_INT(ls_ledger_first_cell(ledger, LS_BIT(0)), LS_NO_CELL);
    CHECK_INT(ls_ledger_first_cell(ledger, LS_BIT(0) | LS_BIT(7)), 0);
}

/* ---- against a model that walks everything ---- */

enum { CELLS = 300, STATES = 5, ITEMS = 700, STEPS = 20000, CHECKED_EVERY = 500 };

struct model_item {
    uint32_t cell;
    unsigned state;
    uint64_t since; /* of the step that brought it into its list */
};

struct model {
    struct model_item items[ITEMS];
    uint32_t count;
};

static size_t model_count(const struct model *model, uint32_t cell, unsigned state)
{
    size_t count = 0;
    for (uint32_t i = 0; i < model->count; i++)
        count += model->items[i].cell == cell && model->items[i].state == state;
    return count;
}

static uint32_t model_first_cell(const struct model *model, uint32_t states)
{
    uint32_t first = LS_NO_CELL;
    for (uint32_t i = 0; i < model->count; i++) {
        if (states & LS_BIT(model->items[i].state))
            first = LS_MIN(first, model->items[i].cell);
    }
    return first;
}

static void list_check(const struct ls_ledger *ledger, const struct model *model, uint32_t cell,
                       unsigned state)
{
    size_t count = 0;
    uint64_t since = 0;
    for (uint32_t at = ls_ledger_first(ledger, cell, state); at != LS_NO_ITEM;
         at = ls_ledger_next(ledger, at)) {
        CHECK(model->items[at].cell == cell && model->items[at].state == state);
        CHECK(model->items[at].since > since);
        since = model->items[at].since;
        count++;
    }
    CHECK_INT(count, model_count(model, cell, state));
    CHECK_INT(count, ls_ledger_count(ledger, cell, state));
}

static void model_check(const struct ls_ledger *ledger, const struct model *model)
{
    for (unsigned state = 0; state < STATES; state++) {
        size_t total = 0;
        for (uint32_t cell = 0; cell < CELLS; cell++) {
            list_check(ledger, model, cell, state);
            total += ls_ledger_count(ledger, cell, state);
        }
        CHECK_INT(ls_ledger_total(ledger, state), total);
    }
}

static void step(struct ls_ledger *ledger, struct model *model, struct ls_random *random,
                 uint64_t now)
{
    if (model->count < ITEMS && ls_random_below(random, 4) == 0) {
        uint32_t cell = (uint32_t)ls_random_below(random, CELLS);
        model->items[model->count] = (struct model_item){cell, 0, now};
        ls_ledger_add(ledger, model->count++, cell);
        return;
    }
    if (model->count == 0)
        return;
    uint32_t item = (uint32_t)ls_random_below(random, model->count);
    unsigned state = (unsigned)ls_random_below(random, STATES);
    if (model->items[item].state != state)
        model->items[item] = (struct model_item){model->items[item].cell, state, now};
    ls_ledger_move(ledger, item, state);
}

TEST(a_ledger_agrees_with_a_model_that_walks_everything)
{
    struct ls_ledger *ledger LS_AUTO(ledger_free_at) = ls_ledger_new(CELLS, STATES);
    struct model model = {.count = 0};
    struct ls_random random;
    ls_random_init(&random, 11);
    for (uint64_t now = 1; now <= STEPS; now++) {
        step(ledger, &model, &random, now);
        uint32_t states = (uint32_t)ls_random_below(&random, LS_BIT(STATES));
        CHECK_INT(ls_ledger_first_cell(ledger, states), model_first_cell(&model, states));
        if (now % CHECKED_EVERY == 0)
            model_check(ledger, &model);
    }
}
