package main

import (
	"context"
	"fmt"
	"sort"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/tools/events"
	"k8s.io/client-go/tools/record"
)

// eventsChapter records events about a pod with both recorders: repeats are counted by patches, and a flood of similar ones is folded into one.
func eventsChapter(ctx context.Context, w *World) error {
	config, _ := w.Config()
	clients, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	about, err := clients.CoreV1().Pods(w.Namespace).Create(ctx, pod("eventful"), metav1.CreateOptions{})
	if err != nil {
		return err
	}
	if err := recordCore(ctx, w, about); err != nil {
		return err
	}
	if err := recordSeries(ctx, w, about); err != nil {
		return err
	}
	return clients.CoreV1().Pods(w.Namespace).Delete(ctx, about.Name, metav1.DeleteOptions{})
}

func recordCore(ctx context.Context, w *World, about *corev1.Pod) error {
	config, wire := w.Config()
	clients, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	broadcaster := record.NewBroadcaster(record.WithContext(ctx))
	defer broadcaster.Shutdown()
	broadcaster.StartRecordingToSink(&typedcorev1.EventSinkImpl{Interface: clients.CoreV1().Events("")})
	recorder := broadcaster.NewRecorder(scheme.Scheme, corev1.EventSource{Component: "go-clients"})
	for range 3 {
		recorder.Event(about, corev1.EventTypeNormal, "Repeated", "the same words")
	}
	for index := range 12 {
		recorder.Eventf(about, corev1.EventTypeWarning, "Similar", "words number %02d", index)
	}
	folded := func(list []corev1.Event) bool {
		for _, event := range list {
			if event.Reason == "Similar" && event.Count == 3 {
				return true
			}
		}
		return false
	}
	if err := writeStored(ctx, w, about, folded); err != nil {
		return err
	}
	w.Wire(wire)
	return clear(ctx, w)
}

func recordSeries(ctx context.Context, w *World, about *corev1.Pod) error {
	config, wire := w.Config()
	clients, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	broadcaster := events.NewBroadcaster(&events.EventSinkImpl{Interface: clients.EventsV1()})
	if err := broadcaster.StartRecordingToSinkWithContext(ctx); err != nil {
		return err
	}
	defer broadcaster.Shutdown()
	recorder := broadcaster.NewRecorder(scheme.Scheme, "example.com/go-clients")
	for _, count := range []int32{0, 2} {
		recorder.Eventf(about, nil, corev1.EventTypeNormal, "Counted", "Count", "counted once more")
		counted := func(list []corev1.Event) bool {
			return len(list) == 1 && (count == 0 || (list[0].Series != nil && list[0].Series.Count == count))
		}
		if err := writeStored(ctx, w, about, counted); err != nil {
			return err
		}
	}
	w.Wire(wire)
	return clear(ctx, w)
}

// writeStored waits until the stored events satisfy the condition, and writes them. The recorders work in the background.
func writeStored(ctx context.Context, w *World, about *corev1.Pod, condition func([]corev1.Event) bool) error {
	config, _ := w.Config()
	clients, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	selection := metav1.ListOptions{FieldSelector: "involvedObject.kind=Pod,involvedObject.uid=" + string(about.UID)}
	var list *corev1.EventList
	err = wait.PollUntilContextTimeout(ctx, 20*time.Millisecond, 15*time.Second, true, func(ctx context.Context) (bool, error) {
		list, err = clients.CoreV1().Events(w.Namespace).List(ctx, selection)
		return err == nil && condition(list.Items), err
	})
	if err != nil {
		w.Error("waiting for events", err)
	}
	if list == nil {
		return fmt.Errorf("no list of events")
	}
	order := func(event corev1.Event) string { return fmt.Sprint(event.Reason, event.Count, event.Message) }
	sort.Slice(list.Items, func(i, j int) bool { return order(list.Items[i]) < order(list.Items[j]) })
	for _, event := range list.Items {
		event.Name = about.Name + ".<time>"
		w.Object("stored event", event)
	}
	return nil
}

func clear(ctx context.Context, w *World) error {
	config, wire := w.Config()
	clients, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	list, err := clients.EventsV1().Events(w.Namespace).List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	w.Line("the other group sees %d of them", len(list.Items))
	if err := clients.EventsV1().Events(w.Namespace).DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{}); err != nil {
		return err
	}
	w.Wire(wire)
	return nil
}
