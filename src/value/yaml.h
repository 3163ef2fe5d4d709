#pragma once
/*
 * YAML to tape and back, by the rules of the tools for Kubernetes manifests: YAML 1.1
 * scalars (yes is true, 010 is eight), merge keys, anchors, streams of documents.
 *
 * A text whose first character is '{' is read as JSON first, since YAML reads some escapes and
 * numbers of JSON differently. Only when that fails it is read as YAML. docs/design/yaml.md lists
 * the rules and where they differ from those of other readers.
 *
 * Errors read `NAME:LINE:COLUMN: what is wrong` and never show the value of a scalar, which may be
 * a secret. What aliases may copy is bounded.
 */
#include "base/buf.h"
#include "base/err.h"
#include "value/obj.h"

struct ls_yaml_options {
    size_t bytes_max;     /* of the stream; 0: LS_YAML_BYTES_MAX, which is also the most */
    size_t documents_max; /* 0: LS_YAML_DOCUMENTS_MAX, which is also the most */
    unsigned depth_max;   /* 0: LS_DEPTH_DEFAULT; never more than LS_DEPTH_MAX */
    bool is_strict;       /* a key written twice in one map is an error; else the last one wins */
    bool keep_positions;  /* for ls_obj_position() */
    /* with is_strict: called for a repeated key, the last one wins; NULL: it is an error */
    void (*on_repeat)(void *self, uint32_t line, struct ls_slice key);
    void *self;
    const char *name; /* of the file, for errors; may be NULL */
};

/*
 * A stream of documents:
 *
 *     struct ls_yaml *yaml LS_AUTO(ls_yaml_free_at) = ls_yaml_new(text, NULL);
 *     for (;;) {
 *         const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
 *         if (ls_yaml_next(yaml, &obj, err))
 *             return err->code;
 *         if (!obj)
 *             return LS_OK;
 *         use(obj);
 *     }
 */
struct ls_yaml;
/* Borrows text and options->name for life. options may be NULL for the defaults. */
struct ls_yaml *ls_yaml_new(struct ls_slice text, const struct ls_yaml_options *options);
void ls_yaml_free_at(struct ls_yaml **yaml); /* for LS_AUTO */

/* The next document, for the caller to unref; NULL after the last. Documents with nothing but space
 * and comments are skipped (a written null is not). After an error the stream is at its end. */
enum ls_code ls_yaml_next(struct ls_yaml *yaml, const struct ls_obj **out, struct ls_err *err);
/* Of the document that came last: the line of its first value, from 1. */
uint32_t ls_yaml_line(const struct ls_yaml *yaml);
size_t ls_yaml_empty_count(const struct ls_yaml *yaml); /* documents skipped so far */

/* A text that must hold exactly one document. */
enum ls_code ls_yaml_parse(struct ls_slice text, const struct ls_yaml_options *options,
                           const struct ls_obj **out, struct ls_err *err);

enum ls_yaml_order {
    LS_YAML_AS_IS,
    LS_YAML_SORTED, /* as kubectl: letters after all else, digits by their value (a2 before a10) */
    LS_YAML_ORDER_COUNT
};
/* Prints in the shape of `kubectl get -o yaml`, with a line break at the end. An absent node prints
 * as null. What is printed reads back as an equal value, but for numbers that no double holds. */
void ls_yaml_print(struct ls_buf *out, struct ls_node node, enum ls_yaml_order order);
