#include "sandbox/kinds/findings.h"

#include <string.h>

/* clang-format off */
static const enum ls_field_error_type error_types[] = {
    [LS_FINDING_INVALID]       = LS_FIELD_ERROR_INVALID,
    [LS_FINDING_TYPE_INVALID]  = LS_FIELD_ERROR_TYPE_INVALID,
    [LS_FINDING_REQUIRED]      = LS_FIELD_ERROR_REQUIRED,
    [LS_FINDING_NOT_SUPPORTED] = LS_FIELD_ERROR_NOT_SUPPORTED,
    [LS_FINDING_DUPLICATE]     = LS_FIELD_ERROR_DUPLICATE,
    [LS_FINDING_TOO_LONG]      = LS_FIELD_ERROR_TOO_LONG,
    [LS_FINDING_TOO_MANY]      = LS_FIELD_ERROR_TOO_MANY,
    [LS_FINDING_FORBIDDEN]     = LS_FIELD_ERROR_FORBIDDEN,
};
/* clang-format on */

void ls_findings_report(const struct ls_findings *findings, const char *parent,
                        struct ls_field_errors *errors)
{
    for (size_t i = 0; i < findings->count; i++) {
        const struct ls_finding *finding = &findings->at[i];
        LS_ASSERT((size_t)finding->type < LS_COUNT(error_types));
        const char *field = finding->field;
        if (parent[0] != '\0')
            field = strcmp(field, "<nil>") == 0 ? parent : ls_field(errors->arena, parent, field);
        ls_field_error_add(errors, error_types[finding->type], field, finding->value_text, "%s",
                           finding->detail);
    }
}
