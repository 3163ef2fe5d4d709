#pragma once
/*
 * A credential plugin and its last answer.
 *
 * The answer is used until it expires. There is one run at a time; callers meanwhile wait for its
 * end. A plugin that failed is not run again for a few seconds, callers get the same error. An
 * answer that the server refuses is dropped, unless it is only seconds old: another run would give
 * the same.
 */
#include "base/loop.h"
#include "base/world.h"
#include "kube/exec_credential.h"

/* In the caller's memory, until its fn has run or it was stopped. */
struct ls_exec_waiter {
    struct ls_exec_waiter *next;
    struct ls_exec_waiter *prev;
    void (*fn)(void *self, const struct ls_err *err); /* NULL: there is an answer now */
    void *self;
    bool is_waiting;
};

struct ls_exec_plugin;
/* Uses a certificate of a plugin; one that cannot be used makes its answer a failure. */
typedef enum ls_code (*ls_certificate_fn)(void *self, struct ls_slice certificate,
                                          struct ls_slice key, struct ls_err *err);
/* on_certificate, if not NULL, is called with each certificate that differs from the one before,
 * before the waiters. */
struct ls_exec_plugin *ls_exec_plugin_new(struct ls_world *world,
                                          const struct ls_kube_config *config,
                                          ls_certificate_fn on_certificate, void *self);
void ls_exec_plugin_free(struct ls_exec_plugin *plugin); /* waiters are not called */

enum ls_credential_state {
    LS_CREDENTIAL_READY,
    LS_CREDENTIAL_WAIT,   /* start a waiter */
    LS_CREDENTIAL_FAILED, /* err says why */
};
/* READY: *authorization is the header's value, empty when there is only a certificate. FAILED: a
 * moment ago. */
enum ls_credential_state ls_exec_plugin_get(struct ls_exec_plugin *plugin,
                                            struct ls_slice *authorization, struct ls_err *err);
/* Runs the plugin if it does not run yet. When the waiter is called, ls_exec_plugin_last() has the
 * answer, even one that has already expired. */
void ls_exec_plugin_wait(struct ls_exec_plugin *plugin, struct ls_exec_waiter *waiter,
                         void (*fn)(void *self, const struct ls_err *err), void *self);
void ls_exec_plugin_unwait(struct ls_exec_plugin *plugin, struct ls_exec_waiter *waiter);
struct ls_slice ls_exec_plugin_last(const struct ls_exec_plugin *plugin);
uint64_t ls_exec_plugin_version(const struct ls_exec_plugin *plugin); /* of the last answer */
/* The server refused the answer of this version. True: try again, another one is possible. */
bool ls_exec_plugin_refuse(struct ls_exec_plugin *plugin, uint64_t version);
