#pragma once
/*
 * What a run keeps, opens and waits for at most. Every bound of this room stands here.
 */
enum {
    LS_RUN_STOP_MS = 10 * 1000,         /* for requests on their way and the lock, at the end */
    LS_RUN_SELECTIONS_MAX = 10000,      /* kinds and namespaces in view */
    LS_RUN_NAMES_MAX = 1000,            /* objects watched one by one by their names */
    LS_RUN_FOUND_MAX = 1000000,         /* objects of the set that are not wanted */
    LS_RUN_COMPANIES_MAX = 16,          /* objects whose companions are watched at once */
    LS_RUN_COMPANY_OBJECTS_MAX = 200,   /* companions kept of one object */
    LS_RUN_COMPANY_BYTES_MAX = 4 << 20, /* of them together */
    LS_RUN_ATTEND_PAUSE_MS = 1000,      /* before an object that could not be read is read again */
    LS_RUN_ATTEND_MAX = 64,             /* of a shut gate's objects looked at for companions */
    LS_RUN_REFUSED_NAMED_MAX = 10,      /* objects that an error names; the others are counted */
    /* how far the cluster's clock may be ahead of ours; more is a time that nobody meant */
    LS_RUN_CLOCK_AHEAD_MAX_MS = 60 * 60 * 1000,
    LS_RUN_SEARCH_KINDS_MAX = 5000,   /* listed to find members whose parent is gone ... */
    LS_RUN_SEARCH_AT_ONCE = 16,       /* ... so many at a time */
    LS_RUN_NAMED_BYTES_MAX = 350,     /* of such a list of names, but for its last one */
    LS_RUN_ORIGIN_TOLD_MAX = 120,     /* bytes of an origin in an error */
    LS_RUN_REVIEWS_MAX = 200,         /* questions about rights; the writes answer the rest */
    LS_RUN_REVIEWS_BY_NAME_MAX = 20,  /* objects asked for by name where a kind is not allowed */
    LS_RUN_REVIEW_MS = 10 * 1000,     /* for the answer to each */
    LS_RUN_CONFLICTS_TOLD_MAX = 1000, /* fields that others own, a line each; the rest is counted */
    LS_RUN_CONFLICTS_NAMED_MAX = 4,   /* of them, in the row of one object */
    LS_RUN_LEFT_TOLD_MAX = 20,        /* objects with fields that are left to others, a line each */
    LS_RUN_DOCUMENTS_MAX = 64,        /* OpenAPI documents of custom kinds, read for checks */
};
