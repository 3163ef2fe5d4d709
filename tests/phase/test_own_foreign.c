/* Fields of others: the table walked over every input, owners as server and managedFields tell
 * them. */
#include "support_member.h"

#include <string.h>

#include "phase/own/foreign.h"

/* The manual's own words. */
static enum ls_foreign expected(bool is_ours, enum ls_hold hold, enum ls_drift_mode mode)
{
    if (mode == LS_DRIFT_FORCE)
        return LS_FOREIGN_TAKE;
    if (!is_ours)
        return LS_FOREIGN_REFUSE;
    if (hold != LS_HOLD_UPDATE)
        return LS_FOREIGN_LEAVE;
    return mode == LS_DRIFT_KEEP ? LS_FOREIGN_REFUSE : LS_FOREIGN_TAKE;
}

TEST(every_way_to_hold_a_field_has_its_answer)
{
    for (unsigned hold = 0; hold < LS_HOLD_COUNT; hold++) {
        for (unsigned mode = 0; mode < LS_DRIFT_MODE_COUNT; mode++) {
            CHECK_INT(ls_foreign_decide(true, hold, mode), expected(true, hold, mode));
            CHECK_INT(ls_foreign_decide(false, hold, mode), expected(false, hold, mode));
        }
    }
}

#define CAUSE(field, message)                                                                      \
    "{\"reason\":\"FieldManagerConflict\",\"field\":\"" field "\",\"message\":\"conflict with "    \
    "\\\"k\\\"" message "\"}"
#define LABEL  CAUSE(".metadata.labels.applyset.kubernetes.io/part-of", " using v1")
#define UPDATE CAUSE(".data.a", " using v1")
#define SCALE  CAUSE(".spec.replicas", " with subresource \\\"scale\\\" using apps/v1")
#define STATUS CAUSE(".data.b", " with subresource \\\"status\\\" using v1")
#define APPLY  CAUSE(".data.c", "")
#define ODD    "{\"reason\":\"FieldManagerConflict\",\"field\":\".x\",\"message\":\"something else\"}"

static const struct {
    const char *causes;
    enum ls_foreign ours;
    enum ls_foreign lost;   /* ours, but for its label */
    enum ls_foreign theirs; /* not ours, and neither with force where it is another set's */
    enum ls_foreign forced;
} rows[] = {
    {UPDATE, LS_FOREIGN_TAKE, LS_FOREIGN_TAKE, LS_FOREIGN_REFUSE, LS_FOREIGN_TAKE},
    {STATUS, LS_FOREIGN_TAKE, LS_FOREIGN_TAKE, LS_FOREIGN_REFUSE, LS_FOREIGN_TAKE},
    {UPDATE "," SCALE, LS_FOREIGN_LEAVE, LS_FOREIGN_LEAVE, LS_FOREIGN_REFUSE, LS_FOREIGN_TAKE},
    {APPLY "," UPDATE, LS_FOREIGN_LEAVE, LS_FOREIGN_LEAVE, LS_FOREIGN_REFUSE, LS_FOREIGN_TAKE},
    {LABEL, LS_FOREIGN_REFUSE, LS_FOREIGN_TAKE, LS_FOREIGN_REFUSE, LS_FOREIGN_REFUSE},
    {LABEL "," UPDATE, LS_FOREIGN_REFUSE, LS_FOREIGN_TAKE, LS_FOREIGN_REFUSE, LS_FOREIGN_REFUSE},
    {ODD, LS_FOREIGN_REFUSE, LS_FOREIGN_REFUSE, LS_FOREIGN_REFUSE, LS_FOREIGN_TAKE},
};

TEST(a_conflict_is_answered_by_the_worst_of_its_causes)
{
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_buf json LS_AUTO(ls_buf_release) = {0};
        ls_buf_printf(&json, "{\"details\":{\"causes\":[%s]}}", rows[i].causes);
        const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of(ls_buf_text(&json));
        struct ls_node status = ls_obj_root(obj);
        struct ls_claim ours = {.is_ours = true};
        struct ls_claim lost = {.is_ours = true, .is_label_lost = true};
        struct ls_claim theirs = {0};
        struct ls_claim forced = {.mode = LS_DRIFT_FORCE};
        struct ls_claim moves = {.from = LS_SLICE("k")};
        CHECK_INT(ls_foreign_of_status(status, &ours), rows[i].ours);
        CHECK_INT(ls_foreign_of_status(status, &lost), rows[i].lost);
        CHECK_INT(ls_foreign_of_status(status, &theirs), rows[i].theirs);
        CHECK_INT(ls_foreign_of_status(status, &forced), rows[i].forced);
        bool is_odd = strstr(rows[i].causes, "something else") != NULL;
        CHECK_INT(ls_foreign_of_status(status, &moves),
                  is_odd ? LS_FOREIGN_REFUSE : LS_FOREIGN_TAKE);
    }
}

TEST(an_owner_is_the_same_in_managed_fields)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) =
        obj_of("[{\"manager\":\"a\",\"operation\":\"Apply\",\"apiVersion\":\"v1\"},"
               "{\"manager\":\"b\",\"operation\":\"Update\",\"apiVersion\":\"v1\"},"
               "{\"manager\":\"c\",\"operation\":\"Update\",\"apiVersion\":\"v1\","
               "\"subresource\":\"scale\"}]");
    static const enum ls_hold holds[] = {LS_HOLD_APPLY, LS_HOLD_UPDATE, LS_HOLD_SUBRESOURCE};
    for (size_t i = 0; i < LS_COUNT(holds); i++) {
        struct ls_owner owner = ls_owner_of_entry(ls_node_item(ls_obj_root(obj), i));
        CHECK_INT(ls_hold_of(&owner), holds[i]);
    }
}
