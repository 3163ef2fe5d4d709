/* Stands in for parts of the sandbox that are still to come; whatever the library has wins. */
#include "sandbox/kinds/custom.h"
#include "value/strategic_merge.h"
#include "sandbox/kinds/columns.h"
__attribute__((weak)) enum ls_code ls_strategic_merge(struct ls_arena *arena, struct ls_node target,
                                                      struct ls_node patch,
                                                      const struct ls_type_schema *type,
                                                      struct ls_node *out, struct ls_err *err)
{
    (void)arena;
    (void)patch;
    (void)type;
    (void)err;
    *out = target;
    return LS_OK;
}
__attribute__((weak)) const struct ls_failure *
ls_custom_coerce(struct ls_arena *arena, const struct ls_kind *kind, struct ls_node body,
                 struct ls_strays *strays, struct ls_node *out)
{
    (void)arena;
    (void)kind;
    (void)strays;
    *out = body;
    return NULL;
}
__attribute__((weak)) void ls_custom_validate(struct ls_arena *arena, const struct ls_kind *kind,
                                              struct ls_slice subresource, struct ls_node old,
                                              struct ls_node object,
                                              struct ls_complaints *complaints)
{
    (void)arena;
    (void)kind;
    (void)subresource;
    (void)old;
    (void)object;
    (void)complaints;
}
__attribute__((weak)) const struct ls_failure *
ls_custom_create_refusal(struct ls_arena *arena, const struct ls_kind *kind, struct ls_slice name)
{
    (void)arena;
    (void)kind;
    (void)name;
    return NULL;
}
__attribute__((weak)) const struct ls_custom_scale *ls_custom_scale(const struct ls_kind *kind)
{
    (void)kind;
    return NULL;
}
