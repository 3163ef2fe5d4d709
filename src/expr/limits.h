#pragma once
/* What `expr` accepts from outside. */
enum {
    LS_JSONPATH_BYTES_MAX = 4096,
    LS_JSONPATH_STEPS_MAX = 64,
};
