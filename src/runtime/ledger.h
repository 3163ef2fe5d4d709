#pragma once
/*
 * Ledger: the items of a set, sorted into cells (the stretches of a rollout) by state, with a count
 * for each cell and state. Kept up to date item by item as facts change, so that no question walks
 * all items: how many of a cell are in a state, which are they, which is the first cell that has
 * any in one of some states.
 *
 * Every call costs the same in a ledger of ten items and of ten thousand, but for the cells between
 * (one bit each). States are the caller's, fewer than LS_LEDGER_STATES_MAX; state 0 is where items
 * begin.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LS_LEDGER_STATES_MAX = 16 };
#define LS_NO_CELL UINT32_MAX

struct ls_ledger;
struct ls_ledger *ls_ledger_new(uint32_t cell_count, unsigned state_count);
void ls_ledger_free(struct ls_ledger *ledger);

/* Numbers are the caller's and dense; an item is added once. */
void ls_ledger_add(struct ls_ledger *ledger, uint32_t item, uint32_t cell);
void ls_ledger_move(struct ls_ledger *ledger, uint32_t item, unsigned state);

unsigned ls_ledger_state(const struct ls_ledger *ledger, uint32_t item);
uint32_t ls_ledger_cell(const struct ls_ledger *ledger, uint32_t item);
size_t ls_ledger_count(const struct ls_ledger *ledger, uint32_t cell, unsigned state);
size_t ls_ledger_total(const struct ls_ledger *ledger, unsigned state); /* over all cells */
/* Items of a cell in a state, in the order in which they came into it. LS_NO_ITEM (runtime/facts.h)
 * at the end. Who moves items while walking asks for the next one first. */
uint32_t ls_ledger_first(const struct ls_ledger *ledger, uint32_t cell, unsigned state);
uint32_t ls_ledger_next(const struct ls_ledger *ledger, uint32_t item);
/* The first cell that has items in any of the states (LS_BIT each); LS_NO_CELL: none has. */
uint32_t ls_ledger_first_cell(const struct ls_ledger *ledger, uint32_t states);
