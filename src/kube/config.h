#pragma once
/*
 * Configuration: which server, as whom, in which namespace.
 *
 * It comes from kubeconfig files as kubectl reads them (--kubeconfig, else the list in KUBECONFIG,
 * else ~/.kube/config; for each name the first file wins, entries are never merged), or from the
 * service account of the pod we run in when there is no kubeconfig. Flags override it. The result
 * is complete and checked: files are read, base64 is decoded, names are resolved.
 *
 * An error names file, line and field, and says what to do. Neither errors nor texts for people
 * contain a secret.
 */
#include "base/arena.h"
#include "base/err.h"
#include "net/wire.h"

/* The environment of the process; tests make one by hand. NULL: not set. */
struct ls_kube_environment {
    const char *kubeconfig; /* KUBECONFIG, paths with ':' between */
    const char *home;
    const char *service_host; /* KUBERNETES_SERVICE_HOST and _PORT: set inside a pod */
    const char *service_port;
    const char *pod_namespace;       /* POD_NAMESPACE */
    const char *service_account_dir; /* token, ca.crt and namespace */
};
struct ls_kube_environment ls_kube_environment_read(void); /* from the process */

/* Flags, named as in kubectl. NULL, false and 0: not given. */
struct ls_kube_overrides {
    const char *kubeconfig;
    const char *context;
    const char *cluster;
    const char *user;
    const char *namespace_name;
    const char *server;
    const char *tls_server_name;
    const char *certificate_authority;
    bool is_insecure; /* --insecure-skip-tls-verify */
    const char *client_certificate;
    const char *client_key;
    const char *token;
    const char *as_user;
    const char *as_uid;
    const char *const *as_groups;
    size_t as_group_count;
    const char *request_timeout; /* seconds, or a duration such as 1m30s; 0: none */
};

/* PEM text, and the file to read again when it came from one. */
struct ls_pem {
    struct ls_slice data; /* at == NULL: not given */
    const char *path;     /* NULL: inline in the configuration */
};

enum ls_exec_talk { LS_EXEC_TALK_NEVER, LS_EXEC_TALK_IF_AVAILABLE, LS_EXEC_TALK_ALWAYS };

/* A credential plugin to run. */
struct ls_exec_spec {
    const char *const *argv;        /* ends with NULL */
    const char *const *environment; /* "NAME=value" entries, ends with NULL */
    const char *api_version;
    const char *install_hint; /* may be NULL */
    bool wants_cluster;       /* provideClusterInfo */
    enum ls_exec_talk talk;   /* interactiveMode */
    struct ls_slice
        cluster_config; /* JSON for the plugin, from the cluster's extension; or empty */
};

/* What goes into the Authorization header. A client certificate may be used in addition. */
enum ls_credential_kind {
    LS_CREDENTIAL_NONE,
    LS_CREDENTIAL_TOKEN,
    LS_CREDENTIAL_TOKEN_FILE, /* read again regularly; `token` is used while it cannot be read */
    LS_CREDENTIAL_BASIC,
    LS_CREDENTIAL_EXEC,
    LS_CREDENTIAL_KIND_COUNT
};

struct ls_kube_config {
    const char *server; /* as it was written */
    bool is_tls;        /* without TLS no credentials are sent */
    const char *host;   /* without brackets */
    uint16_t port;
    const char *path_prefix; /* "" or "/a/b": in front of every request */
    struct ls_pem ca;
    const char *tls_server_name; /* may be NULL */
    bool is_insecure;

    struct ls_pem certificate;
    struct ls_pem key;
    enum ls_credential_kind credential;
    const char *token;
    const char *token_file;
    const char *username;
    const char *password;
    const struct ls_exec_spec *exec;
    const char *as_user; /* NULL: no impersonation */
    const struct ls_header *as_headers;
    size_t as_header_count;

    const char *namespace_name;
    int64_t request_timeout_ms; /* 0: not given, -1: none wanted */

    bool is_in_cluster;
    const char *context_name; /* these three are NULL when there is no context */
    const char *cluster_name;
    const char *user_name;
    /* The origin of each, for people: "/home/me/.kube/config:12", "--server". */
    const char *context_from;
    const char *server_from;
    const char *credential_from;
    const char *namespace_from;

    struct ls_arena arena; /* holds all of the above */
};

enum ls_code ls_kube_config_load(const struct ls_kube_environment *environment,
                                 const struct ls_kube_overrides *overrides,
                                 struct ls_kube_config **out, struct ls_err *err);
/* The same from one text, as if it were the only file; errors show name, and relative paths start
 * from its folder. */
enum ls_code ls_kube_config_parse(struct ls_slice text, const char *name,
                                  const struct ls_kube_overrides *overrides,
                                  struct ls_kube_config **out, struct ls_err *err);
void ls_kube_config_free(struct ls_kube_config *config); /* overwrites secrets; NULL does nothing */
const char *ls_credential_kind_name(enum ls_credential_kind kind); /* "token file" */
