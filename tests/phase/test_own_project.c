/* Projection: what is remembered of an observed object, and the verdict at its gate. */
#include "support_member.h"

#include <string.h>

#include "phase/own/holder.h"
#include "phase/own/project.h"
#include "phase/words.h"

#define YAML                                                                                       \
    "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  annotations:\n"                      \
    "    kots.io/wait-for-properties: .data.a=b,.data.c=d\ndata: {a: b}\n"

struct asked { /* a question with all it borrows */
    struct ls_arena arena;
    struct member_stage stage;
    const struct ls_obj *intent;
    char applied[LS_APPLIED_BYTES];
    struct ls_question question;
};

static void asked_release(struct asked *asked)
{
    ls_obj_unref(asked->intent);
    member_stage_release(&asked->stage);
    ls_arena_release(&asked->arena);
}

static void ask(struct asked *asked, const char *yaml)
{
    struct ls_err err = {0};
    (void)member_of(&asked->stage, yaml);
    struct ls_member *member = &asked->stage.member;
    struct ls_problems problems LS_AUTO(ls_problems_release) = {0};
    ls_wishes_read(&asked->arena, member->manifest, &member->wishes, &problems);
    CHECK_OK(ls_problems_err(&problems, &err), err);
    CHECK_OK(ls_intent_make(member, &member_stamp, false, &asked->intent, &err), err);
    ls_intent_applied(ls_obj_root(asked->intent), &member_stamp, asked->applied);
    asked->question = (struct ls_question){
        .wishes = &member->wishes,
        .intent = asked->intent,
        .applied = asked->applied,
        .set_id = ls_slice_of(member_stamp.set_id),
        .manager = LS_SLICE("lockstep:shop/web"),
        .judges = true,
        .judges_health = member->wishes.waits_ready,
    };
}

/* ---- facts ---- */

/* The ConfigMap as the server would hold it; "more" goes into its metadata. */
static const struct ls_obj *live_of(struct asked *asked, const char *more, const char *notes,
                                    const char *fields)
{
    struct ls_buf json LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&json,
                  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\","
                  "\"namespace\":\"shop\",\"uid\":\"00000000-0000-0000-0000-000000000007\","
                  "\"resourceVersion\":\"42\",\"generation\":3%s,\"annotations\":{"
                  "\"lockstep.dev/applied\":\"%s\"%s},\"managedFields\":[{\"manager\":"
                  "\"lockstep:shop/web\",\"operation\":\"Apply\",\"fieldsV1\":{\"f:metadata\":"
                  "{\"f:labels\":{\"f:applyset.kubernetes.io/part-of\":{}},\"f:annotations\":"
                  "{\"f:lockstep.dev/order\":{},\"f:kots.io/wait-for-properties\":{}}}"
                  "%s}}]},\"data\":{\"a\":\"b\"}}",
                  more, asked->applied, notes, fields);
    return obj_of(ls_buf_text(&json));
}

#define OURS   ",\"labels\":{\"applyset.kubernetes.io/part-of\":\"applyset-ours-v1\"}"
#define THEIRS ",\"labels\":{\"applyset.kubernetes.io/part-of\":\"applyset-theirs-v1\"}"
#define DATA   ",\"f:data\":{\"f:a\":{}}"
#define GOING  ",\"deletionTimestamp\":\"2026-01-01T00:00:00Z\""

static const struct {
    const char *more;   /* in metadata */
    const char *notes;  /* in its annotations; with lockstep.dev/applied the hash is another */
    const char *fields; /* that are ours beside metadata */
    uint8_t presence;
    uint8_t holder;
    uint32_t flags;
    const char *reason;
} rows[] = {
    {OURS, "", DATA, LS_PRESENCE_THERE, LS_HOLDER_US, LS_FACT_SAME,
     "waits for .data.c=d, which is not there yet"},
    {OURS, "", "", LS_PRESENCE_THERE, LS_HOLDER_US, LS_FACT_TOUCHED,
     "somebody else changed .data.a; waits for .data.c=d, which is not there yet"},
    {OURS, ",\"lockstep.dev/applied\":\"v1:0\"", DATA, LS_PRESENCE_THERE, LS_HOLDER_US,
     LS_FACT_OTHER_HASH, ""},
    {OURS, ",\"lockstep.dev/adopted\":\"true\",\"lockstep.dev/keep\":\"true\"", DATA,
     LS_PRESENCE_THERE, LS_HOLDER_US, LS_FACT_SAME | LS_FACT_ADOPTED | LS_FACT_KEPT,
     "waits for .data.c=d, which is not there yet"},
    {OURS, ",\"kots.io/keep\":\"true\"", DATA, LS_PRESENCE_THERE, LS_HOLDER_US,
     LS_FACT_SAME | LS_FACT_KEPT, "waits for .data.c=d, which is not there yet"},
    {OURS, ",\"kots.io/keep\":\"True\",\"lockstep.dev/keep\":\"false\"", DATA, LS_PRESENCE_THERE,
     LS_HOLDER_US, LS_FACT_SAME, "waits for .data.c=d, which is not there yet"},
    {OURS GOING ",\"finalizers\":[\"x.dev/a\",\"x.dev/b\"]", "", DATA, LS_PRESENCE_GOING,
     LS_HOLDER_US, LS_FACT_SAME | LS_FACT_FINALIZERS,
     "is being deleted; held by finalizers x.dev/a, x.dev/b"},
    {OURS GOING, "", DATA, LS_PRESENCE_GOING, LS_HOLDER_US, LS_FACT_SAME, "is being deleted"},
    {"", "", DATA, LS_PRESENCE_THERE, LS_HOLDER_NOBODY, 0, ""},
    {THEIRS, "", DATA, LS_PRESENCE_THERE, LS_HOLDER_OTHER_SET, 0,
     "it belongs to the set shop/web (applyset-theirs-v1)"},
    {",\"ownerReferences\":[{\"kind\":\"Web\",\"name\":\"w\",\"controller\":true}]", "", "",
     LS_PRESENCE_THERE, LS_HOLDER_CONTROLLER, 0, "it belongs to Web w, its controller"},
};

TEST(an_object_becomes_facts)
{
    struct asked asked LS_AUTO(asked_release) = {0};
    ask(&asked, YAML);
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        const struct ls_obj *live LS_AUTO(ls_obj_unref_at) =
            live_of(&asked, rows[i].more, rows[i].notes, rows[i].fields);
        struct ls_facts facts = {0};
        ls_project(&asked.arena, &asked.question, ls_obj_root(live), NULL, &facts);
        CHECK_INT(facts.version, 42);
        CHECK_INT(facts.generation, 3);
        CHECK_INT(facts.uid.low, 7);
        CHECK_INT(facts.presence, rows[i].presence);
        CHECK_INT(facts.holder, rows[i].holder);
        CHECK_INT(facts.flags, rows[i].flags);
        CHECK_STR(facts.reason, rows[i].reason);
        bool is_judged = facts.holder == LS_HOLDER_US && !(facts.flags & LS_FACT_OTHER_HASH);
        CHECK_INT(facts.verdict, is_judged ? LS_VERDICT_IN_PROGRESS : LS_VERDICT_UNKNOWN);
    }
}

TEST(metadata_alone_tells_who_holds_it_and_no_more)
{
    struct asked asked LS_AUTO(asked_release) = {0};
    ask(&asked, YAML);
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        const struct ls_obj *live LS_AUTO(ls_obj_unref_at) =
            live_of(&asked, rows[i].more, rows[i].notes, rows[i].fields);
        struct ls_facts facts = {0};
        ls_project_metadata(&asked.arena, &asked.question, ls_obj_root(live), &facts);
        uint32_t hidden = LS_FACT_SAME | LS_FACT_TOUCHED | LS_FACT_OTHER_HASH;
        CHECK_INT(facts.flags, (rows[i].flags & ~hidden) | LS_FACT_METADATA);
        CHECK_INT(facts.holder, rows[i].holder);
        CHECK_INT(facts.presence, rows[i].presence);
    }
}

TEST(a_field_that_somebody_took_is_named_also_when_nobody_waits)
{
    struct asked asked LS_AUTO(asked_release) = {0};
    ask(&asked, YAML);
    asked.question.judges = false;
    const struct ls_obj *live LS_AUTO(ls_obj_unref_at) = live_of(&asked, OURS, "", "");
    struct ls_facts facts = {0};
    ls_project(&asked.arena, &asked.question, ls_obj_root(live), NULL, &facts);
    CHECK_STR(facts.reason, "somebody else changed .data.a");
    CHECK_INT(facts.verdict, LS_VERDICT_UNKNOWN);
}

TEST(an_object_that_is_not_wanted_any_more_is_compared_with_nothing)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_question question = {
        .set_id = LS_SLICE("applyset-ours-v1"), .judges = true, .judges_health = true};
    const struct ls_obj *live LS_AUTO(ls_obj_unref_at) =
        obj_of("{\"apiVersion\":\"batch/v1\",\"kind\":\"Job\",\"metadata\":{\"name\":\"a\","
               "\"annotations\":{\"lockstep.dev/order\":\"0/0/0\"},"
               "\"resourceVersion\":\"x\"" OURS "},\"status\":{\"conditions\":[{\"type\":"
               "\"Complete\",\"status\":\"True\"}]}}");
    struct ls_facts facts = {0};
    ls_project(&arena, &question, ls_obj_root(live), NULL, &facts);
    CHECK_INT(facts.flags, LS_FACT_FINISHED);
    CHECK_INT(facts.version, 0);
    CHECK_INT(facts.verdict, LS_VERDICT_READY);
}

TEST(a_namespace_that_goes_says_what_is_left_in_it)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_question question = {.set_id = LS_SLICE("applyset-ours-v1")};
    const struct ls_obj *live LS_AUTO(ls_obj_unref_at) = obj_of(
        "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"a\"" OURS GOING "},"
        "\"status\":{\"conditions\":[{\"type\":\"NamespaceDeletionDiscoveryFailure\",\"status\":"
        "\"False\",\"message\":\"ok\"},{\"type\":\"NamespaceContentRemaining\",\"status\":\"True\","
        "\"message\":\"pods. has 1 resource instances\"}]}}");
    struct ls_facts facts = {0};
    ls_project(&arena, &question, ls_obj_root(live), NULL, &facts);
    CHECK_STR(facts.reason,
              "is being deleted; condition NamespaceContentRemaining is True: pods. has 1 "
              "resource instances");
}

/* ---- verdicts ---- */

static const struct {
    const char *what;
    const char *notes;  /* annotations of the manifest */
    const char *object; /* kind and all that follows its metadata */
    enum ls_verdict_kind verdict;
    const char *reason;
} verdicts[] = {
    {"a kind without a rule is ready once it can be read", LS_NOTE_WAIT_READY ": \"true\"",
     "\"kind\":\"Web\"", LS_VERDICT_READY, "has no status; it is not waited for"},
    {"an empty status says nothing", LS_NOTE_WAIT_READY ": \"true\"",
     "\"kind\":\"Web\",\"status\":{}", LS_VERDICT_READY, "has no status; it is not waited for"},
    {"a Ready condition counts", LS_NOTE_WAIT_READY ": \"true\"",
     "\"kind\":\"Web\",\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]}",
     LS_VERDICT_READY, ""},
    {"and waits", LS_NOTE_WAIT_READY ": \"true\"",
     "\"kind\":\"Web\",\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"False\","
     "\"message\":\"no disk\"}]}",
     LS_VERDICT_IN_PROGRESS, NULL},
    {"a Ready condition of an older generation", LS_NOTE_WAIT_READY ": \"true\"",
     "\"kind\":\"Web\",\"status\":{\"observedGeneration\":1,\"conditions\":[{\"type\":\"Ready\","
     "\"status\":\"True\"}]}",
     LS_VERDICT_IN_PROGRESS, NULL},
    {"a condition that says itself what it saw", LS_NOTE_WAIT_READY ": \"true\"",
     "\"kind\":\"Web\",\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\","
     "\"observedGeneration\":1}]}",
     LS_VERDICT_IN_PROGRESS, NULL},
    {"properties alone do not ask for health", LS_NOTE_WAIT_FOR ": .spec.a=1",
     "\"kind\":\"Web\",\"spec\":{\"a\":1},\"status\":{\"conditions\":[{\"type\":\"Ready\","
     "\"status\":\"False\"}]}",
     LS_VERDICT_READY, ""},
    {"all properties at the same moment", LS_NOTE_WAIT_FOR ": \".status.a=true,.status.b=true\"",
     "\"kind\":\"Web\",\"status\":{\"a\":true,\"b\":false}", LS_VERDICT_IN_PROGRESS,
     "waits for .status.b=true, which is false"},
    {"a property that is not there", LS_NOTE_WAIT_FOR ": .status.a=true", "\"kind\":\"Web\"",
     LS_VERDICT_IN_PROGRESS, "waits for .status.a=true, which is not there yet"},
    {"a property that is empty", LS_NOTE_WAIT_FOR ": .status.a=x",
     "\"kind\":\"Web\",\"status\":{\"a\":\"\"}", LS_VERDICT_IN_PROGRESS,
     "waits for .status.a=x, which is empty"},
    {"a status of an older generation is none", LS_NOTE_WAIT_FOR ": .status.ready=2",
     "\"kind\":\"Web\",\"status\":{\"observedGeneration\":1,\"ready\":2}", LS_VERDICT_IN_PROGRESS,
     "its status is of generation 1, the object is at 2"},
    {"a status of this generation counts", LS_NOTE_WAIT_FOR ": .status.ready=2",
     "\"kind\":\"Web\",\"status\":{\"observedGeneration\":2,\"ready\":2}", LS_VERDICT_READY, ""},
    {"a status that names no generation counts", LS_NOTE_WAIT_FOR ": .status.ready=2",
     "\"kind\":\"Web\",\"status\":{\"ready\":2}", LS_VERDICT_READY, ""},
    {"conditions that all lag make an old status", LS_NOTE_WAIT_FOR ": .status.ready=2",
     "\"kind\":\"Web\",\"status\":{\"ready\":2,\"conditions\":[{\"type\":\"A\",\"status\":\"True\","
     "\"observedGeneration\":1}]}",
     LS_VERDICT_IN_PROGRESS, "its status is of generation 1, the object is at 2"},
    {"the newest condition tells", LS_NOTE_WAIT_FOR ": .status.ready=2",
     "\"kind\":\"Web\",\"status\":{\"ready\":2,\"conditions\":[{\"type\":\"A\",\"status\":\"True\","
     "\"observedGeneration\":1},{\"type\":\"B\",\"status\":\"True\",\"observedGeneration\":2}]}",
     LS_VERDICT_READY, ""},
    {"a condition that lags does not count",
     LS_NOTE_WAIT_FOR ": '.status.conditions[?(@.type==\"A\")].status=True'",
     "\"kind\":\"Web\",\"status\":{\"conditions\":[{\"type\":\"A\",\"status\":\"True\","
     "\"observedGeneration\":1},{\"type\":\"B\",\"status\":\"True\",\"observedGeneration\":2}]}",
     LS_VERDICT_IN_PROGRESS,
     "waits for .status.conditions[?(@.type==\"A\")].status, which a condition of an earlier "
     "generation says; the object is at 2"},
    {"a condition beside one that lags counts",
     LS_NOTE_WAIT_FOR ": '.status.conditions[?(@.type==\"B\")].status=True'",
     "\"kind\":\"Web\",\"status\":{\"conditions\":[{\"type\":\"A\",\"status\":\"True\","
     "\"observedGeneration\":1},{\"type\":\"B\",\"status\":\"True\",\"observedGeneration\":2}]}",
     LS_VERDICT_READY, ""},
    {"a Secret's values stay its own", LS_NOTE_WAIT_FOR ": .data.a=Z2VoZWlt",
     "\"kind\":\"Secret\",\"data\":{\"a\":\"b2ZmZW4=\"}", LS_VERDICT_IN_PROGRESS,
     "waits for .data.a=..., which is something else"},
    {"both annotations: both", LS_NOTE_WAIT_READY ": \"true\", " LS_NOTE_WAIT_FOR ": .spec.a=1",
     "\"kind\":\"Web\",\"spec\":{\"a\":1},\"status\":{\"conditions\":[{\"type\":\"Ready\","
     "\"status\":\"False\"}]}",
     LS_VERDICT_IN_PROGRESS, NULL},
    {"both annotations: both", LS_NOTE_WAIT_READY ": \"true\", " LS_NOTE_WAIT_FOR ": .spec.a=1",
     "\"kind\":\"Web\",\"spec\":{\"a\":2},\"status\":{\"conditions\":[{\"type\":\"Ready\","
     "\"status\":\"True\"}]}",
     LS_VERDICT_IN_PROGRESS, "waits for .spec.a=1, which is 2"},
};

TEST(a_gate_holds_by_the_rules_of_the_manual)
{
    for (size_t i = 0; i < LS_COUNT(verdicts); i++) {
        struct asked asked LS_AUTO(asked_release) = {0};
        struct ls_buf yaml LS_AUTO(ls_buf_release) = {0}, json LS_AUTO(ls_buf_release) = {0};
        ls_buf_printf(&yaml,
                      "apiVersion: x.dev/v1\nkind: Web\nmetadata: {name: a, annotations: {%s}}\n",
                      verdicts[i].notes);
        ls_buf_printf(&json,
                      "{\"apiVersion\":\"%s\",\"metadata\":{\"name\":\"a\",\"generation\":2},%s}",
                      strstr(verdicts[i].object, "Secret") ? "v1" : "x.dev/v1", verdicts[i].object);
        ask(&asked, ls_buf_text(&yaml));
        const struct ls_obj *live LS_AUTO(ls_obj_unref_at) = obj_of(ls_buf_text(&json));
        struct ls_verdict verdict =
            ls_judge(&asked.arena, &asked.question, ls_obj_root(live), NULL);
        if (verdict.kind != verdicts[i].verdict)
            fail_msg("%s: %s (%s)", verdicts[i].what, ls_verdict_name(verdict.kind),
                     verdict.reason);
        if (verdicts[i].reason)
            CHECK_STR(verdict.reason, verdicts[i].reason);
        else
            CHECK(verdict.reason[0] != '\0');
    }
}

TEST(a_long_value_is_cut_between_characters)
{
    struct asked asked LS_AUTO(asked_release) = {0};
    struct ls_buf json LS_AUTO(ls_buf_release) = {0};
    ask(&asked, "apiVersion: x.dev/v1\nkind: Web\nmetadata: {name: a, annotations: "
                "{kots.io/wait-for-properties: .a=b}}\n");
    ls_buf_add_text(&json, "{\"apiVersion\":\"x.dev/v1\",\"kind\":\"Web\",\"a\":\"x");
    for (int i = 0; i < 100; i++)
        ls_buf_add_text(&json, "\xc3\xa4");
    ls_buf_add_text(&json, "\"}");
    const struct ls_obj *live LS_AUTO(ls_obj_unref_at) = obj_of(ls_buf_text(&json));
    struct ls_verdict verdict = ls_judge(&asked.arena, &asked.question, ls_obj_root(live), NULL);
    CHECK_HAS(verdict.reason, "\xc3\xa4...");
    CHECK_INT(strlen(verdict.reason), strlen("waits for .a=b, which is x...") + 98);
}
