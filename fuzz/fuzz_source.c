/* Manifests: any text gives complete manifests with their places, or an error. */
#include "source/source.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void manifest_is_complete(const struct ls_manifest *manifest)
{
    struct ls_buf place LS_AUTO(ls_buf_release) = {0};
    LS_ASSERT(ls_node_is_map(manifest->object) && manifest->line > 0);
    LS_ASSERT(ls_node_string(ls_node_at(manifest->object, "kind")).len > 0);
    LS_ASSERT(ls_node_string(ls_node_at(manifest->object, "metadata.name")).len > 0);
    ls_manifest_place(manifest, ls_node_at(manifest->object, "metadata.name"), &place);
    LS_ASSERT(ls_slice_starts(ls_buf_slice(&place), "f:"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ls_manifests manifests LS_AUTO(ls_manifests_release) = {0};
    struct ls_slice text = {(const char *)data, size};
    struct ls_err err = {0};
    if (ls_source_read_text(&manifests, "f", text, &err))
        LS_ASSERT(ls_slice_starts(ls_slice_of(err.text), "f"));
    for (size_t i = 0; i < manifests.list.count; i++)
        manifest_is_complete(&manifests.list.at[i]);
    return 0;
}
