#include <string.h>

#include "check.h"
#include "sandbox/store/store.h"
#include "support_simulation.h"

#define POD(name, meta, spec)                                                                      \
    "{apiVersion: v1, kind: Pod, metadata: {name: " name ", labels: {app: web}" meta "}, spec: {"  \
    "containers: [{name: c, image: nginx, ports: [{name: http, containerPort: 8080}]}]" spec "}}"
#define SERVICE(spec)                                                                              \
    "{apiVersion: v1, kind: Service, metadata: {name: web}, spec: {selector: {app: web}, ports:"   \
    " [{port: 80, targetPort: http, name: http}]" spec "}}"

static struct ls_node slice_of_web(struct simulation *sim)
{
    char *rest = NULL;
    char *names = ls_arena_dup(&sim->arena,
                               ls_slice_of(sim_names(sim, "discovery.k8s.io/v1 endpointslices")));
    for (char *name = strtok_r(names, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
        if (strncmp(name, "web-", 4) == 0)
            return sim_get(sim, "discovery.k8s.io/v1 endpointslices", name);
    }
    return LS_ABSENT;
}

static size_t ready_endpoints(struct simulation *sim)
{
    size_t count = 0;
    LS_EACH (it, ls_node_at(slice_of_web(sim), "endpoints"))
        count += ls_node_bool(ls_node_at(it.value, "conditions.ready"), false);
    return count;
}

TEST(a_service_knows_which_pods_are_ready)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 1);
    sim_apply(&sim, SERVICE(""));
    sim_apply(&sim, POD("a", "", ""));
    sim_apply(&sim, POD("b", ", annotations: {sandbox.lockstep.dev/ready-after: 10s}", ""));
    sim_run(&sim, 1000);
    CHECK_INT(ls_node_count(ls_node_at(slice_of_web(&sim), "endpoints")), 2);
    CHECK_INT(ready_endpoints(&sim), 1);
    CHECK_HAS(sim_text(&sim, "v1 endpoints", "web", "subsets"), "\"notReadyAddresses\":[{\"ip\"");
    CHECK_HAS(sim_text(&sim, "v1 endpoints", "web", "subsets"), "\"port\":8080");
    sim_run(&sim, 10 * 1000);
    CHECK_INT(ready_endpoints(&sim), 2);
    sim_delete(&sim, "v1 pods", "a");
    sim_run(&sim, 1000);
    CHECK_INT(ls_node_count(ls_node_at(slice_of_web(&sim), "endpoints")), 1);
    sim_delete(&sim, "v1 services", "web");
    sim_run(&sim, 1000);
    CHECK(ls_node_is_absent(slice_of_web(&sim)));
    CHECK(ls_node_is_absent(sim_get(&sim, "v1 endpoints", "web")));
}

TEST(a_pod_that_leaves_the_selection_leaves_the_service)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 2);
    sim_apply(&sim, SERVICE(""));
    sim_apply(&sim, POD("a", "", ""));
    sim_run(&sim, 1000);
    CHECK_INT(ready_endpoints(&sim), 1);
    sim_apply(&sim, "{apiVersion: v1, kind: Pod, metadata: {name: a, labels: {app: other}}}");
    sim_run(&sim, 1000);
    CHECK_INT(ready_endpoints(&sim), 0);
}

TEST(load_balancers_and_ingresses_get_addresses)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 3);
    sim_apply(&sim, SERVICE(", type: LoadBalancer"));
    sim_apply(&sim, "{apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: {name: web},"
                    " spec: {defaultBackend: {service: {name: web, port: {number: 80}}}}}");
    sim_run(&sim, 100);
    CHECK_HAS(sim_text(&sim, "v1 services", "web", "status.loadBalancer"), "\"ip\":\"198.18.0.");
    CHECK_HAS(sim_text(&sim, "networking.k8s.io/v1 ingresses", "web", "status.loadBalancer"),
              "\"ip\":\"198.18.0.");
    CHECK_STR(sim_event(&sim, "Service/web", "EnsuredLoadBalancer"), "Ensured load balancer");
}

#define CLAIM                                                                                      \
    "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data}, spec: {accessModes:"    \
    " [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}"
#define WITH_CLAIM ", volumes: [{name: v, persistentVolumeClaim: {claimName: data}}]"
#define CLAIMS     "v1 persistentvolumeclaims"

TEST(a_claim_binds_and_is_kept_while_it_is_used)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 4);
    sim_apply(&sim, POD("a", "", WITH_CLAIM));
    sim_run(&sim, 1000);
    CHECK_HAS(sim_condition(&sim, "v1 pods", "a", "PodScheduled"),
              "persistentvolumeclaim \"data\" not found");
    sim_apply(&sim, CLAIM);
    sim_run(&sim, 1000);
    CHECK_STR(sim_text(&sim, CLAIMS, "data", "status.phase"), "Bound");
    CHECK_STR(sim_text(&sim, CLAIMS, "data", "status.capacity.storage"), "1Gi");
    CHECK_STR(sim_text(&sim, "v1 pods", "a", "status.phase"), "Running");
    CHECK_INT(sim_count(&sim, "v1 persistentvolumes"), 1);
    sim_delete(&sim, CLAIMS, "data");
    sim_run(&sim, 1000);
    CHECK_INT(sim_count(&sim, CLAIMS), 1);
    sim_delete(&sim, "v1 pods", "a");
    sim_run(&sim, 1000);
    CHECK_INT(sim_count(&sim, CLAIMS), 0);
    CHECK_INT(sim_count(&sim, "v1 persistentvolumes"), 0);
}

TEST(a_claim_may_wait_for_its_first_pod)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 5);
    sim_apply(&sim, "{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: late},"
                    " provisioner: a.b/c, volumeBindingMode: WaitForFirstConsumer}");
    sim_apply(&sim, "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data}, spec:"
                    " {storageClassName: late, accessModes: [ReadWriteOnce], resources:"
                    " {requests: {storage: 1Gi}}}}");
    sim_run(&sim, 1000);
    CHECK_STR(sim_text(&sim, CLAIMS, "data", "status.phase"), "Pending");
    CHECK_STR(sim_event(&sim, "PersistentVolumeClaim/data", "WaitForFirstConsumer"),
              "waiting for first consumer to be created before binding");
    sim_apply(&sim, POD("a", "", WITH_CLAIM));
    sim_run(&sim, 1000);
    CHECK_STR(sim_text(&sim, CLAIMS, "data", "status.phase"), "Bound");
    CHECK_STR(sim_text(&sim, "v1 pods", "a", "status.phase"), "Running");
    CHECK_STR(sim_event(&sim, "Pod/a", "FailedScheduling"), "");
}

TEST(a_claim_takes_a_volume_that_suits_it)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 6);
    sim_apply(&sim, "{apiVersion: v1, kind: PersistentVolume, metadata: {name: disk}, spec:"
                    " {capacity: {storage: 5Gi}, accessModes: [ReadWriteOnce], storageClassName:"
                    " manual, hostPath: {path: /d}}}");
    sim_run(&sim, 100);
    CHECK_STR(sim_text(&sim, "v1 persistentvolumes", "disk", "status.phase"), "Available");
    sim_apply(&sim, "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data}, spec:"
                    " {storageClassName: manual, accessModes: [ReadWriteOnce], resources:"
                    " {requests: {storage: 1Gi}}}}");
    sim_run(&sim, 100);
    CHECK_STR(sim_text(&sim, CLAIMS, "data", "spec.volumeName"), "disk");
    CHECK_STR(sim_text(&sim, CLAIMS, "data", "status.capacity.storage"), "5Gi");
    CHECK_STR(sim_text(&sim, "v1 persistentvolumes", "disk", "status.phase"), "Bound");
    sim_delete(&sim, CLAIMS, "data");
    sim_run(&sim, 100);
    CHECK_STR(sim_text(&sim, "v1 persistentvolumes", "disk", "status.phase"), "Released");
}

TEST(a_budget_counts_what_may_be_disturbed)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 7);
    sim_apply(&sim, "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: web},"
                    " spec: {selector: {matchLabels: {app: web}}, maxUnavailable: 1}}");
    sim_apply(&sim, "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec:"
                    " {replicas: 3, selector: {matchLabels: {app: web}}, template: {metadata:"
                    " {labels: {app: web}}, spec: {containers: [{name: c, image: nginx}]}}}}");
    sim_run(&sim, 5);
    CHECK_HAS(sim_condition(&sim, "policy/v1 poddisruptionbudgets", "web", "DisruptionAllowed"),
              "False InsufficientPods");
    sim_run(&sim, 1000);
    CHECK_HAS(sim_condition(&sim, "policy/v1 poddisruptionbudgets", "web", "DisruptionAllowed"),
              "True SufficientPods");
    CHECK_STR(sim_text(&sim, "policy/v1 poddisruptionbudgets", "web", "status.desiredHealthy"),
              "2");
}

TEST(a_pod_waits_for_a_node_that_suits_it)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 8);
    sim_apply(&sim, POD("a", "", ", nodeSelector: {disk: fast}"));
    sim_run(&sim, 1000);
    CHECK_STR(sim_condition(&sim, "v1 pods", "a", "PodScheduled"),
              "False Unschedulable: 0/3 nodes are available: 3 node(s) didn't match Pod's node "
              "affinity/selector. no new claims to deallocate, preemption: 0/3 nodes are "
              "available: 3 Preemption is not helpful for scheduling.");
    CHECK_HAS(sim_event(&sim, "Pod/a", "FailedScheduling"), "0/3 nodes are available");
    sim_apply(&sim, "{apiVersion: v1, kind: Node, metadata: {name: node-2, labels: {disk:"
                    " fast}}}");
    sim_run(&sim, 1000);
    CHECK_STR(sim_text(&sim, "v1 pods", "a", "spec.nodeName"), "node-2");
    CHECK_STR(sim_text(&sim, "v1 pods", "a", "status.phase"), "Running");
}

TEST(without_nodes_pods_wait)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init_with_nodes(&sim, 8, 0);
    CHECK_INT(sim_count(&sim, "v1 nodes"), 0);
    sim_apply(&sim, POD("a", "", ""));
    sim_run(&sim, 1000);
    CHECK_STR(sim_text(&sim, "v1 pods", "a", "status.phase"), "Pending");
    CHECK_STR(sim_event(&sim, "Pod/a", "FailedScheduling"), "no nodes available to schedule pods");
}

TEST(a_pod_that_asks_for_too_much_waits_for_room)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 9);
    for (int i = 0; i < 4; i++)
        sim_apply(&sim,
                  ls_arena_printf(&sim.arena,
                                  "{apiVersion: v1, kind: Pod, metadata: {name: p%d}, spec:"
                                  " {containers: [{name: c, image: nginx, resources: {requests:"
                                  " {cpu: 20}}}]}}",
                                  i));
    sim_run(&sim, 1000);
    CHECK_HAS(sim_condition(&sim, "v1 pods", "p3", "PodScheduled"),
              "0/3 nodes are available: 3 Insufficient cpu. no new claims to deallocate, "
              "preemption: 0/3 nodes are available: 3 No preemption victims found for incoming "
              "pod.");
    sim_delete(&sim, "v1 pods", "p0");
    sim_run(&sim, 1000);
    CHECK_STR(sim_text(&sim, "v1 pods", "p3", "status.phase"), "Running");
}

TEST(a_crashing_pod_tells_it_again_and_again_in_one_event)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 10);
    sim_apply(&sim, POD("a", ", annotations: {sandbox.lockstep.dev/fail: crash}", ""));
    sim_run(&sim, 100 * 1000);
    CHECK_INT(sim_event_count(&sim, "Pod/a", "Started"), 5);
    CHECK_HAS(sim_event(&sim, "Pod/a", "BackOff"), "Back-off restarting failed container c in pod "
                                                   "a_default(");
    CHECK_INT(sim_event_count(&sim, "Pod/a", "BackOff"), 4);
}

TEST(what_is_taken_down_leaves_nothing_behind)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 11);
    sim_apply(&sim, SERVICE(""));
    sim_apply(&sim, "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec:"
                    " {replicas: 3, selector: {matchLabels: {app: web}}, template: {metadata:"
                    " {labels: {app: web}}, spec: {containers: [{name: c, image: nginx}]}}}}");
    sim_run(&sim, 1000);
    sim_delete(&sim, "apps/v1 deployments", "web");
    sim_delete(&sim, "v1 services", "web");
    sim_run(&sim, 5000);
    CHECK_STR(sim_names(&sim, "v1 pods"), "");
    CHECK(ls_node_is_absent(sim_get(&sim, "v1 endpoints", "web")));
    CHECK(ls_node_is_absent(slice_of_web(&sim)));
    int64_t revision = ls_store_revision(sim.cluster.store);
    sim_run(&sim, 3600 * 1000);
    CHECK_INT(ls_store_revision(sim.cluster.store), revision);
}

TEST(events_that_are_alike_become_one_and_do_not_go_on_for_ever)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 12);
    sim_apply(&sim, "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: many}, spec:"
                    " {replicas: 40, selector: {matchLabels: {app: x}}, template: {metadata:"
                    " {labels: {app: x}}, spec: {containers: [{name: c, image: nginx}]}}}}");
    sim_run(&sim, 1000);
    CHECK_INT(sim_count(&sim, "v1 pods"), 40);
    /* Nine of their own, the others in one; the component is on_event 25 times. */
    CHECK_INT(sim_event_count(&sim, "ReplicaSet/many", "SuccessfulCreate"), 25);
    struct ls_buf all LS_AUTO(ls_buf_release) = {0};
    sim_dump(&sim, &all);
    CHECK_HAS(ls_buf_text(&all), "(combined from similar events): Created pod: many-");
}

TEST(lost_history_is_made_up_for)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 13);
    sim_apply(&sim, "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: rs}, spec:"
                    " {replicas: 2, selector: {matchLabels: {app: x}}, template: {metadata:"
                    " {labels: {app: x}}, spec: {containers: [{name: c, image: nginx}]}}}}");
    ls_store_compact(sim.cluster.store);
    sim_run(&sim, 1000);
    CHECK_STR(sim_text(&sim, "apps/v1 replicasets", "rs", "status.readyReplicas"), "2");
    sim_delete(&sim, "apps/v1 replicasets", "rs");
    ls_store_compact(sim.cluster.store);
    sim_run(&sim, 1000);
    CHECK_INT(sim_count(&sim, "v1 pods"), 0);
    /* Nodes are as empty as they are: a pod that needs a whole one finds it. */
    sim_apply(&sim, "{apiVersion: v1, kind: Pod, metadata: {name: big}, spec: {containers: [{name:"
                    " c, image: nginx, resources: {requests: {cpu: 32}}}]}}");
    sim_run(&sim, 1000);
    CHECK_STR(sim_text(&sim, "v1 pods", "big", "status.phase"), "Running");
}

TEST(an_ephemeral_volume_lives_as_long_as_its_pod)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 14);
    sim_apply(&sim, POD("a", "",
                        ", volumes: [{name: tmp, ephemeral: {volumeClaimTemplate: {spec:"
                        " {accessModes: [ReadWriteOnce], resources: {requests: {storage:"
                        " 1Gi}}}}}}]"));
    sim_run(&sim, 1000);
    CHECK_STR(sim_names(&sim, CLAIMS), "a-tmp");
    CHECK_STR(sim_text(&sim, "v1 pods", "a", "status.phase"), "Running");
    sim_delete(&sim, "v1 pods", "a");
    sim_run(&sim, 1000);
    CHECK_INT(sim_count(&sim, CLAIMS), 0);
}

TEST(a_pod_starts_when_its_configuration_comes)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 15);
    sim_apply(&sim, POD("a", "", ", volumes: [{name: v, configMap: {name: settings}}]"));
    sim_run(&sim, 2000);
    CHECK_STR(sim_text(&sim, "v1 pods", "a", "status.phase"), "Pending");
    CHECK_STR(sim_event(&sim, "Pod/a", "FailedMount"),
              "MountVolume.SetUp failed for volume \"v\" : configmap \"settings\" not found");
    sim_apply(&sim, "{apiVersion: v1, kind: ConfigMap, metadata: {name: settings}}");
    sim_run(&sim, 10 * 1000);
    CHECK_STR(sim_text(&sim, "v1 pods", "a", "status.phase"), "Running");
}

TEST(a_finished_cluster_writes_nothing)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 16);
    sim_apply(&sim, SERVICE(", type: LoadBalancer"));
    sim_apply(&sim, CLAIM);
    sim_apply(&sim, POD("a", "", WITH_CLAIM));
    sim_apply(&sim, POD("b", "", ", nodeSelector: {disk: fast}"));
    sim_apply(&sim,
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
    sim_run(&sim, 60 * 1000);
    CHECK_STR(sim_text(&sim, "apps/v1 deployments", "web", "status.availableReplicas"), "2");
    CHECK_HAS(sim_condition(&sim, "batch/v1 jobs", "j", "Complete"), "True");
    int64_t revision = ls_store_revision(sim.cluster.store);
    struct ls_loop_counts before = ls_loop_counts(sim.cluster.world->loop);
    sim_run(&sim, 24 * 3600 * 1000LL);
    CHECK_INT(ls_store_revision(sim.cluster.store), revision);
    CHECK_INT(ls_loop_counts(sim.cluster.world->loop).calls, before.calls);
}

TEST(a_taint_drives_pods_away)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 17);
    sim_apply(&sim, POD("a", "", ", nodeSelector: {kubernetes.io/hostname: node-1}"));
    sim_apply(&sim,
              POD("b", "",
                  ", nodeSelector: {kubernetes.io/hostname: node-1}, tolerations:"
                  " [{key: fire, operator: Exists, effect: NoExecute, tolerationSeconds: 30}]"));
    sim_apply(&sim, POD("c", "",
                        ", nodeSelector: {kubernetes.io/hostname: node-1}, tolerations:"
                        " [{key: fire, operator: Exists}]"));
    sim_run(&sim, 1000);
    sim_apply(&sim, "{apiVersion: v1, kind: Node, metadata: {name: node-1}, spec: {taints: [{key:"
                    " fire, effect: NoExecute}]}}");
    sim_run(&sim, 1000);
    CHECK_STR(sim_names(&sim, "v1 pods"), "b c");
    CHECK_STR(sim_event(&sim, "Pod/a", "TaintManagerEviction"),
              "Marking for deletion Pod default/a");
    sim_run(&sim, 30 * 1000);
    CHECK_STR(sim_names(&sim, "v1 pods"), "c");
}

TEST(a_replication_controller_still_works)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 18);
    sim_apply(&sim, "{apiVersion: v1, kind: ReplicationController, metadata: {name: old}, spec:"
                    " {replicas: 2, selector: {app: rc}, template: {metadata: {labels: {app: rc}},"
                    " spec: {containers: [{name: c, image: nginx}]}}}}");
    sim_run(&sim, 1000);
    CHECK_STR(sim_text(&sim, "v1 replicationcontrollers", "old", "status"),
              "{\"replicas\":2,\"fullyLabeledReplicas\":2,\"readyReplicas\":2,"
              "\"availableReplicas\":2,\"observedGeneration\":1}");
    CHECK_HAS(sim_event(&sim, "ReplicationController/old", "SuccessfulCreate"),
              "Created pod: old-");
}
