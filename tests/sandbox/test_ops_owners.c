#include <string.h>

#include "sandbox/ops/owners.h"
#include "support_cluster.h"

/* Counts wakes and keeps the places visited as text. */
struct seen {
    size_t wakes;
    struct ls_buf text;
};

static void seen_release(struct seen *seen)
{
    ls_buf_release(&seen->text);
}

static void seen_wake(void *self)
{
    struct seen *seen = self;
    seen->wakes++;
}

static bool seen_place(void *self, struct ls_object_place place)
{
    struct seen *seen = self;
    ls_buf_printf(&seen->text, "%.*s ", LS_ARG(place.key.name));
    return true;
}

static const char *causes_of(struct stage *stage)
{
    static const char *const names[] = {"refers", "unowned", "waits", "released", "removed"};
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    enum ls_owner_cause cause;
    struct ls_object_place place;
    while (ls_owners_next(stage->cluster.owners, &cause, &place))
        ls_buf_printf(&text, "%s:%.*s ", names[cause], LS_ARG(place.key.name));
    return ls_arena_dup(&stage->arena, ls_buf_slice(&text));
}

static void child_make(struct stage *stage, const char *name, const char *uid)
{
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&body,
                  "{\"metadata\":{\"name\":\"%s\",\"ownerReferences\":[{\"apiVersion\":\"v1\","
                  "\"kind\":\"ConfigMap\",\"name\":\"a\",\"uid\":%s}]}}",
                  name, uid);
    stage_create(stage, "v1 configmaps", ls_buf_text(&body));
}

TEST(writes_give_causes_in_their_order)
{
    struct stage stage LS_AUTO(stage_release);
    struct seen seen LS_AUTO(seen_release) = {0};
    stage_init(&stage);
    ls_owners_on_cause(stage.cluster.owners, seen_wake, &seen);
    stage_create(&stage, "v1 configmaps", "{\"metadata\":{\"name\":\"a\"}}");
    CHECK_STR(causes_of(&stage), "");
    const char *uid = ls_arena_dup(
        &stage.arena, ls_slice_of(stage_at(&stage, "v1 configmaps", "a", "metadata.uid")));
    child_make(&stage, "c", uid);
    child_make(&stage, "b", uid);
    CHECK_STR(causes_of(&stage), "refers:c refers:b ");
    CHECK_INT((int)seen.wakes, 2);
    stage_patch(&stage, "v1 configmaps", "b", LS_PATCH_MERGE, "{\"data\":{\"k\":\"v\"}}");
    CHECK_STR(causes_of(&stage), "");
    stage_delete(&stage, "v1 configmaps", "a", LS_PROPAGATE_FOREGROUND);
    CHECK_STR(causes_of(&stage), "waits:a ");
    stage_delete(&stage, "v1 configmaps", "c", LS_PROPAGATE_BACKGROUND);
    CHECK_STR(causes_of(&stage), "released:a ");
    stage_patch(&stage, "v1 configmaps", "a", LS_PATCH_MERGE,
                "{\"metadata\":{\"finalizers\":null}}");
    CHECK_STR(causes_of(&stage), "unowned:b ");
}

TEST(dependents_are_known_by_uid)
{
    struct stage stage LS_AUTO(stage_release);
    struct seen seen LS_AUTO(seen_release) = {0};
    stage_init(&stage);
    child_make(&stage, "z", "\"u-1\"");
    child_make(&stage, "a", "\"u-1\"");
    child_make(&stage, "m", "\"u-2\"");
    ls_owners_dependents(stage.cluster.owners, LS_SLICE("u-1"), seen_place, &seen);
    CHECK_STR(ls_buf_text(&seen.text), "z a ");
    CHECK_INT((int)ls_owners_dependent_count(stage.cluster.owners, LS_SLICE("u-2")), 1);
    stage_patch(&stage, "v1 configmaps", "m", LS_PATCH_MERGE,
                "{\"metadata\":{\"ownerReferences\":null}}");
    CHECK_INT((int)ls_owners_dependent_count(stage.cluster.owners, LS_SLICE("u-2")), 0);
    CHECK_INT((int)ls_owners_dependent_count(stage.cluster.owners, LS_SLICE("nobody")), 0);
}

TEST(what_leaves_a_watched_namespace_is_a_cause)
{
    struct stage stage LS_AUTO(stage_release);
    struct seen seen LS_AUTO(seen_release) = {0};
    stage_init(&stage);
    ls_owners_on_cause(stage.cluster.owners, seen_wake, &seen);
    stage_create(&stage, "v1 configmaps", "{\"metadata\":{\"name\":\"a\"}}");
    stage_create(&stage, "v1 configmaps", "{\"metadata\":{\"name\":\"b\"}}");
    stage_delete(&stage, "v1 configmaps", "a", LS_PROPAGATE_BACKGROUND);
    CHECK_STR(causes_of(&stage), "");
    ls_owners_watch_namespace(stage.cluster.owners, LS_SLICE("default"), true);
    stage_delete(&stage, "v1 configmaps", "b", LS_PROPAGATE_BACKGROUND);
    CHECK_STR(causes_of(&stage), "removed:default ");
}
