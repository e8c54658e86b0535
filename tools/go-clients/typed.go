package main

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
)

// namespaceChapter makes the place where the other chapters work.
func namespaceChapter(ctx context.Context, w *World) error {
	config, wire := w.Config()
	clients, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: w.Namespace}}
	created, err := clients.CoreV1().Namespaces().Create(ctx, namespace, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	w.Object("created", created)
	w.Wire(wire)
	return nil
}

// endChapter lets the namespace go. Nobody waits for it: emptying it is a controller's work, and there may be none.
func endChapter(ctx context.Context, w *World) error {
	config, wire := w.Config()
	clients, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	w.Error("the namespace deleted", clients.CoreV1().Namespaces().Delete(ctx, w.Namespace, metav1.DeleteOptions{}))
	w.Wire(wire)
	_, err = clients.CoreV1().ConfigMaps(w.Namespace).Create(ctx, configMap("late", nil), metav1.CreateOptions{})
	w.Error("a create in it", err)
	return nil
}

// typedChapter sends several kinds through their typed clients, which speak protobuf, and shows the objects as the server completed them.
func typedChapter(ctx context.Context, w *World) error {
	config, wire := w.Config()
	clients, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	for _, walk := range typedWalks(clients, w.Namespace) {
		if err := walk(ctx, w); err != nil {
			w.Error("the walk failed", err)
		}
		w.Wire(wire)
	}
	return nil
}

// verbs is what all typed clients have in common.
type verbs[T any] interface {
	Create(context.Context, T, metav1.CreateOptions) (T, error)
	Get(context.Context, string, metav1.GetOptions) (T, error)
	Update(context.Context, T, metav1.UpdateOptions) (T, error)
	Delete(context.Context, string, metav1.DeleteOptions) error
}

// walk creates an object, reads it, changes it and deletes it.
func walk[T metav1.Object](client verbs[T], object T, change func(T)) func(context.Context, *World) error {
	return func(ctx context.Context, w *World) error {
		what := fmt.Sprintf("%T %s", object, object.GetName())
		created, err := client.Create(ctx, object, metav1.CreateOptions{})
		if err != nil {
			return fmt.Errorf("create %s: %w", what, err)
		}
		w.Object("created "+what, created)
		read, err := client.Get(ctx, created.GetName(), metav1.GetOptions{})
		if err != nil {
			return fmt.Errorf("get %s: %w", what, err)
		}
		w.Line("read at the version it was created with: %v", read.GetResourceVersion() == created.GetResourceVersion())
		same, err := client.Update(ctx, read, metav1.UpdateOptions{})
		if err != nil {
			return fmt.Errorf("update %s: %w", what, err)
		}
		w.Line("version unchanged by an update without change: %v", same.GetResourceVersion() == read.GetResourceVersion())
		change(read)
		changed, err := client.Update(ctx, read, metav1.UpdateOptions{})
		if err != nil {
			return fmt.Errorf("update %s: %w", what, err)
		}
		w.Object("changed "+what, changed)
		w.Error("deleted "+what, client.Delete(ctx, created.GetName(), metav1.DeleteOptions{}))
		_, err = client.Get(ctx, created.GetName(), metav1.GetOptions{})
		w.Error("read after deletion", err)
		return nil
	}
}
