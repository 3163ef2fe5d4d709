#pragma once
/*
 * What the embedded server stores and does not enforce, as rows.
 *
 * A write that creates such an object, or changes the part that a real cluster would act on, gets a
 * Warning header. The list in docs/manual/sandbox.md has the same rows; a test compares them.
 */
#include "sandbox/kinds/kind.h"

struct ls_unenforced {
    const char *group;
    const char *kind;
    const char *part; /* the path of the part; "": all but metadata and status */
    bool (*applies)(struct ls_node part); /* NULL: always */
    const char *when;                     /* the same in words; "": always */
    const char *text;                     /* what it is, and what follows from it */
};

extern const struct ls_unenforced ls_unenforced_rows[];
extern const size_t ls_unenforced_count;

/* The beginning of every such warning. */
#define LS_UNENFORCED_WARNING "the sandbox does not enforce "

/* Warns of each row about the object; on an update only if the row's part changed. */
void ls_unenforced_warn(const struct ls_admission *admission, struct ls_node object,
                        struct ls_response_warnings *warnings);
