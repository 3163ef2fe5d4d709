#pragma once
/*
 * The functions of CEL: one row an overload, grouped in libraries that a caller turns on or off.
 *
 * A row holds everything about it: what the checker needs (its signature), what runs, what it
 * costs. The evaluator finds a function by name, whether it has a target, and the kinds of its
 * arguments; the checker by types. Signatures are written as people read them:
 *
 *     {"startsWith", "string.(string) bool", ls_fn_starts_with, ...}    'a'.startsWith('b')
 *     {"size", "(list(A)) int", ...}                                    size([1])
 *
 * with the types of type.h by name (dyn, int, uint, double, bool, string, bytes, timestamp,
 * duration, type, null, list(T), map(K, V), optional(T), kubernetes.Quantity ...) and one capital
 * letter for any type. Adding a function is one row and one C function.
 */
#include "base/err.h"
#include "expr/term/term.h"

/* A library of cel-go that has versions is several here, each named after the version that added
 * it: its version 2 is _0 | _1 | _2 of those that exist. */
enum ls_cel_library {
    LS_CEL_LIB_STANDARD,  /* always on: operators, conversions, strings, times */
    LS_CEL_LIB_OPTIONAL,  /* optional values; first, last */
    LS_CEL_LIB_STRINGS_0, /* charAt indexOf join lowerAscii replace split substring trim ... */
    LS_CEL_LIB_STRINGS_1, /* format, strings.quote */
    LS_CEL_LIB_STRINGS_3, /* reverse */
    LS_CEL_LIB_STRINGS_4, /* no function: format() prints as the newest, indexOf() is strict */
    LS_CEL_LIB_MATH_0,    /* greatest, least: math.@max, math.@min once their macros are expanded */
    LS_CEL_LIB_MATH_1,    /* ceil floor round trunc abs sign isNaN isInf isFinite, bits */
    LS_CEL_LIB_MATH_2,    /* sqrt */
    LS_CEL_LIB_LISTS,     /* cel-go's: slice flatten sort sortBy distinct reverse range */
    LS_CEL_LIB_SETS,      /* sets.contains equivalent intersects */
    LS_CEL_LIB_ENCODERS,  /* base64 */
    LS_CEL_LIB_BINDINGS,  /* cel.bind: a macro, no function */
    LS_CEL_LIB_TWO_VAR,   /* comprehensions with two variables: what their macros call */
    LS_CEL_LIB_REGEX_EXT, /* cel-go's regex.extract extractAll replace */
    LS_CEL_LIB_KUBE_LISTS, /* isSorted sum min max indexOf lastIndexOf */
    LS_CEL_LIB_KUBE_REGEX, /* find findAll */
    LS_CEL_LIB_KUBE_URLS,
    LS_CEL_LIB_KUBE_QUANTITY,
    LS_CEL_LIB_KUBE_IP,
    LS_CEL_LIB_KUBE_CIDR,
    LS_CEL_LIB_KUBE_FORMAT, /* format.dns1123Label().validate(...) */
    LS_CEL_LIB_KUBE_SEMVER,
    LS_CEL_LIB_NETWORK_EXT, /* cel-spec's, where it has more than Kubernetes's ip and cidr */
    LS_CEL_LIB_BLOCK,       /* cel.block: a macro, no function */
    LS_CEL_LIB_COUNT
};
/* Sets of libraries. */
#define LS_CEL_LIBS(n) (UINT64_C(1) << (n))

/* The context of a call. */
struct ls_cel_call {
    struct ls_arena *arena; /* of the run: results live here */
    const struct ls_cel_overload *overload;
    uint64_t libraries; /* that are on */
    struct ls_cel_regex_slot
        *slot; /* of this call in the program, for rows with has_pattern; NULL: nothing is kept */
    uint64_t *cost_left; /* work is charged here, see fn.h; NULL: no limit */
};
/* args[0] is the target of a member function. Kinds and number of the arguments (types of opaque
 * ones) are those of the signature, and none is an error; the function itself checks what a list or
 * a map holds. Rows of one name that differ only in the items of a list run the same function. */
typedef struct ls_term (*ls_cel_fn)(struct ls_cel_call *call, const struct ls_term *args,
                                    size_t arg_count);

/* How the cost of a call grows, as kube-apiserver counts it. check/cost.c makes the estimate,
 * cel/cost.c the actual cost. */
enum ls_cel_cost {
    LS_CEL_COST_CALL,    /* one unit */
    LS_CEL_COST_NONE,    /* none beyond its arguments */
    LS_CEL_COST_SPECIAL, /* with the sizes of its arguments; see check/cost.c and cel/cost.c */
};

struct ls_cel_overload {
    const char *name;      /* "_+_", "startsWith", "math.abs" */
    const char *id;        /* cel-go's overload id: "add_int64" */
    const char *signature; /* see above */
    ls_cel_fn fn;          /* NULL: the evaluator implements it (&&, ||, ?:) */
    enum ls_cel_library library;
    enum ls_cel_cost cost;
    bool has_pattern; /* its second argument is a regular expression; see regex.h */
    bool is_mixed;    /* 1 < 1.5: the checker knows it only where the environment says so */
};

/* Tables, each ended by a row without a name; one file per family. */
extern const struct ls_cel_overload *const ls_cel_tables[]; /* ends with NULL */

/* The overloads of a name in the libraries that are on, in the order of the tables. */
struct ls_cel_overloads {
    const struct ls_cel_overload *const *at;
    size_t count;
};
struct ls_cel_overloads ls_cel_overloads_find(struct ls_arena *arena, uint64_t libraries,
                                              struct ls_slice name);

enum { LS_CEL_ARGS_MAX = 6 }; /* of one overload */
/* A parsed signature: argument types (the target first), result. */
struct ls_cel_signature {
    bool is_member;
    const struct ls_cel_type *args[LS_CEL_ARGS_MAX];
    size_t arg_count;
    const struct ls_cel_type *result;
};
/* Asserts that the signature is valid: signatures are our own text. */
void ls_cel_signature_read(struct ls_arena *arena, const char *text, struct ls_cel_signature *out);
/* Types that an expression can name: `int`, `list` (of dyn), `google.protobuf.Timestamp`, `net.IP`
 * ... NULL: none. */
const struct ls_cel_type *ls_cel_type_named(struct ls_slice name, uint64_t libraries);
