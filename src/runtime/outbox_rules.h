#pragma once
/*
 * What becomes of a request that was answered, or was not: one table of kinds of intents and codes.
 *
 * The client has already repeated what the server asked for (kube/retry.h); here stands what is
 * left.
 */
#include "base/err.h"
#include "runtime/outbox.h"

enum ls_outbox_rule {
    LS_RULE_REPORT, /* the decision's to judge */
    LS_RULE_REPEAT, /* again after a growing pause, the server's own wish at least */
    LS_RULE_SETTLE, /* may have been carried out: the object is read, and that is the result */
    LS_RULE_GONE,   /* nothing there to delete: done */
    LS_RULE_WAIT,   /* again for LS_KIND_PATIENCE_MS if it is about what was just made, else told */
    LS_RULE_COUNT
};

enum ls_outbox_rule ls_outbox_rule(const struct ls_intent *intent, enum ls_code code);

/* Is it about something that comes by itself in a moment: a kind whose CRD was just established,
 * the default service account of a new namespace? `status` is the server's Status, or absent. */
bool ls_outbox_is_coming(const struct ls_intent *intent, enum ls_code code, bool is_kind_unknown,
                         struct ls_node status);
