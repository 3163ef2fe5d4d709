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

const char *ls_cel_library_name(enum ls_cel_library library)
{
    static const char *const names[LS_CEL_LIB_COUNT] = {
        [LS_CEL_LIB_STANDARD] = "standard",
        [LS_CEL_LIB_OPTIONAL] = "optional",
        [LS_CEL_LIB_STRINGS_0] = "strings",
        [LS_CEL_LIB_STRINGS_1] = "strings",
        [LS_CEL_LIB_STRINGS_3] = "strings",
        [LS_CEL_LIB_STRINGS_4] = "strings",
        [LS_CEL_LIB_MATH_0] = "math",
        [LS_CEL_LIB_MATH_1] = "math",
        [LS_CEL_LIB_MATH_2] = "math",
        [LS_CEL_LIB_LISTS] = "lists",
        [LS_CEL_LIB_SETS] = "sets",
        [LS_CEL_LIB_ENCODERS] = "encoders",
        [LS_CEL_LIB_BINDINGS] = "bindings",
        [LS_CEL_LIB_TWO_VAR] = "two-variable comprehensions",
        [LS_CEL_LIB_REGEX_EXT] = "regex",
        [LS_CEL_LIB_KUBE_LISTS] = "Kubernetes lists",
        [LS_CEL_LIB_KUBE_REGEX] = "Kubernetes regex",
        [LS_CEL_LIB_KUBE_URLS] = "Kubernetes URLs",
        [LS_CEL_LIB_KUBE_QUANTITY] = "Kubernetes quantities",
        [LS_CEL_LIB_KUBE_IP] = "Kubernetes IP addresses",
        [LS_CEL_LIB_KUBE_CIDR] = "Kubernetes CIDRs",
        [LS_CEL_LIB_KUBE_FORMAT] = "Kubernetes formats",
        [LS_CEL_LIB_KUBE_SEMVER] = "Kubernetes versions",
        [LS_CEL_LIB_NETWORK_EXT] = "network",
        [LS_CEL_LIB_BLOCK] = "blocks",
    };
    LS_ASSERT(library < LS_CEL_LIB_COUNT && names[library]);
    return names[library];
}

/* Writes the overloads to `at` unless that is NULL; returns how many there are. */
static size_t overloads_collect(uint64_t libraries, struct ls_slice name,
                                const struct ls_cel_overload **at)
{
    size_t count = 0;
    for (size_t i = 0; ls_cel_tables[i]; i++) {
        for (const struct ls_cel_overload *row = ls_cel_tables[i]; row->name; row++) {
            if (!(libraries & LS_CEL_LIBS(row->library)) || !ls_slice_is(name, row->name))
                continue;
            if (at)
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
    size_t count = overloads_collect(libraries, name, NULL);
    const struct ls_cel_overload **at =
        LS_ARENA_ARRAY(arena, const struct ls_cel_overload *, count);
    overloads_collect(libraries, name, at);
    return (struct ls_cel_overloads){at, count};
}
