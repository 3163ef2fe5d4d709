#include <string.h>

#include "check.h"
#include "sandbox/store/store.h"
#include "support_town.h"

#define POD(name, meta, spec)                                                                      \
    "{apiVersion: v1, kind: Pod, metadata: {name: " name ", labels: {app: web}" meta "}, spec: {"  \
    "containers: [{name: c, image: nginx, ports: [{name: http, containerPort: 8080}]}]" spec "}}"
#define SERVICE(spec)                                                                              \
    "{apiVersion: v1, kind: Service, metadata: {name: web}, spec: {selector: {app: web}, ports:"   \
    " [{port: 80, targetPort: http, name: http}]" spec "}}"

static struct ls_node slice_of_web(struct town *town)
{
    char *rest = NULL;
    char *names = ls_arena_dup(&town->arena,
                               ls_slice_of(town_names(town, "discovery.k8s.io/v1 endpointslices")));
    for (char *name = strtok_r(names, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
        if (strncmp(name, "web-", 4) == 0)
            return town_get(town, "discovery.k8s.io/v1 endpointslices", name);
    }
    return LS_ABSENT;
}

static size_t ready_endpoints(struct town *town)
{
    size_t count = 0;
    LS_EACH (it, ls_node_at(slice_of_web(town), "endpoints"))
        count += ls_node_bool(ls_node_at(it.value, "conditions.ready"), false);
    return count;
}

TEST(a_service_knows_which_pods_are_ready)
{
    struct town town LS_AUTO(town_release);
    town_init(&town, 1);
    town_apply(&town, SERVICE(""));
    town_apply(&town, POD("a", "", ""));
    town_apply(&town, POD("b", ", annotations: {sandbox.lockstep.dev/ready-after: 10s}", ""));
    town_run(&town, 1000);
    CHECK_INT(ls_node_count(ls_node_at(slice_of_web(&town), "endpoints")), 2);
    CHECK_INT(ready_endpoints(&town), 1);
    CHECK_HAS(town_text(&town, "v1 endpoints", "web", "subsets"), "\"notReadyAddresses\":[{\"ip\"");
    CHECK_HAS(town_text(&town, "v1 endpoints", "web", "subsets"), "\"port\":8080");
    town_run(&town, 10 * 1000);
    CHECK_INT(ready_endpoints(&town), 2);
    town_delete(&town, "v1 pods", "a");
    town_run(&town, 1000);
    CHECK_INT(ls_node_count(ls_node_at(slice_of_web(&town), "endpoints")), 1);
    town_delete(&town, "v1 services", "web");
    town_run(&town, 1000);
    CHECK(ls_node_is_absent(slice_of_web(&town)));
    CHECK(ls_node_is_absent(town_get(&town, "v1 endpoints", "web")));
}

TEST(a_pod_that_leaves_the_selection_leaves_the_service)
{
    struct town town LS_AUTO(town_release);
    town_init(&town, 2);
    town_apply(&town, SERVICE(""));
    town_apply(&town, POD("a", "", ""));
    town_run(&town, 1000);
    CHECK_INT(ready_endpoints(&town), 1);
    town_apply(&town, "{apiVersion: v1, kind: Pod, metadata: {name: a, labels: {app: other}}}");
    town_run(&town, 1000);
    CHECK_INT(ready_endpoints(&town), 0);
}

TEST(load_balancers_and_ingresses_get_addresses)
{
    struct town town LS_AUTO(town_release);
    town_init(&town, 3);
    town_apply(&town, SERVICE(", type: LoadBalancer"));
    town_apply(&town, "{apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: {name: web},"
                      " spec: {defaultBackend: {service: {name: web, port: {number: 80}}}}}");
    town_run(&town, 100);
    CHECK_HAS(town_text(&town, "v1 services", "web", "status.loadBalancer"), "\"ip\":\"198.18.0.");
    CHECK_HAS(town_text(&town, "networking.k8s.io/v1 ingresses", "web", "status.loadBalancer"),
              "\"ip\":\"198.18.0.");
    CHECK_STR(town_told(&town, "Service/web", "EnsuredLoadBalancer"), "Ensured load balancer");
}

#define CLAIM                                                                                      \
    "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data}, spec: {accessModes:"    \
    " [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}"
#define WITH_CLAIM ", volumes: [{name: v, persistentVolumeClaim: {claimName: data}}]"
#define CLAIMS     "v1 persistentvolumeclaims"

TEST(a_claim_binds_and_is_kept_while_it_is_used)
{
    struct town town LS_AUTO(town_release);
    town_init(&town, 4);
    town_apply(&town, POD("a", "", WITH_CLAIM));
    town_run(&town, 1000);
    CHECK_HAS(town_condition(&town, "v1 pods", "a", "PodScheduled"),
              "persistentvolumeclaim \"data\" not found");
    town_apply(&town, CLAIM);
    town_run(&town, 1000);
    CHECK_STR(town_text(&town, CLAIMS, "data", "status.phase"), "Bound");
    CHECK_STR(town_text(&town, CLAIMS, "data", "status.capacity.storage"), "1Gi");
    CHECK_STR(town_text(&town, "v1 pods", "a", "status.phase"), "Running");
    CHECK_INT(town_count(&town, "v1 persistentvolumes"), 1);
    town_delete(&town, CLAIMS, "data");
    town_run(&town, 1000);
    CHECK_INT(town_count(&town, CLAIMS), 1);
    town_delete(&town, "v1 pods", "a");
    town_run(&town, 1000);
    CHECK_INT(town_count(&town, CLAIMS), 0);
    CHECK_INT(town_count(&town, "v1 persistentvolumes"), 0);
}

TEST(a_claim_may_wait_for_its_first_pod)
{
    struct town town LS_AUTO(town_release);
    town_init(&town, 5);
    town_apply(&town, "{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: late},"
                      " provisioner: a.b/c, volumeBindingMode: WaitForFirstConsumer}");
    town_apply(&town, "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data}, spec:"
                      " {storageClassName: late, accessModes: [ReadWriteOnce], resources:"
                      " {requests: {storage: 1Gi}}}}");
    town_run(&town, 1000);
    CHECK_STR(town_text(&town, CLAIMS, "data", "status.phase"), "Pending");
    CHECK_STR(town_told(&town, "PersistentVolumeClaim/data", "WaitForFirstConsumer"),
              "waiting for first consumer to be created before binding");
    town_apply(&town, POD("a", "", WITH_CLAIM));
    town_run(&town, 1000);
    CHECK_STR(town_text(&town, CLAIMS, "data", "status.phase"), "Bound");
    CHECK_STR(town_text(&town, "v1 pods", "a", "status.phase"), "Running");
    CHECK_STR(town_told(&town, "Pod/a", "FailedScheduling"), "");
}

TEST(a_claim_takes_a_volume_that_suits_it)
{
    struct town town LS_AUTO(town_release);
    town_init(&town, 6);
    town_apply(&town, "{apiVersion: v1, kind: PersistentVolume, metadata: {name: disk}, spec:"
                      " {capacity: {storage: 5Gi}, accessModes: [ReadWriteOnce], storageClassName:"
                      " manual, hostPath: {path: /d}}}");
    town_run(&town, 100);
    CHECK_STR(town_text(&town, "v1 persistentvolumes", "disk", "status.phase"), "Available");
    town_apply(&town, "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data}, spec:"
                      " {storageClassName: manual, accessModes: [ReadWriteOnce], resources:"
                      " {requests: {storage: 1Gi}}}}");
    town_run(&town, 100);
    CHECK_STR(town_text(&town, CLAIMS, "data", "spec.volumeName"), "disk");
    CHECK_STR(town_text(&town, CLAIMS, "data", "status.capacity.storage"), "5Gi");
    CHECK_STR(town_text(&town, "v1 persistentvolumes", "disk", "status.phase"), "Bound");
    town_delete(&town, CLAIMS, "data");
    town_run(&town, 100);
    CHECK_STR(town_text(&town, "v1 persistentvolumes", "disk", "status.phase"), "Released");
}

TEST(a_budget_counts_what_may_be_disturbed)
{
    struct town town LS_AUTO(town_release);
    town_init(&town, 7);
    town_apply(&town, "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: web},"
                      " spec: {selector: {matchLabels: {app: web}}, maxUnavailable: 1}}");
    town_apply(&town, "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec:"
                      " {replicas: 3, selector: {matchLabels: {app: web}}, template: {metadata:"
                      " {labels: {app: web}}, spec: {containers: [{name: c, image: nginx}]}}}}");
    town_run(&town, 5);
    CHECK_HAS(town_condition(&town, "policy/v1 poddisruptionbudgets", "web", "DisruptionAllowed"),
              "False InsufficientPods");
    town_run(&town, 1000);
    CHECK_HAS(town_condition(&town, "policy/v1 poddisruptionbudgets", "web", "DisruptionAllowed"),
              "True SufficientPods");
    CHECK_STR(town_text(&town, "policy/v1 poddisruptionbudgets", "web", "status.desiredHealthy"),
              "2");
}

TEST(a_pod_waits_for_a_node_that_suits_it)
{
    struct town town LS_AUTO(town_release);
    town_init(&town, 8);
    town_apply(&town, POD("a", "", ", nodeSelector: {disk: fast}"));
    town_run(&town, 1000);
    CHECK_STR(town_condition(&town, "v1 pods", "a", "PodScheduled"),
              "False Unschedulable: 0/3 nodes are available: 3 node(s) didn't match Pod's node "
              "affinity/selector. no new claims to deallocate, preemption: 0/3 nodes are "
              "available: 3 Preemption is not helpful for scheduling.");
    CHECK_HAS(town_told(&town, "Pod/a", "FailedScheduling"), "0/3 nodes are available");
    town_apply(&town, "{apiVersion: v1, kind: Node, metadata: {name: node-2, labels: {disk:"
                      " fast}}}");
    town_run(&town, 1000);
    CHECK_STR(town_text(&town, "v1 pods", "a", "spec.nodeName"), "node-2");
    CHECK_STR(town_text(&town, "v1 pods", "a", "status.phase"), "Running");
}

TEST(without_nodes_pods_wait)
{
    struct town town LS_AUTO(town_release);
    town_init_with_nodes(&town, 8, 0);
    CHECK_INT(town_count(&town, "v1 nodes"), 0);
    town_apply(&town, POD("a", "", ""));
    town_run(&town, 1000);
    CHECK_STR(town_text(&town, "v1 pods", "a", "status.phase"), "Pending");
    CHECK_STR(town_told(&town, "Pod/a", "FailedScheduling"), "no nodes available to schedule pods");
}

TEST(a_pod_that_asks_for_too_much_waits_for_room)
{
    struct town town LS_AUTO(town_release);
    town_init(&town, 9);
    for (int i = 0; i < 4; i++)
        town_apply(&town,
                   ls_arena_printf(&town.arena,
                                   "{apiVersion: v1, kind: Pod, metadata: {name: p%d}, spec:"
                                   " {containers: [{name: c, image: nginx, resources: {requests:"
                                   " {cpu: 20}}}]}}",
                                   i));
    town_run(&town, 1000);
    CHECK_HAS(town_condition(&town, "v1 pods", "p3", "PodScheduled"),
              "0/3 nodes are available: 3 Insufficient cpu. no new claims to deallocate, "
              "preemption: 0/3 nodes are available: 3 No preemption victims found for incoming "
              "pod.");
    town_delete(&town, "v1 pods", "p0");
    town_run(&town, 1000);
    CHECK_STR(town_text(&town, "v1 pods", "p3", "status.phase"), "Running");
}

TEST(a_crashing_pod_tells_it_again_and_again_in_one_event)
{
    struct town town LS_AUTO(town_release);
    town_init(&town, 10);
    town_apply(&town, POD("a", ", annotations: {sandbox.lockstep.dev/fail: crash}", ""));
    town_run(&town, 100 * 1000);
    CHECK_INT(town_told_count(&town, "Pod/a", "Started"), 5);
    CHECK_HAS(town_told(&town, "Pod/a", "BackOff"), "Back-off restarting failed container c in pod "
                                                    "a_default(");
    CHECK_INT(town_told_count(&town, "Pod/a", "BackOff"), 4);
}

TEST(what_is_taken_down_leaves_nothing_behind)
{
    struct town town LS_AUTO(town_release);
    town_init(&town, 11);
    town_apply(&town, SERVICE(""));
    town_apply(&town, "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec:"
                      " {replicas: 3, selector: {matchLabels: {app: web}}, template: {metadata:"
                      " {labels: {app: web}}, spec: {containers: [{name: c, image: nginx}]}}}}");
    town_run(&town, 1000);
    town_delete(&town, "apps/v1 deployments", "web");
    town_delete(&town, "v1 services", "web");
    town_run(&town, 5000);
    CHECK_STR(town_names(&town, "v1 pods"), "");
    CHECK(ls_node_is_absent(town_get(&town, "v1 endpoints", "web")));
    CHECK(ls_node_is_absent(slice_of_web(&town)));
    int64_t revision = ls_store_revision(town.cluster.store);
    town_run(&town, 3600 * 1000);
    CHECK_INT(ls_store_revision(town.cluster.store), revision);
}

TEST(events_that_are_alike_become_one_and_do_not_go_on_for_ever)
{
    struct town town LS_AUTO(town_release);
    town_init(&town, 12);
    town_apply(&town, "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: many}, spec:"
                      " {replicas: 40, selector: {matchLabels: {app: x}}, template: {metadata:"
                      " {labels: {app: x}}, spec: {containers: [{name: c, image: nginx}]}}}}");
    town_run(&town, 1000);
    CHECK_INT(town_count(&town, "v1 pods"), 40);
    /* Nine of their own, the others in one; the component is heard 25 times. */
    CHECK_INT(town_told_count(&town, "ReplicaSet/many", "SuccessfulCreate"), 25);
    struct ls_buf all LS_AUTO(ls_buf_release) = {0};
    town_dump(&town, &all);
    CHECK_HAS(ls_buf_text(&all), "(combined from similar events): Created pod: many-");
}

TEST(lost_history_is_made_up_for)
{
    struct town town LS_AUTO(town_release);
    town_init(&town, 13);
    town_apply(&town, "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: rs}, spec:"
                      " {replicas: 2, selector: {matchLabels: {app: x}}, template: {metadata:"
                      " {labels: {app: x}}, spec: {containers: [{name: c, image: nginx}]}}}}");
    ls_store_compact(town.cluster.store);
    town_run(&town, 1000);
    CHECK_STR(town_text(&town, "apps/v1 replicasets", "rs", "status.readyReplicas"), "2");
    town_delete(&town, "apps/v1 replicasets", "rs");
    ls_store_compact(town.cluster.store);
    town_run(&town, 1000);
    CHECK_INT(town_count(&town, "v1 pods"), 0);
    /* Nodes are as empty as they are: a pod that needs a whole one finds it. */
    town_apply(&town,
               "{apiVersion: v1, kind: Pod, metadata: {name: big}, spec: {containers: [{name:"
               " c, image: nginx, resources: {requests: {cpu: 32}}}]}}");
    town_run(&town, 1000);
    CHECK_STR(town_text(&town, "v1 pods", "big", "status.phase"), "Running");
}

TEST(an_ephemeral_volume_lives_as_long_as_its_pod)
{
    struct town town LS_AUTO(town_release);
    town_init(&town, 14);
    town_apply(&town, POD("a", "",
                          ", volumes: [{name: tmp, ephemeral: {volumeClaimTemplate: {spec:"
                          " {accessModes: [ReadWriteOnce], resources: {requests: {storage:"
                          " 1Gi}}}}}}]"));
    town_run(&town, 1000);
    CHECK_STR(town_names(&town, CLAIMS), "a-tmp");
    CHECK_STR(town_text(&town, "v1 pods", "a", "status.phase"), "Running");
    town_delete(&town, "v1 pods", "a");
    town_run(&town, 1000);
    CHECK_INT(town_count(&town, CLAIMS), 0);
}

TEST(a_pod_starts_when_its_configuration_comes)
{
    struct town town LS_AUTO(town_release);
    town_init(&town, 15);
    town_apply(&town, POD("a", "", ", volumes: [{name: v, configMap: {name: settings}}]"));
    town_run(&town, 2000);
    CHECK_STR(town_text(&town, "v1 pods", "a", "status.phase"), "Pending");
    CHECK_STR(town_told(&town, "Pod/a", "FailedMount"),
              "MountVolume.SetUp failed for volume \"v\" : configmap \"settings\" not found");
    town_apply(&town, "{apiVersion: v1, kind: ConfigMap, metadata: {name: settings}}");
    town_run(&town, 10 * 1000);
    CHECK_STR(town_text(&town, "v1 pods", "a", "status.phase"), "Running");
}

TEST(once_all_is_settled_nothing_is_written)
{
    struct town town LS_AUTO(town_release);
    town_init(&town, 16);
    town_apply(&town, SERVICE(", type: LoadBalancer"));
    town_apply(&town, CLAIM);
    town_apply(&town, POD("a", "", WITH_CLAIM));
    town_apply(&town, POD("b", "", ", nodeSelector: {disk: fast}"));
    town_apply(&town,
               "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: web},"
               " spec: {selector: {matchLabels: {app: web}}, minAvailable: 50%}}\n---\n"
               "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: none}, spec:"
               " {storageClassName: missing, accessModes: [ReadWriteOnce], resources: {requests:"
               " {storage: 1Gi}}}}\n---\n"
               "{apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: {name: web},"
               " spec: {defaultBackend: {service: {name: web, port: {number: 80}}}}}\n---\n"
               "{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: web},"
               " spec: {minReplicas: 2, maxReplicas: 3, scaleTargetRef: {apiVersion: apps/v1, kind:"
               " Deployment, name: web}}}\n---\n"
               "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {selector:"
               " {matchLabels: {app: d}}, template: {metadata: {labels: {app: d}}, spec:"
               " {containers: [{name: c, image: nginx}]}}}}\n---\n"
               "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: db}, spec: {replicas: 2,"
               " serviceName: db, selector: {matchLabels: {app: s}}, template: {metadata: {labels:"
               " {app: s}}, spec: {containers: [{name: c, image: pg}]}}}}\n---\n"
               "{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: ds}, spec: {selector:"
               " {matchLabels: {app: e}}, template: {metadata: {labels: {app: e}}, spec:"
               " {containers: [{name: c, image: log}]}}}}\n---\n"
               "{apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {template: {spec:"
               " {restartPolicy: Never, containers: [{name: c, image: b}]}}}}\n");
    town_run(&town, 60 * 1000);
    CHECK_STR(town_text(&town, "apps/v1 deployments", "web", "status.availableReplicas"), "2");
    CHECK_HAS(town_condition(&town, "batch/v1 jobs", "j", "Complete"), "True");
    int64_t revision = ls_store_revision(town.cluster.store);
    struct ls_loop_counts before = ls_loop_counts(town.cluster.world->loop);
    town_run(&town, 24 * 3600 * 1000LL);
    CHECK_INT(ls_store_revision(town.cluster.store), revision);
    CHECK_INT(ls_loop_counts(town.cluster.world->loop).calls, before.calls);
}

TEST(a_taint_drives_pods_away)
{
    struct town town LS_AUTO(town_release);
    town_init(&town, 17);
    town_apply(&town, POD("a", "", ", nodeSelector: {kubernetes.io/hostname: node-1}"));
    town_apply(&town,
               POD("b", "",
                   ", nodeSelector: {kubernetes.io/hostname: node-1}, tolerations:"
                   " [{key: fire, operator: Exists, effect: NoExecute, tolerationSeconds: 30}]"));
    town_apply(&town, POD("c", "",
                          ", nodeSelector: {kubernetes.io/hostname: node-1}, tolerations:"
                          " [{key: fire, operator: Exists}]"));
    town_run(&town, 1000);
    town_apply(&town, "{apiVersion: v1, kind: Node, metadata: {name: node-1}, spec: {taints: [{key:"
                      " fire, effect: NoExecute}]}}");
    town_run(&town, 1000);
    CHECK_STR(town_names(&town, "v1 pods"), "b c");
    CHECK_STR(town_told(&town, "Pod/a", "TaintManagerEviction"),
              "Marking for deletion Pod default/a");
    town_run(&town, 30 * 1000);
    CHECK_STR(town_names(&town, "v1 pods"), "c");
}

TEST(a_replication_controller_still_works)
{
    struct town town LS_AUTO(town_release);
    town_init(&town, 18);
    town_apply(&town,
               "{apiVersion: v1, kind: ReplicationController, metadata: {name: old}, spec:"
               " {replicas: 2, selector: {app: rc}, template: {metadata: {labels: {app: rc}},"
               " spec: {containers: [{name: c, image: nginx}]}}}}");
    town_run(&town, 1000);
    CHECK_STR(town_text(&town, "v1 replicationcontrollers", "old", "status"),
              "{\"replicas\":2,\"fullyLabeledReplicas\":2,\"readyReplicas\":2,"
              "\"availableReplicas\":2,\"observedGeneration\":1}");
    CHECK_HAS(town_told(&town, "ReplicationController/old", "SuccessfulCreate"),
              "Created pod: old-");
}
