#pragma once
/*
 * A kustomization, rendered by the program that people have: `kustomize build FOLDER`, and where
 * that is missing `kubectl kustomize FOLDER`.
 *
 * The program is run directly, never through a shell. What it says on standard error goes to ours;
 * its output and its time have limits (limits.h).
 */
#include "base/err.h"
#include "base/slice.h"

struct ls_kustomize;
struct ls_loop;

/* text is the rendered stream, valid during the call; err is NULL unless it failed. */
typedef void (*ls_kustomize_fn)(void *self, struct ls_slice text, const struct ls_err *err);

/* done runs exactly once, later, unless it is freed before; it may free it. What is no folder, and
 * a machine with neither program, fail at once. */
enum ls_code ls_kustomize_start(struct ls_loop *loop, const char *folder, ls_kustomize_fn done,
                                void *self, struct ls_kustomize **out, struct ls_err *err);
void ls_kustomize_free(struct ls_kustomize *kustomize); /* ends the program if it still runs */
