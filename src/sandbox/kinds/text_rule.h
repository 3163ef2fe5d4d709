#pragma once
/*
 * Rules for texts that name something, and the flaws of a text in kube-apiserver's words. A text
 * may have several flaws; each becomes an error of its own.
 */
#include <stddef.h>

#include "base/slice.h"

enum ls_text_rule {
    LS_TEXT_DNS_SUBDOMAIN,  /* labels with dots between, up to 253; the rule of most names */
    LS_TEXT_DNS_LABEL,      /* RFC 1123, up to 63 */
    LS_TEXT_DNS_1035,       /* a label that starts with a letter */
    LS_TEXT_WILDCARD,       /* "*.example.com" */
    LS_TEXT_PATH_SEGMENT,   /* anything that fits between two slashes */
    LS_TEXT_LABEL_KEY,      /* [PREFIX/]NAME: "qualified name" */
    LS_TEXT_ANNOTATION_KEY, /* the same in any letter case */
    LS_TEXT_LABEL_VALUE,
    LS_TEXT_CONFIG_KEY,  /* of a ConfigMap or Secret */
    LS_TEXT_ENV_NAME,    /* an environment variable */
    LS_TEXT_ENV_PREFIX,  /* the same, or empty */
    LS_TEXT_PORT_NAME,   /* IANA_SVC_NAME */
    LS_TEXT_HTTP_HEADER, /* its name */
    LS_TEXT_PERCENT,     /* "25%" */
    LS_TEXT_C_IDENTIFIER,
    LS_TEXT_RULE_COUNT
};

enum { LS_TEXT_FLAWS_MAX = 6 };

struct ls_text_flaws {
    const char *at[LS_TEXT_FLAWS_MAX]; /* static texts */
    size_t count;
};

struct ls_text_flaws ls_text_flaws(enum ls_text_rule rule, struct ls_slice text);
/* For metadata.generateName: a dash at the end is fine, since a suffix follows. */
struct ls_text_flaws ls_text_prefix_flaws(enum ls_text_rule rule, struct ls_slice text);
