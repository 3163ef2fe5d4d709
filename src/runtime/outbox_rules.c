#include "runtime/outbox_rules.h"

#include <string.h>

/* A dry run leaves nothing behind that could be read. */
enum { ROW_DRY_RUN = LS_INTENT_COUNT, ROW_COUNT };

#define DO(rule) LS_RULE_##rule
/* clang-format off */
static const enum ls_outbox_rule rules[LS_CODE_COUNT][ROW_COUNT] = {
    /*                         apply       patch       delete      read        dry run */
    [LS_OK]               = {DO(REPORT), DO(REPORT), DO(REPORT), DO(REPORT), DO(REPORT)},
    [LS_E_USAGE]          = {DO(REPORT), DO(REPORT), DO(REPORT), DO(REPORT), DO(REPORT)},
    [LS_E_INVALID]        = {DO(REPORT), DO(REPORT), DO(REPORT), DO(REPORT), DO(REPORT)},
    [LS_E_TOO_BIG]        = {DO(REPORT), DO(REPORT), DO(REPORT), DO(REPORT), DO(REPORT)},
    [LS_E_UNSUPPORTED]    = {DO(REPORT), DO(REPORT), DO(REPORT), DO(REPORT), DO(REPORT)},
    [LS_E_NOT_FOUND]      = {DO(WAIT),   DO(WAIT),   DO(GONE),   DO(WAIT),   DO(WAIT)},
    [LS_E_EXISTS]         = {DO(REPORT), DO(REPORT), DO(REPORT), DO(REPORT), DO(REPORT)},
    [LS_E_CONFLICT]       = {DO(REPORT), DO(REPORT), DO(REPORT), DO(REPORT), DO(REPORT)},
    [LS_E_UNAUTHORIZED]   = {DO(REPORT), DO(REPORT), DO(REPORT), DO(REPORT), DO(REPORT)},
    [LS_E_FORBIDDEN]      = {DO(WAIT),   DO(REPORT), DO(REPORT), DO(REPORT), DO(WAIT)},
    [LS_E_GONE]           = {DO(REPORT), DO(REPORT), DO(REPORT), DO(REPORT), DO(REPORT)},
    [LS_E_TOO_MANY]       = {DO(REPEAT), DO(REPEAT), DO(REPEAT), DO(REPEAT), DO(REPEAT)},
    [LS_E_TIMEOUT]        = {DO(SETTLE), DO(SETTLE), DO(SETTLE), DO(REPEAT), DO(REPEAT)},
    [LS_E_SERVER]         = {DO(SETTLE), DO(SETTLE), DO(SETTLE), DO(REPEAT), DO(REPORT)},
    [LS_E_PROTOCOL]       = {DO(REPORT), DO(REPORT), DO(REPORT), DO(REPORT), DO(REPORT)},
    [LS_E_NOT_SENT]       = {DO(REPEAT), DO(REPEAT), DO(REPEAT), DO(REPEAT), DO(REPEAT)},
    [LS_E_UNKNOWN_RESULT] = {DO(SETTLE), DO(SETTLE), DO(SETTLE), DO(REPEAT), DO(REPEAT)},
    [LS_E_IO]             = {DO(REPORT), DO(REPORT), DO(REPORT), DO(REPEAT), DO(REPORT)},
    [LS_E_CANCELLED]      = {DO(REPORT), DO(REPORT), DO(REPORT), DO(REPORT), DO(REPORT)},
};
/* clang-format on */

enum ls_outbox_rule ls_outbox_rule(const struct ls_intent *intent, enum ls_code code)
{
    LS_ASSERT(intent->kind < LS_INTENT_COUNT && code < LS_CODE_COUNT);
    bool is_trial = intent->is_dry_run && intent->kind != LS_INTENT_READ;
    return rules[code][is_trial ? (unsigned)ROW_DRY_RUN : (unsigned)intent->kind];
}

/* The words of the admission plugin: nothing but its message tells this refusal from others. */
static bool lacks_account(struct ls_node status)
{
    return strstr(ls_node_text(ls_node_at(status, "message")),
                  "serviceaccount \"default\" not found") != NULL;
}

bool ls_outbox_is_coming(const struct ls_intent *intent, enum ls_code code, bool is_kind_unknown,
                         struct ls_node status)
{
    if (code == LS_E_NOT_FOUND)
        return is_kind_unknown && intent->awaits_kind;
    return code == LS_E_FORBIDDEN && lacks_account(status);
}
