/* Written by tools/api-types from Kubernetes 1.36.3; edits are lost. */
#include "sandbox/types/table.h"

/* clang-format off */
static const struct ls_api_field core_v1_Event[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = REQUIRED,
     .default_json = "{}"},
    {"involvedObject", FORM(STRUCT), .type = &ls_api_core_v1_ObjectReference, .number = 2,
     .flags = REQUIRED, .default_json = "{}"},
    {"reason", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"message", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
    {"source", FORM(STRUCT), .type = &ls_api_core_v1_EventSource, .number = 5, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"firstTimestamp", FORM(TIME), .number = 6, .flags = OMIT_EMPTY},
    {"lastTimestamp", FORM(TIME), .number = 7, .flags = OMIT_EMPTY},
    {"count", FORM(INT32), .number = 8, .flags = OMIT_EMPTY},
    {"type", FORM(STRING), .number = 9, .flags = OMIT_EMPTY},
    {"eventTime", FORM(MICRO_TIME), .number = 10, .flags = OMIT_EMPTY},
    {"series", FORM(STRUCT), .type = &ls_api_core_v1_EventSeries, .number = 11,
     .flags = POINTER | OMIT_EMPTY},
    {"action", FORM(STRING), .number = 12, .flags = OMIT_EMPTY},
    {"related", FORM(STRUCT), .type = &ls_api_core_v1_ObjectReference, .number = 13,
     .flags = POINTER | OMIT_EMPTY},
    {"reportingComponent", FORM(STRING), .number = 14, .default_json = "\"\""},
    {"reportingInstance", FORM(STRING), .number = 15, .default_json = "\"\""},
};
TYPE(core_v1_Event, "io.k8s.api.core.v1.Event", "Event")

static const struct ls_api_field core_v1_EventSeries[] = {
    {"count", FORM(INT32), .number = 1, .flags = OMIT_EMPTY},
    {"lastObservedTime", FORM(MICRO_TIME), .number = 2, .flags = OMIT_EMPTY},
};
TYPE(core_v1_EventSeries, "io.k8s.api.core.v1.EventSeries", "EventSeries")

static const struct ls_api_field core_v1_EventSource[] = {
    {"component", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"host", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
};
TYPE(core_v1_EventSource, "io.k8s.api.core.v1.EventSource", "EventSource")

static const struct ls_api_field core_v1_ExecAction[] = {
    {"command", LIST(STRING), .number = 1, .flags = OMIT_EMPTY},
};
TYPE(core_v1_ExecAction, "io.k8s.api.core.v1.ExecAction", "ExecAction")

static const struct ls_api_field core_v1_FCVolumeSource[] = {
    {"targetWWNs", LIST(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"lun", FORM(INT32), .number = 2, .flags = POINTER | OMIT_EMPTY},
    {"fsType", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"readOnly", FORM(BOOL), .number = 4, .flags = OMIT_EMPTY},
    {"wwids", LIST(STRING), .number = 5, .flags = OMIT_EMPTY},
};
TYPE(core_v1_FCVolumeSource, "io.k8s.api.core.v1.FCVolumeSource", "FCVolumeSource")

static const struct ls_api_field core_v1_FileKeySelector[] = {
    {"volumeName", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"path", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"key", FORM(STRING), .number = 3, .flags = REQUIRED, .default_json = "\"\""},
    {"optional", FORM(BOOL), .number = 4, .flags = POINTER | OMIT_EMPTY, .default_json = "false"},
};
ATOMIC_TYPE(core_v1_FileKeySelector, "io.k8s.api.core.v1.FileKeySelector", "FileKeySelector")

static const struct ls_api_field core_v1_FlexPersistentVolumeSource[] = {
    {"driver", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"fsType", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"secretRef", FORM(STRUCT), .type = &ls_api_core_v1_SecretReference, .number = 3,
     .flags = POINTER | OMIT_EMPTY},
    {"readOnly", FORM(BOOL), .number = 4, .flags = OMIT_EMPTY},
    {"options", MAP(STRING), .number = 5, .flags = OMIT_EMPTY},
};
TYPE(core_v1_FlexPersistentVolumeSource, "io.k8s.api.core.v1.FlexPersistentVolumeSource", "FlexPersistentVolumeSource")

static const struct ls_api_field core_v1_FlexVolumeSource[] = {
    {"driver", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"fsType", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"secretRef", FORM(STRUCT), .type = &ls_api_core_v1_LocalObjectReference, .number = 3,
     .flags = POINTER | OMIT_EMPTY},
    {"readOnly", FORM(BOOL), .number = 4, .flags = OMIT_EMPTY},
    {"options", MAP(STRING), .number = 5, .flags = OMIT_EMPTY},
};
TYPE(core_v1_FlexVolumeSource, "io.k8s.api.core.v1.FlexVolumeSource", "FlexVolumeSource")

static const struct ls_api_field core_v1_FlockerVolumeSource[] = {
    {"datasetName", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"datasetUUID", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
};
TYPE(core_v1_FlockerVolumeSource, "io.k8s.api.core.v1.FlockerVolumeSource", "FlockerVolumeSource")

static const struct ls_api_field core_v1_GCEPersistentDiskVolumeSource[] = {
    {"pdName", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"fsType", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"partition", FORM(INT32), .number = 3, .flags = OMIT_EMPTY},
    {"readOnly", FORM(BOOL), .number = 4, .flags = OMIT_EMPTY},
};
TYPE(core_v1_GCEPersistentDiskVolumeSource, "io.k8s.api.core.v1.GCEPersistentDiskVolumeSource", "GCEPersistentDiskVolumeSource")

static const struct ls_api_field core_v1_GRPCAction[] = {
    {"port", FORM(INT32), .number = 1, .flags = REQUIRED, .default_json = "0"},
    {"service", FORM(STRING), .number = 2, .flags = POINTER, .default_json = "\"\""},
};
TYPE(core_v1_GRPCAction, "io.k8s.api.core.v1.GRPCAction", "GRPCAction")

static const struct ls_api_field core_v1_GitRepoVolumeSource[] = {
    {"repository", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"revision", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"directory", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
};
TYPE(core_v1_GitRepoVolumeSource, "io.k8s.api.core.v1.GitRepoVolumeSource", "GitRepoVolumeSource")

static const struct ls_api_field core_v1_GlusterfsPersistentVolumeSource[] = {
    {"endpoints", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"path", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"readOnly", FORM(BOOL), .number = 3, .flags = OMIT_EMPTY},
    {"endpointsNamespace", FORM(STRING), .number = 4, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_GlusterfsPersistentVolumeSource, "io.k8s.api.core.v1.GlusterfsPersistentVolumeSource", "GlusterfsPersistentVolumeSource")

static const struct ls_api_field core_v1_GlusterfsVolumeSource[] = {
    {"endpoints", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"path", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"readOnly", FORM(BOOL), .number = 3, .flags = OMIT_EMPTY},
};
TYPE(core_v1_GlusterfsVolumeSource, "io.k8s.api.core.v1.GlusterfsVolumeSource", "GlusterfsVolumeSource")

static const struct ls_api_field core_v1_HTTPGetAction[] = {
    {"path", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"port", FORM(INT_OR_STRING), .number = 2, .flags = REQUIRED},
    {"host", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"scheme", FORM(STRING), .number = 4, .flags = OMIT_EMPTY, .choices = NAMES("HTTP", "HTTPS"),
     .go_type = "v1.URIScheme"},
    {"httpHeaders", LIST(STRUCT), .type = &ls_api_core_v1_HTTPHeader, .number = 5,
     .flags = OMIT_EMPTY},
};
TYPE(core_v1_HTTPGetAction, "io.k8s.api.core.v1.HTTPGetAction", "HTTPGetAction")

static const struct ls_api_field core_v1_HTTPHeader[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"value", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
};
TYPE(core_v1_HTTPHeader, "io.k8s.api.core.v1.HTTPHeader", "HTTPHeader")

static const struct ls_api_field core_v1_HostAlias[] = {
    {"ip", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"hostnames", LIST(STRING), .number = 2, .flags = OMIT_EMPTY},
};
TYPE(core_v1_HostAlias, "io.k8s.api.core.v1.HostAlias", "HostAlias")

static const struct ls_api_field core_v1_HostIP[] = {
    {"ip", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
};
TYPE(core_v1_HostIP, "io.k8s.api.core.v1.HostIP", "HostIP")

static const struct ls_api_field core_v1_HostPathVolumeSource[] = {
    {"path", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"type", FORM(STRING), .number = 2, .flags = POINTER | OMIT_EMPTY, .choices = NAMES("",
     "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate",
     "Socket"), .go_type = "v1.HostPathType"},
};
TYPE(core_v1_HostPathVolumeSource, "io.k8s.api.core.v1.HostPathVolumeSource", "HostPathVolumeSource")

static const struct ls_api_field core_v1_ISCSIPersistentVolumeSource[] = {
    {"targetPortal", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"iqn", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"lun", FORM(INT32), .number = 3, .flags = REQUIRED, .default_json = "0"},
    {"iscsiInterface", FORM(STRING), .number = 4, .flags = OMIT_EMPTY,
     .default_json = "\"default\""},
    {"fsType", FORM(STRING), .number = 5, .flags = OMIT_EMPTY},
    {"readOnly", FORM(BOOL), .number = 6, .flags = OMIT_EMPTY},
    {"portals", LIST(STRING), .number = 7, .flags = OMIT_EMPTY},
    {"chapAuthDiscovery", FORM(BOOL), .number = 8, .flags = OMIT_EMPTY},
    {"chapAuthSession", FORM(BOOL), .number = 11, .flags = OMIT_EMPTY},
    {"secretRef", FORM(STRUCT), .type = &ls_api_core_v1_SecretReference, .number = 10,
     .flags = POINTER | OMIT_EMPTY},
    {"initiatorName", FORM(STRING), .number = 12, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_ISCSIPersistentVolumeSource, "io.k8s.api.core.v1.ISCSIPersistentVolumeSource", "ISCSIPersistentVolumeSource")

static const struct ls_api_field core_v1_ISCSIVolumeSource[] = {
    {"targetPortal", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"iqn", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"lun", FORM(INT32), .number = 3, .flags = REQUIRED, .default_json = "0"},
    {"iscsiInterface", FORM(STRING), .number = 4, .flags = OMIT_EMPTY,
     .default_json = "\"default\""},
    {"fsType", FORM(STRING), .number = 5, .flags = OMIT_EMPTY},
    {"readOnly", FORM(BOOL), .number = 6, .flags = OMIT_EMPTY},
    {"portals", LIST(STRING), .number = 7, .flags = OMIT_EMPTY},
    {"chapAuthDiscovery", FORM(BOOL), .number = 8, .flags = OMIT_EMPTY},
    {"chapAuthSession", FORM(BOOL), .number = 11, .flags = OMIT_EMPTY},
    {"secretRef", FORM(STRUCT), .type = &ls_api_core_v1_LocalObjectReference, .number = 10,
     .flags = POINTER | OMIT_EMPTY},
    {"initiatorName", FORM(STRING), .number = 12, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_ISCSIVolumeSource, "io.k8s.api.core.v1.ISCSIVolumeSource", "ISCSIVolumeSource")

static const struct ls_api_field core_v1_ImageVolumeSource[] = {
    {"reference", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"pullPolicy", FORM(STRING), .number = 2, .flags = OMIT_EMPTY, .choices = NAMES("Always",
     "IfNotPresent", "Never"), .go_type = "v1.PullPolicy"},
};
TYPE(core_v1_ImageVolumeSource, "io.k8s.api.core.v1.ImageVolumeSource", "ImageVolumeSource")

static const struct ls_api_field core_v1_ImageVolumeStatus[] = {
    {"imageRef", FORM(STRING), .number = 1, .flags = OMIT_EMPTY | REQUIRED},
};
TYPE(core_v1_ImageVolumeStatus, "io.k8s.api.core.v1.ImageVolumeStatus", "ImageVolumeStatus")

static const struct ls_api_field core_v1_KeyToPath[] = {
    {"key", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"path", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"mode", FORM(INT32), .number = 3, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_KeyToPath, "io.k8s.api.core.v1.KeyToPath", "KeyToPath")

static const struct ls_api_field core_v1_Lifecycle[] = {
    {"postStart", FORM(STRUCT), .type = &ls_api_core_v1_LifecycleHandler, .number = 1,
     .flags = POINTER | OMIT_EMPTY},
    {"preStop", FORM(STRUCT), .type = &ls_api_core_v1_LifecycleHandler, .number = 2,
     .flags = POINTER | OMIT_EMPTY},
    {"stopSignal", FORM(STRING), .number = 3, .flags = POINTER | OMIT_EMPTY,
     .choices = NAMES("SIGABRT", "SIGALRM", "SIGBUS", "SIGCHLD", "SIGCLD", "SIGCONT", "SIGFPE",
     "SIGHUP", "SIGILL", "SIGINT", "SIGIO", "SIGIOT", "SIGKILL", "SIGPIPE", "SIGPOLL", "SIGPROF",
     "SIGPWR", "SIGQUIT", "SIGRTMAX", "SIGRTMAX-1", "SIGRTMAX-10", "SIGRTMAX-11", "SIGRTMAX-12",
     "SIGRTMAX-13", "SIGRTMAX-14", "SIGRTMAX-2", "SIGRTMAX-3", "SIGRTMAX-4", "SIGRTMAX-5",
     "SIGRTMAX-6", "SIGRTMAX-7", "SIGRTMAX-8", "SIGRTMAX-9", "SIGRTMIN", "SIGRTMIN+1",
     "SIGRTMIN+10", "SIGRTMIN+11", "SIGRTMIN+12", "SIGRTMIN+13", "SIGRTMIN+14", "SIGRTMIN+15",
     "SIGRTMIN+2", "SIGRTMIN+3", "SIGRTMIN+4", "SIGRTMIN+5", "SIGRTMIN+6", "SIGRTMIN+7",
     "SIGRTMIN+8", "SIGRTMIN+9", "SIGSEGV", "SIGSTKFLT", "SIGSTOP", "SIGSYS", "SIGTERM", "SIGTRAP",
     "SIGTSTP", "SIGTTIN", "SIGTTOU", "SIGURG", "SIGUSR1", "SIGUSR2", "SIGVTALRM", "SIGWINCH",
     "SIGXCPU", "SIGXFSZ"), .go_type = "v1.Signal"},
};
TYPE(core_v1_Lifecycle, "io.k8s.api.core.v1.Lifecycle", "Lifecycle")

static const struct ls_api_field core_v1_LifecycleHandler[] = {
    {"exec", FORM(STRUCT), .type = &ls_api_core_v1_ExecAction, .number = 1,
     .flags = POINTER | OMIT_EMPTY},
    {"httpGet", FORM(STRUCT), .type = &ls_api_core_v1_HTTPGetAction, .number = 2,
     .flags = POINTER | OMIT_EMPTY},
    {"tcpSocket", FORM(STRUCT), .type = &ls_api_core_v1_TCPSocketAction, .number = 3,
     .flags = POINTER | OMIT_EMPTY},
    {"sleep", FORM(STRUCT), .type = &ls_api_core_v1_SleepAction, .number = 4,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_LifecycleHandler, "io.k8s.api.core.v1.LifecycleHandler", "LifecycleHandler")

static const struct ls_api_field core_v1_LimitRange[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_core_v1_LimitRangeSpec, .number = 2, .flags = OMIT_EMPTY,
     .default_json = "{}"},
};
TYPE(core_v1_LimitRange, "io.k8s.api.core.v1.LimitRange", "LimitRange")

static const struct ls_api_field core_v1_LimitRangeItem[] = {
    {"type", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.LimitType"},
    {"max", MAP(QUANTITY), .number = 2, .flags = OMIT_EMPTY, .go_whole = "v1.ResourceList"},
    {"min", MAP(QUANTITY), .number = 3, .flags = OMIT_EMPTY, .go_whole = "v1.ResourceList"},
    {"default", MAP(QUANTITY), .number = 4, .flags = OMIT_EMPTY, .go_whole = "v1.ResourceList"},
    {"defaultRequest", MAP(QUANTITY), .number = 5, .flags = OMIT_EMPTY,
     .go_whole = "v1.ResourceList"},
    {"maxLimitRequestRatio", MAP(QUANTITY), .number = 6, .flags = OMIT_EMPTY,
     .go_whole = "v1.ResourceList"},
};
TYPE(core_v1_LimitRangeItem, "io.k8s.api.core.v1.LimitRangeItem", "LimitRangeItem")

static const struct ls_api_field core_v1_LimitRangeSpec[] = {
    {"limits", LIST(STRUCT), .type = &ls_api_core_v1_LimitRangeItem, .number = 1,
     .flags = REQUIRED},
};
TYPE(core_v1_LimitRangeSpec, "io.k8s.api.core.v1.LimitRangeSpec", "LimitRangeSpec")

static const struct ls_api_field core_v1_LinuxContainerUser[] = {
    {"uid", FORM(INT64), .number = 1, .flags = REQUIRED, .default_json = "0"},
    {"gid", FORM(INT64), .number = 2, .flags = REQUIRED, .default_json = "0"},
    {"supplementalGroups", LIST(INT64), .number = 3, .flags = OMIT_EMPTY},
};
TYPE(core_v1_LinuxContainerUser, "io.k8s.api.core.v1.LinuxContainerUser", "LinuxContainerUser")

static const struct ls_api_field core_v1_LoadBalancerIngress[] = {
    {"ip", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"hostname", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"ipMode", FORM(STRING), .number = 3, .flags = POINTER | OMIT_EMPTY,
     .go_type = "v1.LoadBalancerIPMode"},
    {"ports", LIST(STRUCT), .type = &ls_api_core_v1_PortStatus, .number = 4, .flags = OMIT_EMPTY},
};
TYPE(core_v1_LoadBalancerIngress, "io.k8s.api.core.v1.LoadBalancerIngress", "LoadBalancerIngress")

static const struct ls_api_field core_v1_LoadBalancerStatus[] = {
    {"ingress", LIST(STRUCT), .type = &ls_api_core_v1_LoadBalancerIngress, .number = 1,
     .flags = OMIT_EMPTY},
};
TYPE(core_v1_LoadBalancerStatus, "io.k8s.api.core.v1.LoadBalancerStatus", "LoadBalancerStatus")

static const struct ls_api_field core_v1_LocalObjectReference[] = {
    {"name", FORM(STRING), .number = 1, .flags = OMIT_EMPTY, .default_json = "\"\""},
};
ATOMIC_TYPE(core_v1_LocalObjectReference, "io.k8s.api.core.v1.LocalObjectReference", "LocalObjectReference")

static const struct ls_api_field core_v1_LocalVolumeSource[] = {
    {"path", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"fsType", FORM(STRING), .number = 2, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_LocalVolumeSource, "io.k8s.api.core.v1.LocalVolumeSource", "LocalVolumeSource")

static const struct ls_api_field core_v1_ModifyVolumeStatus[] = {
    {"targetVolumeAttributesClassName", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"status", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\"",
     .choices = NAMES("InProgress", "Infeasible", "Pending"),
     .go_type = "v1.PersistentVolumeClaimModifyVolumeStatus"},
};
TYPE(core_v1_ModifyVolumeStatus, "io.k8s.api.core.v1.ModifyVolumeStatus", "ModifyVolumeStatus")

static const struct ls_api_field core_v1_NFSVolumeSource[] = {
    {"server", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"path", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"readOnly", FORM(BOOL), .number = 3, .flags = OMIT_EMPTY},
};
TYPE(core_v1_NFSVolumeSource, "io.k8s.api.core.v1.NFSVolumeSource", "NFSVolumeSource")

static const struct ls_api_field core_v1_Namespace[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_core_v1_NamespaceSpec, .number = 2, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"status", FORM(STRUCT), .type = &ls_api_core_v1_NamespaceStatus, .number = 3,
     .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(core_v1_Namespace, "io.k8s.api.core.v1.Namespace", "Namespace")

static const struct ls_api_field core_v1_NamespaceCondition[] = {
    {"type", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.NamespaceConditionType"},
    {"status", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.ConditionStatus"},
    {"lastTransitionTime", FORM(TIME), .number = 4, .flags = OMIT_EMPTY},
    {"reason", FORM(STRING), .number = 5, .flags = OMIT_EMPTY},
    {"message", FORM(STRING), .number = 6, .flags = OMIT_EMPTY},
};
TYPE(core_v1_NamespaceCondition, "io.k8s.api.core.v1.NamespaceCondition", "NamespaceCondition")

static const struct ls_api_field core_v1_NamespaceSpec[] = {
    {"finalizers", LIST(STRING), .number = 1, .flags = OMIT_EMPTY, .go_type = "v1.FinalizerName"},
};
TYPE(core_v1_NamespaceSpec, "io.k8s.api.core.v1.NamespaceSpec", "NamespaceSpec")

static const struct ls_api_field core_v1_NamespaceStatus[] = {
    {"phase", FORM(STRING), .number = 1, .flags = OMIT_EMPTY, .choices = NAMES("Active",
     "Terminating"), .go_type = "v1.NamespacePhase"},
    {"conditions", LIST(STRUCT), .type = &ls_api_core_v1_NamespaceCondition, .number = 2,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("type"),
     .patch_key = "type"},
};
TYPE(core_v1_NamespaceStatus, "io.k8s.api.core.v1.NamespaceStatus", "NamespaceStatus")

static const struct ls_api_field core_v1_Node[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_core_v1_NodeSpec, .number = 2, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"status", FORM(STRUCT), .type = &ls_api_core_v1_NodeStatus, .number = 3, .flags = OMIT_EMPTY,
     .default_json = "{}"},
};
TYPE(core_v1_Node, "io.k8s.api.core.v1.Node", "Node")

static const struct ls_api_field core_v1_NodeAddress[] = {
    {"type", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.NodeAddressType"},
    {"address", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
};
TYPE(core_v1_NodeAddress, "io.k8s.api.core.v1.NodeAddress", "NodeAddress")

static const struct ls_api_field core_v1_NodeAffinity[] = {
    {"requiredDuringSchedulingIgnoredDuringExecution", FORM(STRUCT),
     .type = &ls_api_core_v1_NodeSelector, .number = 1, .flags = POINTER | OMIT_EMPTY},
    {"preferredDuringSchedulingIgnoredDuringExecution", LIST(STRUCT),
     .type = &ls_api_core_v1_PreferredSchedulingTerm, .number = 2, .flags = OMIT_EMPTY},
};
TYPE(core_v1_NodeAffinity, "io.k8s.api.core.v1.NodeAffinity", "NodeAffinity")

static const struct ls_api_field core_v1_NodeAllocatableResourceClaimStatus[] = {
    {"resourceClaimName", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"containers", LIST(STRING), .number = 2, .flags = OMIT_EMPTY, .list_kind = LS_LIST_SET},
    {"resources", MAP(QUANTITY), .number = 3, .flags = REQUIRED},
};
TYPE(core_v1_NodeAllocatableResourceClaimStatus, "io.k8s.api.core.v1.NodeAllocatableResourceClaimStatus", "NodeAllocatableResourceClaimStatus")

static const struct ls_api_field core_v1_NodeCondition[] = {
    {"type", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.NodeConditionType"},
    {"status", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.ConditionStatus"},
    {"lastHeartbeatTime", FORM(TIME), .number = 3, .flags = OMIT_EMPTY},
    {"lastTransitionTime", FORM(TIME), .number = 4, .flags = OMIT_EMPTY},
    {"reason", FORM(STRING), .number = 5, .flags = OMIT_EMPTY},
    {"message", FORM(STRING), .number = 6, .flags = OMIT_EMPTY},
};
TYPE(core_v1_NodeCondition, "io.k8s.api.core.v1.NodeCondition", "NodeCondition")

static const struct ls_api_field core_v1_NodeConfigSource[] = {
    {"configMap", FORM(STRUCT), .type = &ls_api_core_v1_ConfigMapNodeConfigSource, .number = 2,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_NodeConfigSource, "io.k8s.api.core.v1.NodeConfigSource", "NodeConfigSource")

static const struct ls_api_field core_v1_NodeConfigStatus[] = {
    {"assigned", FORM(STRUCT), .type = &ls_api_core_v1_NodeConfigSource, .number = 1,
     .flags = POINTER | OMIT_EMPTY},
    {"active", FORM(STRUCT), .type = &ls_api_core_v1_NodeConfigSource, .number = 2,
     .flags = POINTER | OMIT_EMPTY},
    {"lastKnownGood", FORM(STRUCT), .type = &ls_api_core_v1_NodeConfigSource, .number = 3,
     .flags = POINTER | OMIT_EMPTY},
    {"error", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
};
TYPE(core_v1_NodeConfigStatus, "io.k8s.api.core.v1.NodeConfigStatus", "NodeConfigStatus")

static const struct ls_api_field core_v1_NodeDaemonEndpoints[] = {
    {"kubeletEndpoint", FORM(STRUCT), .type = &ls_api_core_v1_DaemonEndpoint, .number = 1,
     .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(core_v1_NodeDaemonEndpoints, "io.k8s.api.core.v1.NodeDaemonEndpoints", "NodeDaemonEndpoints")

static const struct ls_api_field core_v1_NodeFeatures[] = {
    {"supplementalGroupsPolicy", FORM(BOOL), .number = 1, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_NodeFeatures, "io.k8s.api.core.v1.NodeFeatures", "NodeFeatures")

static const struct ls_api_field core_v1_NodeRuntimeHandler[] = {
    {"name", FORM(STRING), .number = 1, .default_json = "\"\""},
    {"features", FORM(STRUCT), .type = &ls_api_core_v1_NodeRuntimeHandlerFeatures, .number = 2,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_NodeRuntimeHandler, "io.k8s.api.core.v1.NodeRuntimeHandler", "NodeRuntimeHandler")

static const struct ls_api_field core_v1_NodeRuntimeHandlerFeatures[] = {
    {"recursiveReadOnlyMounts", FORM(BOOL), .number = 1, .flags = POINTER | OMIT_EMPTY},
    {"userNamespaces", FORM(BOOL), .number = 2, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_NodeRuntimeHandlerFeatures, "io.k8s.api.core.v1.NodeRuntimeHandlerFeatures", "NodeRuntimeHandlerFeatures")

static const struct ls_api_field core_v1_NodeSelector[] = {
    {"nodeSelectorTerms", LIST(STRUCT), .type = &ls_api_core_v1_NodeSelectorTerm, .number = 1,
     .flags = REQUIRED},
};
ATOMIC_TYPE(core_v1_NodeSelector, "io.k8s.api.core.v1.NodeSelector", "NodeSelector")

static const struct ls_api_field core_v1_NodeSelectorRequirement[] = {
    {"key", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"operator", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\"",
     .choices = NAMES("DoesNotExist", "Exists", "Gt", "In", "Lt", "NotIn"),
     .go_type = "v1.NodeSelectorOperator"},
    {"values", LIST(STRING), .number = 3, .flags = OMIT_EMPTY},
};
TYPE(core_v1_NodeSelectorRequirement, "io.k8s.api.core.v1.NodeSelectorRequirement", "NodeSelectorRequirement")

static const struct ls_api_field core_v1_NodeSelectorTerm[] = {
    {"matchExpressions", LIST(STRUCT), .type = &ls_api_core_v1_NodeSelectorRequirement, .number = 1,
     .flags = OMIT_EMPTY},
    {"matchFields", LIST(STRUCT), .type = &ls_api_core_v1_NodeSelectorRequirement, .number = 2,
     .flags = OMIT_EMPTY},
};
ATOMIC_TYPE(core_v1_NodeSelectorTerm, "io.k8s.api.core.v1.NodeSelectorTerm", "NodeSelectorTerm")

static const struct ls_api_field core_v1_NodeSpec[] = {
    {"podCIDR", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"podCIDRs", LIST(STRING), .number = 7, .flags = OMIT_EMPTY | PATCH_MERGE,
     .list_kind = LS_LIST_SET},
    {"providerID", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"unschedulable", FORM(BOOL), .number = 4, .flags = OMIT_EMPTY},
    {"taints", LIST(STRUCT), .type = &ls_api_core_v1_Taint, .number = 5, .flags = OMIT_EMPTY},
    {"configSource", FORM(STRUCT), .type = &ls_api_core_v1_NodeConfigSource, .number = 6,
     .flags = POINTER | OMIT_EMPTY},
    {"externalID", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
};
TYPE(core_v1_NodeSpec, "io.k8s.api.core.v1.NodeSpec", "NodeSpec")

static const struct ls_api_field core_v1_NodeStatus[] = {
    {"capacity", MAP(QUANTITY), .number = 1, .flags = OMIT_EMPTY, .go_whole = "v1.ResourceList"},
    {"allocatable", MAP(QUANTITY), .number = 2, .flags = OMIT_EMPTY, .go_whole = "v1.ResourceList"},
    {"phase", FORM(STRING), .number = 3, .flags = OMIT_EMPTY, .choices = NAMES("Pending", "Running",
     "Terminated"), .go_type = "v1.NodePhase"},
    {"conditions", LIST(STRUCT), .type = &ls_api_core_v1_NodeCondition, .number = 4,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("type"),
     .patch_key = "type"},
    {"addresses", LIST(STRUCT), .type = &ls_api_core_v1_NodeAddress, .number = 5,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("type"),
     .patch_key = "type"},
    {"daemonEndpoints", FORM(STRUCT), .type = &ls_api_core_v1_NodeDaemonEndpoints, .number = 6,
     .flags = OMIT_EMPTY, .default_json = "{}"},
    {"nodeInfo", FORM(STRUCT), .type = &ls_api_core_v1_NodeSystemInfo, .number = 7,
     .flags = OMIT_EMPTY, .default_json = "{}"},
    {"images", LIST(STRUCT), .type = &ls_api_core_v1_ContainerImage, .number = 8,
     .flags = OMIT_EMPTY},
    {"volumesInUse", LIST(STRING), .number = 9, .flags = OMIT_EMPTY,
     .go_type = "v1.UniqueVolumeName"},
    {"volumesAttached", LIST(STRUCT), .type = &ls_api_core_v1_AttachedVolume, .number = 10,
     .flags = OMIT_EMPTY},
    {"config", FORM(STRUCT), .type = &ls_api_core_v1_NodeConfigStatus, .number = 11,
     .flags = POINTER | OMIT_EMPTY},
    {"runtimeHandlers", LIST(STRUCT), .type = &ls_api_core_v1_NodeRuntimeHandler, .number = 12,
     .flags = OMIT_EMPTY},
    {"features", FORM(STRUCT), .type = &ls_api_core_v1_NodeFeatures, .number = 13,
     .flags = POINTER | OMIT_EMPTY},
    {"declaredFeatures", LIST(STRING), .number = 14, .flags = OMIT_EMPTY},
};
TYPE(core_v1_NodeStatus, "io.k8s.api.core.v1.NodeStatus", "NodeStatus")

static const struct ls_api_field core_v1_NodeSwapStatus[] = {
    {"capacity", FORM(INT64), .number = 1, .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_NodeSwapStatus, "io.k8s.api.core.v1.NodeSwapStatus", "NodeSwapStatus")

static const struct ls_api_field core_v1_NodeSystemInfo[] = {
    {"machineID", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"systemUUID", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"bootID", FORM(STRING), .number = 3, .flags = REQUIRED, .default_json = "\"\""},
    {"kernelVersion", FORM(STRING), .number = 4, .flags = REQUIRED, .default_json = "\"\""},
    {"osImage", FORM(STRING), .number = 5, .flags = REQUIRED, .default_json = "\"\""},
    {"containerRuntimeVersion", FORM(STRING), .number = 6, .flags = REQUIRED,
     .default_json = "\"\""},
    {"kubeletVersion", FORM(STRING), .number = 7, .flags = REQUIRED, .default_json = "\"\""},
    {"kubeProxyVersion", FORM(STRING), .number = 8, .flags = REQUIRED, .default_json = "\"\""},
    {"operatingSystem", FORM(STRING), .number = 9, .flags = REQUIRED, .default_json = "\"\""},
    {"architecture", FORM(STRING), .number = 10, .flags = REQUIRED, .default_json = "\"\""},
    {"swap", FORM(STRUCT), .type = &ls_api_core_v1_NodeSwapStatus, .number = 11,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(core_v1_NodeSystemInfo, "io.k8s.api.core.v1.NodeSystemInfo", "NodeSystemInfo")

static const struct ls_api_field core_v1_ObjectFieldSelector[] = {
    {"apiVersion", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"fieldPath", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
};
ATOMIC_TYPE(core_v1_ObjectFieldSelector, "io.k8s.api.core.v1.ObjectFieldSelector", "ObjectFieldSelector")

static const struct ls_api_field core_v1_ObjectReference[] = {
    {"kind", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"namespace", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"name", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"uid", FORM(STRING), .number = 4, .flags = OMIT_EMPTY, .go_type = "types.UID"},
    {"apiVersion", FORM(STRING), .number = 5, .flags = OMIT_EMPTY},
    {"resourceVersion", FORM(STRING), .number = 6, .flags = OMIT_EMPTY},
    {"fieldPath", FORM(STRING), .number = 7, .flags = OMIT_EMPTY},
};
ATOMIC_TYPE(core_v1_ObjectReference, "io.k8s.api.core.v1.ObjectReference", "ObjectReference")

static const struct ls_api_field core_v1_PersistentVolume[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_core_v1_PersistentVolumeSpec, .number = 2,
     .flags = OMIT_EMPTY, .default_json = "{}"},
    {"status", FORM(STRUCT), .type = &ls_api_core_v1_PersistentVolumeStatus, .number = 3,
     .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(core_v1_PersistentVolume, "io.k8s.api.core.v1.PersistentVolume", "PersistentVolume")

static const struct ls_api_field core_v1_PersistentVolumeClaim[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_core_v1_PersistentVolumeClaimSpec, .number = 2,
     .flags = OMIT_EMPTY, .default_json = "{}"},
    {"status", FORM(STRUCT), .type = &ls_api_core_v1_PersistentVolumeClaimStatus, .number = 3,
     .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(core_v1_PersistentVolumeClaim, "io.k8s.api.core.v1.PersistentVolumeClaim", "PersistentVolumeClaim")

static const struct ls_api_field core_v1_PersistentVolumeClaimCondition[] = {
    {"type", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.PersistentVolumeClaimConditionType"},
    {"status", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.ConditionStatus"},
    {"lastProbeTime", FORM(TIME), .number = 3, .flags = OMIT_EMPTY},
    {"lastTransitionTime", FORM(TIME), .number = 4, .flags = OMIT_EMPTY},
    {"reason", FORM(STRING), .number = 5, .flags = OMIT_EMPTY},
    {"message", FORM(STRING), .number = 6, .flags = OMIT_EMPTY},
};
TYPE(core_v1_PersistentVolumeClaimCondition, "io.k8s.api.core.v1.PersistentVolumeClaimCondition", "PersistentVolumeClaimCondition")
