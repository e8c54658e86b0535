package main

import (
	"context"

	autoscalingv1 "k8s.io/api/autoscaling/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/restmapper"
	"k8s.io/client-go/scale"
)

// scaleChapter reads and sets the replicas of a Deployment by its typed client and by the client that scales anything.
func scaleChapter(ctx context.Context, w *World) error {
	config, wire := w.Config()
	clients, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	deployments := clients.AppsV1().Deployments(w.Namespace)
	if _, err := deployments.Create(ctx, deployment("scaled"), metav1.CreateOptions{}); err != nil {
		return err
	}
	current, err := deployments.GetScale(ctx, "scaled", metav1.GetOptions{})
	if err != nil {
		return err
	}
	w.Object("the scale", current)
	current.Spec.Replicas = 7
	updated, err := deployments.UpdateScale(ctx, "scaled", current, metav1.UpdateOptions{})
	if err != nil {
		return err
	}
	w.Object("scaled", updated)
	stale := &autoscalingv1.Scale{ObjectMeta: metav1.ObjectMeta{Name: "scaled", ResourceVersion: current.ResourceVersion}, Spec: autoscalingv1.ScaleSpec{Replicas: 1}}
	_, err = deployments.UpdateScale(ctx, "scaled", stale, metav1.UpdateOptions{})
	w.Error("scaled from an old version", err)
	w.Wire(wire)
	if err := scaleAnything(ctx, w); err != nil {
		return err
	}
	return deployments.Delete(ctx, "scaled", metav1.DeleteOptions{})
}

func scaleAnything(ctx context.Context, w *World) error {
	config, _ := w.Config()
	found, err := discovery.NewDiscoveryClientForConfig(config)
	if err != nil {
		return err
	}
	cached := memory.NewMemCacheClient(found)
	scaler, err := scale.NewForConfig(config, restmapper.NewDeferredDiscoveryRESTMapper(cached), dynamic.LegacyAPIPathResolverFunc, scale.NewDiscoveryScaleKindResolver(cached))
	if err != nil {
		return err
	}
	resource := schema.GroupVersionResource{Group: "apps", Version: "v1", Resource: "deployments"}
	patched, err := scaler.Scales(w.Namespace).Patch(ctx, resource, "scaled", types.MergePatchType, []byte(`{"spec":{"replicas":4}}`), metav1.PatchOptions{})
	if err != nil {
		return err
	}
	w.Object("scaled by a patch", patched)
	return nil
}
