#pragma once
/* Limits of one response. */
enum {
    LS_FIELD_ERRORS_MAX = 1000,          /* of one object; further ones are dropped */
    LS_FIELD_ERRORS_BYTES_MAX = 4 << 20, /* of their text; each may print its value */
    LS_WARNINGS_KEPT_MAX = 100,          /* of one request */
};
