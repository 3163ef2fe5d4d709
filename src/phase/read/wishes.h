#pragma once
/*
 * Wishes: what the annotations of one manifest ask for, checked to the letter. A value that is not
 * one of those documented is an error that shows the form to write, never a default.
 */
#include "expr/path/template.h"
#include "source/problems.h"
#include "value/field_path.h"

enum { LS_PHASE_MIN = -9999, LS_PHASE_MAX = 9999 };

struct ls_property {
    struct ls_slice path_text;
    const struct ls_jsonpath_template *path;
    struct ls_slice value; /* what the path must print, byte for byte */
};

struct ls_wishes {
    int32_t creation_phase;
    int32_t deletion_phase;
    bool has_creation_phase;
    bool has_deletion_phase;
    bool waits_ready;
    const struct ls_property *properties;
    size_t property_count;
    int64_t timeout_ms; /* 0: none given */
    bool is_kept;
    bool is_ready_existing;           /* ready is what can be read */
    bool is_replaced;                 /* delete and create anew where a field cannot be changed */
    const char *moved_from;           /* the set it comes from; NULL: none is named */
    const char *moved_from_namespace; /* of that set's parent; NULL: that of this set */
    const struct ls_field_path *ignored; /* fields that count only when the object is created */
    size_t ignored_count;
};

/* Texts are borrowed from the manifest or live in the arena. Every mistake becomes a problem that
 * names file, line and annotation. */
void ls_wishes_read(struct ls_arena *arena, const struct ls_manifest *manifest,
                    struct ls_wishes *out, struct ls_problems *problems);
/* Does kots.io/exclude, or kots.io/when without it, leave the object out of the set? What does not
 * read excludes nothing: ls_wishes_read() refuses it. */
bool ls_wishes_is_excluded(const struct ls_manifest *manifest);
/* Annotations of KOTS that are known and have no effect here, as bits; ls_wishes_idle_print() names
 * those of several manifests together. */
uint64_t ls_wishes_idle(const struct ls_manifest *manifest);
void ls_wishes_idle_print(uint64_t idle, struct ls_buf *out);
/* The same from an object in the cluster, which cannot be refused: what does not read is left out.
 */
void ls_wishes_of_live(struct ls_arena *arena, struct ls_node object, struct ls_wishes *out);
/* Is there any annotation that makes somebody wait? */
bool ls_wishes_has_wait(const struct ls_wishes *wishes);

/* Do all properties hold in this object, now? *unmet (may be NULL) is the first that does not. */
bool ls_properties_hold(const struct ls_wishes *wishes, struct ls_node object,
                        const struct ls_property **unmet);
/* What a path prints, as client-go's JSONPath does: several results with spaces between. Where it
 * leads nowhere (LS_E_INVALID) that is the empty text; LS_E_TOO_BIG is never equal to anything. */
enum ls_code ls_property_print(const struct ls_property *property, struct ls_node object,
                               struct ls_buf *out, struct ls_err *err);
