/* Holders: whose object it is, and how a refusal names them. */
#include "support_member.h"

#include "phase/own/holder.h"

#define OURS   "\"labels\":{\"applyset.kubernetes.io/part-of\":\"applyset-ours-v1\"}"
#define THEIRS "\"labels\":{\"applyset.kubernetes.io/part-of\":\"applyset-theirs-v1\"}"
#define OWNED                                                                                      \
    "\"ownerReferences\":[{\"kind\":\"A\",\"name\":\"a\"},{\"kind\":\"Service\","                  \
    "\"name\":\"web\",\"controller\":true}]"
#define ORDER   "\"annotations\":{\"lockstep.dev/order\":\"0/0/0\"}"
#define APPLIED "\"annotations\":{\"lockstep.dev/applied\":\"v1:0\"}"
#define BY_LOCKSTEP                                                                                \
    "\"managedFields\":[{\"manager\":\"kubectl\",\"fieldsV1\":{}},{\"manager\":"                   \
    "\"lockstep:old/gone\",\"fieldsV1\":{\"f:metadata\":{\"f:labels\":{}}}},{\"manager\":"         \
    "\"lockstep:ns/other\",\"fieldsV1\":{\"f:metadata\":{\"f:labels\":"                            \
    "{\"f:applyset.kubernetes.io/part-of\":{}}}}}]"

/* clang-format off */
static const struct {
    const char *metadata;
    enum ls_holder holder;
    const char *printed;
} rows[] = {
    {"\"name\":\"a\"",               LS_HOLDER_NOBODY,     "nobody"},
    {"\"labels\":{\"app\":\"web\"}", LS_HOLDER_NOBODY,     "nobody"},
    {"\"ownerReferences\":[{\"kind\":\"A\",\"name\":\"a\",\"controller\":false}]",
                                     LS_HOLDER_NOBODY,     "nobody"},
    {OURS "," APPLIED,               LS_HOLDER_US,         "this set"},
    {OURS "," ORDER,                 LS_HOLDER_US,         "this set"},
    /* What we wrote stays ours when a ReplicaSet adopts it; what only carries our label is a copy
     * of it: Endpoints of a Service's label, mirrored EndpointSlices of annotations too. */
    {OURS,                           LS_HOLDER_NOBODY,     "nobody"},
    {OURS "," APPLIED "," OWNED "," BY_LOCKSTEP,
                                     LS_HOLDER_US,         "this set"},
    {OURS "," APPLIED "," OWNED,     LS_HOLDER_CONTROLLER, "Service web, its controller"},
    {OURS "," OWNED,                 LS_HOLDER_CONTROLLER, "Service web, its controller"},
    {THEIRS,                         LS_HOLDER_OTHER_SET,  "another set (applyset-theirs-v1)"},
    {THEIRS "," BY_LOCKSTEP,         LS_HOLDER_OTHER_SET,  "the set ns/other (applyset-theirs-v1)"},
    {THEIRS "," APPLIED "," OWNED "," BY_LOCKSTEP,
                                     LS_HOLDER_OTHER_SET,  "the set ns/other (applyset-theirs-v1)"},
    {THEIRS "," OWNED,               LS_HOLDER_CONTROLLER, "Service web, its controller"},
    {OWNED,                          LS_HOLDER_CONTROLLER, "Service web, its controller"},
};
/* clang-format on */

TEST(labels_and_owner_references_say_whose_it_is)
{
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_buf json LS_AUTO(ls_buf_release) = {0}, out LS_AUTO(ls_buf_release) = {0};
        ls_buf_printf(&json, "{\"metadata\":{%s}}", rows[i].metadata);
        const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of(ls_buf_text(&json));
        enum ls_holder holder = ls_holder_of(ls_obj_root(obj), LS_SLICE("applyset-ours-v1"));
        CHECK_INT(holder, rows[i].holder);
        ls_holder_print(&out, ls_obj_root(obj), holder);
        CHECK_STR(ls_buf_text(&out), rows[i].printed);
    }
}

TEST(a_label_that_is_no_text_holds_nothing)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) =
        obj_of("{\"metadata\":{\"labels\":{\"applyset.kubernetes.io/part-of\":3}}}");
    CHECK_INT(ls_holder_of(ls_obj_root(obj), LS_SLICE("applyset-ours-v1")), LS_HOLDER_NOBODY);
    CHECK_INT(ls_holder_of(LS_ABSENT, LS_SLICE("applyset-ours-v1")), LS_HOLDER_NOBODY);
}

#define ENTRY(manager, operation, fields)                                                          \
    "{\"manager\":\"" manager "\",\"operation\":\"" operation                                      \
    "\",\"fieldsV1\":{\"f:metadata\":{" fields "}}}"
#define F_APPLIED  "\"f:annotations\":{\"f:lockstep.dev/applied\":{}}"
#define F_LABEL    "\"f:labels\":{\"f:applyset.kubernetes.io/part-of\":{}}"
#define BY(...)    "\"managedFields\":[" __VA_ARGS__ "]"
#define WE_APPLIED ENTRY("lockstep:ns/us", "Apply", F_APPLIED)

/* clang-format off */
static const struct {
    const char *metadata;
    bool is_lost;
} lost_rows[] = {
    {APPLIED "," BY(WE_APPLIED), true},
    {THEIRS "," APPLIED "," BY(WE_APPLIED "," ENTRY("kubectl-label", "Update", F_LABEL)), true},
    {THEIRS "," APPLIED "," BY(WE_APPLIED "," ENTRY("kubectl", "Apply", F_LABEL)), false},
    {THEIRS "," APPLIED "," BY(ENTRY("lockstep:ns/other", "Apply", F_LABEL "," F_APPLIED)), false},
    {OURS "," APPLIED "," BY(WE_APPLIED), false},  /* it has it */
    {BY(WE_APPLIED), false},                       /* let go */
    {APPLIED, false},                              /* a copy of our annotations */
    {APPLIED "," BY(ENTRY("lockstep:ns/us", "Update", F_APPLIED)), false},
    {APPLIED "," BY(ENTRY("lockstep:ns/us", "Apply", "")), false},
    {APPLIED "," OWNED "," BY(WE_APPLIED), false}, /* a controller took it */
};
/* clang-format on */

TEST(a_label_that_somebody_changed_by_hand_is_lost_and_the_object_still_ours)
{
    for (size_t i = 0; i < LS_COUNT(lost_rows); i++) {
        struct ls_buf json LS_AUTO(ls_buf_release) = {0};
        ls_buf_printf(&json, "{\"metadata\":{%s}}", lost_rows[i].metadata);
        const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of(ls_buf_text(&json));
        bool is_lost = ls_holder_lost_label(ls_obj_root(obj), LS_SLICE("applyset-ours-v1"),
                                            LS_SLICE("lockstep:ns/us"));
        if (is_lost != lost_rows[i].is_lost)
            fail_msg("row %zu", i);
    }
}
