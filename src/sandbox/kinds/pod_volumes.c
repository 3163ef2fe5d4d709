/* Validation of volumes and their sources. */
#include <string.h>

#include "sandbox/kinds/checks.h"
#include "sandbox/kinds/pod_validate.h"

enum {
    TOKEN_SECONDS_MIN = 600,
    LUN_MAX = 255,
};

static void needed(const struct ls_spot *source, const char *name)
{
    struct ls_spot member = ls_spot_at(source, name);
    ls_spot_needed(&member);
}

static void empty_dir_check(const struct ls_spot *source)
{
    struct ls_spot size = ls_spot_at(source, "sizeLimit");
    struct ls_quantity amount;
    if (ls_quantity_at(&size, &amount) && ls_quantity_sign(&amount) < 0)
        ls_spot_forbidden(&size, "SizeLimit field must be a valid resource quantity");
}

static void host_path_check(const struct ls_spot *source)
{
    static const char *const types[] = {
        "",     "BlockDevice",  "CharDevice", "Directory", "DirectoryOrCreate",
        "File", "FileOrCreate", "Socket"};
    struct ls_spot path = ls_spot_at(source, "path");
    if (!ls_spot_needed(&path))
        return;
    ls_no_backsteps_check(&path);
    LS_SPOT_OPTIONAL_CHOICE(LS_SPOT_AT(source, "type"), types);
}

static void key_to_path_check(const struct ls_spot *item)
{
    struct ls_spot path = ls_spot_at(item, "path");
    ls_spot_needed(LS_SPOT_AT(item, "key"));
    ls_spot_needed(&path);
    ls_plain_path_check(&path);
    ls_file_mode_check(LS_SPOT_AT(item, "mode"));
}

static void items_check(const struct ls_spot *source)
{
    struct ls_spot items = ls_spot_at(source, "items");
    LS_EACH_ITEM (item, &items)
        key_to_path_check(&item);
}

/* The files of all sources of a projected volume share one directory. */
static void path_claim(const struct ls_spot *projected, struct ls_seen *paths, struct ls_node path,
                       struct ls_node shown)
{
    struct ls_spot place = *projected;
    place.value = shown;
    if (ls_node_string(path).len > 0 && !ls_seen_add(paths, ls_node_string(path)))
        ls_spot_invalid(&place, "conflicting duplicate paths");
}

static void projected_files_check(const struct ls_spot *projected, const struct ls_spot *files,
                                  struct ls_seen *paths)
{
    struct ls_spot name = ls_spot_at(files, "name");
    struct ls_spot items = ls_spot_at(files, "items");
    if (!ls_spot_is_there(files))
        return;
    ls_spot_needed(&name);
    LS_EACH_ITEM (item, &items) {
        key_to_path_check(&item);
        path_claim(projected, paths, ls_node_get(item.value, LS_SLICE("path")), name.value);
    }
}

static void files_check(const struct ls_spot *source, const char *name)
{
    needed(source, name);
    ls_file_mode_check(LS_SPOT_AT(source, "defaultMode"));
    items_check(source);
}

static void secret_check(const struct ls_spot *source)
{
    files_check(source, "secretName");
}

static void config_map_check(const struct ls_spot *source)
{
    files_check(source, "name");
}

static void nfs_check(const struct ls_spot *source)
{
    struct ls_spot path = ls_spot_at(source, "path");
    needed(source, "server");
    ls_spot_needed(&path);
    if (!ls_slice_starts(ls_spot_text(&path), "/"))
        ls_spot_invalid(&path, "must be an absolute path");
}

static void iscsi_check(const struct ls_spot *source)
{
    struct ls_spot iqn = ls_spot_at(source, "iqn");
    needed(source, "targetPortal");
    if (ls_spot_needed(&iqn) && !ls_slice_starts(ls_spot_text(&iqn), "iqn") &&
        !ls_slice_starts(ls_spot_text(&iqn), "eui") && !ls_slice_starts(ls_spot_text(&iqn), "naa"))
        ls_spot_invalid(&iqn, "must be valid format starting with iqn, eui, or naa");
    ls_spot_in_range(LS_SPOT_AT(source, "lun"), 0, LUN_MAX);
}

static void claim_check(const struct ls_spot *source)
{
    needed(source, "claimName");
}

/* The real server reports the members of an item at the source. */
static void downward_item_check(const struct ls_spot *source, const struct ls_spot *item)
{
    struct ls_spot path =
        ls_spot_showing(source, "path", ls_node_get(item->value, LS_SLICE("path")));
    struct ls_spot field =
        ls_spot_showing(source, "fieldRef", ls_node_get(item->value, LS_SLICE("fieldRef")));
    struct ls_spot resource = ls_spot_showing(
        source, "resourceFieldRef", ls_node_get(item->value, LS_SLICE("resourceFieldRef")));
    struct ls_spot mode =
        ls_spot_showing(source, "mode", ls_node_get(item->value, LS_SLICE("mode")));
    ls_spot_needed(&path);
    ls_plain_path_check(&path);
    if (ls_spot_is_there(&field))
        ls_field_ref_check(&field, true);
    if (ls_spot_is_there(&field) && ls_spot_is_there(&resource))
        ls_spot_invalid_as(source, "\"resource\"",
                           "fieldRef and resourceFieldRef can not be specified simultaneously");
    else if (ls_spot_is_there(&resource))
        ls_resource_ref_check(&resource, true);
    else if (!ls_spot_is_there(&field))
        ls_spot_required(source, "one of fieldRef and resourceFieldRef is required");
    ls_file_mode_check(&mode);
}

static void downward_check(const struct ls_spot *source)
{
    struct ls_spot items = ls_spot_at(source, "items");
    ls_file_mode_check(LS_SPOT_AT(source, "defaultMode"));
    LS_EACH_ITEM (item, &items)
        downward_item_check(source, &item);
}

static void token_check(const struct ls_spot *projected, const struct ls_spot *token)
{
    struct ls_spot seconds = ls_spot_at(token, "expirationSeconds");
    struct ls_spot path =
        ls_spot_showing(projected, "path", ls_node_get(token->value, LS_SLICE("path")));
    if (ls_node_int(seconds.value, 0) < TOKEN_SECONDS_MIN)
        ls_spot_invalid(&seconds, "may not specify a duration less than 10 minutes");
    if (ls_node_int(seconds.value, 0) > INT64_C(1) << 32)
        ls_spot_invalid(&seconds, "may not specify a duration larger than 2^32 seconds");
    if (ls_spot_needed(&path))
        ls_plain_path_check(&path);
}

static void projected_source_check(const struct ls_spot *projected, const struct ls_spot *source,
                                   struct ls_seen *paths)
{
    struct ls_spot downward = ls_spot_at(source, "downwardAPI");
    struct ls_spot token = ls_spot_at(source, "serviceAccountToken");
    struct ls_spot downward_items = ls_spot_at(&downward, "items");
    projected_files_check(projected, LS_SPOT_AT(source, "secret"), paths);
    projected_files_check(projected, LS_SPOT_AT(source, "configMap"), paths);
    LS_EACH_ITEM (item, &downward_items) {
        struct ls_node path = ls_node_get(item.value, LS_SLICE("path"));
        downward_item_check(&downward, &item);
        path_claim(projected, paths, path, path);
    }
    if (ls_spot_is_there(&token))
        token_check(projected, &token);
    if (ls_node_count(source->value) > 1)
        ls_spot_forbidden(source, "may not specify more than 1 volume type per source");
}

static void projected_check(const struct ls_spot *source)
{
    struct ls_spot sources = ls_spot_at(source, "sources");
    struct ls_seen paths LS_AUTO(ls_seen_release) = {.count = 0};
    ls_file_mode_check(LS_SPOT_AT(source, "defaultMode"));
    LS_EACH_ITEM (one, &sources)
        projected_source_check(source, &one, &paths);
}

static void csi_check(const struct ls_spot *source)
{
    ls_driver_name_check(LS_SPOT_AT(source, "driver"));
}

static void ephemeral_check(const struct ls_spot *source)
{
    struct ls_spot claim = ls_spot_at(source, "volumeClaimTemplate");
    if (ls_spot_is_there(&claim))
        ls_claim_spec_check(LS_SPOT_AT(&claim, "spec"));
    else
        ls_spot_required(&claim, "%s", "");
}

static void git_repo_check(const struct ls_spot *source)
{
    needed(source, "repository");
    ls_local_path_check(LS_SPOT_AT(source, "directory"));
}

static void flex_check(const struct ls_spot *source)
{
    needed(source, "driver");
}

static void rbd_check(const struct ls_spot *source)
{
    needed(source, "monitors");
    needed(source, "image");
}

static void glusterfs_check(const struct ls_spot *source)
{
    needed(source, "endpoints");
    needed(source, "path");
}

static void azure_file_check(const struct ls_spot *source)
{
    needed(source, "secretName");
    needed(source, "shareName");
}

/* In the order in which the real server checks them; NULL: only its presence is checked. */
static const struct {
    const char *name;
    void (*check)(const struct ls_spot *source);
} sources[] = {
    {"emptyDir", empty_dir_check},
    {"hostPath", host_path_check},
    {"gitRepo", git_repo_check},
    {"gcePersistentDisk", NULL},
    {"awsElasticBlockStore", NULL},
    {"secret", secret_check},
    {"nfs", nfs_check},
    {"iscsi", iscsi_check},
    {"glusterfs", glusterfs_check},
    {"flocker", NULL},
    {"persistentVolumeClaim", claim_check},
    {"rbd", rbd_check},
    {"cinder", NULL},
    {"cephfs", NULL},
    {"quobyte", NULL},
    {"downwardAPI", downward_check},
    {"fc", NULL},
    {"flexVolume", flex_check},
    {"configMap", config_map_check},
    {"azureFile", azure_file_check},
    {"vsphereVolume", NULL},
    {"photonPersistentDisk", NULL},
    {"portworxVolume", NULL},
    {"azureDisk", NULL},
    {"storageos", NULL},
    {"projected", projected_check},
    {"scaleIO", NULL},
    {"csi", csi_check},
    {"ephemeral", ephemeral_check},
    {"image", NULL},
};

void ls_volume_source_check(const struct ls_spot *source)
{
    LS_ASSERT(source->name != NULL);
    for (size_t i = 0; i < LS_COUNT(sources); i++) {
        if (sources[i].check && strcmp(sources[i].name, source->name) == 0)
            sources[i].check(source);
    }
}

static void source_check(const struct ls_spot *volume)
{
    size_t count = 0;
    for (size_t i = 0; i < LS_COUNT(sources); i++) {
        struct ls_spot source = ls_spot_at(volume, sources[i].name);
        if (!ls_spot_is_there(&source))
            continue;
        if (count++ > 0)
            ls_spot_forbidden(&source, "may not specify more than 1 volume type");
        else if (sources[i].check)
            sources[i].check(&source);
    }
    if (count == 0)
        ls_spot_required(volume, "must specify a volume type");
}

void ls_pod_volumes_check(const struct ls_spot *volumes, struct ls_pod_frame *frame)
{
    LS_ASSERT(frame->volumes != NULL);
    LS_EACH_ITEM (volume, volumes) {
        struct ls_spot name = ls_spot_at(&volume, "name");
        size_t before = volume.errors->count;
        source_check(&volume);
        ls_spot_needed_text(&name, LS_TEXT_DNS_LABEL);
        if (ls_seen_has(frame->volumes, ls_spot_text(&name)))
            ls_spot_duplicate(&name);
        if (volume.errors->count == before)
            ls_seen_add(frame->volumes, ls_spot_text(&name));
    }
}
