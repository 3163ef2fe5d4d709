#pragma once
/*
 * Reads manifests from files, folders and standard input.
 *
 * Each document of a stream is a manifest, Lists are replaced by their items (also nested), empty
 * documents are skipped. Folders are read in the order of their names (bytes), without those that
 * begin with a dot; .yaml, .yml and .json count. The same input gives the same list, always.
 *
 * Every manifest has its file and line, so that later errors can say where it is. Kinds are not
 * known here: a manifest must be a map with kind and metadata.name. A missing apiVersion is
 * accepted: what to write there depends on the kinds of the server.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"
#include "value/obj.h"

struct ls_manifest {
    const struct ls_obj *document; /* as read, with positions; shared by the items of a List */
    struct ls_node object;         /* inside the document */
    const char *file;              /* as the user named it; "-" is standard input */
    uint32_t line;                 /* of the object, from 1 */
};

struct ls_problems; /* source/problems.h */

struct ls_manifests { /* {0} is empty */
    struct ls_arena arena;
    LS_VEC(struct ls_manifest) list;
    size_t empty_count;  /* documents skipped */
    size_t bytes;        /* read so far */
    bool is_stdin_taken; /* it can be read once */
    bool takes_nameless; /* set by the caller: objects that are only read need no name */
    /* Set by the caller: mistakes are added there and reading goes on; NULL: the first mistake is
     * the error of the call. */
    struct ls_problems *problems;
};
void ls_manifests_release(struct ls_manifests *manifests);

struct ls_source_options {
    bool is_recursive; /* -R: folders inside folders */
    int stdin_fd;      /* what "-" reads; 0 is standard input */
};

/* Adds what a path holds; "-" is standard input, once. Mistakes of YAML and JSON begin with
 * `FILE:LINE:COLUMN: `, those of a manifest with `FILE:LINE: `. What was read before a failure
 * stays until the release. */
enum ls_code ls_source_read(struct ls_manifests *manifests, const char *path,
                            const struct ls_source_options *options, struct ls_err *err);
/* The same from a text in memory; errors show the name. */
enum ls_code ls_source_read_text(struct ls_manifests *manifests, const char *name,
                                 struct ls_slice text, struct ls_err *err);

/* The place of a value of the manifest, `FILE:LINE`; the manifest's own line when the value's is
 * not known. */
void ls_manifest_place(const struct ls_manifest *manifest, struct ls_node value,
                       struct ls_buf *out);
/* Puts `FILE:LINE: Deployment web: ` in front of an error; returns its code. */
enum ls_code ls_manifest_context(const struct ls_manifest *manifest, struct ls_node value,
                                 struct ls_err *err);
/* Begins an error (LS_E_INVALID) at that place: `FILE:LINE: Deployment web: SENTENCE`. */
enum ls_code ls_manifest_fail(const struct ls_manifest *manifest, struct ls_node value,
                              struct ls_err *err, const char *format, ...) LS_FORMAT(4, 5);
