/* Whatever the sandbox stores and does not enforce causes a warning and has a row in the manual. */
#include "sandbox/kinds/unenforced.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "check.h"
#include "source_dir.h"
#include "support_sandbox.h"

#define ADMISSION "/apis/admissionregistration.k8s.io/v1/"
#define RBAC      "/apis/rbac.authorization.k8s.io/v1/"
#define FLOW      "/apis/flowcontrol.apiserver.k8s.io/v1/"
#define DEFAULT   "namespaces/default/"

/* A pod's spec with both fields that the scheduler ignores. */
#define POD_SPEC                                                                                   \
    "{\"restartPolicy\":\"%s\",\"containers\":[{\"name\":\"c\",\"image\":\"i\"}],"                 \
    "\"affinity\":{\"podAntiAffinity\":{\"requiredDuringSchedulingIgnoredDuringExecution\":["      \
    "{\"topologyKey\":\"kubernetes.io/hostname\"}]}},\"topologySpreadConstraints\":[{"             \
    "\"maxSkew\":1,\"topologyKey\":\"zone\",\"whenUnsatisfiable\":\"DoNotSchedule\"}]}"
#define TEMPLATE "{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":" POD_SPEC "}"
#define SET_SPEC "{\"selector\":{\"matchLabels\":{\"a\":\"b\"}},\"template\":" TEMPLATE "}"
#define MATCH                                                                                      \
    "\"matchConstraints\":{\"resourceRules\":[{\"apiGroups\":[\"\"],\"apiVersions\":"              \
    "[\"v1\"],\"operations\":[\"CREATE\"],\"resources\":[\"pods\"]}]}"
#define HOOK                                                                                       \
    "\"webhooks\":[{\"name\":\"a.example.com\",\"admissionReviewVersions\":[\"v1\"],"              \
    "\"sideEffects\":\"None\",\"clientConfig\":{\"url\":\"https://hook.example.com\"}}]"

/* An object to which all rows of its kind apply; %s: the restart policy of its pods. */
static const struct sample {
    const char *kind;
    const char *path;
    const char *body;
    const char *restart_policy;
} samples[] = {
    {"LimitRange", "/api/v1/" DEFAULT "limitranges", "\"spec\":{\"limits\":[]}", ""},
    {"ResourceQuota", "/api/v1/" DEFAULT "resourcequotas", "\"spec\":{\"hard\":{\"pods\":1}}", ""},
    {"Namespace", "/api/v1/namespaces", "\"spec\":{}", ""},
    {"Role", RBAC DEFAULT "roles", "\"rules\":[]", ""},
    {"RoleBinding", RBAC DEFAULT "rolebindings",
     "\"roleRef\":{\"apiGroup\":\"rbac.authorization.k8s.io\",\"kind\":\"Role\",\"name\":\"x\"}",
     ""},
    {"ClusterRole", RBAC "clusterroles", "\"rules\":[]", ""},
    {"ClusterRoleBinding", RBAC "clusterrolebindings",
     "\"roleRef\":{\"apiGroup\":\"rbac.authorization.k8s.io\",\"kind\":\"ClusterRole\","
     "\"name\":\"x\"}",
     ""},
    {"ValidatingAdmissionPolicy", ADMISSION "validatingadmissionpolicies",
     "\"spec\":{" MATCH ",\"validations\":[{\"expression\":\"true\"}]}", ""},
    {"ValidatingAdmissionPolicyBinding", ADMISSION "validatingadmissionpolicybindings",
     "\"spec\":{\"policyName\":\"x\",\"validationActions\":[\"Deny\"]}", ""},
    {"MutatingAdmissionPolicy", ADMISSION "mutatingadmissionpolicies",
     "\"spec\":{" MATCH ",\"reinvocationPolicy\":\"Never\",\"mutations\":[{\"patchType\":"
     "\"ApplyConfiguration\",\"applyConfiguration\":{\"expression\":\"Object{}\"}}]}",
     ""},
    {"MutatingAdmissionPolicyBinding", ADMISSION "mutatingadmissionpolicybindings",
     "\"spec\":{\"policyName\":\"x\"}", ""},
    {"ValidatingWebhookConfiguration", ADMISSION "validatingwebhookconfigurations", HOOK, ""},
    {"MutatingWebhookConfiguration", ADMISSION "mutatingwebhookconfigurations", HOOK, ""},
    {"CustomResourceDefinition", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
     "\"spec\":{\"group\":\"example.com\",\"scope\":\"Cluster\",\"names\":{\"kind\":\"Gear\","
     "\"plural\":\"gears\"},\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":true,"
     "\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\"}}}],\"conversion\":{\"strategy\":"
     "\"Webhook\",\"webhook\":{\"conversionReviewVersions\":[\"v1\"],\"clientConfig\":{\"url\":"
     "\"https://hook.example.com\"}}}}",
     ""},
    {"APIService", "/apis/apiregistration.k8s.io/v1/apiservices",
     "\"spec\":{\"group\":\"metrics.example.com\",\"version\":\"v1\",\"groupPriorityMinimum\":100,"
     "\"versionPriority\":100,\"insecureSkipTLSVerify\":true,\"service\":{\"name\":\"m\","
     "\"namespace\":\"default\"}}",
     ""},
    {"NetworkPolicy", "/apis/networking.k8s.io/v1/" DEFAULT "networkpolicies",
     "\"spec\":{\"podSelector\":{}}", ""},
    {"ServiceCIDR", "/apis/networking.k8s.io/v1/servicecidrs",
     "\"spec\":{\"cidrs\":[\"10.9.0.0/16\"]}", ""},
    {"FlowSchema", FLOW "flowschemas",
     "\"spec\":{\"priorityLevelConfiguration\":{\"name\":\"x\"},\"matchingPrecedence\":5}", ""},
    {"PriorityLevelConfiguration", FLOW "prioritylevelconfigurations",
     "\"spec\":{\"type\":\"Limited\",\"limited\":{\"limitResponse\":{\"type\":\"Reject\"}}}", ""},
    {"PriorityClass", "/apis/scheduling.k8s.io/v1/priorityclasses", "\"value\":5", ""},
    {"RuntimeClass", "/apis/node.k8s.io/v1/runtimeclasses", "\"handler\":\"runsc\"", ""},
    {"Pod", "/api/v1/" DEFAULT "pods", "\"spec\":" POD_SPEC, "Always"},
    {"ReplicationController", "/api/v1/" DEFAULT "replicationcontrollers",
     "\"spec\":{\"template\":" TEMPLATE "}", "Always"},
    {"Deployment", "/apis/apps/v1/" DEFAULT "deployments", "\"spec\":" SET_SPEC, "Always"},
    {"ReplicaSet", "/apis/apps/v1/" DEFAULT "replicasets", "\"spec\":" SET_SPEC, "Always"},
    {"StatefulSet", "/apis/apps/v1/" DEFAULT "statefulsets", "\"spec\":" SET_SPEC, "Always"},
    {"DaemonSet", "/apis/apps/v1/" DEFAULT "daemonsets", "\"spec\":" SET_SPEC, "Always"},
    {"Job", "/apis/batch/v1/" DEFAULT "jobs", "\"spec\":{\"template\":" TEMPLATE "}", "Never"},
    {"CronJob", "/apis/batch/v1/" DEFAULT "cronjobs",
     "\"spec\":{\"schedule\":\"@daily\",\"timeZone\":\"Europe/Berlin\",\"jobTemplate\":{\"spec\":{"
     "\"template\":" TEMPLATE "}}}",
     "Never"},
};

static const struct sample *sample_of(const char *kind)
{
    for (size_t i = 0; i < LS_COUNT(samples); i++) {
        if (strcmp(samples[i].kind, kind) == 0)
            return &samples[i];
    }
    return NULL;
}

static const char *sample_name(const struct sample *sample)
{
    bool is_crd = strcmp(sample->kind, "CustomResourceDefinition") == 0;
    bool is_service = strcmp(sample->kind, "APIService") == 0;
    return is_crd ? "gears.example.com" : is_service ? "v1.metrics.example.com" : "sample";
}

static const char *sample_json(struct ls_arena *arena, const struct sample *sample)
{
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&body,
                  "{\"metadata\":{\"name\":\"%s\",\"labels\":{"
                  "\"pod-security.kubernetes.io/enforce\":\"baseline\"}},",
                  sample_name(sample));
    const char *place = strstr(sample->body, "%s");
    size_t head = place ? (size_t)(place - sample->body) : strlen(sample->body);
    ls_buf_add(&body, sample->body, head);
    if (place)
        ls_buf_printf(&body, "%s%s", sample->restart_policy, place + 2);
    ls_buf_add_char(&body, '}');
    return ls_arena_dup(arena, ls_buf_slice(&body));
}

static bool warns_of(struct front *front, const struct ls_unenforced *row)
{
    return strstr(ls_buf_text(&front->answer.headers), row->text) != NULL;
}

TEST(every_row_warns_when_its_kind_is_written)
{
    struct front front LS_AUTO(front_release);
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    front_init(&front);
    for (size_t i = 0; i < ls_unenforced_count; i++) {
        const struct ls_unenforced *row = &ls_unenforced_rows[i];
        const struct sample *sample = sample_of(row->kind);
        CHECK(sample != NULL);
        const char *path = ls_arena_printf(&arena, "%s?dryRun=All", sample->path);
        int status = front_ask(&front, "POST", path, NULL, sample_json(&arena, sample));
        if (status != 201)
            fprintf(stderr, "%s: %s\n", row->kind, front_body(&front));
        CHECK_INT(status, 201);
        if (!warns_of(&front, row))
            fprintf(stderr, "%s: no warning: %s\n", row->kind, row->text);
        CHECK(warns_of(&front, row));
    }
}

#define DEPLOYMENTS "/apis/apps/v1/" DEFAULT "deployments"
#define MERGE       ADMIN "content-type: application/merge-patch+json\n"

TEST(only_a_change_warns)
{
    struct front front LS_AUTO(front_release);
    front_init(&front);
    const char *role = "{\"metadata\":{\"name\":\"r\"},\"rules\":[]}";
    CHECK_INT(front_ask(&front, "POST", RBAC DEFAULT "roles", NULL, role), 201);
    CHECK_STR(front_header(&front, "warning"),
              "299 - \"the sandbox does not enforce RBAC: whoever has its token may do "
              "everything\"");
    CHECK_INT(front_ask(&front, "PUT", RBAC DEFAULT "roles/r", NULL, role), 200);
    CHECK_STR(front_header(&front, "warning"), "");
    CHECK_INT(front_ask(&front, "PATCH", RBAC DEFAULT "roles/r", MERGE,
                        "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}"),
              200);
    CHECK_STR(front_header(&front, "warning"), "");
    CHECK_INT(front_ask(&front, "PATCH", RBAC DEFAULT "roles/r", MERGE,
                        "{\"rules\":[{\"verbs\":[\"get\"],\"apiGroups\":[\"\"],\"resources\":["
                        "\"pods\"]}]}"),
              200);
    CHECK_HAS(front_header(&front, "warning"), "does not enforce RBAC");
    CHECK_INT(front_ask(&front, "DELETE", RBAC DEFAULT "roles/r", NULL, NULL), 200);
    CHECK_STR(front_header(&front, "warning"), "");
}

TEST(objects_without_the_part_do_not_warn)
{
    struct front front LS_AUTO(front_release);
    front_init(&front);
    CHECK_INT(front_ask(&front, "POST", "/api/v1/namespaces", NULL,
                        "{\"metadata\":{\"name\":\"n\",\"labels\":{\"a\":\"b\"}}}"),
              201);
    CHECK_STR(front_header(&front, "warning"), "");
    CHECK_INT(front_ask(&front, "PATCH", "/api/v1/namespaces/n", MERGE,
                        "{\"metadata\":{\"labels\":{\"pod-security.kubernetes.io/warn\":"
                        "\"restricted\"}}}"),
              200);
    CHECK_HAS(front_header(&front, "warning"), "does not enforce Pod Security labels");
    CHECK_INT(front_ask(&front, "POST", DEPLOYMENTS, NULL,
                        "{\"metadata\":{\"name\":\"d\"},\"spec\":{\"selector\":{\"matchLabels\":{"
                        "\"a\":\"b\"}},\"template\":{\"metadata\":{\"labels\":{\"a\":\"b\"}},"
                        "\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}}}"),
              201);
    CHECK_STR(front_header(&front, "warning"), "");
}

/* ---- the manual ---- */

static bool is_listed_before(size_t at)
{
    for (size_t i = 0; i < at; i++) {
        if (strcmp(ls_unenforced_rows[i].text, ls_unenforced_rows[at].text) == 0)
            return true;
    }
    return false;
}

static void line_print(struct ls_buf *out, size_t at)
{
    const struct ls_unenforced *row = &ls_unenforced_rows[at];
    ls_buf_printf(out, "| %s", row->kind);
    for (size_t i = at + 1; i < ls_unenforced_count; i++) {
        if (strcmp(ls_unenforced_rows[i].text, row->text) == 0)
            ls_buf_printf(out, ", %s", ls_unenforced_rows[i].kind);
    }
    ls_buf_printf(out, " | %s%s| %s |\n", row->when, row->when[0] ? " " : "", row->text);
}

TEST(the_manual_has_the_same_list)
{
    struct ls_buf page LS_AUTO(ls_buf_release) = {0}, list LS_AUTO(ls_buf_release) = {0};
    struct ls_err err = {0};
    CHECK_OK(ls_file_read(LS_SOURCE_DIR "/docs/manual/sandbox.md", 1 << 20, &page, &err), err);
    ls_buf_add_text(&list, "| kind | with | not enforced |\n| --- | --- | --- |\n");
    for (size_t i = 0; i < ls_unenforced_count; i++) {
        if (!is_listed_before(i))
            line_print(&list, i);
    }
    ls_buf_add_char(&list, '\n');
    if (!strstr(ls_buf_text(&page), ls_buf_text(&list)))
        fprintf(stderr, "docs/manual/sandbox.md lacks this list:\n\n%s", ls_buf_text(&list));
    CHECK(strstr(ls_buf_text(&page), ls_buf_text(&list)) != NULL);
}
