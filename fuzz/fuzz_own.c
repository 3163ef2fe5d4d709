/* Answers of a server about one object: the first line is a manifest, the second the object as
 * read, or a Status. An intent covers itself when we own it; messages stay within their limits
 * whatever the manifest or Status. */
#include <string.h>

#include "phase/own/action.h"
#include "phase/own/cover.h"
#include "phase/own/ignored.h"
#include "phase/own/refusal.h"
#include "value/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct ls_stamp stamp = {"applyset-ours-v1", {"uid", 3}};

static void refusal_check(const struct ls_member *member, struct ls_node status)
{
    struct ls_err err = {.code = LS_E_INVALID};
    struct ls_slice manager = {0};
    bool is_over_set = ls_refusal_is_over_set(status, &manager);
    LS_ASSERT(!is_over_set || ls_refusal_is_conflict(status));
    ls_refusal_explain(member, status, &err);
    LS_ASSERT(err.code == LS_E_INVALID && strlen(err.text) < sizeof err.text);
}

static void project_check(const struct ls_member *member, const struct ls_obj *intent,
                          struct ls_node object)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    char applied[LS_APPLIED_BYTES];
    ls_intent_applied(ls_obj_root(intent), &stamp, applied);
    struct ls_question question = {
        .wishes = &member->wishes,
        .intent = intent,
        .applied = applied,
        .stamp = &stamp,
        .set_id = ls_slice_of(stamp.set_id),
        .manager = LS_SLICE("lockstep:a/b"),
        .judges = true,
        .judges_health = true,
    };
    struct ls_manners manners = {0};
    struct ls_facts facts;
    ls_project(&arena, &question, object, NULL, &facts);
    LS_ASSERT(facts.reason && !(facts.flags & LS_FACT_SAME && facts.flags & LS_FACT_TOUCHED));
    LS_ASSERT(ls_action_wanted(&facts, &manners) != LS_ACTION_CREATE);
    struct ls_cover cover;
    ls_cover_judge(&arena,
                   &(struct ls_cover_question){.intent = ls_obj_root(intent),
                                               .object = object,
                                               .manager = question.manager,
                                               .mode = LS_DRIFT_FORCE},
                   &cover);
    LS_ASSERT(cover.holds == (cover.missing[0] == '\0'));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ls_manifests manifests LS_AUTO(ls_manifests_release) = {0};
    const struct ls_obj *intent LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err;
    struct ls_slice rest, text = {(const char *)data, size};
    struct ls_slice first = ls_slice_cut(text, '\n', &rest);
    if (ls_source_read_text(&manifests, "a.json", first, &err) || manifests.list.count == 0 ||
        ls_json_parse(rest, NULL, &object, &err))
        return 0;
    static const struct ls_resource resource = {
        .group = "", .version = "v1", .kind = "A", .plural = "as", .is_namespaced = true};
    struct ls_member member = {.manifest = &manifests.list.at[0], .ref = {&resource, "a", "b"}};
    refusal_check(&member, ls_obj_root(object));
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    ls_wishes_of_live(&arena, manifests.list.at[0].object, &member.wishes);
    if (ls_intent_make(&member, &stamp, size % 2, &intent, &err))
        return 0;
    const struct ls_obj *bare LS_AUTO(ls_obj_unref_at) = ls_ignored_cut(&member.wishes, intent);
    project_check(&member, bare, ls_obj_root(object));
    return 0;
}
