#include "phase/own/drift.h"

#include <string.h>

#include "base/defect.h"
#include "base/vec.h"
#include "phase/own/cover.h"
#include "phase/own/ignored.h"
#include "phase/words.h"
#include "value/edit.h"

void ls_drift_release(struct ls_drift *drift)
{
    ls_obj_unref(drift->intent);
    drift->intent = NULL;
}

/* NULL: it would pass a limit. Cuts alone pass none. */
static const struct ls_obj *edited(const struct ls_question *question, const struct ls_edit *edits,
                                   size_t count)
{
    const struct ls_obj *obj = NULL;
    if (ls_edit_apply(ls_obj_root(question->intent), edits, count, &obj, NULL))
        return NULL;
    return obj;
}

static struct ls_edit *cuts_of(struct ls_arena *arena, const struct ls_cover *cover, size_t more)
{
    struct ls_edit *cuts = LS_ARENA_ARRAY(arena, struct ls_edit, cover->left_count + more + 1);
    for (size_t i = 0; i < cover->left_count; i++)
        cuts[i] = (struct ls_edit){*cover->left[i].path, LS_ABSENT};
    return cuts;
}

static void hash_without(struct ls_arena *arena, const struct ls_question *question,
                         const struct ls_cover *cover, char out[LS_APPLIED_BYTES])
{
    struct ls_edit *cuts = cuts_of(arena, cover, 0);
    const struct ls_obj *rest LS_AUTO(ls_obj_wipe_at) = edited(question, cuts, cover->left_count);
    LS_ASSERT(rest);
    ls_intent_applied(ls_obj_root(rest), question->stamp, out);
}

static const char *left_text(struct ls_arena *arena, const struct ls_cover *cover)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < cover->left_count; i++)
        ls_buf_printf(&text, "%s%s", i > 0 ? ", " : "", cover->left[i].text);
    return ls_arena_dup(arena, ls_buf_slice(&text));
}

static bool is_last_applied(struct ls_arena *arena, const struct ls_question *question,
                            struct ls_node object, const struct ls_cover *cover)
{
    struct ls_node notes = ls_node_at(object, "metadata.annotations");
    struct ls_node applied = ls_node_get(notes, LS_SLICE(LS_NOTE_APPLIED));
    if (ls_node_string_is(applied, question->applied))
        return true;
    char hash[LS_APPLIED_BYTES];
    if (cover->left_count == 0)
        return false;
    hash_without(arena, question, cover, hash);
    return ls_node_string_is(applied, hash);
}

/* What is to be sent: the intent without what is left, and ignored fields as they are. */
static void mend(struct ls_arena *arena, const struct ls_question *question, struct ls_node object,
                 const struct ls_cover *cover, struct ls_drift *out)
{
    struct ls_edit *kept = NULL;
    size_t kept_count = 0;
    const struct ls_wishes *wishes = question->wishes;
    if (wishes && wishes->ignored_count > 0)
        kept_count =
            ls_ignored_keep(arena,
                            &(struct ls_kept_question){wishes, ls_obj_root(question->intent),
                                                       object, question->manager},
                            &kept);
    if (cover->left_count + kept_count == 0)
        return;
    struct ls_edit *edits = cuts_of(arena, cover, kept_count);
    for (size_t i = 0; i < kept_count; i++)
        edits[cover->left_count + i] = kept[i];
    out->intent = edited(question, edits, cover->left_count + kept_count);
    if (!out->intent)
        out->intent = edited(question, edits, cover->left_count);
    hash_without(arena, question, cover, out->applied);
}

uint32_t ls_drift_judge(struct ls_arena *arena, const struct ls_question *question,
                        struct ls_node object, struct ls_drift *out)
{
    struct ls_cover_question asked = {
        .intent = ls_obj_root(question->intent),
        .object = object,
        .manager = question->manager,
        .from = ls_slice_of(question->moved_from.manager),
        .mode = question->mode,
    };
    struct ls_cover cover;
    ls_cover_judge(arena, &asked, &cover);
    *out = (struct ls_drift){.left = left_text(arena, &cover), .missing = cover.missing};
    bool is_last = is_last_applied(arena, question, object, &cover);
    if (is_last && cover.holds)
        return LS_FACT_SAME;
    asked.compares = true;
    ls_cover_judge(arena, &asked, &cover);
    if (LS_DEFECT(removed_key_stays) && cover.holds)
        return LS_FACT_SAME;
    out->left = left_text(arena, &cover);
    mend(arena, question, object, &cover, out);
    return (is_last ? LS_FACT_TOUCHED : LS_FACT_OTHER_HASH) |
           (cover.has_foreign ? LS_FACT_FOREIGN : 0);
}
