#pragma once
/*
 * Discovery: asks the server which kinds it has and keeps them in a catalog.
 *
 * Two requests where the server gives everything at once (apidiscovery.k8s.io), else one more per
 * group version. Groups that the server cannot speak for at the moment (an extension server that is
 * down) do not stand in the way: what was known of them stays, and a note says so.
 *
 * Looks are not made more often than every LS_DISCOVERY_REFRESH_MIN_MS: one that is asked for
 * sooner waits, and all who ask meanwhile share it.
 */
#include "kube/catalog.h"
#include "kube/client.h"

struct ls_discovery;

struct ls_discovery *
ls_discovery_new(struct ls_client *client);             /* borrows the client; asks nothing */
void ls_discovery_free(struct ls_discovery *discovery); /* who waits is not told */

/* Empty before the first look. Its resources live as long as the discovery. */
const struct ls_catalog *ls_discovery_catalog(const struct ls_discovery *discovery);
bool ls_discovery_is_loaded(const struct ls_discovery *discovery);
/* What the last look could not learn, one sentence a line; "" when it learnt all. */
const char *ls_discovery_notes(const struct ls_discovery *discovery);

/* err is never NULL and valid during the call. On failure the catalog is as it was. */
typedef void (*ls_discovery_fn)(void *self, enum ls_code code, const struct ls_err *err);
/* A look that begins after this call; fn runs exactly once, later. */
void ls_discovery_refresh(struct ls_discovery *discovery, ls_discovery_fn fn, void *self);
/* Those who wait with this self are not told. */
void ls_discovery_forget(struct ls_discovery *discovery, const void *self);

/* For command lines and tests; both run the loop. */
enum ls_code ls_discovery_wait(struct ls_discovery *discovery, struct ls_err *err);
/* Loads the catalog when it is empty, and looks once more when nothing is called so. */
enum ls_code ls_discovery_find_wait(struct ls_discovery *discovery, struct ls_slice name,
                                    struct ls_match *out, struct ls_err *err);
