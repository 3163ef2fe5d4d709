#include "expr/lib/library.h"

#include "expr/lib/tables.h"

const struct ls_cel_overload *const ls_cel_tables[] = {
    ls_cel_logic_table,       ls_cel_arithmetic_table,
    ls_cel_compare_table,     ls_cel_container_table,
    ls_cel_convert_table,     ls_cel_text_table,
    ls_cel_time_table,        ls_cel_optional_table,
    ls_cel_strings_table,     ls_cel_math_table,
    ls_cel_lists_table,       ls_cel_sets_table,
    ls_cel_patterns_table,    ls_cel_kube_lists_table,
    ls_cel_kube_urls_table,   ls_cel_kube_quantity_table,
    ls_cel_kube_net_table,    ls_cel_kube_format_table,
    ls_cel_kube_semver_table, NULL,
};

/* Writes the overloads to `at` unless that is NULL; returns how many there are. */
/* The overloads with this name, as many of them as `at` has room for; returns how many there are.
 */
static size_t overloads_collect(uint64_t libraries, struct ls_slice name,
                                const struct ls_cel_overload **at, size_t room)
{
    size_t count = 0;
    for (size_t i = 0; ls_cel_tables[i]; i++) {
        for (const struct ls_cel_overload *row = ls_cel_tables[i]; row->name; row++) {
            if (!(libraries & LS_CEL_LIBS(row->library)) || !ls_slice_is(name, row->name))
                continue;
            if (count < room)
                at[count] = row;
            count++;
        }
    }
    return count;
}

struct ls_cel_overloads ls_cel_overloads_find(struct ls_arena *arena, uint64_t libraries,
                                              struct ls_slice name)
{
    libraries |= LS_CEL_LIBS(LS_CEL_LIB_STANDARD);
    size_t count = overloads_collect(libraries, name, NULL, 0);
    const struct ls_cel_overload **at =
        LS_ARENA_ARRAY(arena, const struct ls_cel_overload *, count);
    overloads_collect(libraries, name, at, count);
    return (struct ls_cel_overloads){at, count};
}
