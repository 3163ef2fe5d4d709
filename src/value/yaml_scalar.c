#include "value/yaml_scalar.h"

#include <inttypes.h>
#include <string.h>

#include "base/utf8.h"
#include "value/base64.h"
#include "value/yaml_read.h"

#define TAG_PREFIX "tag:yaml.org,2002:"

/* What a tag asks for. Other tags, known to YAML or not, mean a string. */
static const struct tag {
    const char *name;
    enum ls_yaml_kind kind;
    const char *wanted;
} tags[] = {
    {TAG_PREFIX "null", LS_YAML_NULL, "null"},
    {TAG_PREFIX "bool", LS_YAML_BOOL, "a boolean"},
    {TAG_PREFIX "int", LS_YAML_INT, "a whole number"},
    {TAG_PREFIX "float", LS_YAML_FLOAT, "a number"},
    {TAG_PREFIX "timestamp", LS_YAML_TIME, "a date"},
};

static struct ls_slice text_of(const yaml_event_t *event)
{
    return (struct ls_slice){(const char *)event->data.scalar.value, event->data.scalar.length};
}

static const struct tag *tag_find(const char *name)
{
    for (size_t i = 0; i < LS_COUNT(tags); i++) {
        if (strcmp(tags[i].name, name) == 0)
            return &tags[i];
    }
    return NULL;
}

static bool is_whole(enum ls_yaml_kind kind)
{
    return kind == LS_YAML_INT || kind == LS_YAML_BIG;
}

static bool tag_accepts(const struct tag *tag, enum ls_yaml_kind kind)
{
    if (tag->kind == LS_YAML_INT)
        return is_whole(kind);
    if (tag->kind == LS_YAML_FLOAT)
        return kind == LS_YAML_FLOAT || kind == LS_YAML_ENDLESS || is_whole(kind);
    return tag->kind == kind;
}

/* The bytes of a !!binary scalar, if they are valid UTF-8: a tape holds only text. */
static enum ls_code decode_binary(struct ls_yaml *yaml, const yaml_event_t *event,
                                  struct ls_slice *text, struct ls_err *err)
{
    struct ls_err why = {0};
    ls_buf_clear(&yaml->scratch);
    if (ls_base64_decode(*text, LS_BASE64_STANDARD, &yaml->scratch, &why))
        return ls_yaml_fail(yaml, event->start_mark, LS_E_INVALID, err,
                            "the !!binary value is not base64: %s", why.text);
    /* An empty text too needs an address: a slice without one cannot be put on a tape. */
    *text = (struct ls_slice){ls_buf_text(&yaml->scratch), yaml->scratch.len};
    if (!ls_utf8_is_valid(*text))
        return ls_yaml_fail(yaml, event->start_mark, LS_E_INVALID, err,
                            "the !!binary value does not decode to UTF-8 text: leave the tag away "
                            "where base64 is wanted, as in a Secret");
    return LS_OK;
}

/* What a scalar means, by its tag or, without one, by its text. */
static enum ls_code scalar_resolve(struct ls_yaml *yaml, const yaml_event_t *event,
                                   struct ls_slice *text, struct ls_yaml_scalar *out,
                                   struct ls_err *err)
{
    *out = (struct ls_yaml_scalar){.kind = LS_YAML_STRING};
    const char *name = (const char *)event->data.scalar.tag;
    if (!name) {
        if (event->data.scalar.plain_implicit)
            *out = ls_yaml_resolve(*text);
        return LS_OK;
    }
    if (strcmp(name, TAG_PREFIX "binary") == 0)
        return decode_binary(yaml, event, text, err);
    const struct tag *tag = tag_find(name);
    if (!tag)
        return LS_OK;
    *out = ls_yaml_resolve(*text);
    if (!tag_accepts(tag, out->kind))
        return ls_yaml_fail(yaml, event->start_mark, LS_E_INVALID, err,
                            "the tag !!%s asks for %s, which this value is not",
                            name + strlen(TAG_PREFIX), tag->wanted);
    return LS_OK;
}

static void put_big(struct ls_build *build, uint64_t value)
{
    char digits[24];
    int len = snprintf(digits, sizeof digits, "%" PRIu64, value);
    ls_build_number(build, (struct ls_slice){digits, (size_t)len});
}

static void put_float(struct ls_yaml *yaml, struct ls_build *build, struct ls_slice text)
{
    ls_buf_clear(&yaml->scratch);
    bool is_decimal = ls_yaml_decimal(text, &yaml->scratch);
    LS_ASSERT(is_decimal);
    ls_build_number(build, ls_buf_slice(&yaml->scratch));
}

enum ls_code ls_yaml_put_scalar(struct ls_yaml *yaml, const yaml_event_t *event,
                                struct ls_build *build, struct ls_err *err)
{
    LS_ASSERT(event->type == YAML_SCALAR_EVENT);
    struct ls_slice text = text_of(event);
    struct ls_yaml_scalar scalar;
    if (scalar_resolve(yaml, event, &text, &scalar, err))
        return err->code;
    switch (scalar.kind) {
    case LS_YAML_NULL:
        ls_build_null(build);
        break;
    case LS_YAML_BOOL:
        ls_build_bool(build, scalar.truth);
        break;
    case LS_YAML_INT:
        ls_build_int(build, scalar.whole);
        break;
    case LS_YAML_BIG:
        put_big(build, scalar.big);
        break;
    case LS_YAML_FLOAT:
        put_float(yaml, build, text);
        break;
    case LS_YAML_ENDLESS:
        return ls_yaml_fail(yaml, event->start_mark, LS_E_INVALID, err,
                            "JSON has no number for infinity and not-a-number: put the value in "
                            "quotes if it is meant as text");
    case LS_YAML_STRING:
    case LS_YAML_TIME:
        ls_build_string(build, text);
        break;
    }
    return LS_OK;
}

/* Keys are strings: numbers and booleans become the text that their value has. */

static enum ls_code fail_null_key(struct ls_yaml *yaml, const yaml_event_t *event,
                                  struct ls_err *err)
{
    return ls_yaml_fail(yaml, event->start_mark, LS_E_INVALID, err,
                        "a key is null: keys are strings, put it in quotes or name it");
}

static const char *endless_name(struct ls_slice text)
{
    if (text.at[1] == 'n' || text.at[1] == 'N')
        return ".nan";
    return text.at[0] == '-' ? "-.inf" : ".inf";
}

/* What an anchor at a key names is the value, not the text that it becomes as a key. */
static enum ls_code key_anchor(struct ls_yaml *yaml, const yaml_event_t *event, struct ls_err *err)
{
    if (!event->data.scalar.anchor)
        return LS_OK;
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    if (ls_yaml_put_scalar(yaml, event, &build, err))
        return err->code;
    struct ls_yaml_anchor *anchor = ls_yaml_anchor_open(yaml, event->data.scalar.anchor);
    anchor->values = 1;
    return ls_yaml_anchor_close(yaml, anchor, &build, 0, event, err);
}

enum ls_code ls_yaml_key_of_scalar(struct ls_yaml *yaml, const yaml_event_t *event,
                                   struct ls_slice *out, struct ls_err *err)
{
    LS_ASSERT(event->type == YAML_SCALAR_EVENT);
    struct ls_slice text = text_of(event);
    struct ls_yaml_scalar scalar;
    if (key_anchor(yaml, event, err) || scalar_resolve(yaml, event, &text, &scalar, err))
        return err->code;
    if (scalar.kind == LS_YAML_STRING || scalar.kind == LS_YAML_TIME) {
        *out = text;
        return LS_OK;
    }
    struct ls_buf *scratch = &yaml->scratch;
    ls_buf_clear(scratch);
    if (scalar.kind == LS_YAML_NULL)
        return fail_null_key(yaml, event, err);
    if (scalar.kind == LS_YAML_BOOL)
        ls_buf_add_text(scratch, scalar.truth ? "true" : "false");
    else if (scalar.kind == LS_YAML_INT)
        ls_buf_printf(scratch, "%" PRId64, scalar.whole);
    else if (scalar.kind == LS_YAML_BIG)
        ls_buf_printf(scratch, "%" PRIu64, scalar.big);
    else if (scalar.kind == LS_YAML_FLOAT)
        ls_yaml_decimal_key(scratch, text);
    else
        ls_buf_add_text(scratch, endless_name(text));
    *out = ls_buf_slice(scratch);
    return LS_OK;
}

static void number_key(struct ls_buf *out, struct ls_slice number)
{
    struct ls_yaml_scalar scalar = ls_yaml_resolve(number);
    if (scalar.kind == LS_YAML_BIG)
        ls_buf_printf(out, "%" PRIu64, scalar.big);
    else
        ls_yaml_decimal_key(out, number);
}

static enum ls_code key_of_node(struct ls_yaml *yaml, struct ls_node node,
                                const yaml_event_t *event, struct ls_slice *out, struct ls_err *err)
{
    struct ls_buf *scratch = &yaml->scratch;
    ls_buf_clear(scratch);
    switch (ls_node_type(node)) {
    case LS_TYPE_STRING:
        ls_buf_add_slice(scratch, ls_node_string(node));
        break;
    case LS_TYPE_BOOL:
        ls_buf_add_text(scratch, ls_node_bool(node, false) ? "true" : "false");
        break;
    case LS_TYPE_INT:
        ls_buf_printf(scratch, "%" PRId64, ls_node_int(node, 0));
        break;
    case LS_TYPE_NUMBER:
        number_key(scratch, ls_node_number_text(node));
        break;
    case LS_TYPE_NULL:
        return fail_null_key(yaml, event, err);
    default:
        return ls_yaml_fail_key(yaml, event, err);
    }
    *out = ls_buf_slice(scratch);
    return LS_OK;
}

enum ls_code ls_yaml_key_of_alias(struct ls_yaml *yaml, const yaml_event_t *event,
                                  struct ls_slice *out, struct ls_err *err)
{
    const struct ls_yaml_anchor *anchor;
    if (ls_yaml_alias_find(yaml, event, &anchor, err))
        return err->code;
    return key_of_node(yaml, ls_yaml_piece_root(&anchor->piece), event, out, err);
}
