#include "sandbox/ops/names.h"

#include <string.h>

#include "sandbox/ops/limits.h"
#include "value/go_text.h"

static void flaws_tell(struct ls_field_errors *errors, const char *field, struct ls_slice text,
                       const struct ls_text_flaws *flaws)
{
    struct ls_buf value LS_AUTO(ls_buf_release) = {0};
    if (flaws->count == 0)
        return;
    ls_go_quote(&value, text);
    for (size_t i = 0; i < flaws->count; i++)
        ls_field_error_add(errors, LS_FIELD_ERROR_INVALID, field, ls_buf_text(&value), "%s",
                           flaws->at[i]);
}

void ls_text_check(struct ls_field_errors *errors, const char *field, enum ls_text_rule rule,
                   struct ls_slice text)
{
    LS_ASSERT(rule < LS_TEXT_RULE_COUNT);
    struct ls_text_flaws flaws = ls_text_flaws(rule, text);
    flaws_tell(errors, field, text, &flaws);
}

void ls_prefix_check(struct ls_field_errors *errors, const char *field, enum ls_text_rule rule,
                     struct ls_slice text)
{
    LS_ASSERT(rule < LS_TEXT_RULE_COUNT);
    struct ls_text_flaws flaws = ls_text_prefix_flaws(rule, text);
    flaws_tell(errors, field, text, &flaws);
}

struct ls_slice ls_name_generate(struct ls_arena *arena, struct ls_random *random,
                                 struct ls_slice base)
{
    LS_ASSERT(base.len > 0);
    static const char alphabet[] = "bcdfghjklmnpqrstvwxz2456789";
    size_t len = LS_MIN(base.len, (size_t)LS_NAME_BASE_BYTES_MAX);
    char *name = ls_arena_alloc(arena, len + LS_NAME_SUFFIX_BYTES + 1);
    memcpy(name, base.at, len);
    for (size_t i = 0; i < LS_NAME_SUFFIX_BYTES; i++)
        name[len + i] = alphabet[ls_random_below(random, sizeof alphabet - 1)];
    return (struct ls_slice){name, len + LS_NAME_SUFFIX_BYTES};
}
