#pragma once
/*
 * A client of the real cluster that KUBECONFIG and LS_KUBE_DIR point at (tests/kube/run sets both),
 * in a namespace of its own. With LS_LIVE_LOG in the environment it logs to standard error.
 */
#include "kube/client.h"
#include "kube/config.h"
#include "kube/discovery.h"
#include "kube/list_watch.h"
#include "kube/session.h"

struct live {
    struct ls_world *world;
    struct ls_kube_config *config;
    struct ls_session *session;
    struct ls_client *client;
    struct ls_discovery *discovery; /* not asked yet */
    struct ls_buf warnings;         /* each with a bar after it */
    char space[64];                 /* the namespace, once live_space() made it */
};

/* As the user of DIR/NAME.kubeconfig: "admin", "user", "viewer". */
struct live *live_open(const char *user);
void live_close_at(struct live **live); /* its namespace is deleted, without waiting for the end */
void live_space(struct live *live);
const struct ls_resource *live_kind(struct live *live, const char *name);

/* tests/kube/cluster COMMAND on our cluster; fails the test when it fails. */
void live_cluster(const char *command);
/* Runs the loop until the fact holds; fails the test when it does not come to hold in a minute. */
void live_until(struct live *live, bool (*holds)(void *self), void *self, const char *what);

/* A call that must succeed; the caller unrefs the answer. */
const struct ls_obj *live_ask(struct live *live, const struct ls_call_spec *ask);
/* A call that must fail with this code; what it says is in the result. */
struct ls_err live_refused(struct live *live, const struct ls_call_spec *ask, enum ls_code code);

/* A ConfigMap's JSON text with one value; valid until the next call. */
struct ls_slice live_configmap(const char *name, const char *key, const char *value);
