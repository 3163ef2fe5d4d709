#pragma once
/* Rows made by hand, for what shows them. */
#include "cli/tally.h"

struct made_row {
    const char *kind;
    const char *name;
    int32_t phase;
    enum ls_row_state state;
    enum ls_action action;
    const char *reason;
    int64_t since_ms;
    bool is_removal;
    bool is_gate;
    uint32_t batch;
};

struct made_rows {
    const struct made_row *at;
    size_t count;
};

struct ls_rows made_rows_of(const struct made_rows *made); /* borrows */
