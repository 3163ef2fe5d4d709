#include "support_check.h"

#include <inttypes.h>

#include "../check.h"
#include "value/yaml.h"

#define LENGTH(n)   ", maxLength: " #n
#define ITEMS(n)    ", maxItems: " #n
#define MEMBERS(n)  ", maxProperties: " #n
#define NO_LIMIT(n) ""

/* clang-format off */
#define TEXT(LEN, n)               "{type: string" LEN(n) "}"
#define LIST(MANY, n, item)        "{type: array" MANY(n) ", items: " item "}"
#define MAP(MANY, n, item)         "{type: object" MANY(n) ", additionalProperties: " item "}"
#define OBJECT(properties)         "{type: object, properties: {" properties "}}"
#define DEEP(LEN, MANY)                                                                            \
    LIST(MANY, 6, OBJECT("x: " TEXT(LEN, 8) ", \"y\": " TEXT(LEN, 9) ", list: "                        \
         LIST(MANY, 4, TEXT(LEN, 3)) ", z: " OBJECT("p: " TEXT(LEN, 5) ", q: " TEXT(LEN, 6)        \
         ", r: " LIST(MANY, 3, TEXT(LEN, 7)))))
#define INNER(LEN, MANY)                                                                           \
    "{type: object, required: [name], properties: {name: " TEXT(LEN, 20) ", value: "               \
    TEXT(LEN, 30) ", num: {type: integer}, tags: " LIST(MANY, 5, TEXT(LEN, 10)) ", deep: "         \
    DEEP(LEN, MANY) "}}"
#define SCHEMA(LEN, MANY, MEMBER)                                                                  \
    "{type: object, required: [s, list, items, \"n\", o], properties: {"                               \
    "s: " TEXT(LEN, 64) ", t: " TEXT(LEN, 100) ", \"n\": {type: integer}, u: {type: integer}, "        \
    "d: {type: number}, b: {type: boolean}, list: " LIST(MANY, 10, TEXT(LEN, 10)) ", "             \
    "ints: " LIST(MANY, 20, "{type: integer}") ", doubles: " LIST(MANY, 20, "{type: number}") ", " \
    "items: " LIST(MANY, 7, "&inner " INNER(LEN, MANY)) ", "                                                 \
    "set: {type: array, x-kubernetes-list-type: set" MANY(6) ", items: " TEXT(LEN, 5) "}, "        \
    "m: " MAP(MEMBER, 9, TEXT(LEN, 12)) ", mi: " MAP(MEMBER, 3, "{type: integer}") ", "            \
    "mo: " MAP(MEMBER, 4, "*inner") ", "                                                   \
    "mm: " MAP(MEMBER, 4, MAP(MEMBER, 3, TEXT(LEN, 2))) ", "                                       \
    "ml: " MAP(MEMBER, 6, LIST(MANY, 5, TEXT(LEN, 4))) ", "                                        \
    "ios: {x-kubernetes-int-or-string: true}, when: {type: string, format: date-time}, "           \
    "day: {type: string, format: date}, dur: {type: string, format: duration}, "                   \
    "raw: {type: string, format: byte" LEN(16) "}, e: {type: string, enum: [a, bb, ccc]}, "        \
    "o: " OBJECT("a: " OBJECT("b: " OBJECT("c: *inner, l: " LIST(MANY, 3, "*inner")))) ", "                                                 \
    "unk: {type: object, x-kubernetes-preserve-unknown-fields: true}, "                            \
    "any: {x-kubernetes-preserve-unknown-fields: true}, "                                          \
    "emb: {type: object, x-kubernetes-embedded-resource: true, properties: {spec: "                \
           OBJECT("f: " TEXT(LEN, 5)) "}}, "                                                       \
    "a-b: " TEXT(LEN, 3) ", c.d: " TEXT(LEN, 4) ", e/f: " TEXT(LEN, 5) ", "                        \
    "g__h: " TEXT(LEN, 6) ", namespace: " TEXT(LEN, 7) ", 1x: " TEXT(LEN, 2) ", "                  \
    "ll: " LIST(MANY, 3, LIST(MANY, 4, TEXT(LEN, 6))) "}}"
/* clang-format on */

static const char bound[] = SCHEMA(LENGTH, ITEMS, MEMBERS);
static const char unbound[] = SCHEMA(NO_LIMIT, NO_LIMIT, NO_LIMIT);

#define LIB(name) LS_CEL_LIBS(LS_CEL_LIB_##name)
static const uint64_t kubernetes_libraries =
    LIB(STANDARD) | LIB(OPTIONAL) | LIB(STRINGS_0) | LIB(STRINGS_1) | LIB(LISTS) | LIB(SETS) |
    LIB(TWO_VAR) | LIB(KUBE_LISTS) | LIB(KUBE_REGEX) | LIB(KUBE_URLS) | LIB(KUBE_QUANTITY) |
    LIB(KUBE_IP) | LIB(KUBE_CIDR) | LIB(KUBE_FORMAT) | LIB(KUBE_SEMVER);

static const struct ls_obj *yaml_read(const char *text)
{
    const struct ls_obj *obj = NULL;
    struct ls_err err;
    CHECK_OK(ls_yaml_parse(ls_slice_of(text), NULL, &obj, &err), err);
    return obj;
}

void stage_init(struct stage *stage, enum stage_schema schema)
{
    *stage = (struct stage){.schema = yaml_read(schema == STAGE_UNBOUND ? unbound : bound)};
    const struct ls_cel_type *self = ls_cel_type_of_schema(
        &stage->arena, ls_obj_root(stage->schema), schema == STAGE_ROOT, "selfType");
    stage->variables[0] = (struct ls_cel_variable){LS_SLICE("self"), self};
    stage->variables[1] = (struct ls_cel_variable){LS_SLICE("oldSelf"), self};
    stage->env = (struct ls_cel_env){.libraries = kubernetes_libraries,
                                     .variables = stage->variables,
                                     .variable_count = 2,
                                     .has_alike_literals = true,
                                     .has_mixed_compare = true,
                                     .has_optional = true,
                                     .has_literal_checks = true};
}

void stage_release(struct stage *stage)
{
    ls_obj_unref(stage->schema);
    ls_arena_release(&stage->arena);
}

/* The lines that name a place and a mistake, in the order in which people read them. */
static const char *mistakes_text(struct ls_cel_issues *issues, const char *expression)
{
    static const char mark[] = "ERROR: <input>:";
    struct ls_buf printed LS_AUTO(ls_buf_release) = {0}, out LS_AUTO(ls_buf_release) = {0};
    const char *separator = " =>";
    ls_cel_issues_print(&printed, issues);
    ls_buf_add_text(&out, expression);
    struct ls_slice rest = ls_buf_slice(&printed);
    while (rest.at) {
        struct ls_slice line = ls_slice_cut(rest, '\n', &rest);
        if (!ls_slice_starts(line, mark))
            continue;
        ls_buf_printf(&out, "%s %.*s", separator, LS_ARG(ls_slice_from(line, sizeof mark - 1)));
        separator = " |";
    }
    return ls_arena_dup(issues->arena, ls_buf_slice(&out));
}

/* NULL: no mistakes. */
static const char *compile(struct stage *stage, const char *expression, struct ls_cel_tree *tree,
                           struct ls_cel_checked *checked)
{
    static const struct ls_cel_syntax syntax = {
        .macros = LS_CEL_MACROS_TWO_VAR | LS_CEL_MACROS_OPTIONAL | LS_CEL_MACROS_SORT_BY,
        .has_optional = true};
    struct ls_cel_issues issues = {.arena = &stage->arena, .source = ls_slice_of(expression)};
    if (ls_cel_parse(issues.source, &syntax, tree, &issues) ||
        ls_cel_check(&stage->env, tree, checked, &issues))
        return mistakes_text(&issues, expression);
    CHECK_INT(issues.count, 0);
    return NULL;
}

const char *stage_check(struct stage *stage, const char *expression)
{
    struct ls_cel_tree tree;
    struct ls_cel_checked checked = {0};
    const char *mistakes = compile(stage, expression, &tree, &checked);
    return mistakes ? mistakes
                    : ls_arena_printf(&stage->arena, "%s => %s", expression,
                                      ls_cel_type_text(&stage->arena, checked.type));
}

void stage_rows_check(const struct stage_row *rows, size_t count, enum stage_schema schema)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, schema);
    for (size_t i = 0; i < count; i++) {
        const char *wanted =
            ls_arena_printf(&stage.arena, "%s => %s", rows[i].expression, rows[i].answer);
        CHECK_STR(stage_check(&stage, rows[i].expression), wanted);
    }
}

const char *stage_cost(struct stage *stage, const char *expression)
{
    struct ls_cel_tree tree;
    struct ls_cel_checked checked;
    const char *mistakes = compile(stage, expression, &tree, &checked);
    if (mistakes)
        return mistakes;
    struct ls_cel_estimate cost = ls_cel_cost_estimate(&stage->env, &tree, &checked, &stage->arena);
    return ls_arena_printf(&stage->arena, "%s => %" PRIu64 "..%" PRIu64, expression, cost.min,
                           cost.max);
}

const struct ls_cel_type *stage_type(struct stage *stage, const char *yaml, bool is_root)
{
    ls_obj_unref(stage->schema);
    stage->schema = yaml_read(yaml);
    return ls_cel_type_of_schema(&stage->arena, ls_obj_root(stage->schema), is_root, "T");
}
