#pragma once
/*
 * Limits of what the command line accepts from people and from servers.
 */
enum {
    LS_TABS_CELLS_MAX = 256, /* of one line; further tab stops are printed as a space */
    LS_TABLE_COLUMNS_MAX = 200,
    LS_GET_KINDS_MAX = 256,                /* named in one command, or in one category */
    LS_GET_LIST_WORDS_MAX = 1 << 27,       /* of all objects that one template reads */
    LS_CELL_DEPTH_MAX = 16,                /* lists and maps inside one cell */
    LS_RAW_TARGET_BYTES_MAX = 8192,        /* of --raw */
    LS_KUBECONFIG_OUT_BYTES_MAX = 1 << 20, /* of a file that a sandbox would replace */
    LS_SANDBOX_NODES_MAX = 1000,
    LS_CLIENT_CA_BYTES_MAX = 1 << 20,   /* of the file of --client-ca */
    LS_ORIGIN_FILE_BYTES_MAX = 1 << 20, /* of a .git/config */
    LS_TERMINAL_SIDE_MAX = 4096,        /* columns and lines that are made use of */
    /* Received at all; the API itself refuses more than 3 MiB, in a Status that clients read. */
    LS_SANDBOX_BODY_BYTES_MAX = 8 << 20,
    /* Objects of one namespace, up to which `health` reads them as companions of one another. */
    LS_HEALTH_COMPANIONS_MAX = 5000,
    LS_PROBLEMS_SHOWN_MAX = 50, /* lines of what is wrong with a set; the rest is counted */
};
