#include "sandbox/types/api_type.h"

#include <string.h>

/* ls_api_type_count: no type has this name. */
static size_t place_of(const char *name)
{
    size_t low = 0, high = ls_api_type_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(ls_api_types[middle]->name, name);
        if (!order)
            return middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return ls_api_type_count;
}

const struct ls_api_type *ls_api_type_find(const char *name)
{
    return ls_api_types[place_of(name)];
}

size_t ls_api_type_index(const struct ls_api_type *type)
{
    size_t place = place_of(type->name);
    LS_ASSERT(place < ls_api_type_count);
    return place;
}

/* Rows are in the order of the Go struct. Structs are small, so a linear search beats any index;
 * comparing the first letter skips most rows. */
const struct ls_api_field *ls_api_field_find(const struct ls_api_type *type, struct ls_slice name)
{
    for (size_t i = 0; name.len && i < type->field_count; i++) {
        const struct ls_api_field *field = &type->fields[i];
        if (field->name[0] == name.at[0] && ls_slice_is(name, field->name))
            return field;
    }
    return NULL;
}
