#pragma once
/*
 * Kubeconfig files as they were read: entries by name, the first file first, and their fields with
 * checked types. Every error reads
 *
 *     FILE:LINE: cluster 'prod': certificate-authority-data: what is wrong
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"
#include "value/obj.h"

struct ls_config_file {
    const char *path;
    const struct ls_obj *obj;
};

struct ls_config_files {
    struct ls_arena *arena; /* of the new configuration; strings are copied there */
    LS_VEC(struct ls_config_file) list;
};

enum ls_config_kind { LS_CONFIG_CLUSTER, LS_CONFIG_USER, LS_CONFIG_CONTEXT, LS_CONFIG_KIND_COUNT };

/* One cluster, user or context. Without a file it is empty: every field is absent. */
struct ls_config_entry {
    const struct ls_config_file *file;
    enum ls_config_kind kind;
    const char *name;
    struct ls_node node;
};

void ls_config_files_release(struct ls_config_files *files); /* overwrites their content */
/* Adds a file from its text; an empty text is an empty file. */
enum ls_code ls_config_files_add(struct ls_config_files *files, const char *path,
                                 struct ls_slice text, struct ls_err *err);
/* True when no file has a cluster, user, context or current context. */
bool ls_config_files_are_empty(const struct ls_config_files *files);
/* The first current-context that is not empty, and its position; NULL when there is none. */
const char *ls_config_current(const struct ls_config_files *files, const char **out_from);
/* The first few names that exist, for people. */
void ls_config_names(const struct ls_config_files *files, enum ls_config_kind kind,
                     struct ls_buf *out);
/* LS_E_NOT_FOUND lists the names that exist. */
enum ls_code ls_config_find(const struct ls_config_files *files, enum ls_config_kind kind,
                            const char *name, struct ls_config_entry *out, struct ls_err *err);

/* Fields. Absent, null and empty leave *out unchanged. `within` may have dots: "exec.command". */
enum ls_code ls_config_text(const struct ls_config_files *files,
                            const struct ls_config_entry *entry, const char *field,
                            const char **out, struct ls_err *err);
enum ls_code ls_config_flag(const struct ls_config_entry *entry, const char *field, bool *out,
                            struct ls_err *err);
/* A path; a relative one starts at the folder of its file. */
enum ls_code ls_config_path(const struct ls_config_files *files,
                            const struct ls_config_entry *entry, const char *field,
                            const char **out, struct ls_err *err);
/* Base64, decoded. */
enum ls_code ls_config_data(const struct ls_config_files *files,
                            const struct ls_config_entry *entry, const char *field,
                            struct ls_slice *out, struct ls_err *err);
/* A string at a node, copied; anything but a string is an error. */
enum ls_code ls_config_string(const struct ls_config_files *files,
                              const struct ls_config_entry *entry, const char *field,
                              struct ls_node node, const char **out, struct ls_err *err);

const char *ls_config_beside(const struct ls_config_files *files,
                             const struct ls_config_entry *entry, const char *path);
/* "FILE:LINE" of a field, or of the entry when it has no such field. */
const char *ls_config_place(const struct ls_config_files *files,
                            const struct ls_config_entry *entry, const char *field);
/* Puts place, entry and field (may be NULL) in front of an error. */
enum ls_code ls_config_context(const struct ls_config_entry *entry, const char *field,
                               struct ls_err *err);
enum ls_code ls_config_fail(const struct ls_config_entry *entry, const char *field,
                            enum ls_code code, struct ls_err *err, const char *format, ...)
    LS_FORMAT(5, 6);
