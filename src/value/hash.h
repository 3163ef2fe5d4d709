#pragma once
/*
 * SHA-256 of a value, the same for values that ls_node_equal() finds equal: whatever the order of
 * members, the way a number is written, and the process that calculates it.
 *
 * What is hashed is the canonical text: compact JSON, members sorted by the bytes of their keys; a
 * number as an integer when it is one that fits int64, else as DIGITSeEXPONENT with neither a
 * leading nor a trailing 0 among the digits ("5e-1"), zero as 0. A number whose exponent passes
 * LS_EXPONENT_DIGITS_MAX is kept as written, with ~ in front. Hashes are kept on objects in
 * clusters: this form never changes.
 */
#include "base/buf.h"
#include "value/node.h"

enum { LS_HASH_BYTES = 32 };

struct ls_hash {
    uint8_t bytes[LS_HASH_BYTES];
};

struct ls_hash ls_hash_node(struct ls_node node); /* absent hashes as null */
/* HMAC-SHA-256: without the key nobody can make a value for a hash, or test guesses. */
struct ls_hash ls_hash_node_keyed(struct ls_slice key, struct ls_node node);
struct ls_hash ls_hash_slice(struct ls_slice bytes); /* SHA-256 of bytes as they are */
void ls_hash_text(const struct ls_hash *hash, char out[2 * LS_HASH_BYTES + 1]); /* hexadecimal */

void ls_canonical_print(struct ls_buf *out, struct ls_node node);
