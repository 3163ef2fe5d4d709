#pragma once
/*
 * Credentials: the value of the Authorization header, kept current.
 *
 * A token or a password is available at once; a token file is read again when it may have changed;
 * a credential plugin may have to run first, and callers wait on the loop. There are no timers: an
 * idle process does no work.
 *
 * Secrets are overwritten when they are replaced or released, and appear in no error. Threads: all
 * on the loop of the world.
 */
#include "kube/exec_plugin.h"

struct ls_credentials;

/* Borrows world and config for life. on_certificate: see kube/exec_plugin.h. */
struct ls_credentials *ls_credentials_new(struct ls_world *world,
                                          const struct ls_kube_config *config,
                                          ls_certificate_fn on_certificate, void *self);
void ls_credentials_free(struct ls_credentials *credentials); /* NULL does nothing */

struct ls_credential {
    struct ls_slice authorization; /* borrowed until the next call; empty: send none */
    uint64_t version;              /* for ls_credentials_refuse() */
};

enum ls_credential_state ls_credentials_get(struct ls_credentials *credentials,
                                            struct ls_credential *out, struct ls_err *err);

struct ls_credential_waiter {
    struct ls_exec_waiter waiter;
    struct ls_credentials *credentials;
    void (*fn)(void *self, const struct ls_credential *credential, const struct ls_err *err);
    void *self;
};
/* fn runs once, later, with a credential or an error; after LS_CREDENTIAL_WAIT only. */
void ls_credentials_wait(struct ls_credentials *credentials, struct ls_credential_waiter *waiter,
                         void (*fn)(void *self, const struct ls_credential *credential,
                                    const struct ls_err *err),
                         void *self);
void ls_credentials_unwait(struct ls_credential_waiter *waiter); /* does nothing for a waiter that
                                                                  * never waited */

/* Can a refused credential be replaced at all? */
bool ls_credentials_can_change(const struct ls_credentials *credentials);
/* The server answered 401 to this version. True: ask again, there is or may be another one. */
bool ls_credentials_refuse(struct ls_credentials *credentials, uint64_t version);
