#include "expr/lib/types.h"

#define OPAQUE(text)                                                                               \
    {                                                                                              \
        .kind = LS_CEL_OPAQUE, .name = (text), .size_max = UINT64_MAX                              \
    }
const struct ls_cel_type ls_cel_quantity_type = OPAQUE("kubernetes.Quantity");
const struct ls_cel_type ls_cel_url_type = OPAQUE("kubernetes.URL");
const struct ls_cel_type ls_cel_ip_type = OPAQUE("net.IP");
const struct ls_cel_type ls_cel_cidr_type = OPAQUE("net.CIDR");
const struct ls_cel_type ls_cel_format_type = OPAQUE("kubernetes.NamedFormat");
const struct ls_cel_type ls_cel_semver_type = OPAQUE("kubernetes.Semver");

/* A type has up to two names: in signatures, and in expressions. */
struct named_type {
    const char *short_name; /* NULL: not used in signatures */
    const char *name;       /* NULL: no expression can name it */
    const struct ls_cel_type *type;
    uint64_t libraries; /* any of these brings the name */
};

#define ALWAYS    LS_CEL_LIBS(LS_CEL_LIB_STANDARD)
#define LIB(name) LS_CEL_LIBS(LS_CEL_LIB_##name)
/* clang-format off */
static const struct named_type named_types[] = {
    {"dyn",                    NULL,                        &ls_cel_dyn,           0},
    {"null",                   "null_type",                 &ls_cel_null,          ALWAYS},
    {"bool",                   "bool",                      &ls_cel_bool,          ALWAYS},
    {"int",                    "int",                       &ls_cel_int,           ALWAYS},
    {"uint",                   "uint",                      &ls_cel_uint,          ALWAYS},
    {"double",                 "double",                    &ls_cel_double,        ALWAYS},
    {"string",                 "string",                    &ls_cel_string,        ALWAYS},
    {"bytes",                  "bytes",                     &ls_cel_bytes,         ALWAYS},
    {"timestamp",              "google.protobuf.Timestamp", &ls_cel_timestamp,     ALWAYS},
    {"duration",               "google.protobuf.Duration",  &ls_cel_duration,      ALWAYS},
    {"type",                   "type",                      &ls_cel_any_type,      ALWAYS},
    {NULL,                     "list",                      &ls_cel_any_list,      ALWAYS},
    {NULL,                     "map",                       &ls_cel_any_map,       ALWAYS},
    {NULL,                     "optional_type",             &ls_cel_any_optional,  LIB(OPTIONAL)},
    {"kubernetes.Quantity",    NULL,                        &ls_cel_quantity_type, 0},
    {"kubernetes.URL",         NULL,                        &ls_cel_url_type,      0},
    {"net.IP",                 "net.IP",                    &ls_cel_ip_type,
     LIB(KUBE_IP) | LIB(KUBE_CIDR) | LIB(NETWORK_EXT)},
    {"net.CIDR",               "net.CIDR",                  &ls_cel_cidr_type,
     LIB(KUBE_CIDR) | LIB(NETWORK_EXT)},
    {"kubernetes.NamedFormat", NULL,                        &ls_cel_format_type,   0},
    {"kubernetes.Semver",      NULL,                        &ls_cel_semver_type,   0},
};
/* clang-format on */

const struct ls_cel_type *ls_cel_type_short(struct ls_slice name)
{
    for (size_t i = 0; i < LS_COUNT(named_types); i++) {
        if (named_types[i].short_name && ls_slice_is(name, named_types[i].short_name))
            return named_types[i].type;
    }
    return NULL;
}

const struct ls_cel_type *ls_cel_type_named(struct ls_slice name, uint64_t libraries)
{
    libraries |= ALWAYS;
    for (size_t i = 0; i < LS_COUNT(named_types); i++) {
        const struct named_type *row = &named_types[i];
        if (row->name && (row->libraries & libraries) && ls_slice_is(name, row->name))
            return row->type;
    }
    return NULL;
}
