#pragma once
/* A compiled schema, and what the parts of validation share. */
#include "base/buf.h"
#include "value/regex.h"
#include "value/schema.h"
#include "value/schema_format.h"
#include "value/type_schema.h"

enum schema_type {
    SCHEMA_OBJECT = 1 << 0,
    SCHEMA_ARRAY = 1 << 1,
    SCHEMA_STRING = 1 << 2,
    SCHEMA_INTEGER = 1 << 3,
    SCHEMA_NUMBER = 1 << 4,
    SCHEMA_BOOLEAN = 1 << 5,
};

/* Compiled at first use: most schemas have many patterns, most objects use few. */
struct schema_pattern {
    struct ls_slice text;
    struct ls_regex *regex; /* NULL: not used yet, or no pattern at all */
    struct schema_pattern *next;
};

struct schema_property {
    struct ls_slice name;
    const struct ls_schema *schema;
};

struct schema_group { /* anyOf, oneOf, allOf */
    const struct ls_schema **at;
    size_t count;
};

struct schema_bound { /* a limit that may be absent */
    bool is_set;
    bool is_exclusive;
    double value;
};

struct schema_count {
    bool is_set;
    int64_t value;
};

/* Most schemas have none of these and share one empty struct. */
struct schema_limits {
    struct schema_bound minimum, maximum, multiple_of;
    struct schema_count length_min, length_max, items_min, items_max, members_min, members_max;
};
struct schema_logic {
    struct schema_group any_of, one_of, all_of;
    const struct ls_schema *not_schema;
};

struct ls_schema {
    unsigned types;            /* enum schema_type, or-ed; 0: any */
    const char *type_text;     /* "integer", or "integer,string" */
    const char *format;        /* as written; "": none that the API server knows */
    ls_format_fn format_fn;    /* NULL: no format of strings */
    const char *number_format; /* int32, int64, float, double where the type is theirs; else "" */
    bool is_nullable;
    bool keeps_unknown;                 /* x-kubernetes-preserve-unknown-fields */
    bool is_embedded;                   /* x-kubernetes-embedded-resource */
    bool forbids_additional;            /* additionalProperties: false */
    bool allows_additional;             /* additionalProperties is there and not false */
    const struct ls_schema *additional; /* its schema; NULL: none */
    const struct ls_schema *items;
    const struct schema_property *properties; /* sorted by name */
    size_t property_count;
    struct ls_node required;
    struct ls_node enum_values;
    struct ls_node default_value;
    const struct schema_limits *limits;
    const struct schema_logic *logic;
    struct schema_pattern *pattern;
    enum ls_list_kind list_kind;
    struct ls_node list_keys;
    bool has_rules;                  /* here or below */
    bool has_defaults;               /* below */
    struct schema_pattern *patterns; /* of the root: all of them */
};

const struct ls_schema *schema_property_find(const struct ls_schema *schema, struct ls_slice name);
/* The schema of a member, declared or additional; NULL: none. */
const struct ls_schema *schema_member(const struct ls_schema *schema, struct ls_slice name);

/* The place of a walk: a chain on the stack, printed only when there is a finding. */
enum place_kind { PLACE_ROOT, PLACE_PROPERTY, PLACE_ADDITIONAL, PLACE_INDEX };
struct schema_place {
    const struct schema_place *parent;
    enum place_kind kind;
    struct ls_slice key;
    size_t index;
};

/* What one branch of validation found. `matches` says how close the branch came, for anyOf and
 * oneOf. */
struct issue {
    struct ls_finding finding;
    const char *message; /* the same message is reported once */
};
struct result {
    struct issue *at;
    size_t count;
    size_t cap;
    int matches;
};

struct schema_checker {
    struct ls_arena *arena;
};

void result_add(struct schema_checker *checker, struct result *result, struct issue issue);
void result_merge(struct schema_checker *checker, struct result *result,
                  const struct result *other);
/* "spec.ports[0]" as messages name it; the root is "". */
const char *place_name(struct schema_checker *checker, const struct schema_place *place);
/* A finding about a place: `NAME in body TEXT`, NULL: no value is shown. */
void issue_at(struct schema_checker *checker, struct result *result,
              const struct schema_place *place, enum ls_finding_type type, const char *shown_value,
              const char *format, ...) LS_FORMAT(6, 7);
/* The same with a message of another shape. */
void issue_message(struct schema_checker *checker, struct result *result,
                   const struct schema_place *place, const char *shown_value, const char *message);
/* One about the object as a whole, which names the place itself. */
void issue_whole(struct schema_checker *checker, struct result *result, const char *format, ...)
    LS_FORMAT(3, 4);
const char *value_text(struct schema_checker *checker, struct ls_node value);

/* The checks of one value, without what is below it. */
void check_type(struct schema_checker *checker, const struct ls_schema *schema,
                struct ls_node value, const struct schema_place *place, struct result *result);
void check_enum(struct schema_checker *checker, const struct ls_schema *schema,
                struct ls_node value, const struct schema_place *place, struct result *result);
void check_string(struct schema_checker *checker, const struct ls_schema *schema,
                  struct ls_node value, const struct schema_place *place, struct result *result);
void check_format(struct schema_checker *checker, const struct ls_schema *schema,
                  struct ls_node value, const struct schema_place *place, struct result *result);
void check_number(struct schema_checker *checker, const struct ls_schema *schema,
                  struct ls_node value, const struct schema_place *place, struct result *result);
