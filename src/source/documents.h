#pragma once
/*
 * What the sources of this folder share: from files to manifests.
 */
#include "source/source.h"

/* Checks what every manifest must have, whatever its kind; its name unless that is not needed. */
enum ls_code ls_manifest_check(const struct ls_manifest *manifest, bool takes_nameless,
                               struct ls_err *err);
/* Adds the manifest, or the items of a List; a null is counted as empty. */
enum ls_code ls_manifests_add(struct ls_manifests *manifests, const struct ls_manifest *manifest,
                              struct ls_err *err);
/* A mistake in a manifest or a file: LS_OK when it is collected, so that reading goes on. */
enum ls_code ls_source_mistake(struct ls_manifests *manifests, const struct ls_err *err);
/* A manifest that holds others: `kind: List`, or any ...List with items that has no name. */
bool ls_manifest_is_list(struct ls_node object);

/* The files of a folder, in order, as paths that live in the arena. */
struct ls_paths {
    LS_VEC(const char *) list;
};
void ls_paths_release(struct ls_paths *paths);
enum ls_code ls_folder_list(struct ls_arena *arena, const char *folder, bool is_recursive,
                            struct ls_paths *out, struct ls_err *err);
