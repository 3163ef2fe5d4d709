#pragma once
/* Types of libraries, and types by their names in signatures and expressions. Private to this
 * folder. */
#include "expr/lib/library.h"

extern const struct ls_cel_type ls_cel_quantity_type, ls_cel_url_type, ls_cel_ip_type,
    ls_cel_cidr_type, ls_cel_format_type, ls_cel_semver_type;

/* As signatures name it: "timestamp", "null", "net.IP"; NULL: none. */
const struct ls_cel_type *ls_cel_type_short(struct ls_slice name);
