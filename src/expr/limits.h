#pragma once
/* What `expr` accepts from outside. */
enum {
    /* A JSONPath, and a template of them. */
    LS_JSONPATH_BYTES_MAX = 64 * 1024,
    /* Brackets inside brackets, and ranges inside ranges. */
    LS_JSONPATH_DEPTH_MAX = 32,
    LS_JSONPATH_NUMBER_BYTES_MAX = 400,
    /* Values that a JSONPath visits in one object, and in a list that a person asked for. A printed
     * value counts by its size. */
    LS_JSONPATH_WORK_MAX = 1000 * 1000,
    LS_JSONPATH_LIST_WORK_MAX = 100 * 1000 * 1000,

    /* A CEL expression, in characters as cel-go counts them, and in bytes. */
    LS_CEL_CHARS_MAX = 100 * 1000,
    LS_CEL_BYTES_MAX = 4 * LS_CEL_CHARS_MAX,
    /* Nesting of an expression, its macros expanded; every walk over one may recurse. */
    LS_CEL_DEPTH_MAX = 250,
    /* Nodes of one expression, its macros expanded. */
    LS_CEL_NODES_MAX = 100 * 1000,
    /* Mistakes that are reported at once. */
    LS_CEL_ISSUES_MAX = 100,
    /* Types inside the type of one expression (list(int) has two), and how deep a walk over them
     * goes, which follows type variables as well. */
    LS_CEL_TYPE_PARTS_MAX = 1000,
    LS_CEL_TYPE_DEPTH_MAX = 1000,
    /* Steps over types that checking one expression may take: far more than expressions that people
     * write need, and less than a second. */
    LS_CEL_CHECK_STEPS_MAX = 10 * 1000 * 1000,
    /* What one evaluation may build, in bytes. */
    LS_CEL_RUN_BYTES_MAX = 64 * 1024 * 1024,
    /* How deep a walk over any value goes: a built value may hold one of a tape. */
    LS_TERM_WALK_DEPTH_MAX = 1000,
    /* Terms that one comparison visits, and terms that one text or one tape is made of; shared
     * parts count each time. */
    LS_TERM_STEPS_MAX = 10 * 1000 * 1000,
    LS_TERM_PRINT_STEPS_MAX = 1000 * 1000,
    /* A file of the time zone database, and the name of one. */
    LS_ZONE_BYTES_MAX = 64 * 1024,
    LS_ZONE_NAME_BYTES_MAX = 64,
};
/* Steps of one evaluation unless its caller says otherwise; past it the evaluation ends with an
 * error. One step is about what kube-apiserver counts as one unit of cost. */
#define LS_CEL_COST_MAX UINT64_C(1000000)
