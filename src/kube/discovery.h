#pragma once
/*
 * Discovery: asks the server which kinds it has and keeps them in a catalog.
 *
 * Two requests where the server gives everything at once (apidiscovery.k8s.io), else one more per
 * group version. Groups whose server does not answer (an extension server that is down) do not fail
 * the refresh: what was known about them stays, with a note.
 *
 * Refreshes are at least LS_DISCOVERY_REFRESH_MIN_MS apart: one that is requested sooner waits, and
 * all callers meanwhile share it.
 */
#include "kube/catalog.h"
#include "kube/client.h"

struct ls_discovery;

struct ls_discovery *
ls_discovery_new(struct ls_client *client);             /* borrows the client; sends nothing */
void ls_discovery_free(struct ls_discovery *discovery); /* waiting callers are not called */

/* Empty before the first refresh. Its resources live as long as the discovery. */
const struct ls_catalog *ls_discovery_catalog(const struct ls_discovery *discovery);
bool ls_discovery_is_loaded(const struct ls_discovery *discovery);
/* What the last refresh could not read, one sentence per line; "" when it read everything. */
const char *ls_discovery_notes(const struct ls_discovery *discovery);

/* err is never NULL and valid during the call. On failure the catalog is unchanged. */
typedef void (*ls_discovery_fn)(void *self, enum ls_code code, const struct ls_err *err);
/* Requests a refresh that begins after this call; fn runs exactly once, later. */
void ls_discovery_refresh(struct ls_discovery *discovery, ls_discovery_fn fn, void *self);
/* Callers that wait with this self are not called. */
void ls_discovery_forget(struct ls_discovery *discovery, const void *self);

/* For command lines and tests; both run the loop. */
enum ls_code ls_discovery_wait(struct ls_discovery *discovery, struct ls_err *err);
/* Loads the catalog when it is empty, and refreshes it once when no resource has this name. */
enum ls_code ls_discovery_find_wait(struct ls_discovery *discovery, struct ls_slice name,
                                    struct ls_match *out, struct ls_err *err);
