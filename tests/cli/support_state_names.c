/* Until the run brings its own. */
#include "phase/run/run.h"

const char *ls_row_state_name(enum ls_row_state state) __attribute__((weak));
const char *ls_row_state_name(enum ls_row_state state)
{
    static const char *const names[LS_ROW_STATE_COUNT] = {"waiting", "sending",  "in progress",
                                                          "ready",   "failed",   "going",
                                                          "gone",    "released", "held"};
    return names[state];
}
