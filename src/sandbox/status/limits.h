#pragma once
/* What one answer may tell. */
enum {
    LS_COMPLAINTS_MAX = 1000,          /* about one object; the rest is not kept, */
    LS_COMPLAINTS_BYTES_MAX = 4 << 20, /* nor what comes after so much text: each shows its value */
    LS_WARNINGS_KEPT_MAX = 100,        /* of one request */
};
