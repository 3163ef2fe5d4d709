#pragma once
/*
 * What `value` accepts from outside. Every reader takes smaller bounds in its options; these are
 * the defaults and the hard ends.
 */
enum {
    LS_JSON_BYTES_MAX = 512 << 20,  /* one text; the tape addresses 1 GiB */
    LS_DEPTH_DEFAULT = 100,         /* maps and lists inside one another, in manifests */
    LS_DEPTH_MAX = 512,             /* the most any option may ask for; sizes every stack */
    LS_YAML_BYTES_MAX = 64 << 20,   /* one stream */
    LS_YAML_DOCUMENTS_MAX = 100000, /* in one stream */
    LS_YAML_ALIAS_GROWTH_MAX = 10,  /* a document may grow to this many times its text by aliases */
    LS_KEYS_MAX = 65536,            /* interned keys of the whole process */
    LS_KEY_BYTES_MAX = 64,          /* longer keys are never interned */
    LS_PATCH_OPERATIONS_MAX = 10000, /* of one JSON patch, as in kube-apiserver */
    LS_SELECTOR_BYTES_MAX = 64 << 10,
    LS_SELECTOR_TERMS_MAX = 1024,
};
