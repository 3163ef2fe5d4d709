/*
 * Annotations: the first byte chooses one, the rest is its value. What is read stays within its
 * limits, reads the same from a live object, and its properties can be asked of any object.
 */
#include "base/utf8.h"
#include "phase/read/limits.h"
#include "phase/read/wishes.h"
#include "phase/words.h"
#include "value/build.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const names[] = {
    LS_NOTE_CREATION_PHASE, LS_NOTE_DELETION_PHASE, LS_NOTE_WAIT_READY, LS_NOTE_WAIT_FOR,
    LS_NOTE_KEEP,           LS_NOTE_TIMEOUT,        LS_NOTE_REPLACE,    "lockstep.dev/other",
};

static const struct ls_obj *object_make(const char *name, struct ls_slice value)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_build_member_text(&build, "kind", "Pod");
    ls_build_key(&build, LS_SLICE("metadata"));
    ls_build_map(&build);
    ls_build_member_text(&build, "name", "a");
    ls_build_key(&build, LS_SLICE("annotations"));
    ls_build_map(&build);
    ls_build_member_string(&build, name, value);
    ls_build_end(&build);
    ls_build_end(&build);
    ls_build_end(&build);
    return ls_build_obj(&build);
}

static void check_wishes(const struct ls_wishes *wishes, struct ls_node object)
{
    const struct ls_property *unmet = NULL;
    LS_ASSERT(wishes->creation_phase >= LS_PHASE_MIN && wishes->creation_phase <= LS_PHASE_MAX);
    LS_ASSERT(wishes->deletion_phase >= LS_PHASE_MIN && wishes->deletion_phase <= LS_PHASE_MAX);
    LS_ASSERT(wishes->timeout_ms >= 0 && wishes->timeout_ms <= LS_NOTE_TIMEOUT_MAX_MS);
    LS_ASSERT(wishes->property_count <= LS_PROPERTIES_MAX);
    bool holds = ls_properties_hold(wishes, object, &unmet);
    LS_ASSERT(holds == (unmet == NULL));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0 || !ls_utf8_is_valid((struct ls_slice){(const char *)data + 1, size - 1}))
        return 0; /* no tape holds anything but UTF-8 */
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_slice value = {(const char *)data + 1, size - 1};
    const char *name = names[data[0] % LS_COUNT(names)];
    const struct ls_obj *document LS_AUTO(ls_obj_unref_at) = object_make(name, value);
    struct ls_manifest manifest = {document, ls_obj_root(document), "f", 1};
    struct ls_wishes wishes = {0}, live;
    struct ls_err err = {0};
    struct ls_problems problems LS_AUTO(ls_problems_release) = {0};
    ls_wishes_read(&arena, &manifest, &wishes, &problems);
    enum ls_code code = ls_problems_err(&problems, &err);
    LS_ASSERT(code == LS_OK || ls_slice_starts(ls_slice_of(err.text), "f:1: Pod a: "));
    check_wishes(&wishes, manifest.object);
    ls_wishes_of_live(&arena, manifest.object, &live);
    LS_ASSERT(live.creation_phase == wishes.creation_phase && live.is_kept == wishes.is_kept);
    LS_ASSERT(live.property_count == wishes.property_count);
    return 0;
}
