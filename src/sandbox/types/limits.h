#pragma once
/* What the embedded server takes in one request body, as kube-apiserver does unless said. */
enum {
    LS_BODY_BYTES_MAX = 3 << 20,
    LS_BODY_DEPTH_MAX = 400, /* kube-apiserver: 10000; what is built from a body may go deeper */
    LS_STRAYS_MAX = 100,     /* unknown and duplicate fields that are told of */
    LS_API_FIELDS_MAX = 128, /* of one type; a test walks the table */
};
