#pragma once
/*
 * What the embedded server stores and does not enforce, as rows. Whoever writes such an object, or
 * changes the part of it that a real cluster would act on, is told so in a Warning header. The list
 * in docs/manual/sandbox.md has the same rows; a test compares them.
 */
#include "sandbox/kinds/kind.h"

struct ls_unenforced {
    const char *group;
    const char *kind;
    const char *part; /* the path of what is not enforced; "": all but metadata and status */
    bool (*applies)(struct ls_node part); /* NULL: always */
    const char *when;                     /* the same in words; "": always */
    const char *text;                     /* what it is, and what that means */
};

extern const struct ls_unenforced ls_unenforced_rows[];
extern const size_t ls_unenforced_count;

/* What every such warning begins with. */
#define LS_UNENFORCED_WARNING "the sandbox does not enforce "

/* Warns of each row that speaks of the object; of an update only if it changes the row's part. */
void ls_unenforced_warn(const struct ls_admission *admission, struct ls_node object,
                        struct ls_response_warnings *warnings);
