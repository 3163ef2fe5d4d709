/* Checks names, fields, literals and loops by a walk over the tree. check_call.c checks calls. */
#include "expr/check/check_impl.h"

#include "expr/check/literals.h"
#include "expr/check/type_resolver.h"
#include "expr/limits.h"

void ls_check_set_type(struct check *check, const struct ls_cel_node *node,
                       const struct ls_cel_type *type)
{
    LS_ASSERT(node->id > 0);
    LS_ASSERT(type);
    check->out->types[node->id] = type;
}

const struct ls_cel_type *ls_check_type(const struct check *check, const struct ls_cel_node *node)
{
    LS_ASSERT(node->id > 0);
    return check->out->types[node->id];
}

const char *ls_check_type_text(const struct check *check, const struct ls_cel_type *type)
{
    return ls_unify_is_large(type) ? "..." : ls_cel_type_text(check->arena, type);
}

void ls_check_mismatch(struct check *check, const struct ls_cel_node *node,
                       const struct ls_cel_type *wanted, const struct ls_cel_type *found)
{
    ls_cel_issue_add(check->issues, node->offset, "expected type '%s' but found '%s'",
                     ls_check_type_text(check, wanted), ls_check_type_text(check, found));
}

void ls_check_undeclared(struct check *check, const struct ls_cel_node *node, struct ls_slice name)
{
    ls_cel_issue_add(check->issues, node->offset,
                     "undeclared reference to '%.*s' (in container '%.*s')", LS_ARG(name),
                     LS_ARG(check->env->container));
}

static const struct ls_cel_type *literal_type(const struct ls_term *literal)
{
    switch (literal->kind) {
    case LS_TERM_NULL:
        return &ls_cel_null;
    case LS_TERM_BOOL:
        return &ls_cel_bool;
    case LS_TERM_INT:
        return &ls_cel_int;
    case LS_TERM_UINT:
        return &ls_cel_uint;
    case LS_TERM_DOUBLE:
        return &ls_cel_double;
    case LS_TERM_STRING:
        return &ls_cel_string;
    default:
        LS_ASSERT(literal->kind == LS_TERM_BYTES);
        return &ls_cel_bytes;
    }
}

static bool note_meaning(struct check *check, const struct ls_cel_node *node,
                         const struct check_meaning *meaning)
{
    if (!meaning->type)
        return false;
    check->out->variables[node->id] = meaning->variable;
    check->out->constants[node->id] = meaning->constant;
    ls_check_set_type(check, node, meaning->type);
    return true;
}

static void check_ident(struct check *check, const struct ls_cel_node *node)
{
    struct check_meaning meaning = ls_check_ident(check, node->name);
    if (note_meaning(check, node, &meaning))
        return;
    ls_check_undeclared(check, node, node->name);
    ls_check_set_type(check, node, &ls_unify_error_type);
}

static const struct ls_cel_type *object_field(struct check *check, const struct ls_cel_node *node,
                                              const struct ls_cel_type *object,
                                              struct ls_slice name)
{
    const struct ls_cel_field *field = ls_cel_field_find(object, name);
    if (field)
        return field->type;
    ls_cel_issue_add(check->issues, node->offset, "undefined field '%.*s'", LS_ARG(name));
    return &ls_unify_error_type;
}

static const struct ls_cel_type *no_fields(struct check *check, const struct ls_cel_node *node,
                                           const struct ls_cel_type *target)
{
    ls_cel_issue_add(check->issues, node->offset, "type '%s' does not support field selection",
                     ls_check_type_text(check, target));
    return &ls_cel_dyn;
}

/* Kubernetes declares its own types as objects that are not registered. */
static const struct ls_cel_type *opaque_field(struct check *check, const struct ls_cel_node *node,
                                              const struct ls_cel_type *target)
{
    if (!ls_slice_starts(ls_slice_of(target->name), "kubernetes."))
        return no_fields(check, node, target);
    ls_cel_issue_add(check->issues, node->offset, "unexpected failed resolution of '%s'",
                     target->name);
    return &ls_unify_error_type;
}

static const struct ls_cel_type *field_type(struct check *check, const struct ls_cel_node *node,
                                            const struct ls_cel_type *target, struct ls_slice name)
{
    switch (target->kind) {
    case LS_CEL_MAP:
        return target->item;
    case LS_CEL_OBJECT:
        return object_field(check, node, target, name);
    case LS_CEL_PARAM:
        /* A later use must not narrow the type that a field was taken from. */
        (void)ls_unify_assignable(&check->unify, &ls_cel_dyn, target);
        return &ls_cel_dyn;
    case LS_CEL_DYN:
    case LS_CEL_ERROR:
        return &ls_cel_dyn;
    case LS_CEL_OPAQUE:
        return opaque_field(check, node, target);
    default:
        return no_fields(check, node, target);
    }
}

const struct ls_cel_type *ls_check_field(struct check *check, const struct ls_cel_node *node,
                                         const struct ls_cel_node *operand, struct ls_slice name,
                                         bool is_optional)
{
    ls_check_node(check, operand);
    const struct ls_cel_type *target =
        ls_unify_substitute(&check->unify, ls_check_type(check, operand), false);
    if (target->kind == LS_CEL_OPTIONAL) {
        is_optional = true;
        target = target->item;
    }
    const struct ls_cel_type *type = field_type(check, node, target, name);
    return is_optional ? ls_cel_optional_of(check->arena, type) : type;
}

static void check_select(struct check *check, const struct ls_cel_node *node)
{
    struct ls_slice name;
    if (ls_check_qualified(check, node, &name)) {
        struct check_meaning meaning = ls_check_dotted(check, name);
        if (note_meaning(check, node, &meaning))
            return;
    }
    const struct ls_cel_type *type =
        ls_check_field(check, node, node->select.operand, node->select.name, false);
    if (node->select.is_test)
        type = &ls_cel_bool;
    ls_check_set_type(check, node, ls_unify_substitute(&check->unify, type, false));
}

/* The type that takes both; `so_far` NULL: there was none yet. */
static const struct ls_cel_type *joined_type(struct check *check, const struct ls_cel_type *so_far,
                                             const struct ls_cel_type *type)
{
    if (!so_far)
        return type;
    if (ls_unify_assignable(&check->unify, so_far, type))
        return ls_unify_most_general(&check->unify, so_far, type);
    return &ls_cel_dyn;
}

/* The type of an entry's value; what is written with ? must be an optional. */
static const struct ls_cel_type *entry_type(struct check *check, const struct ls_cel_entry *entry)
{
    ls_check_node(check, entry->value);
    const struct ls_cel_type *type = ls_check_type(check, entry->value);
    if (!entry->is_optional)
        return type;
    if (type->kind == LS_CEL_OPTIONAL)
        return type->item;
    if (!ls_type_is_dyn(type))
        ls_check_mismatch(check, entry->value, ls_cel_optional_of(check->arena, type), type);
    return type;
}

static void check_list(struct check *check, const struct ls_cel_node *node)
{
    const struct ls_cel_type *item = NULL;
    for (size_t i = 0; i < node->entries.count; i++) {
        const struct ls_cel_entry *entry = &node->entries.at[i];
        item = joined_type(check, item, entry_type(check, entry));
    }
    if (!item)
        item = ls_unify_fresh(&check->unify);
    ls_check_set_type(check, node, ls_cel_list_of(check->arena, item));
}

static void check_map(struct check *check, const struct ls_cel_node *node)
{
    const struct ls_cel_type *key = NULL, *value = NULL;
    for (size_t i = 0; i < node->entries.count; i++) {
        const struct ls_cel_entry *entry = &node->entries.at[i];
        ls_check_node(check, entry->key);
        key = joined_type(check, key, ls_check_type(check, entry->key));
        value = joined_type(check, value, entry_type(check, entry));
    }
    if (!key) {
        key = ls_unify_fresh(&check->unify);
        value = ls_unify_fresh(&check->unify);
    }
    ls_check_set_type(check, node, ls_cel_map_of(check->arena, key, value));
}

/* Types in which kube-apiserver searches fields and finds none. */
static bool is_plain(const struct ls_cel_type *type)
{
    return type->kind >= LS_CEL_NULL && type->kind <= LS_CEL_MAP;
}

static void struct_field_refuse(struct check *check, const struct ls_cel_entry *entry,
                                struct ls_slice type_name, const struct ls_cel_type *type)
{
    ls_check_node(check, entry->value);
    if (type && is_plain(type))
        ls_cel_issue_add(check->issues, entry->offset, "undefined field '%.*s'",
                         LS_ARG(entry->name));
    else
        ls_cel_issue_add(check->issues, entry->offset, "unexpected failed resolution of '%.*s'",
                         LS_ARG(type_name));
}

/* No environment has messages: a name that is known is of a type that has no such literal. */
static void check_struct(struct check *check, const struct ls_cel_node *node)
{
    struct ls_slice name = node->entries.type_name;
    struct check_meaning meaning = ls_check_ident(check, name);
    ls_check_set_type(check, node, &ls_unify_error_type);
    if (!meaning.type) {
        ls_check_undeclared(check, node, name);
        return;
    }
    if (meaning.constant)
        ls_cel_issue_add(check->issues, node->offset, "'%.*s' is not a message type", LS_ARG(name));
    else
        ls_cel_issue_add(check->issues, node->offset, "'%s' is not a type",
                         ls_check_type_text(check, meaning.type));
    for (size_t i = 0; i < node->entries.count; i++)
        struct_field_refuse(check, &node->entries.at[i], name, meaning.constant);
}

/* The types of a loop's variables; the second is set only where there are two. */
static void range_types(struct check *check, const struct ls_cel_node *range, bool has_two,
                        const struct ls_cel_type *vars[2])
{
    const struct ls_cel_type *type =
        ls_unify_substitute(&check->unify, ls_check_type(check, range), false);
    vars[0] = vars[1] = &ls_cel_dyn;
    switch (type->kind) {
    case LS_CEL_LIST:
        vars[0] = has_two ? &ls_cel_int : type->item;
        vars[1] = type->item;
        break;
    case LS_CEL_MAP:
        vars[0] = type->key;
        vars[1] = type->item;
        break;
    case LS_CEL_DYN:
    case LS_CEL_ERROR:
    case LS_CEL_PARAM:
        (void)ls_unify_assignable(&check->unify, &ls_cel_dyn, type);
        break;
    default:
        ls_cel_issue_add(check->issues, range->offset,
                         "expression of type '%s' cannot be range of a comprehension (must be "
                         "list, map, or dynamic)",
                         ls_check_type_text(check, type));
        vars[0] = vars[1] = &ls_unify_error_type;
    }
}

static void expect_type(struct check *check, const struct ls_cel_node *node,
                        const struct ls_cel_type *wanted)
{
    const struct ls_cel_type *found = ls_check_type(check, node);
    if (!ls_unify_assignable(&check->unify, wanted, found))
        ls_check_mismatch(check, node, wanted, found);
}

static void check_fold(struct check *check, const struct ls_cel_node *node)
{
    const struct ls_cel_fold *fold = node->fold;
    const struct ls_cel_type *vars[2];
    ls_check_node(check, fold->range);
    ls_check_node(check, fold->init);
    range_types(check, fold->range, fold->var2.len > 0, vars);

    const struct check_local *outside = check->locals;
    struct check_local accu = {fold->accu, ls_check_type(check, fold->init), outside};
    struct check_local var = {fold->var, vars[0], &accu};
    struct check_local var2 = {fold->var2, vars[1], &var};
    /* cel-go stops refusing mixed comparisons once it has entered a scope. */
    check->has_mixed_compare = true;

    check->locals = fold->var2.len > 0 ? &var2 : &var;
    ls_check_node(check, fold->condition);
    expect_type(check, fold->condition, &ls_cel_bool);
    ls_check_node(check, fold->step);
    expect_type(check, fold->step, accu.type);
    check->locals = &accu;
    ls_check_node(check, fold->result);
    check->locals = outside;
    ls_check_set_type(
        check, node, ls_unify_substitute(&check->unify, ls_check_type(check, fold->result), false));
}

void ls_check_node(struct check *check, const struct ls_cel_node *node)
{
    check->depth++;
    LS_ASSERT(check->depth <= LS_CEL_DEPTH_MAX);
    switch (node->kind) {
    case LS_CEL_NODE_LITERAL:
        ls_check_set_type(check, node, literal_type(&node->literal));
        break;
    case LS_CEL_NODE_IDENT:
        check_ident(check, node);
        break;
    case LS_CEL_NODE_SELECT:
        check_select(check, node);
        break;
    case LS_CEL_NODE_CALL:
        ls_check_call(check, node);
        break;
    case LS_CEL_NODE_LIST:
        check_list(check, node);
        break;
    case LS_CEL_NODE_MAP:
        check_map(check, node);
        break;
    case LS_CEL_NODE_STRUCT:
        check_struct(check, node);
        break;
    default:
        LS_ASSERT(node->kind == LS_CEL_NODE_FOLD);
        check_fold(check, node);
    }
    check->depth--;
}

/* Replaces type variables by what is known at the end of the check. */
static void types_resolve(struct check *check, uint32_t node_count)
{
    struct ls_type_resolver resolver;
    ls_type_resolver_init(&resolver, check->arena);
    for (uint32_t id = 1; id <= node_count; id++) {
        const struct ls_cel_type *type = check->out->types[id];
        if (type)
            check->out->types[id] = ls_type_resolve(&resolver, type);
    }
    check->unify.is_over = check->unify.is_over || resolver.is_over;
}

static void tables_make(struct check *check, uint32_t node_count)
{
    size_t count = (size_t)node_count + 1;
    *check->out = (struct ls_cel_checked){
        .types = LS_ARENA_ARRAY(check->arena, const struct ls_cel_type *, count),
        .overloads = LS_ARENA_ARRAY(check->arena, const struct ls_cel_overload *const *, count),
        .variables = LS_ARENA_ARRAY(check->arena, const struct ls_cel_variable *, count),
        .constants = LS_ARENA_ARRAY(check->arena, const struct ls_cel_type *, count),
    };
}

static bool has_failed(const struct check *check)
{
    return check->issues->count > 0 || check->unify.is_over;
}

static void check_root(struct check *check, const struct ls_cel_tree *tree)
{
    ls_check_node(check, tree->root);
    types_resolve(check, tree->node_count);
    check->out->type = ls_check_type(check, tree->root);
    if (has_failed(check))
        return;
    if (check->env->result)
        expect_type(check, tree->root, check->env->result);
    if (!has_failed(check))
        ls_check_literals(check, tree->root);
}

enum ls_code ls_cel_check(const struct ls_cel_env *env, const struct ls_cel_tree *tree,
                          struct ls_cel_checked *out, struct ls_cel_issues *issues)
{
    LS_ASSERT(issues->arena);
    LS_ASSERT(tree->root);
    LS_ASSERT(env->variable_count == 0 || env->variables);
    struct ls_cel_checked checked = {0};
    struct check check = {.env = env,
                          .out = &checked,
                          .issues = issues,
                          .arena = issues->arena,
                          .has_mixed_compare = env->has_mixed_compare};
    size_t issues_before = issues->count;
    ls_unify_init(&check.unify, issues->arena);
    tables_make(&check, tree->node_count);
    check_root(&check, tree);
    if (check.unify.is_over)
        ls_cel_issue_add(issues, tree->root->offset,
                         "types in this expression are too large to check: at most %d types within "
                         "one, %d deep",
                         LS_CEL_TYPE_PARTS_MAX, LS_CEL_TYPE_DEPTH_MAX);
    if (issues->count > issues_before)
        return check.unify.is_over ? LS_E_TOO_BIG : LS_E_INVALID;
    *out = checked;
    return LS_OK;
}
