#pragma once
/*
 * Reads a record again, entry by entry. Every line is checked before it is handed out: an entry has
 * the members of its type, of the right form, so that whoever shows it need not.
 *
 * A last line without its line break is what a killed process leaves: it is passed over and noted.
 */
#include "kube/record/record.h"
#include "value/obj.h"

struct ls_record_entry {
    enum ls_record_type type;
    int64_t at_ms; /* since the beginning; 0 of the header */
    uint32_t line;
    struct ls_node root; /* valid until the next one is read */
};

struct ls_record_reader { /* {0} before init; the rest is private */
    const char *name;     /* of the file, for errors */
    struct ls_slice rest;
    uint32_t line;
    int64_t at_ms;
    const struct ls_obj *obj;
    bool is_torn; /* the last line is not complete */
    bool has_end; /* the result was read */
};

/* Borrows name and text for life. */
void ls_record_reader_init(struct ls_record_reader *reader, const char *name, struct ls_slice text);
void ls_record_reader_release(struct ls_record_reader *reader);
/* The next entry; *has_entry is false at the end. The first one is the header: a text without one
 * is no record, one of a newer version is refused. Errors read `NAME:LINE: what is wrong`. */
enum ls_code ls_record_read(struct ls_record_reader *reader, struct ls_record_entry *out,
                            bool *has_entry, struct ls_err *err);
