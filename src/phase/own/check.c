#include "phase/own/check.h"

#include <string.h>

#include "phase/own/limits.h"
#include "phase/own/stray.h"
#include "value/path.h"

/* One walk of an object along an OpenAPI schema. */
struct check_walk {
    struct ls_node document; /* where references lead; absent: the schema has none */
    bool is_structural;      /* of a CRD: an object without properties has none */
    struct ls_buf *out;
};

static void value_walk(const struct check_walk *walk, struct ls_node schema, struct ls_node value,
                       const struct ls_stray_step *at);

/* ---- schemas ---- */

static struct ls_node member(struct ls_node map, const char *key)
{
    return ls_node_get(map, ls_slice_of(key));
}

static bool is_marked(struct ls_node schema, const char *mark)
{
    return ls_node_bool(member(schema, mark), false);
}

/* `{"$ref": ...}`, or `{"allOf": [{"$ref": ...}]}` where a description stands beside it. */
static struct ls_node schema_follow(const struct check_walk *walk, struct ls_node schema)
{
    static const char prefix[] = "#/components/schemas/";
    struct ls_node schemas = ls_node_at(walk->document, "components.schemas");
    for (size_t i = 0; i < LS_OPENAPI_REFS_MAX; i++) {
        struct ls_node all = member(schema, "allOf");
        if (ls_node_count(all) == 1 && ls_node_is_absent(member(schema, "properties")))
            schema = ls_node_item(all, 0);
        struct ls_slice ref = ls_node_string(member(schema, "$ref"));
        if (!ls_slice_starts(ref, prefix))
            break;
        schema = ls_node_get(schemas, ls_slice_from(ref, sizeof prefix - 1));
    }
    return schema;
}

/* "" says that anything goes. */
static const char *schema_type(struct ls_node schema)
{
    if (is_marked(schema, "x-kubernetes-int-or-string") ||
        ls_node_string_is(member(schema, "format"), "int-or-string"))
        return "integer or string";
    return ls_node_text(member(schema, "type"));
}

static bool type_fits(const char *type, struct ls_node value)
{
    /* 1.0 is whole: it passes where an integer is wanted, as it does in kube-apiserver. */
    static const struct {
        const char *type;
        unsigned fits;
    } rows[] = {
        {"string", LS_BIT(LS_TYPE_STRING)},
        {"boolean", LS_BIT(LS_TYPE_BOOL)},
        {"integer", LS_BIT(LS_TYPE_INT) | LS_BIT(LS_TYPE_NUMBER)},
        {"number", LS_BIT(LS_TYPE_INT) | LS_BIT(LS_TYPE_NUMBER)},
        {"integer or string", LS_BIT(LS_TYPE_INT) | LS_BIT(LS_TYPE_STRING)},
        {"array", LS_BIT(LS_TYPE_LIST)},
        {"object", LS_BIT(LS_TYPE_MAP)},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        if (strcmp(type, rows[i].type) == 0)
            return rows[i].fits & LS_BIT(ls_node_type(value));
    }
    return true;
}

/* As the other tables and ls_type_name() call them. */
static const char *type_shown(const char *type)
{
    if (strcmp(type, "array") == 0)
        return "list";
    return strcmp(type, "object") == 0 ? "map" : type;
}

/* ---- the walk ---- */

/* May fields stand here that the schema does not name? */
static bool takes_any_field(const struct check_walk *walk, struct ls_node schema)
{
    struct ls_node more = member(schema, "additionalProperties");
    bool is_open = ls_node_is_absent(member(schema, "properties")) && !walk->is_structural;
    return is_marked(schema, "x-kubernetes-preserve-unknown-fields") || is_open ||
           ls_node_bool(more, false) || ls_node_is_map(more);
}

/* Every object has these, declared or not; the server sees to metadata itself. */
static bool is_of_every_object(struct ls_slice key)
{
    static const char *const names[] = {"apiVersion", "kind", "metadata"};
    return ls_slice_is_any(key, names, LS_COUNT(names));
}

static void stray_found(const struct check_walk *walk, struct ls_node properties,
                        const struct ls_stray_step *step)
{
    struct ls_stray_guess guess = {.typed = step->key};
    LS_EACH (known, properties) {
        ls_stray_guess(&guess, known.key);
    }
    ls_stray_print(walk->out, step, &guess);
}

static void map_walk(const struct check_walk *walk, struct ls_node schema, struct ls_node value,
                     const struct ls_stray_step *at)
{
    struct ls_node properties = member(schema, "properties");
    bool is_object = !at || is_marked(schema, "x-kubernetes-embedded-resource");
    LS_EACH (it, value) {
        struct ls_stray_step step = {at, it.key, 0};
        struct ls_node property = ls_node_get(properties, it.key);
        /* status at the root and nulls are left out of what is applied. */
        if (ls_node_is_null(it.value) || (!at && ls_slice_is(it.key, "status")))
            continue;
        if (ls_node_is_absent(property))
            property = member(schema, "additionalProperties");
        if (ls_node_is_map(property))
            value_walk(walk, property, it.value, &step);
        else if (!takes_any_field(walk, schema) && !(is_object && is_of_every_object(it.key)) &&
                 !ls_stray_is_full(walk->out))
            stray_found(walk, properties, &step);
    }
}

static void list_walk(const struct check_walk *walk, struct ls_node items, struct ls_node value,
                      const struct ls_stray_step *at)
{
    size_t i = 0;
    LS_EACH (it, value) {
        struct ls_stray_step step = {at, {NULL, 0}, i++};
        value_walk(walk, items, it.value, &step);
    }
}

static void value_walk(const struct check_walk *walk, struct ls_node schema, struct ls_node value,
                       const struct ls_stray_step *at)
{
    struct ls_node known = schema_follow(walk, schema);
    if (ls_node_is_null(value) || !ls_node_is_map(known) || ls_stray_is_full(walk->out))
        return;
    if (!type_fits(schema_type(known), value))
        ls_stray_print_type(walk->out, at, type_shown(schema_type(known)), value);
    else if (ls_node_is_map(value))
        map_walk(walk, known, value, at);
    else if (ls_node_is_list(value))
        list_walk(walk, member(known, "items"), value, at);
}

static enum ls_check_word object_walk(const struct check_walk *walk, struct ls_node schema,
                                      struct ls_node object)
{
    size_t before = walk->out->len;
    if (!ls_node_is_map(schema))
        return LS_CHECK_UNKNOWN;
    value_walk(walk, schema, object, NULL);
    return walk->out->len > before ? LS_CHECK_STRAYS : LS_CHECK_CLEAN;
}

/* ---- which schema ---- */

static struct ls_slice version_of(struct ls_node object, struct ls_slice *group)
{
    struct ls_slice version;
    *group = ls_slice_cut(ls_node_string(member(object, "apiVersion")), '/', &version);
    if (version.at)
        return version;
    version = *group;
    *group = (struct ls_slice){"", 0};
    return version;
}

enum ls_check_word ls_check_by_crd(struct ls_node crd, struct ls_node object, struct ls_buf *out)
{
    struct ls_slice group, version = version_of(object, &group);
    struct ls_node spec = member(crd, "spec");
    struct ls_node found = ls_node_find(member(spec, "versions"), "name", version);
    if (is_marked(spec, "preserveUnknownFields") ||
        !ls_slice_equal(ls_node_string(member(spec, "group")), group))
        return LS_CHECK_UNKNOWN;
    struct check_walk walk = {LS_ABSENT, true, out};
    return object_walk(&walk, ls_node_at(found, "schema.openAPIV3Schema"), object);
}

static bool schema_is_of(struct ls_node schema, struct ls_node object)
{
    struct ls_slice group, version = version_of(object, &group);
    LS_EACH (it, member(schema, "x-kubernetes-group-version-kind")) {
        if (ls_slice_equal(ls_node_string(member(it.value, "group")), group) &&
            ls_slice_equal(ls_node_string(member(it.value, "version")), version) &&
            ls_node_equal(member(it.value, "kind"), member(object, "kind")))
            return true;
    }
    return false;
}

enum ls_check_word ls_check_by_openapi(struct ls_node document, struct ls_node object,
                                       struct ls_buf *out)
{
    struct check_walk walk = {document, false, out};
    LS_EACH (it, ls_node_at(document, "components.schemas")) {
        if (schema_is_of(it.value, object))
            return object_walk(&walk, it.value, object);
    }
    return LS_CHECK_UNKNOWN;
}

bool ls_check_is_about_fields(const char *message)
{
    static const char *const words[] = {"failed to create typed patch object", "unknown field",
                                        "cannot be handled as a"};
    for (size_t i = 0; i < LS_COUNT(words); i++) {
        if (strstr(message, words[i]))
            return true;
    }
    return false;
}

static void line_tell(const struct ls_member *member_of, struct ls_slice line,
                      struct ls_problems *problems)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_stray_line stray = ls_stray_first(line);
    struct ls_node value = LS_ABSENT;
    struct ls_path path;
    struct ls_err unread;
    if (!ls_path_parse(&arena, stray.path, &path, &unread))
        value = ls_path_get(member_of->manifest->object, path);
    ls_problems_fail(problems, member_of->manifest, value, "%s%.*s%.*s",
                     ls_slice_starts(stray.rest, ":") ? "" : "it has no field ", LS_ARG(stray.path),
                     LS_ARG(stray.rest));
}

void ls_check_tell(const struct ls_member *member_of, const char *paths,
                   struct ls_problems *problems)
{
    struct ls_slice rest = ls_slice_of(paths);
    while (rest.at) {
        struct ls_slice line = ls_slice_cut(rest, '\n', &rest);
        if (line.len > 0)
            line_tell(member_of, line, problems);
    }
}
