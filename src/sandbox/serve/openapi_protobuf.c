/*
 * OpenAPI v2 as protobuf, which is the form that Go clients ask for: the messages of openapi.v2 as
 * the published OpenAPIv2.proto numbers them, for the members that our document has. Values of any
 * type are YAML texts there; JSON is YAML.
 */
#include "sandbox/serve/openapi.h"

#include <string.h>

#include "value/json.h"

enum openapi_protobuf_form {
    TEXT,    /* a string, or each of a list of strings */
    NUMBER,  /* a double */
    INTEGER, /* an integer or a boolean */
    ANY,     /* {yaml=2}, or each of a list */
    INNER,   /* a message, or each of a list of them */
    NAMED,   /* of each member {name=1, value=2}, where the value is a message */
    PARAMETER,
};

struct openapi_protobuf_member {
    const char *key; /* in JSON; NULL ends the rows */
    unsigned number;
    enum openapi_protobuf_form form;
    unsigned wrap;       /* the number in a message around it; 0: there is none */
    unsigned value_wrap; /* the same around each value of NAMED */
    const struct openapi_protobuf_member *inner;
};
#define END                                                                                        \
    {                                                                                              \
        NULL, 0, TEXT, 0, 0, NULL                                                                  \
    }

/* Members that begin with `x-` are {name=1, value=2 Any} under this number. */
enum { SCHEMA_EXTENSION = 31, OPERATION_EXTENSION = 13 };

/* clang-format off */
static const struct openapi_protobuf_member schema_rows[] = {
    {"$ref", 1, TEXT, 0, 0, NULL},
    {"format", 2, TEXT, 0, 0, NULL},
    {"title", 3, TEXT, 0, 0, NULL},
    {"description", 4, TEXT, 0, 0, NULL},
    {"multipleOf", 6, NUMBER, 0, 0, NULL},
    {"maximum", 7, NUMBER, 0, 0, NULL},
    {"exclusiveMaximum", 8, INTEGER, 0, 0, NULL},
    {"minimum", 9, NUMBER, 0, 0, NULL},
    {"exclusiveMinimum", 10, INTEGER, 0, 0, NULL},
    {"maxLength", 11, INTEGER, 0, 0, NULL},
    {"minLength", 12, INTEGER, 0, 0, NULL},
    {"pattern", 13, TEXT, 0, 0, NULL},
    {"maxItems", 14, INTEGER, 0, 0, NULL},
    {"minItems", 15, INTEGER, 0, 0, NULL},
    {"uniqueItems", 16, INTEGER, 0, 0, NULL},
    {"maxProperties", 17, INTEGER, 0, 0, NULL},
    {"minProperties", 18, INTEGER, 0, 0, NULL},
    {"required", 19, TEXT, 0, 0, NULL},
    {"enum", 20, ANY, 0, 0, NULL},
    {"additionalProperties", 21, INNER, 1, 0, schema_rows},
    {"type", 22, TEXT, 1, 0, NULL},
    {"items", 23, INNER, 1, 0, schema_rows},
    {"properties", 25, NAMED, 1, 0, schema_rows},
    {"example", 30, ANY, 0, 0, NULL},
    {"x-", SCHEMA_EXTENSION, ANY, 0, 0, NULL},
    END,
};
static const struct openapi_protobuf_member response_rows[] = {
    {"description", 1, TEXT, 0, 0, NULL},
    {"schema", 2, INNER, 1, 0, schema_rows},
    END,
};
static const struct openapi_protobuf_member operation_rows[] = {
    {"produces", 6, TEXT, 0, 0, NULL},
    {"consumes", 7, TEXT, 0, 0, NULL},
    {"parameters", 8, PARAMETER, 0, 0, NULL},
    {"responses", 9, NAMED, 1, 1, response_rows},
    {"schemes", 10, TEXT, 0, 0, NULL},
    {"x-", OPERATION_EXTENSION, ANY, 0, 0, NULL},
    END,
};
static const struct openapi_protobuf_member path_rows[] = {
    {"get", 2, INNER, 0, 0, operation_rows},
    {"put", 3, INNER, 0, 0, operation_rows},
    {"post", 4, INNER, 0, 0, operation_rows},
    {"delete", 5, INNER, 0, 0, operation_rows},
    {"patch", 8, INNER, 0, 0, operation_rows},
    {"parameters", 9, PARAMETER, 0, 0, NULL},
    END,
};
static const struct openapi_protobuf_member info_rows[] = {
    {"title", 1, TEXT, 0, 0, NULL},
    {"version", 2, TEXT, 0, 0, NULL},
    END,
};
static const struct openapi_protobuf_member document_rows[] = {
    {"swagger", 1, TEXT, 0, 0, NULL},
    {"info", 2, INNER, 0, 0, info_rows},
    {"paths", 8, NAMED, 2, 0, path_rows},
    {"definitions", 9, NAMED, 1, 0, schema_rows},
    END,
};
static const struct openapi_protobuf_member body_rows[] = {
    {"name", 2, TEXT, 0, 0, NULL},
    {"in", 3, TEXT, 0, 0, NULL},
    {"required", 4, INTEGER, 0, 0, NULL},
    {"schema", 5, INNER, 0, 0, schema_rows},
    END,
};
static const struct openapi_protobuf_member query_rows[] = {
    {"required", 1, INTEGER, 0, 0, NULL},
    {"in", 2, TEXT, 0, 0, NULL},
    {"name", 4, TEXT, 0, 0, NULL},
    {"type", 6, TEXT, 0, 0, NULL},
    {"uniqueItems", 20, INTEGER, 0, 0, NULL},
    END,
};
static const struct openapi_protobuf_member path_parameter_rows[] = {
    {"required", 1, INTEGER, 0, 0, NULL},
    {"in", 2, TEXT, 0, 0, NULL},
    {"name", 4, TEXT, 0, 0, NULL},
    {"type", 5, TEXT, 0, 0, NULL},
    {"uniqueItems", 19, INTEGER, 0, 0, NULL},
    END,
};
/* clang-format on */

/* ---- records ---- */

static void varint_put(struct ls_buf *out, uint64_t value)
{
    for (; value >= 128; value >>= 7)
        ls_buf_add_char(out, (char)(value | 128));
    ls_buf_add_char(out, (char)value);
}

static void tag_put(struct ls_buf *out, unsigned number, unsigned wire_type)
{
    varint_put(out, (uint64_t)number << 3 | wire_type);
}

static void bytes_put(struct ls_buf *out, unsigned number, struct ls_slice bytes)
{
    tag_put(out, number, 2);
    varint_put(out, bytes.len);
    ls_buf_add_slice(out, bytes);
}

static void double_put(struct ls_buf *out, unsigned number, double value)
{
    unsigned char bytes[sizeof value];
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(bits >> (8 * i));
    tag_put(out, number, 1);
    ls_buf_add(out, (const char *)bytes, sizeof bytes);
}

static void any_put(struct ls_buf *out, unsigned number, struct ls_node value)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0}, any LS_AUTO(ls_buf_release) = {0};
    ls_json_print(&text, value, LS_JSON_COMPACT);
    bytes_put(&any, 2, ls_buf_slice(&text));
    bytes_put(out, number, ls_buf_slice(&any));
}

/* ---- messages ---- */

static void message_put(struct ls_buf *out, const struct openapi_protobuf_member *rows,
                        struct ls_node value);

static void inner_put(struct ls_buf *out, unsigned number,
                      const struct openapi_protobuf_member *rows, struct ls_node value)
{
    struct ls_buf inner LS_AUTO(ls_buf_release) = {0};
    message_put(&inner, rows, value);
    bytes_put(out, number, ls_buf_slice(&inner));
}

static void named_put(struct ls_buf *out, const struct openapi_protobuf_member *member,
                      struct ls_slice name, struct ls_node value)
{
    struct ls_buf entry LS_AUTO(ls_buf_release) = {0}, inner LS_AUTO(ls_buf_release) = {0};
    bytes_put(&entry, 1, name);
    if (member->value_wrap) {
        inner_put(&inner, member->value_wrap, member->inner, value);
        bytes_put(&entry, 2, ls_buf_slice(&inner));
    } else {
        inner_put(&entry, 2, member->inner, value);
    }
    bytes_put(out, member->wrap, ls_buf_slice(&entry));
}

/* {parameter=1 {body_parameter=1 | non_body_parameter=2 {query=3 | path=4}}} */
static void parameter_put(struct ls_buf *out, unsigned number, struct ls_node value)
{
    struct ls_buf kind LS_AUTO(ls_buf_release) = {0}, place LS_AUTO(ls_buf_release) = {0},
                       item LS_AUTO(ls_buf_release) = {0};
    struct ls_node in = ls_node_get(value, LS_SLICE("in"));
    if (ls_node_string_is(in, "body")) {
        inner_put(&kind, 1, body_rows, value);
    } else {
        bool is_path = ls_node_string_is(in, "path");
        inner_put(&place, is_path ? 4 : 3, is_path ? path_parameter_rows : query_rows, value);
        bytes_put(&kind, 2, ls_buf_slice(&place));
    }
    bytes_put(&item, 1, ls_buf_slice(&kind));
    bytes_put(out, number, ls_buf_slice(&item));
}

static void one_put(struct ls_buf *out, const struct openapi_protobuf_member *member,
                    unsigned number, struct ls_node value)
{
    switch (member->form) {
    case TEXT:
        bytes_put(out, number, ls_node_string(value));
        break;
    case NUMBER:
        double_put(out, number, ls_node_double(value, 0));
        break;
    case INTEGER:
        tag_put(out, number, 0);
        varint_put(out, (uint64_t)ls_node_int(value, ls_node_bool(value, false)));
        break;
    case ANY:
        any_put(out, number, value);
        break;
    case INNER:
        inner_put(out, number, member->inner, value);
        break;
    case PARAMETER:
        parameter_put(out, number, value);
        break;
    case NAMED:
        break;
    }
}

/* The value, or each item of a list. */
static void each_put(struct ls_buf *out, const struct openapi_protobuf_member *member,
                     unsigned number, struct ls_node value)
{
    if (!ls_node_is_list(value)) {
        one_put(out, member, number, value);
        return;
    }
    LS_EACH (it, value)
        one_put(out, member, number, it.value);
}

static void member_put(struct ls_buf *out, const struct openapi_protobuf_member *member,
                       struct ls_node value)
{
    struct ls_buf inner LS_AUTO(ls_buf_release) = {0};
    if (!member->wrap) {
        each_put(out, member, member->number, value);
        return;
    }
    if (member->form == NAMED) {
        LS_EACH (it, value)
            named_put(&inner, member, it.key, it.value);
    } else {
        each_put(&inner, member, member->wrap, value);
    }
    bytes_put(out, member->number, ls_buf_slice(&inner));
}

static void extension_put(struct ls_buf *out, unsigned number, struct ls_slice name,
                          struct ls_node value)
{
    struct ls_buf entry LS_AUTO(ls_buf_release) = {0};
    bytes_put(&entry, 1, name);
    any_put(&entry, 2, value);
    bytes_put(out, number, ls_buf_slice(&entry));
}

static const struct openapi_protobuf_member *member_find(const struct openapi_protobuf_member *rows,
                                                         struct ls_slice key)
{
    bool is_extension = ls_slice_starts(key, "x-");
    while (rows->key &&
           !(is_extension ? strcmp(rows->key, "x-") == 0 : ls_slice_is(key, rows->key)))
        rows++;
    return rows->key ? rows : NULL;
}

static void message_put(struct ls_buf *out, const struct openapi_protobuf_member *rows,
                        struct ls_node value)
{
    LS_EACH (it, value) {
        const struct openapi_protobuf_member *member = member_find(rows, it.key);
        if (!member)
            continue;
        if (strcmp(member->key, "x-") == 0)
            extension_put(out, member->number, it.key, it.value);
        else
            member_put(out, member, it.value);
    }
}

void ls_openapi_v2_protobuf(struct ls_buf *out, struct ls_node document)
{
    message_put(out, document_rows, document);
}
