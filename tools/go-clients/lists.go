package main

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
)

// listsChapter reads lists in pages, by labels, by fields and at versions.
func listsChapter(ctx context.Context, w *World) error {
	config, wire := w.Config()
	clients, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	maps := clients.CoreV1().ConfigMaps(w.Namespace)
	for index := range 5 {
		object := configMap(fmt.Sprintf("listed-%d", index), nil)
		object.Labels = map[string]string{"list": "yes", "parity": []string{"even", "odd"}[index%2]}
		if _, err := maps.Create(ctx, object, metav1.CreateOptions{}); err != nil {
			return err
		}
	}
	for _, name := range []string{"listed-a", "listed-b"} {
		if _, err := clients.CoreV1().Pods(w.Namespace).Create(ctx, pod(name), metav1.CreateOptions{}); err != nil {
			return err
		}
	}
	wire.Take()
	if err := pages(ctx, w, clients); err != nil {
		return err
	}
	w.Wire(wire)
	selections(ctx, w, clients)
	w.Wire(wire)
	if err := versions(ctx, w, clients); err != nil {
		return err
	}
	if err := clients.CoreV1().Pods(w.Namespace).DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{}); err != nil {
		return err
	}
	return maps.DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{LabelSelector: "list"})
}

func pages(ctx context.Context, w *World, clients kubernetes.Interface) error {
	first := ""
	for options := (metav1.ListOptions{Limit: 2}); ; {
		page, err := clients.CoreV1().ConfigMaps(w.Namespace).List(ctx, options)
		if err != nil {
			return err
		}
		if first == "" {
			first = page.ResourceVersion
		}
		w.Line("page of %v, %s left, goes on: %v, of the same version: %v", names(page), remaining(page), page.Continue != "", page.ResourceVersion == first)
		if options.Continue = page.Continue; options.Continue == "" {
			return nil
		}
	}
}

func remaining(page *corev1.ConfigMapList) string {
	if page.RemainingItemCount == nil {
		return "unknown"
	}
	return fmt.Sprint(*page.RemainingItemCount)
}

func names(list *corev1.ConfigMapList) []string {
	result := []string{}
	for _, item := range list.Items {
		result = append(result, item.Name)
	}
	return result
}

func selections(ctx context.Context, w *World, clients kubernetes.Interface) {
	for _, options := range []metav1.ListOptions{
		{LabelSelector: "list=yes,parity!=odd"}, {LabelSelector: "parity in (odd,strange)"}, {LabelSelector: "list,parity notin (odd)"}, {LabelSelector: "!list"},
		{LabelSelector: "list", FieldSelector: "metadata.name=listed-3"}, {LabelSelector: "list", FieldSelector: "metadata.name!=listed-3"}, {LabelSelector: "list", Limit: 2},
		{LabelSelector: "a in b"}, {FieldSelector: "data.color=blue"}, {FieldSelector: "metadata.name"},
	} {
		list, err := clients.CoreV1().ConfigMaps(w.Namespace).List(ctx, options)
		what := fmt.Sprintf("labels %q fields %q limit %d", options.LabelSelector, options.FieldSelector, options.Limit)
		if err != nil {
			w.Error(what, err)
		} else {
			w.Line("%s: %v, %s left", what, names(list), remaining(list))
		}
	}
	for _, fields := range []string{"spec.nodeName=", "spec.nodeName=n1", "status.phase=Pending", "status.phase!=Pending", "spec.restartPolicy=Always,metadata.name=listed-b"} {
		list, err := clients.CoreV1().Pods(w.Namespace).List(ctx, metav1.ListOptions{FieldSelector: fields})
		if err != nil {
			w.Error("pods with "+fields, err)
			continue
		}
		w.Line("pods with %s: %d", fields, len(list.Items))
	}
}

func versions(ctx context.Context, w *World, clients kubernetes.Interface) error {
	maps := clients.CoreV1().ConfigMaps(w.Namespace)
	before, err := maps.List(ctx, metav1.ListOptions{LabelSelector: "list"})
	if err != nil {
		return err
	}
	if err := maps.Delete(ctx, "listed-4", metav1.DeleteOptions{}); err != nil {
		return err
	}
	// A consistent list waits until the server's cache has seen the deletion; without it, what the cache answers below would be a matter of luck.
	if _, err := maps.List(ctx, metav1.ListOptions{LabelSelector: "list"}); err != nil {
		return err
	}
	for _, match := range []metav1.ResourceVersionMatch{"", metav1.ResourceVersionMatchExact, metav1.ResourceVersionMatchNotOlderThan} {
		list, err := maps.List(ctx, metav1.ListOptions{LabelSelector: "list", ResourceVersion: before.ResourceVersion, ResourceVersionMatch: match})
		if err != nil {
			return err
		}
		w.Line("at an old version, match %q: %d, at that version: %v", match, len(list.Items), list.ResourceVersion == before.ResourceVersion)
	}
	any, err := maps.List(ctx, metav1.ListOptions{LabelSelector: "list", ResourceVersion: "0", Limit: 1})
	if err != nil {
		return err
	}
	w.Line("at any version, with a limit of one: %d", len(any.Items))
	for _, options := range []metav1.ListOptions{
		{ResourceVersion: "garbage"}, {ResourceVersionMatch: metav1.ResourceVersionMatchExact}, {ResourceVersion: "0", ResourceVersionMatch: metav1.ResourceVersionMatchExact}, {Continue: "garbage"},
	} {
		_, err := maps.List(ctx, options)
		w.Error(fmt.Sprintf("version %q match %q continue %q", options.ResourceVersion, options.ResourceVersionMatch, options.Continue), err)
	}
	return nil
}
