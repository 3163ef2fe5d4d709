#pragma once
/* The tables of this folder, one per family; each is ended by a row without a name. */
#include "expr/lib/library.h"

extern const struct ls_cel_overload ls_cel_logic_table[], ls_cel_arithmetic_table[],
    ls_cel_compare_table[], ls_cel_container_table[], ls_cel_convert_table[], ls_cel_text_table[],
    ls_cel_time_table[], ls_cel_optional_table[], ls_cel_strings_table[], ls_cel_math_table[],
    ls_cel_lists_table[], ls_cel_sets_table[], ls_cel_patterns_table[], ls_cel_kube_lists_table[],
    ls_cel_kube_urls_table[], ls_cel_kube_quantity_table[], ls_cel_kube_net_table[],
    ls_cel_kube_format_table[], ls_cel_kube_semver_table[];

/* One row: a function without a pattern that every checker knows. */
#define LS_CEL_ROW(library, name, id, signature, fn, cost)                                         \
    {                                                                                              \
        name, id, signature, fn, LS_CEL_LIB_##library, LS_CEL_COST_##cost, false, false            \
    }
