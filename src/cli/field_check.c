#include "cli/field_check.h"

#include <string.h>

#include "kube/resource.h"
#include "sandbox/kinds/rows.h"
#include "sandbox/types/round_trip.h"

/* NULL: not a kind that is built in. */
static const struct ls_api_type *type_of(struct ls_arena *arena, const struct ls_gvk *gvk)
{
    for (size_t i = 0; i < ls_built_in_group_count; i++) {
        const struct ls_group_rows *group = ls_built_in_groups[i];
        if (ls_slice_is(gvk->group, group->group) && ls_slice_is(gvk->version, group->version))
            return ls_api_type_find(
                ls_arena_printf(arena, "%s%.*s", group->type_prefix, LS_ARG(gvk->kind)));
    }
    return NULL;
}

/* `unknown field "spec.bogus"` as spec.bogus; other complaints are the server's to make. */
static bool stray_print(struct ls_buf *out, const char *stray)
{
    static const char unknown[] = "unknown field \"";
    if (strncmp(stray, unknown, sizeof unknown - 1) != 0)
        return false;
    const char *path = stray + sizeof unknown - 1;
    const char *end = strrchr(path, '"');
    ls_buf_printf(out, "%.*s\n", (int)(end ? end - path : (ptrdiff_t)strlen(path)), path);
    return true;
}

static const char *type_word(const char *go_type)
{
    static const struct {
        const char *go;
        const char *word;
    } words[] = {{"int", "integer"},   {"float", "number"}, {"bool", "boolean"},
                 {"string", "string"}, {"[]", "list"},      {"map", "map"},
                 {"number", "number"}, {"array", "list"},   {"object", "map"},
                 {"v1.", "map"}};
    for (size_t i = 0; i < LS_COUNT(words); i++)
        if (strncmp(go_type, words[i].go, strlen(words[i].go)) == 0)
            return words[i].word;
    return go_type;
}

/* `json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32`
 * as `spec.replicas: expected integer, got string`. */
static bool mismatch_print(struct ls_arena *arena, struct ls_buf *out, const char *sentence)
{
    static const char begin[] = "json: cannot unmarshal ";
    const char *field = strstr(sentence, " into Go struct field ");
    const char *type = strstr(sentence, " of type ");
    if (strncmp(sentence, begin, sizeof begin - 1) != 0 || !field || !type)
        return false;
    const char *got = sentence + sizeof begin - 1;
    const char *path = strchr(field + strlen(" into Go struct field "), '.');
    if (!path || path > type)
        return false;
    got = ls_arena_dup(arena, (struct ls_slice){got, (size_t)(field - got)});
    ls_buf_printf(out, "%.*s: expected %s, got %s\n", (int)(type - path - 1), path + 1,
                  type_word(type + strlen(" of type ")), type_word(got));
    return true;
}

static enum ls_check_word check_by(struct ls_arena *arena, const struct ls_api_type *type,
                                   struct ls_node object, struct ls_buf *out)
{
    struct ls_strays strays = {.arena = arena};
    struct ls_err err = {0};
    struct ls_node ignored;
    bool has_any = false;
    if (ls_round_trip(arena, object, type, &strays, &ignored, &err))
        has_any = mismatch_print(arena, out, err.text);
    for (size_t i = 0; i < strays.count; i++)
        has_any |= stray_print(out, strays.at[i]);
    return has_any ? LS_CHECK_STRAYS : LS_CHECK_CLEAN;
}

static enum ls_check_word check(void *self, struct ls_node object, struct ls_buf *out)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_err err = {0};
    struct ls_gvk gvk;
    (void)self;
    if (ls_gvk_of(object, &gvk, &err))
        return LS_CHECK_UNKNOWN;
    const struct ls_api_type *type = type_of(&arena, &gvk);
    return type ? check_by(&arena, type, object, out) : LS_CHECK_UNKNOWN;
}

const struct ls_field_tables *ls_field_check_tables(void)
{
    static const struct ls_field_tables tables = {NULL, check};
    return &tables;
}
