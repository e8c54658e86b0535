package main

import (
	"context"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
)

// useWidgets works with a custom resource by the dynamic client: defaults, validation, pruning, status, scale, selection, watch.
func useWidgets(ctx context.Context, w *World, resource schema.GroupVersionResource) error {
	config, wire := w.Config()
	client, err := dynamic.NewForConfig(config)
	if err != nil {
		return err
	}
	widgets := client.Resource(resource).Namespace(w.Namespace)
	watched, err := widgets.Watch(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	defer watched.Stop()
	for _, spec := range []map[string]any{{"color": "red", "unknown": true}, {"color": "green"}, {"size": int64(0)}, {"size": "large"}} {
		created, err := widgets.Create(ctx, widget(resource, "first", spec), metav1.CreateOptions{})
		if err != nil {
			w.Error(fmt.Sprintf("refused %v", spec), err)
		} else {
			w.Object(fmt.Sprintf("created with %v", spec), created)
		}
	}
	if err := changeWidget(ctx, w, widgets); err != nil {
		return err
	}
	if _, err := widgets.Create(ctx, widget(resource, "second", map[string]any{"color": "blue"}), metav1.CreateOptions{}); err != nil {
		return err
	}
	for _, fields := range []string{"spec.color=blue", "spec.color!=blue", "spec.size=3"} {
		list, err := widgets.List(ctx, metav1.ListOptions{FieldSelector: fields})
		if err != nil {
			w.Error("selected by "+fields, err)
		} else {
			w.Object("selected by "+fields, list)
		}
	}
	w.Error("deleted", widgets.Delete(ctx, "first", metav1.DeleteOptions{}))
	w.Wire(wire)
	for range 6 {
		event, err := nextEvent(ctx, watched)
		if err != nil {
			return err
		}
		object := event.Object.(*unstructured.Unstructured)
		w.Line("%s %s generation %d", event.Type, object.GetName(), object.GetGeneration())
	}
	return nil
}

func widget(resource schema.GroupVersionResource, name string, spec map[string]any) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": resource.GroupVersion().String(), "kind": "Widget", "metadata": map[string]any{"name": name}, "spec": spec,
	}}
}

func changeWidget(ctx context.Context, w *World, widgets dynamic.ResourceInterface) error {
	for _, patch := range []struct {
		kind        types.PatchType
		text        string
		subresource []string
	}{
		{types.MergePatchType, `{"spec":{"size":5},"status":{"phase":"ignored"}}`, nil},
		{types.MergePatchType, `{"spec":{"size":9},"status":{"phase":"ready","replicas":5}}`, []string{"status"}},
		{types.MergePatchType, `{"spec":{"replicas":6}}`, []string{"scale"}},
		{types.StrategicMergePatchType, `{"spec":{"size":1}}`, nil},
		{types.JSONPatchType, `[{"op":"replace","path":"/spec/size","value":-1}]`, nil},
	} {
		patched, err := widgets.Patch(ctx, "first", patch.kind, []byte(patch.text), metav1.PatchOptions{}, patch.subresource...)
		if err != nil {
			w.Error(fmt.Sprintf("refused %s %v", patch.text, patch.subresource), err)
		} else {
			w.Object(fmt.Sprintf("patched with %s %v", patch.text, patch.subresource), patched)
		}
	}
	return nil
}
