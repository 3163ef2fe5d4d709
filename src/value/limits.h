#pragma once
/*
 * What `value` accepts from outside. Every reader takes smaller bounds in its options; these are
 * the defaults and the hard ends.
 */
enum {
    LS_TAPE_WORDS_MAX = (1 << 28) - 1, /* of one tape: a word has 28 bits for a length */
    /* One text. It makes at most two words from three bytes and no string longer than itself, so
     * neither a tape nor a string can outgrow its 28 bits. */
    LS_JSON_BYTES_MAX = 256 << 20,
    LS_EXPONENT_DIGITS_MAX = 15,    /* of a number that is compared by value */
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
    LS_DURATION_BYTES_MAX = 64,
    LS_TIME_BYTES_MAX = 64,
    LS_QUANTITY_BYTES_MAX = 128,                         /* one text */
    LS_QUANTITY_DIGITS_MAX = LS_QUANTITY_BYTES_MAX + 20, /* after Ei has multiplied them */
    LS_QUANTITY_EXPONENT_MAX = 1000000,                  /* of 1eN, both ways */
};
