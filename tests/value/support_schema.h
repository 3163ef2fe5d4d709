#pragma once
/*
 * Schemas of types as tables:
 *
 *     static const struct ls_type_field port_fields[] = {
 *         {.name = "containerPort", .type = &ls_type_number},
 *         {.name = "protocol", .type = &ls_type_string, .default_text = "TCP"},
 *     };
 *     static const struct ls_type_schema port = TYPE_STRUCT("ContainerPort", port_fields);
 *     static const char *const port_keys[] = {"containerPort", "protocol"};
 *     static const struct ls_type_schema ports = TYPE_LIST_MAP(&port, port_keys);
 */
#include "base/macros.h"
#include "value/type_schema.h"

/* For tables; arrays, not pointers. */
#define TYPE_STRUCT(type_name, field_table)                                                        \
    {                                                                                              \
        .name = (type_name), .map = &(const struct ls_type_map)                                    \
        {                                                                                          \
            .fields = (field_table), .field_count = LS_COUNT(field_table)                          \
        }                                                                                          \
    }
#define TYPE_MAP_OF(value_type)                                                                    \
    {                                                                                              \
        .map = &(const struct ls_type_map)                                                         \
        {                                                                                          \
            .values = (value_type)                                                                 \
        }                                                                                          \
    }
#define TYPE_LIST_OF(list_kind, item_type)                                                         \
    {                                                                                              \
        .list = &(const struct ls_type_list)                                                       \
        {                                                                                          \
            .kind = (list_kind), .items = (item_type)                                              \
        }                                                                                          \
    }
#define TYPE_LIST_MAP(item_type, key_table)                                                        \
    {                                                                                              \
        .list = &(const struct ls_type_list)                                                       \
        {                                                                                          \
            .kind = LS_LIST_MAP, .items = (item_type), .keys = (key_table),                        \
            .key_count = LS_COUNT(key_table)                                                       \
        }                                                                                          \
    }
