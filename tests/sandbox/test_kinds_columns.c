/* Columns of Tables. tests/cases/columns/rows.json holds objects and the rows that kube-apiserver
 * 1.36.3 made of them, with the time at which it did. */
#include "support_json.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/world.h"
#include "sandbox/kinds/kind_columns.h"
#include "sandbox/kinds/registry.h"
#include "sandbox/store/store.h"
#include "source_dir.h"

struct stage {
    struct ls_world *world;
    struct ls_store *store;
    struct ls_registry *registry;
};

static struct stage stage_new(void)
{
    struct stage stage = {.world = ls_world_new_virtual(1, 0)};
    stage.store = ls_store_new(stage.world, NULL);
    stage.registry = ls_registry_new(stage.store);
    return stage;
}

static void stage_release(struct stage *stage)
{
    ls_registry_free(stage->registry);
    ls_store_free(stage->store);
    ls_world_free(stage->world);
}

static struct ls_node cells_of(struct ls_arena *arena, const struct ls_kind *kind,
                               struct ls_node object, int64_t now_ms)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_list(&build);
    ls_kind_cells(kind, &build, object, now_ms);
    ls_build_end(&build);
    return ls_build_arena(&build, arena);
}

static struct ls_node conditions_of(struct ls_arena *arena, const struct ls_kind *kind,
                                    struct ls_node object)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_list(&build);
    bool has_any = ls_kind_row_conditions(kind, &build, object);
    ls_build_end(&build);
    return has_any ? ls_build_arena(&build, arena) : LS_ABSENT;
}

/* False: the kind is not served here. */
static bool check_row(const struct stage *stage, struct ls_node row)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_node object = ls_node_at(row, "object");
    const struct ls_kind *kind =
        ls_registry_kind(stage->registry, ls_node_string(ls_node_at(object, "apiVersion")),
                         ls_node_string(ls_node_at(object, "kind")));
    if (!kind)
        return false;
    int64_t now_ms = ls_node_int(ls_node_at(row, "now"), 0);
    CHECK_STR(json_of(cells_of(&arena, kind, object, now_ms)), json_of(ls_node_at(row, "cells")));
    CHECK_STR(json_of(conditions_of(&arena, kind, object)), json_of(ls_node_at(row, "conditions")));
    return true;
}

TEST(cells_are_those_of_kube_apiserver)
{
    struct stage stage LS_AUTO(stage_release) = stage_new();
    struct ls_err err;
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    CHECK_OK(ls_file_read(LS_SOURCE_DIR "/tests/cases/columns/rows.json", 4u << 20, &text, &err),
             err);
    const struct ls_obj *rows LS_AUTO(ls_obj_unref_at) = obj_of(ls_buf_text(&text));
    size_t count = 0;
    LS_EACH (it, ls_obj_root(rows))
        count += check_row(&stage, it.value);
    CHECK(count >= 130);
}

/* Names, types, formats; a star is a wide column. */
static const struct {
    const char *api_version;
    const char *kind;
    const char *columns;
} headers[] = {
    {"v1", "ConfigMap", "Name:string/name | Data:string | Age:string"},
    {"v1", "Endpoints", "Name:string/name | Endpoints:string | Age:string"},
    {"v1", "Event",
     "Last Seen:string | Type:string | Reason:string | Object:string | Subobject:string* | "
     "Source:string* | Message:string | First Seen:string* | Count:string* | Name:string/name*"},
    {"v1", "LimitRange", "Name:string/name | Created At:date"},
    {"v1", "Namespace", "Name:string/name | Status:string | Age:string"},
    {"v1", "Node",
     "Name:string/name | Status:string | Roles:string | Age:string | Version:string | "
     "Internal-IP:string* | External-IP:string* | OS-Image:string* | Kernel-Version:string* | "
     "Container-Runtime:string*"},
    {"v1", "PersistentVolumeClaim",
     "Name:string/name | Status:string | Volume:string | Capacity:string | Access Modes:string | "
     "StorageClass:string | VolumeAttributesClass:string | Age:string | VolumeMode:string*"},
    {"v1", "PersistentVolume",
     "Name:string/name | Capacity:string | Access Modes:string | Reclaim Policy:string | "
     "Status:string | Claim:string | StorageClass:string | VolumeAttributesClass:string | "
     "Reason:string | Age:string | VolumeMode:string*"},
    {"v1", "Pod",
     "Name:string/name | Ready:string | Status:string | Restarts:string | Age:string | IP:string* "
     "| Node:string* | Nominated Node:string* | Readiness Gates:string*"},
    {"v1", "PodTemplate",
     "Name:string/name | Containers:string | Images:string | Pod Labels:string"},
    {"v1", "ReplicationController",
     "Name:string/name | Desired:integer | Current:integer | Ready:integer | Age:string | "
     "Containers:string* | Images:string* | Selector:string*"},
    {"v1", "ResourceQuota", "Name:string/name | Request:string | Limit:string | Age:string"},
    {"v1", "Secret", "Name:string/name | Type:string | Data:string | Age:string"},
    {"v1", "ServiceAccount", "Name:string/name | Age:string"},
    {"v1", "Service",
     "Name:string/name | Type:string | Cluster-IP:string | External-IP:string | Port(s):string | "
     "Age:string | Selector:string*"},
    {"apiregistration.k8s.io/v1", "APIService",
     "Name:string/name | Service:string | Available:string | Age:string"},
    {"apps/v1", "ControllerRevision",
     "Name:string/name | Controller:string | Revision:string | Age:string"},
    {"apps/v1", "DaemonSet",
     "Name:string/name | Desired:integer | Current:integer | Ready:integer | Up-to-date:integer | "
     "Available:integer | Node Selector:string | Age:string | Containers:string* | Images:string* "
     "| Selector:string*"},
    {"apps/v1", "Deployment",
     "Name:string/name | Ready:string | Up-to-date:string | Available:string | Age:string | "
     "Containers:string* | Images:string* | Selector:string*"},
    {"apps/v1", "ReplicaSet",
     "Name:string/name | Desired:integer | Current:integer | Ready:integer | Age:string | "
     "Containers:string* | Images:string* | Selector:string*"},
    {"apps/v1", "StatefulSet",
     "Name:string/name | Ready:string | Age:string | Containers:string* | Images:string*"},
    {"events.k8s.io/v1", "Event",
     "Last Seen:string | Type:string | Reason:string | Object:string | Subobject:string* | "
     "Source:string* | Message:string | First Seen:string* | Count:string* | Name:string/name*"},
    {"autoscaling/v2", "HorizontalPodAutoscaler",
     "Name:string/name | Reference:string | Targets:string | MinPods:string | MaxPods:string | "
     "Replicas:string | Age:string"},
    {"batch/v1", "CronJob",
     "Name:string/name | Schedule:string | Timezone:string | Suspend:boolean | Active:integer | "
     "Last Schedule:string | Age:string | Containers:string* | Images:string* | Selector:string*"},
    {"batch/v1", "Job",
     "Name:string/name | Status:string | Completions:string | Duration:string | Age:string | "
     "Containers:string* | Images:string* | Selector:string*"},
    {"networking.k8s.io/v1", "IngressClass",
     "Name:string/name | Controller:string | Parameters:string | Age:string"},
    {"networking.k8s.io/v1", "Ingress",
     "Name:string/name | Class:string | Hosts:string | Address:string | Ports:string | Age:string"},
    {"networking.k8s.io/v1", "IPAddress", "Name:string/name | ParentRef:string"},
    {"networking.k8s.io/v1", "NetworkPolicy",
     "Name:string/name | Pod-Selector:string | Age:string"},
    {"networking.k8s.io/v1", "ServiceCIDR", "Name:string/name | CIDRs:string | Age:string"},
    {"policy/v1", "PodDisruptionBudget",
     "Name:string/name | Min Available:string | Max Unavailable:string | Allowed "
     "Disruptions:integer | Age:string"},
    {"rbac.authorization.k8s.io/v1", "ClusterRoleBinding",
     "Name:string/name | Role:string | Age:string | Users:string* | Groups:string* | "
     "ServiceAccounts:string*"},
    {"rbac.authorization.k8s.io/v1", "ClusterRole", "Name:string/name | Created At:date"},
    {"rbac.authorization.k8s.io/v1", "RoleBinding",
     "Name:string/name | Role:string | Age:string | Users:string* | Groups:string* | "
     "ServiceAccounts:string*"},
    {"rbac.authorization.k8s.io/v1", "Role", "Name:string/name | Created At:date"},
    {"storage.k8s.io/v1", "CSIDriver",
     "Name:string/name | AttachRequired:boolean | PodInfoOnMount:boolean | StorageCapacity:boolean "
     "| TokenRequests:string | RequiresRepublish:boolean | Modes:string | Age:string"},
    {"storage.k8s.io/v1", "CSINode", "Name:string/name | Drivers:integer | Age:string"},
    {"storage.k8s.io/v1", "CSIStorageCapacity", "Name:string/name | Created At:date"},
    {"storage.k8s.io/v1", "StorageClass",
     "Name:string/name | Provisioner:string | ReclaimPolicy:string | VolumeBindingMode:string | "
     "AllowVolumeExpansion:string | Age:string"},
    {"storage.k8s.io/v1", "VolumeAttachment",
     "Name:string/name | Attacher:string/name | PV:string | Node:string | Attached:boolean | "
     "Age:string"},
    {"storage.k8s.io/v1", "VolumeAttributesClass",
     "Name:string/name | DriverName:string | Age:string"},
    {"admissionregistration.k8s.io/v1", "MutatingAdmissionPolicy",
     "Name:string/name | Mutations:integer | ParamKind:string | Age:string"},
    {"admissionregistration.k8s.io/v1", "MutatingAdmissionPolicyBinding",
     "Name:string/name | PolicyName:string | ParamRef:string | Age:string"},
    {"admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration",
     "Name:string/name | Webhooks:integer | Age:string"},
    {"admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy",
     "Name:string/name | Validations:integer | ParamKind:string | Age:string"},
    {"admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicyBinding",
     "Name:string/name | PolicyName:string | ParamRef:string | Age:string"},
    {"admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration",
     "Name:string/name | Webhooks:integer | Age:string"},
    {"apiextensions.k8s.io/v1", "CustomResourceDefinition", "Name:string/name | Created At:date"},
    {"scheduling.k8s.io/v1", "PriorityClass",
     "Name:string/name | Value:integer | Global-Default:boolean | Age:string | "
     "PreemptionPolicy:string"},
    {"coordination.k8s.io/v1", "Lease", "Name:string/name | Holder:string | Age:string"},
    {"node.k8s.io/v1", "RuntimeClass", "Name:string/name | Handler:string | Age:string"},
    {"discovery.k8s.io/v1", "EndpointSlice",
     "Name:string/name | AddressType:string | Ports:string | Endpoints:string | Age:string"},
    {"flowcontrol.apiserver.k8s.io/v1", "FlowSchema",
     "Name:string/name | PriorityLevel:string | MatchingPrecedence:string | "
     "DistinguisherMethod:string | Age:string | MissingPL:string"},
    {"flowcontrol.apiserver.k8s.io/v1", "PriorityLevelConfiguration",
     "Name:string/name | Type:string | NominalConcurrencyShares:string | Queues:string | "
     "HandSize:string | QueueLengthLimit:string | Age:string"},
};

static void header_print(struct ls_buf *out, const struct ls_kind *kind)
{
    for (size_t i = 0; i < ls_kind_column_count(kind); i++) {
        struct ls_column column = ls_kind_column(kind, i);
        ls_buf_printf(out, "%s%s:%s%s%s%s", i ? " | " : "", column.name, column.type,
                      column.format[0] ? "/" : "", column.format, column.priority ? "*" : "");
    }
}

TEST(columns_are_those_of_kube_apiserver)
{
    struct stage stage LS_AUTO(stage_release) = stage_new();
    for (size_t i = 0; i < LS_COUNT(headers); i++) {
        const struct ls_kind *kind = ls_registry_kind(
            stage.registry, ls_slice_of(headers[i].api_version), ls_slice_of(headers[i].kind));
        if (!kind)
            continue;
        struct ls_buf header LS_AUTO(ls_buf_release) = {0};
        header_print(&header, kind);
        CHECK_STR(ls_buf_text(&header), headers[i].columns);
    }
}

TEST(every_column_has_a_description)
{
    struct stage stage LS_AUTO(stage_release) = stage_new();
    const struct ls_kind *kind;
    for (size_t i = 0; (kind = ls_registry_at(stage.registry, i)); i++) {
        for (size_t c = 0; c < ls_kind_column_count(kind); c++)
            CHECK(ls_kind_column(kind, c).description[0] != '\0');
    }
}

static const struct {
    int64_t ms;
    const char *text;
} durations[] = {
    {-2000, "<invalid>"},
    {-1999, "0s"},
    {-1, "0s"},
    {0, "0s"},
    {999, "0s"},
    {1000, "1s"},
    {119999, "119s"},
    {120000, "2m"},
    {121000, "2m1s"},
    {599000, "9m59s"},
    {600000, "10m"},
    {179 * 60000LL, "179m"},
    {180 * 60000LL, "3h"},
    {181 * 60000LL, "3h1m"},
    {8 * 3600000LL - 1, "7h59m"},
    {8 * 3600000LL, "8h"},
    {47 * 3600000LL, "47h"},
    {48 * 3600000LL, "2d"},
    {49 * 3600000LL, "2d1h"},
    {191 * 3600000LL, "7d23h"},
    {192 * 3600000LL, "8d"},
    {729 * 86400000LL, "729d"},
    {730 * 86400000LL, "2y"},
    {731 * 86400000LL, "2y1d"},
    {2919 * 86400000LL, "7y364d"},
    {2920 * 86400000LL, "8y"},
    {36500 * 86400000LL, "100y"},
    {INT64_MAX, "292y"},
    {INT64_MIN, "<invalid>"},
};

TEST(ages_drop_small_units)
{
    for (size_t i = 0; i < LS_COUNT(durations); i++) {
        struct ls_buf text LS_AUTO(ls_buf_release) = {0};
        ls_age_print_ms(&text, durations[i].ms);
        CHECK_STR(ls_buf_text(&text), durations[i].text);
    }
}

TEST(age_without_a_time_is_unknown)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) =
        obj_of("[null, \"yesterday\", \"1970-01-01T00:00:00Z\"]");
    static const char *const expected[] = {"<unknown>", "<unknown>", "90s"};
    for (size_t i = 0; i < LS_COUNT(expected); i++) {
        ls_buf_clear(&text);
        ls_age_print(&text, ls_node_item(ls_obj_root(obj), i), 90000);
        CHECK_STR(ls_buf_text(&text), expected[i]);
    }
}
