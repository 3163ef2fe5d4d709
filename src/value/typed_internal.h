#pragma once
/*
 * What the walks over typed values share: which part of a type a value takes, and what
 * identifies an item of a list. Only for typed*.c.
 */
#include "value/typed.h"

enum ls_type_form {
    LS_TYPE_FORM_NONE = 0,
    LS_TYPE_FORM_SCALAR = 1,
    LS_TYPE_FORM_LIST = 2,
    LS_TYPE_FORM_MAP = 4,
};

/* The forms of the type that the value may take, as bits: the one it has, or, when it has none that
 * is allowed (null, absent, wrong), all of them. */
unsigned ls_typed_forms(const struct ls_type_schema *type, struct ls_node value);
/* Of several forms the one that decides. */
enum ls_type_form ls_typed_form(unsigned forms);

/* The type of a member; never NULL: what a type does not know is one piece. */
const struct ls_type_schema *ls_typed_member(const struct ls_type_map *map, struct ls_slice name);

/* How the item is selected in a set or list map. NULL when it is, else why it cannot be. */
const char *ls_typed_element(struct ls_arena *arena, const struct ls_type_list *list,
                             struct ls_node item, struct ls_field_element *out);

/* The items of a list with their elements, and by rank the order of the elements. */
struct ls_typed_item {
    struct ls_field_element element;
    struct ls_node value;
    const char *trouble; /* NULL: the element is valid */
    size_t place;        /* in the list */
};
struct ls_typed_items {
    struct ls_typed_item *at; /* in the order of the list */
    size_t count;
    struct ls_typed_item **sorted; /* by element, then place; those without a valid element first */
};
struct ls_typed_items ls_typed_items_of(struct ls_arena *arena, const struct ls_type_list *list,
                                        struct ls_node value);
