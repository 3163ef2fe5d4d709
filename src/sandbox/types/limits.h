#pragma once
/* Limits of one request body, as in kube-apiserver unless noted. */
enum {
    LS_BODY_BYTES_MAX = 3 << 20,
    LS_BODY_DEPTH_MAX = 400,    /* kube-apiserver: 10000; values built from a body may be deeper */
    LS_STRICT_ERRORS_MAX = 100, /* unknown and duplicate fields that are reported */
    LS_API_FIELDS_MAX = 128,    /* of one type; a test walks the table */
};
