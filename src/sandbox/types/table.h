#pragma once
/* The macros of table_*.c, for these files only. */
#include "sandbox/types/api_type.h"
#include "sandbox/types/table_types.h"
#include "base/macros.h"

enum {
    POINTER = LS_FIELD_POINTER,
    OMIT_EMPTY = LS_FIELD_OMIT_EMPTY,
    OMIT_ZERO = LS_FIELD_OMIT_ZERO,
    REQUIRED = LS_FIELD_REQUIRED,
    ATOMIC = LS_FIELD_ATOMIC,
    GRANULAR = LS_FIELD_GRANULAR,
    PATCH_MERGE = LS_FIELD_PATCH_MERGE,
    PATCH_REPLACE = LS_FIELD_PATCH_REPLACE,
    PATCH_RETAIN_KEYS = LS_FIELD_PATCH_RETAIN_KEYS,
};

#define FORM(word)      .form = LS_API_FORM_##word
#define LIST(word)      .form = LS_API_FORM_##word, .shape = LS_SHAPE_LIST
#define MAP(word)       .form = LS_API_FORM_##word, .shape = LS_SHAPE_MAP
#define MAP_LISTS(word) .form = LS_API_FORM_##word, .shape = LS_SHAPE_MAP_LISTS
#define NAMES(...)      ((const char *const[]){__VA_ARGS__, NULL})

/* The rows of a type are an array with its id for a name. */
#define TYPE(id, full_name, short_name)                                                            \
    const struct ls_api_type ls_api_##id = {full_name, short_name, id, LS_COUNT(id), false};
#define ATOMIC_TYPE(id, full_name, short_name)                                                     \
    const struct ls_api_type ls_api_##id = {full_name, short_name, id, LS_COUNT(id), true};
#define EMPTY_TYPE(id, full_name, short_name)                                                      \
    const struct ls_api_type ls_api_##id = {full_name, short_name, NULL, 0, false};
