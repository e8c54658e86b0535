package envtest

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/events"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

const finalizer = "estate.example.com/gardener"

// Gardener keeps one ConfigMap per garden, reports what is planted in the status, and clears the ConfigMap away before a garden goes.
type Gardener struct {
	client.Client
	Recorder events.EventRecorder
}

func (g *Gardener) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	garden := &Garden{}
	if err := g.Get(ctx, request.NamespacedName, garden); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if garden.DeletionTimestamp != nil {
		return ctrl.Result{}, g.clear(ctx, garden)
	}
	if controllerutil.AddFinalizer(garden, finalizer) {
		return ctrl.Result{}, g.Update(ctx, garden)
	}
	beds := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: garden.Name, Namespace: garden.Namespace}}
	result, err := controllerutil.CreateOrUpdate(ctx, g.Client, beds, func() error {
		beds.Data = map[string]string{}
		for bed := range garden.Spec.Beds {
			beds.Data[fmt.Sprintf("bed-%d", bed)] = garden.Spec.Flower
		}
		return controllerutil.SetControllerReference(garden, beds, g.Scheme())
	})
	if err != nil {
		return ctrl.Result{}, err
	}
	if result == controllerutil.OperationResultCreated {
		g.Recorder.Eventf(garden, nil, corev1.EventTypeNormal, "Planted", "Plant", "planted %s", garden.Spec.Flower)
	}
	before := garden.DeepCopyObject().(*Garden)
	garden.Status = GardenStatus{Planted: len(beds.Data), ObservedGeneration: garden.Generation}
	return ctrl.Result{}, g.Status().Patch(ctx, garden, client.MergeFrom(before))
}

func (g *Gardener) clear(ctx context.Context, garden *Garden) error {
	beds := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: garden.Name, Namespace: garden.Namespace}}
	if err := client.IgnoreNotFound(g.Delete(ctx, beds)); err != nil {
		return err
	}
	controllerutil.RemoveFinalizer(garden, finalizer)
	return client.IgnoreNotFound(g.Update(ctx, garden))
}
