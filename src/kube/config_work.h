#pragma once
/*
 * A configuration that is being built. Each part below fills in its share from an entry of the
 * files and from the flags, which win.
 */
#include "kube/config.h"
#include "kube/config_file.h"

struct ls_config_work {
    struct ls_kube_config *config;
    const struct ls_kube_overrides *flags;
    struct ls_config_files files;
    struct ls_config_entry context;
    struct ls_config_entry cluster;
    struct ls_config_entry user;
};

/* In this order: whether an address without a scheme means TLS depends on the first two, and which
 * credentials may be sent on the third. */
enum ls_code ls_config_take_trust(struct ls_config_work *work, struct ls_err *err);
enum ls_code ls_config_take_certificate(struct ls_config_work *work, struct ls_err *err);
enum ls_code ls_config_take_server(struct ls_config_work *work, struct ls_err *err);
enum ls_code ls_config_take_credential(struct ls_config_work *work, struct ls_err *err);
enum ls_code ls_config_take_exec(struct ls_config_work *work, struct ls_err *err);
/* Impersonation, and its headers. */
enum ls_code ls_config_take_as(struct ls_config_work *work, struct ls_err *err);
/* Server, trust and token from the pod's service account, unless a flag overrides them. */
enum ls_code ls_config_take_pod(struct ls_config_work *work,
                                const struct ls_kube_environment *environment, struct ls_err *err);
bool ls_config_pod_is_possible(const struct ls_kube_environment *environment);

/* Reads a PEM file into the arena; the error says only what is wrong with the file. */
enum ls_code ls_config_pem_read(struct ls_arena *arena, const char *path, struct ls_pem *out,
                                struct ls_err *err);
/* A valid value of an HTTP header: printable, no line breaks, not too long. */
enum ls_code ls_config_header_check(const char *value, struct ls_err *err);
/* Server, host, port, prefix from the text of an address. */
enum ls_code ls_config_set_server(struct ls_kube_config *config, const char *server,
                                  struct ls_err *err);
