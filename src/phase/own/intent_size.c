#include "phase/own/intent_size.h"

#include "phase/own/limits.h"

static size_t texts_bytes(struct ls_node map)
{
    size_t bytes = 0;
    LS_EACH (it, map) {
        bytes += ls_node_string(it.value).len;
    }
    return bytes;
}

static size_t pairs_bytes(struct ls_node map)
{
    size_t bytes = 0;
    LS_EACH (it, map) {
        bytes += it.key.len + ls_node_string(it.value).len;
    }
    return bytes;
}

/* Of the bytes that the base64 texts stand for: padding and line breaks hold none. */
static size_t encoded_bytes(struct ls_node map)
{
    size_t bytes = 0;
    LS_EACH (it, map) {
        struct ls_slice text = ls_node_string(it.value);
        size_t digits = 0;
        for (size_t i = 0; i < text.len; i++)
            digits += text.at[i] != '=' && text.at[i] != '\n' && text.at[i] != '\r';
        bytes += digits / 4 * 3 + digits % 4 * 3 / 4;
    }
    return bytes;
}

static size_t payload_bytes(struct ls_node intent)
{
    if (!ls_node_string_is(ls_node_at(intent, "apiVersion"), "v1"))
        return 0;
    if (ls_node_string_is(ls_node_at(intent, "kind"), "Secret"))
        return encoded_bytes(ls_node_at(intent, "data"));
    if (ls_node_string_is(ls_node_at(intent, "kind"), "ConfigMap"))
        return texts_bytes(ls_node_at(intent, "data")) +
               encoded_bytes(ls_node_at(intent, "binaryData"));
    return 0;
}

static enum ls_code check(const struct ls_member *member, const char *what, size_t bytes,
                          size_t bytes_max, struct ls_err *err)
{
    if (bytes <= bytes_max)
        return LS_OK;
    (void)ls_manifest_fail(member->manifest, member->manifest->object, err,
                           "%s %zu bytes, the API server takes %zu", what, bytes, bytes_max);
    err->code = LS_E_TOO_BIG;
    return LS_E_TOO_BIG;
}

enum ls_code ls_intent_check_size(const struct ls_member *member, struct ls_node intent,
                                  struct ls_err *err)
{
    size_t notes = pairs_bytes(ls_node_at(intent, "metadata.annotations"));
    if (check(member, "its data has", payload_bytes(intent), LS_PAYLOAD_BYTES_MAX, err) ||
        check(member, "its annotations have", notes, LS_ANNOTATIONS_BYTES_MAX, err))
        return LS_E_TOO_BIG;
    return LS_OK;
}
