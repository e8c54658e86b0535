package main

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
)

// deletionChapter deletes with finalizers, preconditions and every propagation policy.
func deletionChapter(ctx context.Context, w *World) error {
	config, wire := w.Config()
	clients, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	if err := finalized(ctx, w, clients); err != nil {
		return err
	}
	w.Wire(wire)
	for _, policy := range []metav1.DeletionPropagation{metav1.DeletePropagationBackground, metav1.DeletePropagationForeground, metav1.DeletePropagationOrphan} {
		if err := propagated(ctx, w, clients, policy); err != nil {
			return err
		}
	}
	return conditional(ctx, w, clients)
}

func finalized(ctx context.Context, w *World, clients kubernetes.Interface) error {
	maps := clients.CoreV1().ConfigMaps(w.Namespace)
	held := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "held", Finalizers: []string{"example.com/hold"}}}
	if _, err := maps.Create(ctx, held, metav1.CreateOptions{}); err != nil {
		return err
	}
	w.Error("deleted", maps.Delete(ctx, "held", metav1.DeleteOptions{}))
	marked, err := maps.Get(ctx, "held", metav1.GetOptions{})
	if err != nil {
		return err
	}
	w.Object("held by its finalizer", marked)
	w.Error("deleted again", maps.Delete(ctx, "held", metav1.DeleteOptions{}))
	again, err := maps.Get(ctx, "held", metav1.GetOptions{})
	if err != nil {
		return err
	}
	w.Line("unchanged by the second deletion: %v", again.ResourceVersion == marked.ResourceVersion)
	_, err = maps.Patch(ctx, "held", types.MergePatchType, []byte(`{"metadata":{"finalizers":["example.com/hold","example.com/more"]}}`), metav1.PatchOptions{})
	w.Error("another finalizer", err)
	last, err := maps.Patch(ctx, "held", types.MergePatchType, []byte(`{"metadata":{"finalizers":null}}`), metav1.PatchOptions{})
	if err != nil {
		return err
	}
	w.Object("let go", last)
	_, err = maps.Get(ctx, "held", metav1.GetOptions{})
	w.Error("read after letting go", err)
	return nil
}

// No controllers run beside the server: what a policy leaves for them to do stays visible.
func propagated(ctx context.Context, w *World, clients kubernetes.Interface, policy metav1.DeletionPropagation) error {
	deployments := clients.AppsV1().Deployments(w.Namespace)
	if _, err := deployments.Create(ctx, deployment("propagated"), metav1.CreateOptions{}); err != nil {
		return err
	}
	w.Error("deleted by "+string(policy), deployments.Delete(ctx, "propagated", metav1.DeleteOptions{PropagationPolicy: &policy}))
	left, err := deployments.Get(ctx, "propagated", metav1.GetOptions{})
	if err != nil {
		w.Error("read after "+string(policy), err)
		return nil
	}
	w.Line("left by %s: finalizers %v, deletion started: %v", policy, left.Finalizers, left.DeletionTimestamp != nil)
	_, err = deployments.Patch(ctx, "propagated", types.MergePatchType, []byte(`{"metadata":{"finalizers":null}}`), metav1.PatchOptions{})
	return err
}

func conditional(ctx context.Context, w *World, clients kubernetes.Interface) error {
	maps := clients.CoreV1().ConfigMaps(w.Namespace)
	created, err := maps.Create(ctx, configMap("guarded", nil), metav1.CreateOptions{})
	if err != nil {
		return err
	}
	wrong := types.UID("00000000-0000-0000-0000-000000000000")
	w.Error("deleted by a wrong uid", maps.Delete(ctx, "guarded", metav1.DeleteOptions{Preconditions: &metav1.Preconditions{UID: &wrong}}))
	w.Error("rehearsed", maps.Delete(ctx, "guarded", metav1.DeleteOptions{DryRun: []string{metav1.DryRunAll}}))
	w.Error("deleted by its uid and version", maps.Delete(ctx, "guarded", metav1.DeleteOptions{
		Preconditions: &metav1.Preconditions{UID: &created.UID, ResourceVersion: &created.ResourceVersion},
	}))
	for _, name := range []string{"many-1", "many-2", "kept"} {
		object := configMap(name, nil)
		object.Labels = map[string]string{"many": name[:4]}
		if _, err := maps.Create(ctx, object, metav1.CreateOptions{}); err != nil {
			return err
		}
	}
	w.Error("deleted many", maps.DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{LabelSelector: "many=many"}))
	left, err := maps.List(ctx, metav1.ListOptions{LabelSelector: "many"})
	if err != nil {
		return err
	}
	w.Line("left: %v", names(left))
	return maps.Delete(ctx, "kept", metav1.DeleteOptions{})
}
