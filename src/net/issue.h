#pragma once
/*
 * Certificates made at start: an authority of our own and one server certificate signed by it, for
 * a server that lives as long as this process. The authority's key is discarded at once, so nothing
 * else can be signed with it.
 *
 * They are written as DER directly: with OpenSSL's own objects it takes three times as long, and
 * the start of a sandbox waits for it.
 */
#include "base/buf.h"
#include "base/err.h"

struct evp_pkey_st;

struct ls_issued {    /* {0} is empty */
    struct ls_buf ca; /* PEM */
    struct ls_buf certificate;
    struct evp_pkey_st *key; /* for struct ls_tls_spec */
};

/* alt_names as OpenSSL writes them: "IP:127.0.0.1,DNS:localhost". Valid since an hour ago, for
 * clocks that differ, and for days_valid days. */
enum ls_code ls_issue_server(const char *common_name, const char *alt_names, int days_valid,
                             struct ls_issued *out, struct ls_err *err);
void ls_issued_release(struct ls_issued *issued);
