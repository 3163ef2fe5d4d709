#pragma once
/*
 * -k FOLDER: manifests as kustomize renders them (source/kustomize.h). Their places read
 * `FOLDER (kustomize):LINE`, of the rendered text.
 */
#include "cli/connect.h"
#include "source/source.h"

/* Runs the loop of the connection until they are read; LS_E_CANCELLED after a signal. */
enum ls_code ls_kustomize_flag_read(struct ls_connection *connection, const char *folder,
                                    struct ls_manifests *manifests, struct ls_err *err);
