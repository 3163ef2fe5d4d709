#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/shape.h"

#include "value/base64.h"

static const struct ls_default secret_defaults[] = {LS_DEFAULT_TEXT("type", "Opaque")};

/* stringData is for writing only: it overrides data and is never stored. */
static void string_data_fold(const struct ls_admission *admission, struct ls_shape secret)
{
    struct ls_node texts = ls_shape_value(ls_shape_at(secret, "stringData"));
    ls_shape_drop(secret, "stringData");
    if (ls_node_count(texts) == 0)
        return;
    struct ls_shape data = ls_shape_made(secret, "data");
    LS_EACH (it, texts) {
        struct ls_buf encoded LS_AUTO(ls_buf_wipe) = {0};
        ls_base64_encode(&encoded, ls_node_string(it.value), LS_BASE64_STANDARD);
        const char *key = ls_arena_dup(&admission->space->arena, it.key);
        ls_shape_set_text(data, key, ls_buf_slice(&encoded));
    }
}

static void secret_default(const struct ls_admission *admission)
{
    struct ls_shape secret = ls_shape_of(admission);
    ls_shape_fill(secret, secret_defaults);
    string_data_fold(admission, secret);
}

static const char *const secret_selectable[] = {"type", NULL};

const struct ls_kind_rules ls_rules_secret = {
    .selectable = secret_selectable,
    .defaults = secret_default,
};
