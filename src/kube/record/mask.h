#pragma once
/*
 * Masks what must not be shown to others: values of Secrets, tokens, private keys, parts of a
 * kubeconfig.
 *
 * In a Secret every value of data and stringData is masked, and every annotation but those that say
 * how it is rolled out, as some tools keep a copy of the whole object there. In any object, masked
 * are: members whose name says that they hold a secret (password, token), values of environment
 * variables with such a name, texts that hold a private key, a JSON web token, a Secret, a
 * kubeconfig, or an address with a password.
 *
 * A masked value reads `***N`. The same value has the same N throughout, whether it stands there as
 * text or in base64, so that a change of it can be seen. Each value that was masked in a Secret is
 * remembered, and masked wherever it turns up later, in the fields of other objects and in
 * sentences.
 */
#include "base/buf.h"
#include "value/node.h"

struct ls_mask;

struct ls_mask *ls_mask_new(uint64_t seed);
void ls_mask_free(struct ls_mask *mask); /* overwrites what it remembers; NULL does nothing */

/* A secret that is known from elsewhere, as a bearer token. */
void ls_mask_learn(struct ls_mask *mask, struct ls_slice secret);
/* The values of an object, if it is a Secret. */
void ls_mask_learn_object(struct ls_mask *mask, struct ls_node object);

enum ls_mask_subject {
    LS_MASK_ANY,    /* the object itself says whether it is a Secret */
    LS_MASK_SECRET, /* a Secret or a part of one, as a patch or its metadata */
};
/* Appends the value as compact JSON. */
void ls_mask_print(struct ls_mask *mask, struct ls_buf *out, struct ls_node value,
                   enum ls_mask_subject subject);
/* Appends a sentence without the secrets that are remembered; no quotes, no escapes. */
void ls_mask_print_text(const struct ls_mask *mask, struct ls_buf *out, struct ls_slice text);
