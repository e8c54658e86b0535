package main

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/util/retry"
)

// patchesChapter changes a Deployment by every kind of patch, its status by the subresource, and a ConfigMap by two writers that collide.
func patchesChapter(ctx context.Context, w *World) error {
	config, wire := w.Config()
	clients, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	deployments := clients.AppsV1().Deployments(w.Namespace)
	if _, err := deployments.Create(ctx, deployment("patched"), metav1.CreateOptions{}); err != nil {
		return err
	}
	patches := []struct {
		kind        types.PatchType
		text        string
		subresource []string
	}{
		{types.JSONPatchType, `[{"op":"replace","path":"/spec/replicas","value":3},{"op":"add","path":"/metadata/annotations","value":{"by":"json"}}]`, nil},
		{types.MergePatchType, `{"metadata":{"annotations":{"by":"merge"}},"spec":{"paused":true}}`, nil},
		{types.StrategicMergePatchType, `{"spec":{"paused":null,"template":{"spec":{"containers":[{"name":"side","image":"side:1"},{"name":"main","env":[{"name":"MODE","value":"other"}]}]}}}}`, nil},
		{types.StrategicMergePatchType, `{"spec":{"template":{"spec":{"containers":[{"name":"side","$patch":"delete"}]}}}}`, nil},
		{types.MergePatchType, `{"spec":{"replicas":9},"status":{"observedGeneration":2,"replicas":3}}`, []string{"status"}},
		{types.JSONPatchType, `[{"op":"test","path":"/spec/replicas","value":1}]`, nil},
		{types.JSONPatchType, `[{"op":"remove","path":"/spec/nothing"}]`, nil},
		{types.MergePatchType, `{"spec":`, nil},
		{types.MergePatchType, `{"spec":{"replicas":"many"}}`, nil},
		{types.MergePatchType, `{"spec":{"selector":{"matchLabels":{"app":"other"}}}}`, nil},
	}
	for _, patch := range patches {
		patched, err := deployments.Patch(ctx, "patched", patch.kind, []byte(patch.text), metav1.PatchOptions{}, patch.subresource...)
		if err != nil {
			w.Error("refused "+patch.text, err)
		} else {
			w.Object("patched with "+patch.text, patched)
		}
		w.Wire(wire)
	}
	if err := deployments.Delete(ctx, "patched", metav1.DeleteOptions{}); err != nil {
		return err
	}
	return collide(ctx, w, clients)
}

// collide makes the second of two updates of one version fail, and repeats it on the newer version.
func collide(ctx context.Context, w *World, clients kubernetes.Interface) error {
	maps := clients.CoreV1().ConfigMaps(w.Namespace)
	stale, err := maps.Create(ctx, configMap("contested", map[string]string{"writer": "nobody"}), metav1.CreateOptions{})
	if err != nil {
		return err
	}
	first := stale.DeepCopy()
	first.Data["writer"] = "first"
	if _, err := maps.Update(ctx, first, metav1.UpdateOptions{}); err != nil {
		return err
	}
	stale.Data["writer"] = "second"
	_, err = maps.Update(ctx, stale, metav1.UpdateOptions{})
	w.Error("an update of an old version", err)
	attempts := 0
	err = retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if attempts++; attempts > 1 {
			if stale, err = maps.Get(ctx, "contested", metav1.GetOptions{}); err != nil {
				return err
			}
			stale.Data["writer"] = "second"
		}
		_, err := maps.Update(ctx, stale, metav1.UpdateOptions{})
		return err
	})
	w.Error("the update after reading again", err)
	w.Line("it took %d attempts", attempts)
	return maps.Delete(ctx, "contested", metav1.DeleteOptions{})
}
