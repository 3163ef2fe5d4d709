#pragma once
/*
 * What this room accepts from outside.
 */
enum {
    LS_PAYLOAD_BYTES_MAX = 1 << 20,       /* of a ConfigMap or Secret, as in kube-apiserver */
    LS_ANNOTATIONS_BYTES_MAX = 256 << 10, /* of one object, keys included, as in kube-apiserver */
    LS_REASON_VALUE_BYTES_MAX = 100,      /* of a value that a reason quotes; the rest is cut */
    LS_STRAY_KEY_BYTES_MAX = 120,         /* of a key in the path of a stray field */
    LS_STRAY_LINES_BYTES_MAX = 8 << 10,   /* of all that is said of one object */
    LS_OPENAPI_REFS_MAX = 8,              /* references from one schema to the next */
    LS_CAUSES_READ_MAX = 1000,            /* causes of one refusal; what follows is not looked at */
    LS_CAUSES_TOLD_MAX = 8,    /* causes of one refusal in its sentence; the rest is counted */
    LS_DENIAL_BYTES_MAX = 700, /* of what admission says; the rest is cut */
};
