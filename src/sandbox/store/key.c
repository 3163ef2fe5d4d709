#include "sandbox/store/key.h"

#include <string.h>

#include "base/mem.h"

static void probe_add(struct ls_store_key_probe *probe, struct ls_slice text)
{
    size_t len = LS_MIN(text.len, sizeof probe->text - probe->len);
    if (len > 0)
        memcpy(probe->text + probe->len, text.at, len);
    probe->len += len;
}

void ls_store_key_probe_init(struct ls_store_key_probe *probe, struct ls_object_key key)
{
    probe->len = 0;
    probe->namespace_len = key.namespace_name.len;
    if (key.namespace_name.len > 0) {
        probe_add(probe, key.namespace_name);
        probe_add(probe, LS_SLICE("/"));
    }
    probe_add(probe, key.name);
}

struct ls_slice ls_store_key_probe_text(const struct ls_store_key_probe *probe)
{
    return (struct ls_slice){probe->text, probe->len};
}

struct ls_store_key *ls_store_key_new(const struct ls_store_key_probe *probe)
{
    LS_ASSERT(probe->len > 0 && probe->len <= LS_STORE_KEY_BYTES_MAX);
    struct ls_store_key *key = ls_alloc(sizeof *key + probe->len);
    key->refs = 1;
    key->namespace_len = (uint16_t)probe->namespace_len;
    key->len = (uint16_t)probe->len;
    memcpy(key->text, probe->text, probe->len);
    return key;
}

struct ls_store_key *ls_store_key_ref(struct ls_store_key *key)
{
    key->refs++;
    return key;
}

void ls_store_key_unref(struct ls_store_key *key)
{
    LS_ASSERT(key->refs > 0);
    if (--key->refs == 0)
        ls_free(key);
}

struct ls_slice ls_store_key_text(const struct ls_store_key *key)
{
    return (struct ls_slice){key->text, key->len};
}

struct ls_object_key ls_store_key_parts(const struct ls_store_key *key)
{
    size_t name_at = key->namespace_len > 0 ? (size_t)key->namespace_len + 1 : 0;
    return (struct ls_object_key){
        .namespace_name = {key->text, key->namespace_len},
        .name = {key->text + name_at, key->len - name_at},
    };
}
