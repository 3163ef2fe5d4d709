#include "sandbox/kinds/findings.h"

#include <string.h>

/* clang-format off */
static const enum ls_complaint_type complaint_of[] = {
    [LS_FINDING_INVALID]       = LS_COMPLAINT_INVALID,
    [LS_FINDING_TYPE_INVALID]  = LS_COMPLAINT_TYPE_INVALID,
    [LS_FINDING_REQUIRED]      = LS_COMPLAINT_REQUIRED,
    [LS_FINDING_NOT_SUPPORTED] = LS_COMPLAINT_NOT_SUPPORTED,
    [LS_FINDING_DUPLICATE]     = LS_COMPLAINT_DUPLICATE,
    [LS_FINDING_TOO_LONG]      = LS_COMPLAINT_TOO_LONG,
    [LS_FINDING_TOO_MANY]      = LS_COMPLAINT_TOO_MANY,
    [LS_FINDING_FORBIDDEN]     = LS_COMPLAINT_FORBIDDEN,
};
/* clang-format on */

void ls_findings_complain(const struct ls_findings *findings, const char *parent,
                          struct ls_complaints *complaints)
{
    for (size_t i = 0; i < findings->count; i++) {
        const struct ls_finding *finding = &findings->at[i];
        LS_ASSERT((size_t)finding->type < LS_COUNT(complaint_of));
        const char *field = finding->field;
        if (parent[0] != '\0')
            field =
                strcmp(field, "<nil>") == 0 ? parent : ls_field(complaints->arena, parent, field);
        ls_complain(complaints, complaint_of[finding->type], field, finding->value_text, "%s",
                    finding->detail);
    }
}
