// A small operator on controller-runtime, and a scenario that it must master on any API server:
// ConfigMaps labelled mirror=yes get a Secret with the same data, owned by them, and a finalizer that
// counts their end. Leader election, events, caches and typed clients are those of the library.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/tools/record"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/config"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

const (
	namespace = "controller-runtime-test"
	finalizer = "example.com/mirror"
	patience  = 30 * time.Second
)

type mirror struct {
	client.Client
	events record.EventRecorder
}

func (m *mirror) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	var source corev1.ConfigMap
	if err := m.Get(ctx, request.NamespacedName, &source); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if source.Labels["mirror"] != "yes" {
		return ctrl.Result{}, nil
	}
	if !source.DeletionTimestamp.IsZero() {
		controllerutil.RemoveFinalizer(&source, finalizer)
		return ctrl.Result{}, client.IgnoreNotFound(m.Update(ctx, &source))
	}
	if controllerutil.AddFinalizer(&source, finalizer) {
		return ctrl.Result{}, m.Update(ctx, &source)
	}
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: source.Name, Namespace: source.Namespace}}
	outcome, err := controllerutil.CreateOrUpdate(ctx, m.Client, secret, func() error {
		secret.Data = map[string][]byte{}
		for key, value := range source.Data {
			secret.Data[key] = []byte(value)
		}
		return controllerutil.SetControllerReference(&source, secret, m.Scheme())
	})
	if err == nil && outcome != controllerutil.OperationResultNone {
		m.events.Eventf(&source, corev1.EventTypeNormal, "Mirrored", "secret %s %s", secret.Name, outcome)
	}
	return ctrl.Result{}, err
}

func until(ctx context.Context, what string, holds func(context.Context) (bool, error)) {
	if err := wait.PollUntilContextTimeout(ctx, 20*time.Millisecond, patience, true, holds); err != nil {
		fail("%s: %v", what, err)
	}
	fmt.Println("ok", what)
}

func fail(format string, arguments ...any) {
	fmt.Printf("not ok "+format+"\n", arguments...)
	os.Exit(1)
}

func must(what string, err error) {
	if err != nil {
		fail("%s: %v", what, err)
	}
}

func scenario(ctx context.Context, live client.Client) {
	must("namespace", live.Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace}}))
	source := &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: "source", Namespace: namespace, Labels: map[string]string{"mirror": "yes"}},
		Data:       map[string]string{"a": "1"},
	}
	must("create", live.Create(ctx, source))
	key := types.NamespacedName{Namespace: namespace, Name: "source"}
	var secret corev1.Secret
	until(ctx, "the secret is made and owned", func(ctx context.Context) (bool, error) {
		err := live.Get(ctx, key, &secret)
		return err == nil && string(secret.Data["a"]) == "1" && metav1.IsControlledBy(&secret, source), client.IgnoreNotFound(err)
	})
	patched := source.DeepCopy()
	patched.Data["a"] = "2"
	must("patch", live.Patch(ctx, patched, client.MergeFrom(source)))
	until(ctx, "the secret follows a change", func(ctx context.Context) (bool, error) {
		return string(secret.Data["a"]) == "2", live.Get(ctx, key, &secret)
	})
	until(ctx, "an event tells of it", func(ctx context.Context) (bool, error) {
		var events corev1.EventList
		err := live.List(ctx, &events, client.InNamespace(namespace), client.MatchingFields{"reason": "Mirrored"})
		return len(events.Items) > 0, err
	})
	must("delete", live.Delete(ctx, source))
	until(ctx, "the source goes when its finalizer is taken off", func(ctx context.Context) (bool, error) {
		err := live.Get(ctx, key, source)
		return apierrors.IsNotFound(err), client.IgnoreNotFound(err)
	})
	until(ctx, "the secret is collected", func(ctx context.Context) (bool, error) {
		err := live.Get(ctx, key, &secret)
		return apierrors.IsNotFound(err), client.IgnoreNotFound(err)
	})
	must("delete namespace", live.Delete(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace}}))
}

func main() {
	ctrl.SetLogger(zap.New(zap.WriteTo(os.Stderr)))
	ctx, stop := context.WithCancel(context.Background())
	manager, err := ctrl.NewManager(config.GetConfigOrDie(), ctrl.Options{
		LeaderElection:          true,
		LeaderElectionID:        "mirror.example.com",
		LeaderElectionNamespace: "default",
		Metrics:                 server.Options{BindAddress: "0"},
	})
	must("manager", err)
	reconciler := &mirror{Client: manager.GetClient(), events: manager.GetEventRecorderFor("mirror")}
	must("controller", ctrl.NewControllerManagedBy(manager).For(&corev1.ConfigMap{}).Owns(&corev1.Secret{}).Complete(reconciler))
	ended := make(chan error, 1)
	go func() { ended <- manager.Start(ctx) }()
	live, err := client.New(config.GetConfigOrDie(), client.Options{})
	must("client", err)
	select {
	case <-manager.Elected():
		fmt.Println("ok elected by a lease")
	case err := <-ended:
		fail("the manager ended: %v", err)
	case <-time.After(patience):
		fail("not elected within %s", patience)
	}
	scenario(ctx, live)
	stop()
	must("manager", <-ended)
	fmt.Println("ok the manager stops")
}
