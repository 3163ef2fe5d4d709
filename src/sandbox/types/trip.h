#pragma once
/*
 * The internals of the round trip: one walk through a value and its type. round_trip.c walks
 * structs, lists and maps; trip_forms.c converts single values.
 */
#include "base/buf.h"
#include "sandbox/types/round_trip.h"
#include "value/build.h"

/* The path from the root to the current value. A step is a member of a struct (field), a key of a
 * map (key) or an item of a list. */
struct ls_trip_step {
    const struct ls_trip_step *parent;
    const struct ls_api_type *type; /* that has the field */
    const struct ls_api_field *field;
    struct ls_slice key;
    size_t index;
};

struct ls_trip {
    struct ls_build build;
    struct ls_buf text; /* of the value at hand */
    const struct ls_trip_step *at;
    struct ls_strict_errors *strict;
    struct ls_err *err;
    enum ls_code code;
    /* Visits members in the order in which they were sent, to find the first that is wrong or
     * unknown; the built value is not used then. */
    bool as_sent;
    bool is_over;           /* a fatal error was found: the rest is skipped */
    bool has_strict_errors; /* a walk with as_sent would find some */
    /* kube-apiserver stores most kinds as protobuf, which has no difference between an empty list
     * and none. CustomResourceDefinitions are stored as JSON, which has. */
    bool keeps_empty;
    /* Above 0 inside a value that Go decodes on its own: unknown members are not reported there. */
    unsigned decoded_alone_depth;
};

/* One value of the field's form, not null, into the build. */
void ls_trip_value(struct ls_trip *trip, const struct ls_api_field *field, struct ls_node node);
/* The same for an absent value: Go's zero value. */
void ls_trip_zero(struct ls_trip *trip, const struct ls_api_field *field);
/* True: Go's zero value, which omitempty leaves out. False for a value of the wrong type. */
bool ls_trip_is_empty(const struct ls_api_field *field, struct ls_node node);
void ls_trip_struct(struct ls_trip *trip, const struct ls_api_type *type, struct ls_node map);

/* `json: cannot unmarshal string into Go struct field A.b.c of type int32`. Go goes on after such
 * an error, for which another decoder's is fatal. It writes null. */
void ls_trip_fail_type(struct ls_trip *trip, struct ls_node node, const char *go_type,
                       bool is_fatal);
/* Go's name of the type of a field's value: of the whole list or map. */
void ls_trip_go_whole(struct ls_buf *out, const struct ls_api_field *field);
