#pragma once
enum {
    LS_KEEP_STEPS_MAX = 256, /* causes that one task handles before other tasks run */
};
