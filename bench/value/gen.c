/*
 * Writes the objects that the benchmark reads: 5,000 Pods, 2,500 Deployments and 2,500 ConfigMaps
 * as a server sends them, with managedFields, status and owner references, from a fixed seed.
 *
 *     bench_value_gen FOLDER
 *
 * makes FOLDER/list.json (one List), FOLDER/objects.ndjson (one object per line) and
 * FOLDER/bare.ndjson (the same without managedFields).
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/random.h"

enum { PODS = 5000, DEPLOYMENTS = 2500, CONFIG_MAPS = 2500 };

struct gen {
    struct ls_random random;
    struct ls_buf out;
    bool is_bare; /* no managedFields */
};

static const char *const apps[] = {"checkout", "catalog",  "payments", "frontend", "search",
                                   "mailer",   "invoices", "sessions", "gateway",  "reports"};
static const char *const teams[] = {"shop", "platform", "billing", "growth"};
static const char *const nodes[] = {"ip-10-0-12-7", "ip-10-0-33-140", "ip-10-0-45-9"};

#define PICK(gen, list) (list)[ls_random_below(&(gen)->random, LS_COUNT(list))]

#define ADD(gen, ...) ls_buf_printf(&(gen)->out, __VA_ARGS__)

static unsigned number(struct gen *gen, unsigned below)
{
    return (unsigned)ls_random_below(&gen->random, below);
}

static void add_text(struct gen *gen, const char *text)
{
    ls_buf_add_text(&gen->out, text);
}

static void add_uid(struct gen *gen)
{
    char uid[37];
    ls_random_uuid(&gen->random, uid);
    add_text(gen, uid);
}

static void add_hex(struct gen *gen, size_t digits)
{
    for (size_t i = 0; i < digits; i++)
        ls_buf_add_char(&gen->out, "0123456789abcdef"[number(gen, 16)]);
}

static void add_time(struct gen *gen)
{
    ADD(gen, "\"2026-%02u-%02uT%02u:%02u:%02uZ\"", 1 + number(gen, 12), 1 + number(gen, 28),
        number(gen, 24), number(gen, 60), number(gen, 60));
}

static void add_member_time(struct gen *gen, const char *key)
{
    ADD(gen, "\"%s\":", key);
    add_time(gen);
}

/* From the brace of metadata to its labels, which stay open. */
static void begin_metadata(struct gen *gen, const char *name, const char *team)
{
    ADD(gen, "\"metadata\":{\"name\":\"%s\",\"namespace\":\"%s-%u\",\"uid\":\"", name, team,
        number(gen, 20));
    add_uid(gen);
    ADD(gen, "\",\"resourceVersion\":\"%u\",\"generation\":%u,", 1000000 + number(gen, 90000000),
        1 + number(gen, 30));
    add_member_time(gen, "creationTimestamp");
    add_text(gen, ",\"labels\":{");
}

static void add_labels(struct gen *gen, const char *app, const char *team)
{
    ADD(gen,
        "\"app.kubernetes.io/name\":\"%s\",\"app.kubernetes.io/instance\":\"%s-%s\","
        "\"app.kubernetes.io/managed-by\":\"Helm\",\"app.kubernetes.io/version\":\"1.%u.%u\","
        "\"helm.sh/chart\":\"%s-0.%u.0\",\"team\":\"%s\"",
        app, app, team, number(gen, 40), number(gen, 20), app, number(gen, 60), team);
}

static void add_owner(struct gen *gen, const char *api, const char *kind, const char *name)
{
    ADD(gen,
        ",\"ownerReferences\":[{\"apiVersion\":\"%s\",\"kind\":\"%s\",\"name\":\"%s\",\"uid\":\"",
        api, kind, name);
    add_uid(gen);
    add_text(gen, "\",\"controller\":true,\"blockOwnerDeletion\":true}]");
}

static void begin_manager(struct gen *gen, const char *manager, const char *api)
{
    ADD(gen, "{\"manager\":\"%s\",\"operation\":\"Update\",\"apiVersion\":\"%s\",", manager, api);
    add_member_time(gen, "time");
    add_text(gen, ",\"fieldsType\":\"FieldsV1\",\"fieldsV1\":");
}

static const char pod_fields[] =
    "{\"f:metadata\":{\"f:generateName\":{},\"f:labels\":{\".\":{},\"f:app.kubernetes.io/"
    "instance\":{},"
    "\"f:app.kubernetes.io/managed-by\":{},\"f:app.kubernetes.io/name\":{},"
    "\"f:app.kubernetes.io/version\":{},\"f:helm.sh/chart\":{},\"f:pod-template-hash\":{},"
    "\"f:team\":{}},\"f:ownerReferences\":{\".\":{},\"k:{\\\"uid\\\":\\\"";
static const char pod_fields_spec[] =
    "\\\"}\":{}}},\"f:spec\":{\"f:containers\":{\"k:{\\\"name\\\":\\\"app\\\"}\":{\".\":{},"
    "\"f:env\":{\".\":{},\"k:{\\\"name\\\":\\\"LOG_LEVEL\\\"}\":{\".\":{},\"f:name\":{},\"f:"
    "value\":{}},"
    "\"k:{\\\"name\\\":\\\"POD_NAME\\\"}\":{\".\":{},\"f:name\":{},\"f:valueFrom\":{\".\":{},"
    "\"f:fieldRef\":{}}}},\"f:image\":{},\"f:imagePullPolicy\":{},\"f:livenessProbe\":{\".\":{},"
    "\"f:failureThreshold\":{},\"f:httpGet\":{\".\":{},\"f:path\":{},\"f:port\":{},\"f:scheme\":{}}"
    ","
    "\"f:periodSeconds\":{},\"f:successThreshold\":{},\"f:timeoutSeconds\":{}},\"f:name\":{},"
    "\"f:ports\":{\".\":{},\"k:{\\\"containerPort\\\":8080,\\\"protocol\\\":\\\"TCP\\\"}\":{\".\":{"
    "},"
    "\"f:containerPort\":{},\"f:name\":{},\"f:protocol\":{}}},\"f:resources\":{\".\":{},"
    "\"f:limits\":{\".\":{},\"f:cpu\":{},\"f:memory\":{}},\"f:requests\":{\".\":{},\"f:cpu\":{},"
    "\"f:memory\":{}}},\"f:terminationMessagePath\":{},\"f:terminationMessagePolicy\":{},"
    "\"f:volumeMounts\":{\".\":{},\"k:{\\\"mountPath\\\":\\\"/etc/app\\\"}\":{\".\":{},"
    "\"f:mountPath\":{},\"f:name\":{}}}}},\"f:dnsPolicy\":{},\"f:enableServiceLinks\":{},"
    "\"f:restartPolicy\":{},\"f:schedulerName\":{},\"f:securityContext\":{},"
    "\"f:terminationGracePeriodSeconds\":{},\"f:volumes\":{\".\":{},"
    "\"k:{\\\"name\\\":\\\"config\\\"}\":{\".\":{},\"f:configMap\":{\".\":{},\"f:defaultMode\":{},"
    "\"f:name\":{}},\"f:name\":{}}}}}";
static const char pod_status_fields[] =
    "{\"f:status\":{\"f:conditions\":{\"k:{\\\"type\\\":\\\"ContainersReady\\\"}\":{\".\":{},"
    "\"f:lastProbeTime\":{},\"f:lastTransitionTime\":{},\"f:status\":{},\"f:type\":{}},"
    "\"k:{\\\"type\\\":\\\"Initialized\\\"}\":{\".\":{},\"f:lastProbeTime\":{},"
    "\"f:lastTransitionTime\":{},\"f:status\":{},\"f:type\":{}},\"k:{\\\"type\\\":\\\"Ready\\\"}\":"
    "{"
    "\".\":{},\"f:lastProbeTime\":{},\"f:lastTransitionTime\":{},\"f:status\":{},\"f:type\":{}}},"
    "\"f:containerStatuses\":{},\"f:hostIP\":{},\"f:phase\":{},\"f:podIP\":{},\"f:podIPs\":{\".\":{"
    "},"
    "\"k:{\\\"ip\\\":\\\"10.42.%u.%u\\\"}\":{\".\":{},\"f:ip\":{}}},\"f:startTime\":{}}}";

static void add_pod_managers(struct gen *gen)
{
    add_text(gen, ",\"managedFields\":[");
    begin_manager(gen, "kube-controller-manager", "v1");
    add_text(gen, pod_fields);
    add_uid(gen);
    add_text(gen, pod_fields_spec);
    add_text(gen, "},");
    begin_manager(gen, "kubelet", "v1");
    ADD(gen, pod_status_fields, number(gen, 256), number(gen, 256));
    add_text(gen, ",\"subresource\":\"status\"}]");
}

static void add_container(struct gen *gen, const char *app)
{
    ADD(gen,
        "{\"name\":\"app\",\"image\":\"registry.internal/"
        "%s:1.%u.%u\",\"ports\":[{\"name\":\"http\","
        "\"containerPort\":8080,\"protocol\":\"TCP\"}],\"env\":[{\"name\":\"LOG_LEVEL\",\"value\":"
        "\"%s\"},{\"name\":\"POD_NAME\",\"valueFrom\":{\"fieldRef\":{\"apiVersion\":\"v1\","
        "\"fieldPath\":\"metadata.name\"}}}],\"resources\":{\"limits\":{\"cpu\":\"%um\",\"memory\":"
        "\"%uMi\"},\"requests\":{\"cpu\":\"%um\",\"memory\":\"%uMi\"}},",
        app, number(gen, 40), number(gen, 20), number(gen, 2) ? "info" : "debug",
        500 + number(gen, 500), 256 + number(gen, 512), 50 + number(gen, 200),
        64 + number(gen, 128));
    add_text(gen,
             "\"volumeMounts\":[{\"name\":\"config\",\"mountPath\":\"/etc/app\"},{\"name\":"
             "\"kube-api-access\",\"readOnly\":true,\"mountPath\":"
             "\"/var/run/secrets/kubernetes.io/serviceaccount\"}],\"livenessProbe\":{\"httpGet\":{"
             "\"path\":\"/healthz\",\"port\":8080,\"scheme\":\"HTTP\"},\"timeoutSeconds\":1,"
             "\"periodSeconds\":10,\"successThreshold\":1,\"failureThreshold\":3},"
             "\"terminationMessagePath\":\"/dev/termination-log\",\"terminationMessagePolicy\":"
             "\"File\",\"imagePullPolicy\":\"IfNotPresent\",\"securityContext\":{"
             "\"runAsNonRoot\":true,\"readOnlyRootFilesystem\":true,\"allowPrivilegeEscalation\":"
             "false,\"capabilities\":{\"drop\":[\"ALL\"]}}}");
}

static void add_proxy(struct gen *gen)
{
    ADD(gen,
        ",{\"name\":\"proxy\",\"image\":\"registry.internal/proxy:2.%u.1\",\"args\":[\"--listen\","
        "\":%u\",\"--upstream\",\"127.0.0.1:8080\"],\"resources\":{\"limits\":{\"memory\":"
        "\"%uMi\"},\"requests\":{\"cpu\":\"%um\"}},\"readinessProbe\":{\"tcpSocket\":{\"port\":"
        "15021},\"timeoutSeconds\":3,\"periodSeconds\":2},\"terminationMessagePath\":"
        "\"/dev/termination-log\",\"terminationMessagePolicy\":\"File\",\"imagePullPolicy\":"
        "\"Always\"}",
        number(gen, 30), 15000 + number(gen, 100), 64 + number(gen, 64), 10 + number(gen, 90));
}

static void add_pod_spec(struct gen *gen, const char *app)
{
    ADD(gen,
        "\"spec\":{\"volumes\":[{\"name\":\"config\",\"configMap\":{\"name\":\"%s-config\","
        "\"defaultMode\":420}}],\"containers\":[",
        app);
    add_container(gen, app);
    add_proxy(gen);
    ADD(gen,
        "],\"restartPolicy\":\"Always\",\"terminationGracePeriodSeconds\":30,\"dnsPolicy\":"
        "\"ClusterFirst\",\"serviceAccountName\":\"%s\",\"serviceAccount\":\"%s\",\"nodeName\":\"%"
        "s\","
        "\"securityContext\":{},\"schedulerName\":\"default-scheduler\",\"tolerations\":[{\"key\":"
        "\"node.kubernetes.io/not-ready\",\"operator\":\"Exists\",\"effect\":\"NoExecute\","
        "\"tolerationSeconds\":300},{\"key\":\"node.kubernetes.io/unreachable\",\"operator\":"
        "\"Exists\",\"effect\":\"NoExecute\",\"tolerationSeconds\":300}],\"priority\":0,"
        "\"enableServiceLinks\":true,\"preemptionPolicy\":\"PreemptLowerPriority\"}",
        app, app, PICK(gen, nodes));
}

static void add_condition(struct gen *gen, const char *type, const char *more)
{
    ADD(gen, "{\"type\":\"%s\",\"status\":\"True\",%s", type, more);
    add_member_time(gen, "lastTransitionTime");
    add_text(gen, "}");
}

static void add_container_status(struct gen *gen, const char *name, const char *image)
{
    ADD(gen, "{\"name\":\"%s\",\"state\":{\"running\":{", name);
    add_member_time(gen, "startedAt");
    ADD(gen,
        "}},\"lastState\":{},\"ready\":true,\"restartCount\":%u,\"image\":"
        "\"registry.internal/%s:1\",\"imageID\":\"registry.internal/%s@sha256:",
        number(gen, 4), image, image);
    add_hex(gen, 64);
    add_text(gen, "\",\"containerID\":\"containerd://");
    add_hex(gen, 64);
    add_text(gen, "\",\"started\":true}");
}

static void add_pod_status(struct gen *gen, const char *app)
{
    static const char *const types[] = {"Initialized", "Ready", "ContainersReady", "PodScheduled"};
    add_text(gen, ",\"status\":{\"phase\":\"Running\",\"conditions\":[");
    for (size_t i = 0; i < LS_COUNT(types); i++) {
        add_text(gen, i ? "," : "");
        add_condition(gen, types[i], "\"lastProbeTime\":null,");
    }
    unsigned subnet = number(gen, 256), host = number(gen, 256);
    ADD(gen,
        "],\"hostIP\":\"10.0.%u.%u\",\"podIP\":\"10.42.%u.%u\",\"podIPs\":[{\"ip\":\"10.42.%u.%u\"}"
        "],",
        number(gen, 64), number(gen, 256), subnet, host, subnet, host);
    add_member_time(gen, "startTime");
    add_text(gen, ",\"containerStatuses\":[");
    add_container_status(gen, "app", app);
    add_text(gen, ",");
    add_container_status(gen, "proxy", "proxy");
    add_text(gen, "],\"qosClass\":\"Burstable\"}");
}

static void add_pod(struct gen *gen)
{
    const char *app = PICK(gen, apps), *team = PICK(gen, teams);
    char set[64], name[80];
    snprintf(set, sizeof set, "%s-%08x", app, number(gen, 1u << 31));
    snprintf(name, sizeof name, "%s-%05x", set, number(gen, 1 << 20));
    add_text(gen, "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",");
    begin_metadata(gen, name, team);
    add_labels(gen, app, team);
    ADD(gen, ",\"pod-template-hash\":\"%s\"},\"annotations\":{\"checksum/config\":\"",
        set + sizeof "x" - 1);
    add_hex(gen, 64);
    ADD(gen,
        "\",\"cni.projectcalico.org/podIP\":\"10.42.%u.%u/32\",\"kubernetes.io/psp\":"
        "\"restricted\",\"prometheus.io/scrape\":\"true\",\"prometheus.io/port\":\"%u\","
        "\"prometheus.io/path\":\"/metrics\",\"sidecar.internal/inject\":\"true\","
        "\"sidecar.internal/status\":\"{\\\"version\\\":\\\"%x\\\",\\\"containers\\\":"
        "[\\\"proxy\\\"]}\"}",
        number(gen, 256), number(gen, 256), 9000 + number(gen, 100), number(gen, 1u << 31));
    add_owner(gen, "apps/v1", "ReplicaSet", set);
    if (!gen->is_bare)
        add_pod_managers(gen);
    add_text(gen, "},");
    add_pod_spec(gen, app);
    add_pod_status(gen, app);
    add_text(gen, "}");
}

static const char deployment_fields[] =
    "{\"f:metadata\":{\"f:annotations\":{\".\":{},\"f:meta.helm.sh/release-name\":{},"
    "\"f:meta.helm.sh/release-namespace\":{}},\"f:labels\":{\".\":{},"
    "\"f:app.kubernetes.io/instance\":{},\"f:app.kubernetes.io/managed-by\":{},"
    "\"f:app.kubernetes.io/name\":{},\"f:app.kubernetes.io/version\":{},\"f:helm.sh/chart\":{},"
    "\"f:team\":{}}},\"f:spec\":{\"f:progressDeadlineSeconds\":{},\"f:replicas\":{},"
    "\"f:revisionHistoryLimit\":{},\"f:selector\":{},\"f:strategy\":{\"f:rollingUpdate\":{\".\":{},"
    "\"f:maxSurge\":{},\"f:maxUnavailable\":{}},\"f:type\":{}},\"f:template\":{\"f:metadata\":{"
    "\"f:labels\":{\".\":{},\"f:app.kubernetes.io/instance\":{},\"f:app.kubernetes.io/name\":{}}},"
    "\"f:spec\":{\"f:containers\":{\"k:{\\\"name\\\":\\\"app\\\"}\":{\".\":{},\"f:image\":{},"
    "\"f:imagePullPolicy\":{},\"f:name\":{},\"f:ports\":{\".\":{},"
    "\"k:{\\\"containerPort\\\":8080,\\\"protocol\\\":\\\"TCP\\\"}\":{\".\":{},\"f:containerPort\":"
    "{},"
    "\"f:name\":{},\"f:protocol\":{}}},\"f:resources\":{\".\":{},\"f:limits\":{\".\":{},\"f:cpu\":{"
    "},"
    "\"f:memory\":{}},\"f:requests\":{\".\":{},\"f:cpu\":{},\"f:memory\":{}}}}},\"f:dnsPolicy\":{},"
    "\"f:restartPolicy\":{},\"f:schedulerName\":{},\"f:securityContext\":{},"
    "\"f:serviceAccount\":{},\"f:serviceAccountName\":{},\"f:terminationGracePeriodSeconds\":{}}}}"
    "}";
static const char deployment_status_fields[] =
    "{\"f:metadata\":{\"f:annotations\":{\"f:deployment.kubernetes.io/"
    "revision\":{}}},\"f:status\":{"
    "\"f:availableReplicas\":{},\"f:conditions\":{\".\":{},\"k:{\\\"type\\\":\\\"Available\\\"}\":{"
    "\".\":{},\"f:lastTransitionTime\":{},\"f:lastUpdateTime\":{},\"f:message\":{},\"f:reason\":{},"
    "\"f:status\":{},\"f:type\":{}},\"k:{\\\"type\\\":\\\"Progressing\\\"}\":{\".\":{},"
    "\"f:lastTransitionTime\":{},\"f:lastUpdateTime\":{},\"f:message\":{},\"f:reason\":{},"
    "\"f:status\":{},\"f:type\":{}}},\"f:observedGeneration\":{},\"f:readyReplicas\":{},"
    "\"f:replicas\":{},\"f:updatedReplicas\":{}}}";

static void add_deployment_managers(struct gen *gen)
{
    add_text(gen, ",\"managedFields\":[");
    begin_manager(gen, "helm", "apps/v1");
    add_text(gen, deployment_fields);
    add_text(gen, "},");
    begin_manager(gen, "kube-controller-manager", "apps/v1");
    add_text(gen, deployment_status_fields);
    add_text(gen, ",\"subresource\":\"status\"}]");
}

static void add_deployment_status(struct gen *gen, unsigned replicas, const char *name)
{
    ADD(gen,
        "},\"status\":{\"observedGeneration\":%u,\"replicas\":%u,\"updatedReplicas\":%u,"
        "\"readyReplicas\":%u,\"availableReplicas\":%u,\"conditions\":[",
        1 + number(gen, 30), replicas, replicas, replicas, replicas);
    add_condition(gen, "Available",
                  "\"reason\":\"MinimumReplicasAvailable\",\"message\":\"Deployment has minimum "
                  "availability.\",");
    add_text(gen, ",");
    char more[256];
    snprintf(more, sizeof more,
             "\"reason\":\"NewReplicaSetAvailable\",\"message\":\"ReplicaSet \\\"%s-%08x\\\" has "
             "successfully progressed.\",",
             name, number(gen, 1u << 31));
    add_condition(gen, "Progressing", more);
    add_text(gen, "]}}");
}

static void add_deployment(struct gen *gen)
{
    const char *app = PICK(gen, apps), *team = PICK(gen, teams);
    unsigned replicas = 1 + number(gen, 12);
    char name[64];
    snprintf(name, sizeof name, "%s-%u", app, number(gen, 5000));
    add_text(gen, "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",");
    begin_metadata(gen, name, team);
    add_labels(gen, app, team);
    ADD(gen,
        "},\"annotations\":{\"deployment.kubernetes.io/revision\":\"%u\","
        "\"meta.helm.sh/release-name\":\"%s\",\"meta.helm.sh/release-namespace\":\"%s\"}",
        1 + number(gen, 40), app, team);
    add_owner(gen, "shop.internal/v1", "Service", app);
    if (!gen->is_bare)
        add_deployment_managers(gen);
    ADD(gen,
        "},\"spec\":{\"replicas\":%u,\"selector\":{\"matchLabels\":{\"app.kubernetes.io/instance\":"
        "\"%s-%s\",\"app.kubernetes.io/name\":\"%s\"}},\"template\":{\"metadata\":{"
        "\"creationTimestamp\":null,\"labels\":{\"app.kubernetes.io/instance\":\"%s-%s\","
        "\"app.kubernetes.io/name\":\"%s\"}},",
        replicas, app, team, app, app, team, app);
    add_pod_spec(gen, app);
    add_text(gen,
             "},\"strategy\":{\"type\":\"RollingUpdate\",\"rollingUpdate\":{\"maxUnavailable\":"
             "\"25%\",\"maxSurge\":\"25%\"}},\"revisionHistoryLimit\":10,"
             "\"progressDeadlineSeconds\":600");
    add_deployment_status(gen, replicas, name);
}

static void add_property_lines(struct gen *gen, unsigned lines)
{
    for (unsigned i = 0; i < lines; i++) {
        ADD(gen, "%s.%s.%u=", PICK(gen, apps), PICK(gen, teams), i);
        add_hex(gen, 8 + number(gen, 24));
        add_text(gen, "\\n");
    }
}

static void add_config_map(struct gen *gen)
{
    const char *app = PICK(gen, apps), *team = PICK(gen, teams);
    char name[64];
    snprintf(name, sizeof name, "%s-config-%u", app, number(gen, 5000));
    add_text(gen, "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",");
    begin_metadata(gen, name, team);
    add_labels(gen, app, team);
    add_text(gen, "}");
    add_owner(gen, "shop.internal/v1", "Service", app);
    if (!gen->is_bare) {
        add_text(gen, ",\"managedFields\":[");
        begin_manager(gen, "helm", "v1");
        add_text(gen, "{\"f:data\":{\".\":{},\"f:application.properties\":{},\"f:log.level\":{},"
                      "\"f:feature-flags\":{}},\"f:metadata\":{\"f:labels\":{\".\":{},"
                      "\"f:app.kubernetes.io/instance\":{},\"f:app.kubernetes.io/managed-by\":{},"
                      "\"f:app.kubernetes.io/name\":{},\"f:app.kubernetes.io/version\":{},"
                      "\"f:helm.sh/chart\":{},\"f:team\":{}},\"f:ownerReferences\":{\".\":{}}}}}]");
    }
    add_text(gen, "},\"data\":{\"application.properties\":\"");
    add_property_lines(gen, 30 + number(gen, 50));
    ADD(gen,
        "\",\"log.level\":\"%s\",\"feature-flags\":\"{\\\"new-cart\\\":%s,\\\"beta\\\":false}\"}}",
        number(gen, 2) ? "info" : "warn", number(gen, 2) ? "true" : "false");
}

static void add_object(struct gen *gen, unsigned i)
{
    if (i < PODS)
        add_pod(gen);
    else if (i < PODS + DEPLOYMENTS)
        add_deployment(gen);
    else
        add_config_map(gen);
}

static void write_file(const char *folder, const char *name, const struct ls_buf *out)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(out->at, 1, out->len, file) != out->len || fclose(file) != 0) {
        perror(path);
        exit(1);
    }
}

/* Objects with `between` after each but the last. */
static void add_objects(struct gen *gen, char between)
{
    enum { TOTAL = PODS + DEPLOYMENTS + CONFIG_MAPS };
    ls_random_init(&gen->random, 20261115);
    for (unsigned i = 0; i < TOTAL; i++) {
        add_object(gen, i);
        if (i + 1 < TOTAL)
            ls_buf_add_char(&gen->out, between);
    }
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    struct gen gen = {0};
    add_text(&gen,
             "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"metadata\":{\"resourceVersion\":\"\"},"
             "\"items\":[");
    add_objects(&gen, ',');
    add_text(&gen, "]}");
    write_file(argv[1], "list.json", &gen.out);

    ls_buf_clear(&gen.out);
    add_objects(&gen, '\n');
    write_file(argv[1], "objects.ndjson", &gen.out);

    ls_buf_clear(&gen.out);
    gen.is_bare = true;
    add_objects(&gen, '\n');
    write_file(argv[1], "bare.ndjson", &gen.out);
    ls_buf_release(&gen.out);
    return 0;
}
