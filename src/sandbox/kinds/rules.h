#pragma once
/*
 * The rules of the built-in kinds: one struct per kind, defined in rules_*.c.
 */
#include "sandbox/kinds/kind.h"

/* core */
extern const struct ls_kind_rules ls_rules_config_map;
extern const struct ls_kind_rules ls_rules_endpoints;
extern const struct ls_kind_rules ls_rules_event;
extern const struct ls_kind_rules ls_rules_event_v1; /* events.k8s.io */
extern const struct ls_kind_view ls_event_v1_view;
extern const struct ls_kind_rules ls_rules_limit_range;
extern const struct ls_kind_rules ls_rules_namespace;
extern const struct ls_kind_rules ls_rules_node;
extern const struct ls_kind_rules ls_rules_persistent_volume_claim;
extern const struct ls_kind_rules ls_rules_persistent_volume;
extern const struct ls_kind_rules ls_rules_pod;
extern const struct ls_kind_rules ls_rules_pod_template;
extern const struct ls_kind_rules ls_rules_replication_controller;
extern const struct ls_kind_rules ls_rules_resource_quota;
extern const struct ls_kind_rules ls_rules_secret;
extern const struct ls_kind_rules ls_rules_service_account;
extern const struct ls_kind_rules ls_rules_service;
/* apps */
extern const struct ls_kind_rules ls_rules_controller_revision;
extern const struct ls_kind_rules ls_rules_daemon_set;
extern const struct ls_kind_rules ls_rules_deployment;
extern const struct ls_kind_rules ls_rules_replica_set;
extern const struct ls_kind_rules ls_rules_stateful_set;
/* batch */
extern const struct ls_kind_rules ls_rules_cron_job;
extern const struct ls_kind_rules ls_rules_job;
/* autoscaling, policy */
extern const struct ls_kind_rules ls_rules_horizontal_pod_autoscaler;
extern const struct ls_kind_rules ls_rules_horizontal_pod_autoscaler_v1; /* autoscaling/v1 */
extern const struct ls_kind_view ls_autoscaler_v1_view;
extern const struct ls_kind_rules ls_rules_pod_disruption_budget;
/* networking, discovery */
extern const struct ls_kind_rules ls_rules_endpoint_slice;
extern const struct ls_kind_rules ls_rules_ingress;
extern const struct ls_kind_rules ls_rules_ingress_class;
extern const struct ls_kind_rules ls_rules_ip_address;
extern const struct ls_kind_rules ls_rules_network_policy;
extern const struct ls_kind_rules ls_rules_service_cidr;
/* storage */
extern const struct ls_kind_rules ls_rules_csi_driver;
extern const struct ls_kind_rules ls_rules_csi_node;
extern const struct ls_kind_rules ls_rules_csi_storage_capacity;
extern const struct ls_kind_rules ls_rules_storage_class;
extern const struct ls_kind_rules ls_rules_volume_attachment;
extern const struct ls_kind_rules ls_rules_volume_attributes_class;
/* rbac: Role and ClusterRole, RoleBinding and ClusterRoleBinding */
extern const struct ls_kind_rules ls_rules_role;
extern const struct ls_kind_rules ls_rules_role_binding;
/* admissionregistration: both webhook configurations, both policies, both bindings */
extern const struct ls_kind_rules ls_rules_webhook_configuration;
extern const struct ls_kind_rules ls_rules_admission_policy;
extern const struct ls_kind_rules ls_rules_admission_policy_binding;
/* coordination, scheduling, node, flowcontrol, apiextensions, apiregistration */
extern const struct ls_kind_rules ls_rules_lease;
extern const struct ls_kind_rules ls_rules_priority_class;
extern const struct ls_kind_rules ls_rules_runtime_class;
extern const struct ls_kind_rules ls_rules_flow_schema;
extern const struct ls_kind_rules ls_rules_priority_level_configuration;
extern const struct ls_kind_rules ls_rules_custom_resource_definition;
extern const struct ls_kind_rules ls_rules_api_service;
