/* One form for states that differ in names alone. */
#include "support_small_impl.h"

#include <string.h>

/* ---- numbers ---- */

struct renames {
    uint8_t uids[SMALL_UIDS + 1];
    uint8_t uid_count;
    uint16_t versions; /* those in use; their order counts over all uids */
};

static void uid_meet(struct renames *names, unsigned uid)
{
    if (uid != 0 && names->uids[uid] == 0)
        names->uids[uid] = ++names->uid_count;
}

static void version_meet(struct renames *names, unsigned uid, unsigned version)
{
    uid_meet(names, uid);
    names->versions |= (uint16_t)(1u << version);
}

static unsigned version_named(const struct renames *names, unsigned version)
{
    if (version == 0)
        return 0;
    unsigned lower = names->versions & ((1u << version) - 1) & ~1u;
    return (unsigned)__builtin_popcount(lower) + 1;
}

#define MEET(names, at) version_meet(names, (at).uid, (at).version)
#define RENAME(names, at)                                                                          \
    ((at).version = version_named(names, (at).version) & 15,                                       \
     (at).uid = (names)->uids[(at).uid] & 3u)

static void object_rename(const struct small_model *model, struct small_object *object)
{
    struct renames names = {0};
    MEET(&names, object->now);
    MEET(&names, object->frozen);
    MEET(&names, object->late);
    for (int i = 0; i < model->bounds.runs; i++) {
        struct small_known *known = &object->known[i];
        MEET(&names, known->seen);
        MEET(&names, known->between);
        MEET(&names, known->request);
        MEET(&names, known->reply);
        uid_meet(&names, known->gone);
        uid_meet(&names, known->watched);
        uid_meet(&names, known->left);
    }
    RENAME(&names, object->now);
    RENAME(&names, object->frozen);
    RENAME(&names, object->late);
    for (int i = 0; i < model->bounds.runs; i++) {
        struct small_known *known = &object->known[i];
        RENAME(&names, known->seen);
        RENAME(&names, known->between);
        RENAME(&names, known->request);
        RENAME(&names, known->reply);
        known->gone = names.uids[known->gone] & 3u;
        known->watched = names.uids[known->watched] & 3u;
        known->left = names.uids[known->left] & 3u;
    }
}

static void parent_rename(const struct small_model *model, struct small_state *state)
{
    struct renames names = {0};
    MEET(&names, state->parent);
    MEET(&names, state->frozen);
    MEET(&names, state->late);
    for (int i = 0; i < model->bounds.runs; i++) {
        MEET(&names, state->runs[i].parent);
        MEET(&names, state->runs[i].asked);
        MEET(&names, state->runs[i].reply);
        uid_meet(&names, state->runs[i].key);
    }
    RENAME(&names, state->parent);
    RENAME(&names, state->frozen);
    RENAME(&names, state->late);
    for (int i = 0; i < model->bounds.runs; i++) {
        RENAME(&names, state->runs[i].parent);
        RENAME(&names, state->runs[i].asked);
        RENAME(&names, state->runs[i].reply);
        state->runs[i].key = names.uids[state->runs[i].key] & 3u;
    }
}

/* ---- objects that are alike ---- */

static void pair_sort(struct small_state *state, unsigned first, uint8_t *moved)
{
    struct small_object *a = &state->objects[first];
    struct small_object *b = &state->objects[first + 1];
    if (memcmp(a, b, sizeof *a) <= 0)
        return;
    struct small_object kept = *a;
    *a = *b;
    *b = kept;
    if (moved) {
        moved[first] = (uint8_t)(first + 1);
        moved[first + 1] = (uint8_t)first;
    }
}

void small_canon(const struct small_model *model, struct small_state *state,
                 uint8_t moved[SMALL_OBJECTS_MAX])
{
    unsigned width = model->bounds.width;
    for (unsigned i = 0; i < model->object_count; i++) {
        object_rename(model, &state->objects[i]);
        if (moved)
            moved[i] = (uint8_t)i;
    }
    parent_rename(model, state);
    /* In phase 1 one of the pair may be left out by the second manifests. */
    bool is_even = model->bounds.goal != SMALL_CHANGE && model->bounds.faults.turns == 0;
    for (unsigned first = is_even ? 0 : width; width == 2 && first < model->object_count;
         first += width)
        pair_sort(state, first, moved);
}

/* ---- bytes ---- */

size_t small_pack(const struct small_model *model, const struct small_state *state,
                  uint8_t out[SMALL_PACKED_MAX])
{
    size_t runs = model->bounds.runs;
    size_t head = offsetof(struct small_state, runs) + runs * sizeof(struct small_run);
    size_t each = offsetof(struct small_object, known) + runs * sizeof(struct small_known);
    uint8_t *at = out;
    memcpy(at, state, head);
    at += head;
    for (unsigned i = 0; i < model->object_count; i++, at += each)
        memcpy(at, &state->objects[i], each);
    return (size_t)(at - out);
}

void small_unpack(const struct small_model *model, const uint8_t *packed, struct small_state *out)
{
    size_t runs = model->bounds.runs;
    size_t head = offsetof(struct small_state, runs) + runs * sizeof(struct small_run);
    size_t each = offsetof(struct small_object, known) + runs * sizeof(struct small_known);
    memset(out, 0, sizeof *out);
    memcpy(out, packed, head);
    packed += head;
    for (unsigned i = 0; i < model->object_count; i++, packed += each)
        memcpy(&out->objects[i], packed, each);
}
