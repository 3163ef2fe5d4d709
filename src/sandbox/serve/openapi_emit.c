/* JSON for OpenAPI documents, written straight into a buffer; commas come by themselves. */
#include "sandbox/serve/openapi_parts.h"

#include "value/json.h"

/* A value needs a comma before it unless it is the first one or follows its key. */
static void emit_comma(struct ls_buf *out)
{
    if (!out->len)
        return;
    char last = out->at[out->len - 1];
    if (last != '{' && last != '[' && last != ':')
        ls_buf_add_char(out, ',');
}

void ls_emit_key(struct ls_buf *out, struct ls_slice key)
{
    emit_comma(out);
    ls_json_print_string(out, key);
    ls_buf_add_char(out, ':');
}

static void emit_start(struct ls_buf *out, const char *key)
{
    if (key)
        ls_emit_key(out, ls_slice_of(key));
    else
        emit_comma(out);
}

void ls_emit_open(struct ls_buf *out, const char *key, char bracket)
{
    LS_ASSERT(bracket == '{' || bracket == '[');
    emit_start(out, key);
    ls_buf_add_char(out, bracket);
}

void ls_emit_close(struct ls_buf *out, char bracket)
{
    LS_ASSERT(bracket == '}' || bracket == ']');
    ls_buf_add_char(out, bracket);
}

void ls_emit_text(struct ls_buf *out, const char *key, const char *text)
{
    emit_start(out, key);
    ls_json_print_string(out, ls_slice_of(text));
}

void ls_emit_json(struct ls_buf *out, const char *key, const char *json)
{
    emit_start(out, key);
    ls_buf_add_text(out, json);
}

void ls_emit_node(struct ls_buf *out, const char *key, struct ls_node value)
{
    emit_start(out, key);
    ls_json_print(out, value, LS_JSON_COMPACT);
}

void ls_emit_ref(struct ls_buf *out, enum ls_openapi_version version, const char *name)
{
    LS_ASSERT(version <= LS_OPENAPI_V3);
    ls_emit_key(out, LS_SLICE("$ref"));
    ls_buf_printf(out, "\"#/%s/%s\"",
                  version == LS_OPENAPI_V2 ? "definitions" : "components/schemas", name);
}

void ls_emit_gvk(struct ls_buf *out, const char *key, const char *group, const char *version,
                 const char *kind)
{
    ls_emit_open(out, key, '{');
    ls_emit_text(out, "group", group);
    ls_emit_text(out, "kind", kind);
    ls_emit_text(out, "version", version);
    ls_emit_close(out, '}');
}
