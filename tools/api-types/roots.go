package main

import (
	"reflect"

	admission "k8s.io/api/admissionregistration/v1"
	apps "k8s.io/api/apps/v1"
	authentication "k8s.io/api/authentication/v1"
	authorization "k8s.io/api/authorization/v1"
	autoscaling1 "k8s.io/api/autoscaling/v1"
	autoscaling2 "k8s.io/api/autoscaling/v2"
	batch "k8s.io/api/batch/v1"
	coordination "k8s.io/api/coordination/v1"
	core "k8s.io/api/core/v1"
	discovery "k8s.io/api/discovery/v1"
	events "k8s.io/api/events/v1"
	flowcontrol "k8s.io/api/flowcontrol/v1"
	networking "k8s.io/api/networking/v1"
	node "k8s.io/api/node/v1"
	policy "k8s.io/api/policy/v1"
	rbac "k8s.io/api/rbac/v1"
	scheduling "k8s.io/api/scheduling/v1"
	storage "k8s.io/api/storage/v1"
	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

// roots are the kinds the embedded server serves or takes as a body; the table holds them and all
// they lead to.
var roots = []any{
	meta.DeleteOptions{}, meta.Status{},

	core.Binding{}, core.ComponentStatus{}, core.ConfigMap{}, core.Endpoints{}, core.Event{},
	core.LimitRange{}, core.Namespace{}, core.Node{}, core.PersistentVolume{},
	core.PersistentVolumeClaim{}, core.Pod{}, core.PodTemplate{}, core.ReplicationController{},
	core.ResourceQuota{}, core.Secret{}, core.Service{}, core.ServiceAccount{},

	apps.ControllerRevision{}, apps.DaemonSet{}, apps.Deployment{}, apps.ReplicaSet{},
	apps.StatefulSet{},
	batch.CronJob{}, batch.Job{},
	autoscaling1.HorizontalPodAutoscaler{}, autoscaling1.Scale{},
	autoscaling2.HorizontalPodAutoscaler{},
	policy.Eviction{}, policy.PodDisruptionBudget{},

	rbac.ClusterRole{}, rbac.ClusterRoleBinding{}, rbac.Role{}, rbac.RoleBinding{},
	authentication.SelfSubjectReview{}, authentication.TokenRequest{}, authentication.TokenReview{},
	authorization.LocalSubjectAccessReview{}, authorization.SelfSubjectAccessReview{},
	authorization.SelfSubjectRulesReview{}, authorization.SubjectAccessReview{},

	networking.IPAddress{}, networking.Ingress{}, networking.IngressClass{},
	networking.NetworkPolicy{}, networking.ServiceCIDR{},
	discovery.EndpointSlice{},
	events.Event{},
	coordination.Lease{},
	scheduling.PriorityClass{},
	node.RuntimeClass{},
	storage.CSIDriver{}, storage.CSINode{}, storage.CSIStorageCapacity{}, storage.StorageClass{},
	storage.VolumeAttachment{}, storage.VolumeAttributesClass{},
	flowcontrol.FlowSchema{}, flowcontrol.PriorityLevelConfiguration{},

	admission.MutatingAdmissionPolicy{}, admission.MutatingAdmissionPolicyBinding{},
	admission.MutatingWebhookConfiguration{}, admission.ValidatingAdmissionPolicy{},
	admission.ValidatingAdmissionPolicyBinding{}, admission.ValidatingWebhookConfiguration{},
	apiextensions.CustomResourceDefinition{},
	apiregistration.APIService{},
}

func rootTypes() []reflect.Type {
	types := make([]reflect.Type, len(roots))
	for i, root := range roots {
		types[i] = reflect.TypeOf(root)
	}
	return types
}
