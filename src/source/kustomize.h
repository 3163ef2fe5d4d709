#pragma once
/*
 * A kustomization, rendered by an installed program: `kustomize build FOLDER`, or without kustomize
 * `kubectl kustomize FOLDER`.
 *
 * The program is run directly, never through a shell. Its standard error goes to ours;
 * its output and its time have limits (limits.h).
 */
#include "base/err.h"
#include "base/slice.h"

struct ls_kustomize;
struct ls_loop;

/* text is the rendered stream, valid during the call; err is NULL unless it failed. */
typedef void (*ls_kustomize_fn)(void *self, struct ls_slice text, const struct ls_err *err);

/* done runs exactly once, later, unless the kustomize is freed before; it may free it. Fails at
 * once when the path is not a folder or neither program is installed. */
enum ls_code ls_kustomize_start(struct ls_loop *loop, const char *folder, ls_kustomize_fn done,
                                void *self, struct ls_kustomize **out, struct ls_err *err);
void ls_kustomize_free(struct ls_kustomize *kustomize); /* ends the program if it still runs */
