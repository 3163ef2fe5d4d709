#include "kube/record/mask.h"

#include <string.h>

#include "base/ascii.h"
#include "base/mem.h"
#include "base/map.h"
#include "base/vec.h"
#include "kube/record/limits.h"
#include "value/base64.h"
#include "value/json.h"

#define NO_SECRET UINT32_MAX

enum { PREFIX_BYTES = 4, BUCKETS = 1 << 14 };

struct mask_secret {
    char *text;
    size_t len;
    uint32_t number; /* that people see; text and base64 of one value share it */
    uint32_t next;   /* in its bucket; NO_SECRET */
};

struct ls_mask {
    uint64_t seed;
    LS_VEC(struct mask_secret) secrets;
    uint32_t buckets[BUCKETS]; /* by the first bytes */
    uint32_t number_count;
    size_t byte_count;
};

/* ---- what is remembered ---- */

static uint32_t bucket_of(const struct ls_mask *mask, struct ls_slice text)
{
    uint32_t prefix = 0;
    memcpy(&prefix, text.at, LS_MIN(text.len, (size_t)PREFIX_BYTES));
    uint64_t mixed = (prefix ^ mask->seed) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(mixed >> 32) % BUCKETS;
}

static const struct mask_secret *secret_find(const struct ls_mask *mask, struct ls_slice text)
{
    for (uint32_t i = mask->buckets[bucket_of(mask, text)]; i != NO_SECRET;
         i = mask->secrets.at[i].next) {
        const struct mask_secret *secret = &mask->secrets.at[i];
        if (secret->len == text.len && memcmp(secret->text, text.at, text.len) == 0)
            return secret;
    }
    return NULL;
}

static bool has_room(const struct ls_mask *mask, size_t bytes)
{
    return mask->secrets.count < LS_MASK_SECRETS_MAX &&
           mask->byte_count + bytes <= LS_MASK_BYTES_MAX;
}

static void secret_add(struct ls_mask *mask, struct ls_slice text, uint32_t number)
{
    if (text.len == 0 || secret_find(mask, text) || !has_room(mask, text.len))
        return;
    uint32_t *bucket = &mask->buckets[bucket_of(mask, text)];
    ls_vec_push(&mask->secrets,
                (struct mask_secret){ls_strndup(text.at, text.len), text.len, number, *bucket});
    *bucket = (uint32_t)mask->secrets.count - 1;
    mask->byte_count += text.len;
}

/* The number of a value; 0: there is no room for more. */
static uint32_t text_learn(struct ls_mask *mask, struct ls_slice text)
{
    const struct mask_secret *known = secret_find(mask, text);
    if (known)
        return known->number;
    if (!has_room(mask, text.len))
        return 0;
    secret_add(mask, text, mask->number_count + 1);
    return ++mask->number_count;
}

/* As it stands in `data`; it shares its number with the bytes that it stands for. */
static uint32_t base64_learn(struct ls_mask *mask, struct ls_slice text)
{
    struct ls_buf bytes LS_AUTO(ls_buf_wipe) = {0};
    struct ls_err err;
    bool is_sound = ls_base64_decode(text, LS_BASE64_LOOSE, &bytes, &err) == LS_OK;
    if (!is_sound || bytes.len == 0)
        return text_learn(mask, text);
    uint32_t number = text_learn(mask, ls_buf_slice(&bytes));
    if (number)
        secret_add(mask, text, number);
    return number;
}

struct ls_mask *ls_mask_new(uint64_t seed)
{
    struct ls_mask *mask = LS_NEW(struct ls_mask);
    mask->seed = seed;
    memset(mask->buckets, 0xff, sizeof mask->buckets);
    return mask;
}

void ls_mask_free(struct ls_mask *mask)
{
    if (!mask)
        return;
    for (size_t i = 0; i < mask->secrets.count; i++) {
        ls_wipe(mask->secrets.at[i].text, mask->secrets.at[i].len);
        ls_free(mask->secrets.at[i].text);
    }
    ls_vec_release(&mask->secrets);
    ls_free(mask);
}

void ls_mask_learn(struct ls_mask *mask, struct ls_slice secret)
{
    if (secret.len > 0)
        (void)text_learn(mask, secret);
}

void ls_mask_learn_object(struct ls_mask *mask, struct ls_node object)
{
    if (!ls_node_string_is(ls_node_get(object, LS_SLICE("kind")), "Secret"))
        return;
    LS_EACH (it, ls_node_get(object, LS_SLICE("data"))) {
        if (ls_node_string(it.value).len > 0)
            (void)base64_learn(mask, ls_node_string(it.value));
    }
    LS_EACH (it, ls_node_get(object, LS_SLICE("stringData")))
        ls_mask_learn(mask, ls_node_string(it.value));
}

/* ---- sentences ---- */

/* The longest secret that begins the text. */
static const struct mask_secret *secret_at(const struct ls_mask *mask, struct ls_slice text,
                                           size_t bytes_min)
{
    const struct mask_secret *best = NULL;
    for (uint32_t i = mask->buckets[bucket_of(mask, text)]; i != NO_SECRET;
         i = mask->secrets.at[i].next) {
        const struct mask_secret *secret = &mask->secrets.at[i];
        bool is_here = secret->len >= bytes_min && secret->len <= text.len &&
                       memcmp(secret->text, text.at, secret->len) == 0;
        if (is_here && (!best || best->len < secret->len))
            best = secret;
    }
    return best;
}

/* The text without the secrets in it. False: there is none, and nothing was appended. */
static bool secrets_replace(const struct ls_mask *mask, struct ls_buf *out, struct ls_slice text,
                            size_t bytes_min)
{
    size_t done = 0;
    bool has_found = false;
    if (mask->secrets.count == 0)
        return false;
    for (size_t at = 0; at + bytes_min <= text.len;) {
        const struct mask_secret *secret = secret_at(mask, ls_slice_from(text, at), bytes_min);
        if (!secret) {
            at++;
            continue;
        }
        ls_buf_add(out, text.at + done, at - done);
        ls_buf_printf(out, "***%u", secret->number);
        at = done = at + secret->len;
        has_found = true;
    }
    if (has_found)
        ls_buf_add_slice(out, ls_slice_from(text, done));
    return has_found;
}

void ls_mask_print_text(const struct ls_mask *mask, struct ls_buf *out, struct ls_slice text)
{
    if (!secrets_replace(mask, out, text, LS_MASK_TEXT_BYTES_MIN))
        ls_buf_add_slice(out, text);
}

/* ---- which values are secret ---- */

/* Names of members and of environment variables, compared without case, - and _. */
static bool name_is_secret(struct ls_slice name)
{
    static const char *const endings[] = {
        "password", "passwd",    "token",        "secretkey",     "privatekey",
        "apikey",   "accesskey", "clientsecret", "clientkeydata", "clientcertificatedata"};
    char plain[64];
    size_t len = 0;
    for (size_t i = name.len; i > 0 && len < sizeof plain - 1; i--) {
        char c = name.at[i - 1];
        if (c != '-' && c != '_')
            plain[sizeof plain - 1 - ++len] = (char)ls_ascii_lower(c);
    }
    struct ls_slice folded = {plain + sizeof plain - 1 - len, len};
    for (size_t i = 0; i < LS_COUNT(endings); i++)
        if (ls_slice_ends(folded, endings[i]))
            return true;
    return false;
}

static bool text_has(struct ls_slice text, const char *part)
{
    return text.len > 0 && memmem(text.at, text.len, part, strlen(part)) != NULL;
}

/* scheme://user:password@host */
static bool has_credentials(struct ls_slice text)
{
    const char *end = text.at + text.len;
    const char *at = memmem(text.at, text.len, "://", 3);
    bool has_colon = false;
    for (at = at ? at + 3 : end; at < end && !ls_char_is_any(*at, "/?# \n\t\"'"); at++) {
        if (*at == '@' && has_colon)
            return true;
        has_colon |= *at == ':';
    }
    return false;
}

static bool text_is_secret(struct ls_slice text)
{
    static const char *const parts[] = {
        "PRIVATE KEY-----",
        "eyJhbGciOi",
        "\"kind\":\"Secret\"",
        "\"kind\": \"Secret\"",
        "kind: Secret",
        "client-key-data",
        "Bearer ",
        "client-certificate-data",
    };
    for (size_t i = 0; i < LS_COUNT(parts); i++)
        if (text_has(text, parts[i]))
            return true;
    return has_credentials(text);
}

/* Annotations of a Secret that are shown: they say how it is rolled out, never what it holds. */
static bool annotation_is_shown(struct ls_slice key)
{
    static const char *const prefixes[] = {"kots.io/",
                                           "lockstep.dev/",
                                           "applyset.kubernetes.io/",
                                           "sandbox.lockstep.dev/",
                                           "helm.sh/hook",
                                           "k8s.io/initial-events-end"};
    for (size_t i = 0; i < LS_COUNT(prefixes); i++)
        if (ls_slice_starts(key, prefixes[i]))
            return true;
    return false;
}

/* ---- printing ---- */

static void masked_print(struct ls_buf *out, uint32_t number)
{
    if (number)
        ls_buf_printf(out, "\"***%u\"", number);
    else
        ls_buf_add_text(out, "\"***\"");
}

/* A value of which nothing is shown; maps and lists keep their shape. */
static void hidden_print(struct ls_mask *mask, struct ls_buf *out, struct ls_node value);
static void value_print(struct ls_mask *mask, struct ls_buf *out, struct ls_node value);
static void any_member(struct ls_mask *mask, struct ls_buf *out, struct ls_slice key,
                       struct ls_node value);

static void text_print(const struct ls_mask *mask, struct ls_buf *out, struct ls_slice text)
{
    struct ls_buf clean LS_AUTO(ls_buf_release) = {0};
    if (text.len >= LS_MASK_OBJECT_BYTES_MIN && text_is_secret(text))
        ls_buf_add_text(out, "\"***\"");
    else if (secrets_replace(mask, &clean, text, LS_MASK_OBJECT_BYTES_MIN))
        ls_json_print_string(out, ls_buf_slice(&clean));
    else
        ls_json_print_string(out, text);
}

static void key_print(struct ls_buf *out, bool *is_first, struct ls_slice key)
{
    if (!*is_first)
        ls_buf_add_char(out, ',');
    *is_first = false;
    ls_json_print_string(out, key);
    ls_buf_add_char(out, ':');
}

typedef void (*mask_member_fn)(struct ls_mask *mask, struct ls_buf *out, struct ls_slice key,
                               struct ls_node value);

static void map_print(struct ls_mask *mask, struct ls_buf *out, struct ls_node map,
                      mask_member_fn member)
{
    bool is_first = true;
    if (!ls_node_is_map(map)) {
        value_print(mask, out, map);
        return;
    }
    ls_buf_add_char(out, '{');
    LS_EACH (it, map) {
        key_print(out, &is_first, it.key);
        member(mask, out, it.key, it.value);
    }
    ls_buf_add_char(out, '}');
}

static void list_print(struct ls_mask *mask, struct ls_buf *out, struct ls_node list,
                       void (*item)(struct ls_mask *, struct ls_buf *, struct ls_node))
{
    bool is_first = true;
    ls_buf_add_char(out, '[');
    LS_EACH (it, list) {
        if (!is_first)
            ls_buf_add_char(out, ',');
        is_first = false;
        item(mask, out, it.value);
    }
    ls_buf_add_char(out, ']');
}

static void hidden_member(struct ls_mask *mask, struct ls_buf *out, struct ls_slice key,
                          struct ls_node value)
{
    (void)key;
    hidden_print(mask, out, value);
}

static void hidden_print(struct ls_mask *mask, struct ls_buf *out, struct ls_node value)
{
    if (ls_node_is_map(value))
        map_print(mask, out, value, hidden_member);
    else if (ls_node_is_list(value))
        list_print(mask, out, value, hidden_print);
    else if (ls_node_string(value).len > 0)
        masked_print(out, text_learn(mask, ls_node_string(value)));
    else if (ls_node_is_string(value) || ls_node_is_null(value))
        ls_json_print(out, value, LS_JSON_COMPACT);
    else
        masked_print(out, 0);
}

/* ---- Secrets ---- */

static void data_member(struct ls_mask *mask, struct ls_buf *out, struct ls_slice key,
                        struct ls_node value)
{
    (void)key;
    if (ls_node_is_string(value) && ls_node_string(value).len > 0)
        masked_print(out, base64_learn(mask, ls_node_string(value)));
    else
        hidden_print(mask, out, value);
}

static void annotation_member(struct ls_mask *mask, struct ls_buf *out, struct ls_slice key,
                              struct ls_node value)
{
    /* With the uid of the parent, its key, short values could be guessed from this hash. */
    if (ls_slice_is(key, "lockstep.dev/applied"))
        hidden_print(mask, out, value);
    else if (annotation_is_shown(key) || ls_node_is_null(value))
        any_member(mask, out, key, value);
    else
        masked_print(out, 0);
}

/* Values stand in the keys of managedFields as v:"text". */
static void fields_print(struct ls_mask *mask, struct ls_buf *out, struct ls_node fields)
{
    bool is_first = true;
    if (!ls_node_is_map(fields)) {
        hidden_print(mask, out, fields);
        return;
    }
    ls_buf_add_char(out, '{');
    LS_EACH (it, fields) {
        key_print(out, &is_first, ls_slice_starts(it.key, "v:") ? LS_SLICE("v:***") : it.key);
        fields_print(mask, out, it.value);
    }
    ls_buf_add_char(out, '}');
}

static void manager_member(struct ls_mask *mask, struct ls_buf *out, struct ls_slice key,
                           struct ls_node value)
{
    if (ls_slice_is(key, "fieldsV1"))
        fields_print(mask, out, value);
    else
        value_print(mask, out, value);
}

static void manager_print(struct ls_mask *mask, struct ls_buf *out, struct ls_node manager)
{
    map_print(mask, out, manager, manager_member);
}

static void metadata_member(struct ls_mask *mask, struct ls_buf *out, struct ls_slice key,
                            struct ls_node value)
{
    if (ls_slice_is(key, "annotations"))
        map_print(mask, out, value, annotation_member);
    else if (ls_slice_is(key, "managedFields") && ls_node_is_list(value))
        list_print(mask, out, value, manager_print);
    else
        value_print(mask, out, value);
}

static void secret_member(struct ls_mask *mask, struct ls_buf *out, struct ls_slice key,
                          struct ls_node value)
{
    static const char *const shown[] = {"apiVersion", "kind", "type", "immutable"};
    if (ls_slice_is(key, "data") && ls_node_is_map(value))
        map_print(mask, out, value, data_member);
    else if (ls_slice_is(key, "metadata"))
        map_print(mask, out, value, metadata_member);
    else if (ls_slice_is_any(key, shown, LS_COUNT(shown)))
        value_print(mask, out, value);
    else
        hidden_print(mask, out, value);
}

/* A JSON patch: what it puts where is hidden. */
static void patch_member(struct ls_mask *mask, struct ls_buf *out, struct ls_slice key,
                         struct ls_node value)
{
    if (ls_slice_is(key, "value"))
        hidden_print(mask, out, value);
    else
        value_print(mask, out, value);
}

static void patch_print(struct ls_mask *mask, struct ls_buf *out, struct ls_node step)
{
    map_print(mask, out, step, patch_member);
}

/* ---- a Status ---- */

static void sentence_print(struct ls_mask *mask, struct ls_buf *out, struct ls_node value);

static void sentence_member(struct ls_mask *mask, struct ls_buf *out, struct ls_slice key,
                            struct ls_node value)
{
    (void)key;
    sentence_print(mask, out, value);
}

/* What a server says may quote what it was sent. */
static void sentence_print(struct ls_mask *mask, struct ls_buf *out, struct ls_node value)
{
    struct ls_buf clean LS_AUTO(ls_buf_release) = {0};
    if (ls_node_is_map(value)) {
        map_print(mask, out, value, sentence_member);
    } else if (ls_node_is_list(value)) {
        list_print(mask, out, value, sentence_print);
    } else if (ls_node_is_string(value)) {
        ls_mask_print_text(mask, &clean, ls_node_string(value));
        ls_json_print_string(out, ls_buf_slice(&clean));
    } else {
        ls_json_print(out, value, LS_JSON_COMPACT);
    }
}

/* ---- any object ---- */

/* A value in another object than a Secret; a short one is likely a word that is used elsewhere. */
static void suspect_print(struct ls_mask *mask, struct ls_buf *out, struct ls_slice text)
{
    bool is_long = text.len >= LS_MASK_OBJECT_BYTES_MIN;
    if (text.len == 0)
        ls_buf_add_text(out, "\"\"");
    else
        masked_print(out, is_long ? text_learn(mask, text) : 0);
}

static void any_member(struct ls_mask *mask, struct ls_buf *out, struct ls_slice key,
                       struct ls_node value)
{
    if (ls_slice_is(key, "lockstep.dev/origin"))
        masked_print(out, 0); /* a path says who works there */
    else if (ls_node_is_string(value) && name_is_secret(key))
        suspect_print(mask, out, ls_node_string(value));
    else
        value_print(mask, out, value);
}

static void variable_member(struct ls_mask *mask, struct ls_buf *out, struct ls_slice key,
                            struct ls_node value)
{
    if (ls_slice_is(key, "value"))
        suspect_print(mask, out, ls_node_string(value));
    else
        any_member(mask, out, key, value);
}

static bool is_secret_variable(struct ls_node map)
{
    return ls_node_is_string(ls_node_get(map, LS_SLICE("value"))) &&
           name_is_secret(ls_node_string(ls_node_get(map, LS_SLICE("name"))));
}

static bool is_secret_object(struct ls_node map)
{
    return ls_node_string_is(ls_node_get(map, LS_SLICE("kind")), "Secret") &&
           (ls_node_is_map(ls_node_get(map, LS_SLICE("metadata"))) ||
            ls_node_is_map(ls_node_get(map, LS_SLICE("data"))) ||
            ls_node_is_map(ls_node_get(map, LS_SLICE("stringData"))));
}

static void value_print(struct ls_mask *mask, struct ls_buf *out, struct ls_node value)
{
    if (ls_node_is_string(value))
        text_print(mask, out, ls_node_string(value));
    else if (ls_node_is_list(value))
        list_print(mask, out, value, value_print);
    else if (!ls_node_is_map(value))
        ls_json_print(out, value, LS_JSON_COMPACT);
    else if (is_secret_object(value))
        map_print(mask, out, value, secret_member);
    else
        map_print(mask, out, value, is_secret_variable(value) ? variable_member : any_member);
}

void ls_mask_print(struct ls_mask *mask, struct ls_buf *out, struct ls_node value,
                   enum ls_mask_subject subject)
{
    if (ls_node_string_is(ls_node_get(value, LS_SLICE("kind")), "Status"))
        sentence_print(mask, out, value);
    else if (subject == LS_MASK_ANY)
        value_print(mask, out, value);
    else if (ls_node_is_list(value))
        list_print(mask, out, value, patch_print);
    else
        map_print(mask, out, value, secret_member);
}
