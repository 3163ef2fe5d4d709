#pragma once
/*
 * The rules, one function per kind, and the companions that each kind asks for. rows.h finds them
 * by kind.
 *
 * A rule is called for an object that is not being deleted. It answers from the object, and from
 * its companions where they are known; it is pure.
 */
#include "health/word/companion.h"
#include "health/word/verdict.h"

typedef struct ls_verdict (*ls_judge_fn)(const struct ls_health_input *input);
typedef void (*ls_companion_query_fn)(struct ls_companion_query *ask);

/* workload.c */
struct ls_verdict ls_deployment_judge(const struct ls_health_input *input);
struct ls_verdict ls_replica_set_judge(const struct ls_health_input *input);
struct ls_verdict ls_stateful_set_judge(const struct ls_health_input *input);
struct ls_verdict ls_daemon_set_judge(const struct ls_health_input *input);
void ls_workload_ask(struct ls_companion_query *ask);
void ls_deployment_ask(struct ls_companion_query *ask);
/* pod.c, job.c */
struct ls_verdict ls_pod_judge(const struct ls_health_input *input);
struct ls_verdict ls_job_judge(const struct ls_health_input *input);
struct ls_verdict ls_cron_job_judge(const struct ls_health_input *input);
bool ls_pod_is_finished(struct ls_node pod);
bool ls_job_is_finished(struct ls_node job);
/* storage.c */
struct ls_verdict ls_claim_judge(const struct ls_health_input *input);
struct ls_verdict ls_volume_judge(const struct ls_health_input *input);
struct ls_verdict ls_attachment_judge(const struct ls_health_input *input);
/* service.c, ingress.c */
struct ls_verdict ls_service_judge(const struct ls_health_input *input);
void ls_service_ask(struct ls_companion_query *ask);
struct ls_verdict ls_ingress_judge(const struct ls_health_input *input);
void ls_ingress_ask(struct ls_companion_query *ask);
/* system.c */
struct ls_verdict ls_crd_judge(const struct ls_health_input *input);
struct ls_verdict ls_api_service_judge(const struct ls_health_input *input);
struct ls_verdict ls_namespace_judge(const struct ls_health_input *input);
struct ls_verdict ls_service_cidr_judge(const struct ls_health_input *input);
struct ls_verdict ls_node_judge(const struct ls_health_input *input);
struct ls_verdict ls_signing_request_judge(const struct ls_health_input *input);
/* What keeps a Namespace that is being deleted, in the server's words; "" for none. */
const char *ls_namespace_remains(const struct ls_health_input *input);
/* autoscaler.c */
struct ls_verdict ls_autoscaler_judge(const struct ls_health_input *input);
/* policy.c */
struct ls_verdict ls_budget_judge(const struct ls_health_input *input);
struct ls_verdict ls_webhooks_judge(const struct ls_health_input *input);
struct ls_verdict ls_admission_policy_judge(const struct ls_health_input *input);
struct ls_verdict ls_flow_schema_judge(const struct ls_health_input *input);
/* gateway.c */
struct ls_verdict ls_gateway_class_judge(const struct ls_health_input *input);
struct ls_verdict ls_gateway_judge(const struct ls_health_input *input);
struct ls_verdict ls_listener_set_judge(const struct ls_health_input *input);
struct ls_verdict ls_route_judge(const struct ls_health_input *input);
struct ls_verdict ls_gateway_policy_judge(const struct ls_health_input *input);
/* rows.c: kinds without a controller that reports */
struct ls_verdict ls_plain_judge(const struct ls_health_input *input);
/* generic.c: every other kind */
struct ls_verdict ls_generic_judge(const struct ls_health_input *input);
/* What the object itself reports against being ready; "" for nothing. */
const char *ls_generic_reason(const struct ls_health_input *input);

/* service.c, for an Ingress: are all endpoints of the service's ports ready? `service` may be one
 * of the companions. Ready for a service that selects nothing. */
struct ls_verdict ls_endpoints_judge(const struct ls_health_input *input, struct ls_node service);
