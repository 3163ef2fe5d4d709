#include "value/hash.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "base/hex.h"

struct ls_hash ls_hash_slice(struct ls_slice bytes)
{
    struct ls_hash hash;
    int ok = EVP_Digest(bytes.at, bytes.len, hash.bytes, NULL, EVP_sha256(), NULL);
    LS_ASSERT(ok == 1);
    return hash;
}

struct ls_hash ls_hash_node(struct ls_node node)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_canonical_print(&text, node);
    return ls_hash_slice(ls_buf_slice(&text));
}

struct ls_hash ls_hash_node_keyed(struct ls_slice key, struct ls_node node)
{
    LS_ASSERT(key.len > 0);
    LS_ASSERT(key.len <= INT32_MAX);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_canonical_print(&text, node);
    struct ls_hash hash;
    const unsigned char *done = HMAC(EVP_sha256(), key.at, (int)key.len, (const uint8_t *)text.at,
                                     text.len, hash.bytes, NULL);
    LS_ASSERT(done != NULL);
    return hash;
}

void ls_hash_text(const struct ls_hash *hash, char out[2 * LS_HASH_BYTES + 1])
{
    for (size_t i = 0; i < LS_HASH_BYTES; i++)
        out = ls_hex_put(out, hash->bytes[i]);
    *out = '\0';
}
