#pragma once
/*
 * The options of each verb, from the query and, for deletions, from the body, checked as
 * kube-apiserver checks them: 400 for a value that is not a number, 422 `ListOptions.meta.k8s.io ""
 * is invalid: ...` for other invalid values.
 */
#include "sandbox/ops/call.h"
#include "sandbox/serve/query.h"

/* 500 for a resourceVersion that is not a number. */
const struct ls_failure *ls_revision_failure(struct ls_arena *arena, struct ls_slice text);

struct ls_list_query {
    struct ls_slice label_selector; /* as sent; parsed by the caller */
    struct ls_slice field_selector;
    struct ls_slice revision; /* resourceVersion: "" none, else checked digits */
    bool is_exact;            /* resourceVersionMatch=Exact; else NotOlderThan or none */
    bool has_match;           /* resourceVersionMatch was given */
    struct ls_slice continue_token;
    int64_t limit;     /* 0 and below: none */
    int64_t timeout_s; /* -1: not given */
    bool is_watch;
    bool allows_bookmarks;
    bool sends_initial_events;
};
const struct ls_failure *ls_list_query_read(struct ls_arena *arena, const struct ls_query *query,
                                            struct ls_list_query *out);

/* CreateOptions, UpdateOptions and PatchOptions in one: dryRun, fieldManager, fieldValidation,
 * force. */
enum ls_write_kind { LS_WRITE_CREATE, LS_WRITE_UPDATE, LS_WRITE_PATCH, LS_WRITE_APPLY };
struct ls_write_options {
    struct ls_slice manager; /* "" not given */
    enum ls_field_validation fields;
    bool is_dry_run;
    bool is_forced;
};
const struct ls_failure *ls_write_options_read(struct ls_arena *arena, const struct ls_query *query,
                                               enum ls_write_kind kind,
                                               struct ls_write_options *out);

/* body: a decoded DeleteOptions; absent: the query counts. */
const struct ls_failure *ls_delete_options_read(struct ls_arena *arena,
                                                const struct ls_query *query, struct ls_node body,
                                                struct ls_delete_options *out, bool *is_dry_run);
