#pragma once
/*
 * The limits of this folder for what comes from outside. Readers take smaller bounds in their
 * options; these are the defaults and the maxima.
 */
enum {
    LS_TAPE_WORDS_MAX = (1 << 28) - 1, /* of one tape: a word has 28 bits for a length */
    /* One text. It makes at most two words from three bytes and no string longer than itself, so
     * neither a tape nor a string can outgrow its 28 bits. */
    LS_JSON_BYTES_MAX = 256 << 20,
    LS_EXPONENT_DIGITS_MAX = 15,    /* of a number that is compared by value */
    LS_DEPTH_DEFAULT = 100,         /* nesting of maps and lists, in manifests */
    LS_DEPTH_MAX = 512,             /* the most any option may ask for; sizes every stack */
    LS_YAML_BYTES_MAX = 64 << 20,   /* one stream */
    LS_YAML_DOCUMENTS_MAX = 100000, /* in one stream */
    LS_YAML_TAG_LINES_MAX = 1000,   /* %TAG lines of one document; each is compared with the rest */
    LS_YAML_ALIAS_GROWTH_MAX = 10,  /* bytes that anchors and aliases copy, for each byte read */
    LS_YAML_ALIAS_BYTES_FREE = 1 << 20, /* what they may copy at least, however short the text */
    LS_KEYS_MAX = 65536,                /* interned keys of the whole process */
    LS_KEY_BYTES_MAX = 64,              /* longer keys are never interned */
    LS_PATCH_OPERATIONS_MAX = 10000,    /* of one JSON patch, as in kube-apiserver */
    LS_PATCH_COPY_BYTES_MAX = 3 << 20,  /* all its copies together, as in kube-apiserver */
    LS_PATCH_STEPS_MAX = 1 << 28,       /* entries of lists and maps that it walks past or moves */
    LS_STRATEGIC_STEPS_MAX = 1 << 24,   /* items that a strategic merge patch compares: each one
                                           takes longer than to walk past it */
    LS_MERGE_BYTES_MAX = 256 << 20,     /* tape bytes of what is merged, patched or compared */
    LS_MERGE_DEPTH_MAX = LS_DEPTH_MAX - 8, /* of an object that is applied or updated: the paths in
                                              its managedFields go deeper than it does */
    LS_FIELD_SET_DEPTH_MAX = LS_DEPTH_MAX, /* path elements in one path of a field set */
    LS_FIELD_SET_ENTRIES_MAX = 1 << 20,    /* in one field set that is read */
    LS_FIELD_KEY_BYTES_MAX = 64 << 10,     /* of one `k:` or `v:` element that is read */
    LS_LIST_KEYS_MAX = 16,                 /* key fields of one list type */
    LS_CONFLICTS_MAX = 1000,               /* that an apply reports; the rest is counted */
    LS_MANAGED_ENTRIES_MAX = 16384,        /* in one managedFields list; kube-apiserver has no
                                              such limit, but etcd's of an object comes first */
    LS_MANAGED_UPDATERS_MAX = 10,          /* Update entries kept apart, as in kube-apiserver */
    LS_SELECTOR_BYTES_MAX = 64 << 10,
    LS_SELECTOR_TERMS_MAX = 1024,
    LS_DURATION_BYTES_MAX = 64,
    LS_TIME_BYTES_MAX = 64,
    LS_QUANTITY_BYTES_MAX = 128,                         /* one text */
    LS_QUANTITY_DIGITS_MAX = LS_QUANTITY_BYTES_MAX + 20, /* after Ei has multiplied them */
    LS_QUANTITY_EXPONENT_MAX = 1000000,                  /* of 1eN, both ways */
    LS_FINDINGS_MAX = 1000,                              /* of one validation */
    LS_REGEX_BYTES_MAX = 64 << 10,                       /* of one pattern */
    LS_REGEX_PROGRAM_BYTES_MAX = 8 << 20,                /* of one compiled pattern */
};
