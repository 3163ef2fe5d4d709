#pragma once
/*
 * The TLS settings of a configuration, kept current: authority, certificate and key that came from
 * files are read again after five minutes, when a caller asks; a credential plugin may provide its
 * own certificate. Files that cannot be read change nothing.
 */
#include "base/buf.h"
#include "base/clock.h"
#include "kube/config.h"
#include "net/tls.h"

struct ls_tls_source;

/* Borrows config and clock for life. */
struct ls_tls_source *ls_tls_source_new(const struct ls_kube_config *config,
                                        const struct ls_clock *clock);
void ls_tls_source_free(struct ls_tls_source *source); /* overwrites keys; NULL does nothing */

/* Reads files again if it is time. True: something changed, build again. */
bool ls_tls_source_check(struct ls_tls_source *source);
/* From a plugin: replaces the configured ones. Empty slices restore them. */
void ls_tls_source_set_certificate(struct ls_tls_source *source, struct ls_slice certificate,
                                   struct ls_slice key);
/* The caller unrefs it. A certificate and a key that do not match (one file was replaced, the other
 * not yet) fail here; the files are then read again soon. */
enum ls_code ls_tls_source_build(struct ls_tls_source *source, struct ls_tls **out,
                                 struct ls_err *err);
