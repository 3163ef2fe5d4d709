#pragma once
/*
 * A spot: a value, its place in the object, and the list of its errors.
 *
 * Validation walks an object from spot to spot. The text of a place (`spec.containers[0].name`) is
 * made only for an error, so a valid object costs only its walk. A spot borrows its parent,
 * which stays on the stack of the caller. A missing value is a spot as well.
 *
 *     static void probe_check(const struct ls_spot *probe)
 *     {
 *         struct ls_spot period = ls_spot_at(probe, "periodSeconds");
 *         ls_spot_not_negative(&period);
 *     }
 */
#include "sandbox/kinds/text_rule.h"
#include "sandbox/status/field_errors.h"

struct ls_spot {
    struct ls_node value;
    struct ls_field_errors *errors;
    const struct ls_spot *parent;
    const char *name;    /* of a member; NULL: an item or an entry */
    struct ls_slice key; /* of an entry: `data[a.b]` */
    size_t index;        /* of an item, when there is no key */
};

struct ls_spot ls_spot_root(struct ls_node object, struct ls_field_errors *errors);
/* A member; the name may be a path of names with dots: "spec.template". */
struct ls_spot ls_spot_at(const struct ls_spot *parent, const char *name);
/* The same as a pointer, for a check of one member: ls_port_check(LS_SPOT_AT(&spec, "port")). It is
 * valid until the end of the enclosing block. */
#define LS_SPOT_AT(parent, name) ((struct ls_spot[1]){ls_spot_at((parent), (name))})
struct ls_spot ls_spot_item(const struct ls_spot *list, size_t index, struct ls_node value);
struct ls_spot ls_spot_entry(const struct ls_spot *map, struct ls_slice key, struct ls_node value);

/* A place with another value than the object's: Go shows some values at another place. */
struct ls_spot ls_spot_showing(const struct ls_spot *parent, const char *name,
                               struct ls_node value);

/* Walks the items of a list: LS_EACH_ITEM(port, &ports) port_check(&port); */
struct ls_spot_walk {
    struct ls_iter iter;
    size_t index;
};
struct ls_spot_walk ls_spot_walk(const struct ls_spot *list);
bool ls_spot_next(struct ls_spot_walk *walk, const struct ls_spot *list, struct ls_spot *out);
#define LS_EACH_ITEM(spot, list)                                                                   \
    for (struct ls_spot_walk walk_##spot = ls_spot_walk(list), *once_##spot = &walk_##spot;        \
         once_##spot; once_##spot = NULL)                                                          \
        for (struct ls_spot spot; ls_spot_next(&walk_##spot, list, &spot);)

bool ls_spot_is_there(const struct ls_spot *spot); /* neither absent nor null */
struct ls_slice ls_spot_text(const struct ls_spot *spot);
const char *ls_spot_path(const struct ls_spot *spot); /* in the arena of the errors */

/* Errors of a spot. Formats may be "". */
void ls_spot_required(const struct ls_spot *spot, const char *format, ...) LS_FORMAT(2, 3);
void ls_spot_invalid(const struct ls_spot *spot, const char *format, ...) LS_FORMAT(2, 3);
/* value_text is the value as shown: for an absent member, Go's zero value. */
void ls_spot_invalid_as(const struct ls_spot *spot, const char *value_text, const char *format, ...)
    LS_FORMAT(3, 4);
void ls_spot_forbidden(const struct ls_spot *spot, const char *format, ...) LS_FORMAT(2, 3);
void ls_spot_duplicate(const struct ls_spot *spot);
void ls_spot_duplicate_as(const struct ls_spot *spot, const char *value_text);
void ls_spot_not_found(const struct ls_spot *spot);
void ls_spot_too_long(const struct ls_spot *spot, size_t bytes_max);

/* Checks that report errors; true: there is none. */
bool ls_spot_needed(const struct ls_spot *spot); /* a text, list or map that is not empty */
bool ls_spot_follows(const struct ls_spot *spot, enum ls_text_rule rule); /* its text */
bool ls_spot_choice(const struct ls_spot *spot, const char *const *choices, size_t choice_count);
/* As ls_spot_choice(), but a missing value is required. */
bool ls_spot_needed_choice(const struct ls_spot *spot, const char *const *choices,
                           size_t choice_count);
/* As ls_spot_choice(), but a missing value is fine. */
bool ls_spot_optional_choice(const struct ls_spot *spot, const char *const *choices,
                             size_t choice_count);
/* A text that is present and follows the rule. */
bool ls_spot_needed_text(const struct ls_spot *spot, enum ls_text_rule rule);
/* A text that follows the rule unless it is empty. */
bool ls_spot_optional_text(const struct ls_spot *spot, enum ls_text_rule rule);
bool ls_spot_at_most(const struct ls_spot *spot, size_t items_max);
bool ls_spot_not_negative(const struct ls_spot *spot); /* absent is 0 */
bool ls_spot_in_range(const struct ls_spot *spot, int64_t low, int64_t high);
/* Reports "field is immutable" when the values differ; absent equals absent. */
bool ls_spot_unchanged(const struct ls_spot *spot, struct ls_node old);
#define LS_SPOT_CHOICE(spot, table)        ls_spot_choice((spot), (table), LS_COUNT(table))
#define LS_SPOT_NEEDED_CHOICE(spot, table) ls_spot_needed_choice((spot), (table), LS_COUNT(table))
#define LS_SPOT_OPTIONAL_CHOICE(spot, table)                                                       \
    ls_spot_optional_choice((spot), (table), LS_COUNT(table))
