package main

import (
	"context"
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/tools/cache"
)

var configMaps = schema.GroupVersionResource{Version: "v1", Resource: "configmaps"}

// informersChapter follows ConfigMaps with each kind of informer. The wire shows that each began with a streamed list.
func informersChapter(ctx context.Context, w *World) error {
	config, _ := w.Config()
	clients, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	for _, kind := range []string{"typed", "dynamic", "metadata"} {
		wire, informer, err := newInformer(w, kind)
		if err != nil {
			return err
		}
		w.Line("the %s informer", kind)
		if err := follow(ctx, w, clients, informer); err != nil {
			return err
		}
		w.Wire(wire)
	}
	return nil
}

func newInformer(w *World, kind string) (*Wire, cache.SharedIndexInformer, error) {
	config, wire := w.Config()
	selected := func(options *metav1.ListOptions) { options.LabelSelector = "informed" }
	switch kind {
	case "dynamic":
		client, err := dynamic.NewForConfig(config)
		if err != nil {
			return nil, nil, err
		}
		return wire, dynamicinformer.NewFilteredDynamicSharedInformerFactory(client, 0, w.Namespace, selected).ForResource(configMaps).Informer(), nil
	case "metadata":
		client, err := metadata.NewForConfig(config)
		if err != nil {
			return nil, nil, err
		}
		return wire, metadatainformer.NewFilteredSharedInformerFactory(client, 0, w.Namespace, selected).ForResource(configMaps).Informer(), nil
	default:
		client, err := kubernetes.NewForConfig(config)
		if err != nil {
			return nil, nil, err
		}
		factory := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(w.Namespace), informers.WithTweakListOptions(selected))
		return wire, factory.Core().V1().ConfigMaps().Informer(), nil
	}
}

// follow runs an informer over two objects that were there before it and one that comes, changes and goes.
func follow(ctx context.Context, w *World, clients kubernetes.Interface, informer cache.SharedIndexInformer) error {
	maps := clients.CoreV1().ConfigMaps(w.Namespace)
	for _, name := range []string{"informed-1", "informed-2", "informed-3"} {
		object := configMap(name, map[string]string{"a": "1"})
		object.Labels = map[string]string{"informed": "yes"}
		if name == "informed-3" {
			break
		}
		if _, err := maps.Create(ctx, object, metav1.CreateOptions{}); err != nil {
			return err
		}
	}
	seen := make(chan string, 100)
	if _, err := informer.AddEventHandler(writer(seen)); err != nil {
		return err
	}
	running, stop := context.WithCancel(ctx)
	defer stop()
	go informer.RunWithContext(running)
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		return fmt.Errorf("the informer has not synced")
	}
	w.Line("synced with %d objects", len(informer.GetStore().ListKeys()))
	late := configMap("informed-3", map[string]string{"a": "1"})
	late.Labels = map[string]string{"informed": "yes"}
	created, err := maps.Create(ctx, late, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	created.Annotations = map[string]string{"changed": "yes"}
	if _, err := maps.Update(ctx, created, metav1.UpdateOptions{}); err != nil {
		return err
	}
	if err := maps.DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{LabelSelector: "informed"}); err != nil {
		return err
	}
	return drain(ctx, w, seen)
}

// drain writes the seven events that an informer must report. Deletions of a collection come in any order.
func drain(ctx context.Context, w *World, seen <-chan string) error {
	lines := map[string]int{}
	for range 7 {
		select {
		case line := <-seen:
			lines[line]++
		case <-ctx.Done():
			return fmt.Errorf("events are missing, seen: %v", lines)
		}
	}
	for _, line := range []string{
		"added informed-1, at the start", "added informed-2, at the start", "added informed-3", "updated informed-3, changed",
		"deleted informed-1", "deleted informed-2", "deleted informed-3",
	} {
		w.Line("%s: %d", line, lines[line])
		delete(lines, line)
	}
	if len(lines) > 0 {
		return fmt.Errorf("unexpected events: %v", lines)
	}
	select {
	case line := <-seen:
		return fmt.Errorf("one event too many: %s", line)
	case <-time.After(100 * time.Millisecond):
		return nil
	}
}

func writer(seen chan<- string) cache.ResourceEventHandler {
	nameOf := func(object any) string {
		if unknown, isUnknown := object.(cache.DeletedFinalStateUnknown); isUnknown {
			object = unknown.Obj
		}
		return object.(metav1.Object).GetName()
	}
	return cache.ResourceEventHandlerDetailedFuncs{
		AddFunc: func(object any, isInInitialList bool) {
			line := "added " + nameOf(object)
			if isInInitialList {
				line += ", at the start"
			}
			seen <- line
		},
		UpdateFunc: func(before, after any) {
			line := "updated " + nameOf(after)
			if len(before.(metav1.Object).GetAnnotations()) < len(after.(metav1.Object).GetAnnotations()) {
				line += ", changed"
			}
			seen <- line
		},
		DeleteFunc: func(object any) { seen <- "deleted " + nameOf(object) },
	}
}
