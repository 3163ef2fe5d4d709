#pragma once
/* Certificates made on the spot, right and wrong in every way the tests need. */
#include <stdbool.h>

#include "base/buf.h"
#include "base/slice.h"

struct cert {
    struct ls_buf pem;
    struct ls_buf key;
    void *x509;
    void *pkey;
};

struct cert_spec {
    const char *name;          /* common name */
    const char *alt_names;     /* "DNS:localhost,IP:127.0.0.1"; NULL: none */
    const struct cert *issuer; /* NULL: signs itself */
    long starts_in_s;
    long ends_in_s; /* 0: in an hour */
    bool is_ca;
};

void cert_make(struct cert *out, const struct cert_spec *spec);
void cert_release(struct cert *cert);
