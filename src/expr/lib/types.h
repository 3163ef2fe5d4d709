#pragma once
/*
 * Types that libraries bring, and types by the names that signatures and expressions give them. For
 * this room alone.
 */
#include "expr/lib/library.h"

extern const struct ls_cel_type ls_cel_quantity_type, ls_cel_url_type, ls_cel_ip_type,
    ls_cel_cidr_type, ls_cel_format_type, ls_cel_semver_type;

/* As signatures name it: "timestamp", "null", "net.IP"; NULL: none. */
const struct ls_cel_type *ls_cel_type_short(struct ls_slice name);
