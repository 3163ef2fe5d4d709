/* Rules of Secret. */
#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/shape.h"
#include "sandbox/kinds/spot.h"
#include "sandbox/types/go_json.h"
#include "sandbox/types/limits.h"
#include "value/base64.h"

static const struct ls_default secret_defaults[] = {LS_DEFAULT_TEXT("type", "Opaque")};

static void member_build(struct ls_build *build, struct ls_slice key, struct ls_node value)
{
    ls_build_key(build, key);
    ls_build_node(build, value);
}

static void text_build(struct ls_build *build, struct ls_slice key, struct ls_slice text)
{
    struct ls_buf encoded LS_AUTO(ls_buf_wipe) = {0};
    ls_base64_encode(&encoded, text, LS_BASE64_STANDARD);
    ls_build_key(build, key);
    ls_build_string(build, ls_buf_slice(&encoded));
}

/* stringData is write-only: it overrides data and is never stored. */
static void string_data_fold(const struct ls_admission *admission, struct ls_shape secret)
{
    struct ls_node texts = ls_shape_value(ls_shape_at(secret, "stringData"));
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    if (!ls_shape_has(secret, "stringData"))
        return;
    ls_shape_drop(secret, "stringData");
    if (ls_node_count(texts) == 0)
        return;
    ls_build_map(&build); /* of duplicate keys the last one wins */
    LS_EACH (it, ls_shape_value(ls_shape_at(secret, "data")))
        member_build(&build, it.key, it.value);
    LS_EACH (it, texts)
        text_build(&build, it.key, ls_node_string(it.value));
    ls_build_end(&build);
    ls_shape_set(secret, "data", ls_build_arena(&build, &admission->space->arena));
}

static void secret_default(const struct ls_admission *admission)
{
    struct ls_shape secret = ls_shape_of(admission);
    ls_shape_fill(secret, secret_defaults);
    string_data_fold(admission, secret);
}

enum { DATA_BYTES_MAX = 1 << 20 };

static const char immutable_words[] = "field is immutable when `immutable` is set";

static void data_check(const struct ls_spot *secret)
{
    struct ls_spot data = ls_spot_at(secret, "data");
    size_t bytes = 0;
    LS_EACH_ITEM (entry, &data) {
        struct ls_text_flaws flaws = ls_text_flaws(LS_TEXT_CONFIG_KEY, entry.key);
        struct ls_slice text = ls_spot_text(&entry);
        for (size_t i = 0; i < flaws.count; i++)
            ls_spot_invalid_as(&entry,
                               ls_arena_printf(entry.errors->arena, "\"%.*s\"", LS_ARG(entry.key)),
                               "%s", flaws.at[i]);
        bytes += text.len / 4 * 3;
        bytes -= ls_slice_ends(text, "==") ? 2 : ls_slice_ends(text, "=") ? 1 : 0;
    }
    if (bytes > DATA_BYTES_MAX)
        ls_spot_too_long(&data, DATA_BYTES_MAX);
}

/* False: it is missing, which was reported. */
static bool key_needed(const struct ls_spot *data, const char *key)
{
    struct ls_slice name = ls_slice_of(key);
    struct ls_spot entry = ls_spot_entry(data, name, ls_node_get(data->value, name));
    if (!ls_spot_is_there(&entry))
        ls_spot_required(&entry, "%s", "");
    return ls_spot_is_there(&entry);
}

/* The content of a secret is never shown. */
static void docker_check(const struct ls_spot *data, const char *key)
{
    struct ls_slice name = ls_slice_of(key);
    struct ls_spot entry = ls_spot_entry(data, name, ls_node_get(data->value, name));
    struct ls_buf text LS_AUTO(ls_buf_wipe) = {0};
    struct ls_buf why LS_AUTO(ls_buf_wipe) = {0};
    struct ls_err err;
    if (!key_needed(data, key) ||
        ls_base64_decode(ls_spot_text(&entry), LS_BASE64_STANDARD, &text, &err))
        return;
    if (!ls_go_json_check(ls_buf_slice(&text), LS_BODY_DEPTH_MAX, &why))
        ls_spot_invalid_as(&entry, "\"<secret contents redacted>\"", "%s", ls_buf_text(&why));
}

static void service_account_check(const struct ls_spot *secret)
{
    struct ls_slice name = LS_SLICE("kubernetes.io/service-account.name");
    struct ls_spot annotations = ls_spot_at(secret, "metadata.annotations");
    struct ls_spot account =
        ls_spot_entry(&annotations, name, ls_node_get(annotations.value, name));
    ls_spot_needed(&account);
}

static void type_check(const struct ls_spot *secret)
{
    struct ls_spot data = ls_spot_at(secret, "data");
    struct ls_slice type = ls_node_string(ls_node_get(secret->value, LS_SLICE("type")));
    if (ls_slice_is(type, "kubernetes.io/service-account-token")) {
        service_account_check(secret);
    } else if (ls_slice_is(type, "kubernetes.io/dockercfg")) {
        docker_check(&data, ".dockercfg");
    } else if (ls_slice_is(type, "kubernetes.io/dockerconfigjson")) {
        docker_check(&data, ".dockerconfigjson");
    } else if (ls_slice_is(type, "kubernetes.io/ssh-auth")) {
        key_needed(&data, "ssh-privatekey");
    } else if (ls_slice_is(type, "kubernetes.io/tls")) {
        key_needed(&data, "tls.crt");
        key_needed(&data, "tls.key");
    } else if (ls_slice_is(type, "kubernetes.io/basic-auth") &&
               ls_node_is_absent(ls_node_get(data.value, LS_SLICE("username"))) &&
               ls_node_is_absent(ls_node_get(data.value, LS_SLICE("password")))) {
        key_needed(&data, "username");
        key_needed(&data, "password");
    }
}

static bool is_same(struct ls_node a, struct ls_node b)
{
    if (ls_node_count(a) == 0 || ls_node_count(b) == 0)
        return ls_node_count(a) == ls_node_count(b);
    return ls_node_equal(a, b);
}

static void secret_update_check(const struct ls_spot *secret, struct ls_node old)
{
    struct ls_spot type = ls_spot_at(secret, "type");
    struct ls_spot immutable = ls_spot_at(secret, "immutable");
    struct ls_spot data = ls_spot_at(secret, "data");
    ls_spot_unchanged(&type, ls_node_get(old, LS_SLICE("type")));
    if (!ls_node_bool(ls_node_get(old, LS_SLICE("immutable")), false))
        return;
    if (!ls_node_bool(immutable.value, false))
        ls_spot_forbidden(&immutable, "%s", immutable_words);
    if (!is_same(data.value, ls_node_get(old, LS_SLICE("data"))))
        ls_spot_forbidden(&data, "%s", immutable_words);
}

static void secret_validate(const struct ls_admission *admission, struct ls_node object,
                            struct ls_field_errors *errors)
{
    struct ls_spot secret = ls_spot_root(object, errors);
    if (!ls_admission_creates(admission))
        secret_update_check(&secret, admission->old);
    data_check(&secret);
    type_check(&secret);
}

static const char *const secret_selectable[] = {"type", NULL};

const struct ls_kind_rules ls_rules_secret = {
    .selectable = secret_selectable,
    .defaults = secret_default,
    .validate = secret_validate,
};
