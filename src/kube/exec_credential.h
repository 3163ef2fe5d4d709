#pragma once
/*
 * ExecCredential: input and output of a credential plugin, and one run of it
 * (client.authentication.k8s.io, v1 and v1beta1).
 *
 * The plugin is started directly, never through a shell. It gets the cluster in the variable
 * KUBERNETES_EXEC_INFO, its standard error is ours, its standard output is the answer: JSON or
 * YAML. No error contains any part of the answer.
 */
#include "base/buf.h"
#include "kube/config.h"

struct ls_world;

/* A plugin's answer: a token, a certificate with its key, or all three. Empty: not given. */
struct ls_exec_answer {
    struct ls_buf token;
    struct ls_buf certificate;
    struct ls_buf key;
    int64_t expires_at_ms; /* Unix time; INT64_MAX: it did not say */
};
void ls_exec_answer_release(struct ls_exec_answer *answer); /* overwrites it */

/* The JSON for KUBERNETES_EXEC_INFO. */
void ls_exec_info_print(struct ls_buf *out, const struct ls_kube_config *config, bool may_talk);
enum ls_code ls_exec_answer_parse(struct ls_slice output, const char *api_version,
                                  struct ls_exec_answer *out, struct ls_err *err);

/* Exactly one of the two is not NULL. The callee may move the answer's content to its own. */
typedef void (*ls_exec_fn)(void *self, struct ls_exec_answer *answer, const struct ls_err *err);

struct ls_exec_run;
/* fn runs exactly once, later, unless the run is freed before. Borrows world and config. */
enum ls_code ls_exec_run_start(struct ls_world *world, const struct ls_kube_config *config,
                               ls_exec_fn fn, void *self, struct ls_exec_run **out,
                               struct ls_err *err);
void ls_exec_run_free(struct ls_exec_run *run); /* stops it if it still runs; NULL does nothing */
