package main

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
)

// watchChapter follows a selection of objects while they come, change, leave the selection and go.
func watchChapter(ctx context.Context, w *World) error {
	config, wire := w.Config()
	clients, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	maps := clients.CoreV1().ConfigMaps(w.Namespace)
	start, err := maps.List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	selected := metav1.ListOptions{ResourceVersion: start.ResourceVersion, LabelSelector: "watched=yes"}
	watched, err := maps.Watch(ctx, selected)
	if err != nil {
		return err
	}
	defer watched.Stop()
	object := configMap("watched", map[string]string{"step": "1"})
	object.Labels = map[string]string{"watched": "yes"}
	if object, err = maps.Create(ctx, object, metav1.CreateOptions{}); err != nil {
		return err
	}
	for _, change := range []func(){
		func() { object.Data["step"] = "2" },
		func() { object.Labels["watched"] = "no" },
		func() { object.Data["step"] = "unseen" },
		func() { object.Labels["watched"] = "yes" },
	} {
		change()
		if object, err = maps.Update(ctx, object, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	if err := maps.Delete(ctx, "watched", metav1.DeleteOptions{}); err != nil {
		return err
	}
	if err := writeEvents(ctx, w, watched, 5); err != nil {
		return err
	}
	w.Wire(wire)
	return replay(ctx, w, clients, selected)
}

// replay opens the same watch again at the same version, which gives the same events; one from nowhere shows what is there now.
func replay(ctx context.Context, w *World, clients kubernetes.Interface, selected metav1.ListOptions) error {
	again, err := clients.CoreV1().ConfigMaps(w.Namespace).Watch(ctx, selected)
	if err != nil {
		return err
	}
	defer again.Stop()
	if err := writeEvents(ctx, w, again, 5); err != nil {
		return err
	}
	fresh, err := clients.CoreV1().Namespaces().Watch(ctx, metav1.ListOptions{FieldSelector: "metadata.name=" + w.Namespace})
	if err != nil {
		return err
	}
	defer fresh.Stop()
	event, err := nextEvent(ctx, fresh)
	if err != nil {
		return err
	}
	w.Object(fmt.Sprintf("a watch from nowhere begins with %s", event.Type), event.Object)
	return nil
}

func writeEvents(ctx context.Context, w *World, from watch.Interface, count int) error {
	for range count {
		event, err := nextEvent(ctx, from)
		if err != nil {
			return err
		}
		if object, ok := event.Object.(*corev1.ConfigMap); ok {
			w.Line("%s %s step %s labels %v", event.Type, object.Name, object.Data["step"], object.Labels)
			continue
		}
		w.Object(string(event.Type), event.Object)
	}
	return nil
}

func nextEvent(ctx context.Context, from watch.Interface) (watch.Event, error) {
	select {
	case event, open := <-from.ResultChan():
		if !open {
			return event, fmt.Errorf("the watch ended early")
		}
		return event, nil
	case <-ctx.Done():
		return watch.Event{}, fmt.Errorf("no event in time")
	}
}
