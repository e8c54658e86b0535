package main

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/kubernetes"
)

// refusalsChapter asks for what a server refuses: Go programs decide by reason and code, and people read the message.
func refusalsChapter(ctx context.Context, w *World) error {
	config, _ := w.Config()
	clients, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	maps := clients.CoreV1().ConfigMaps(w.Namespace)
	create := func(what string, object *corev1.ConfigMap) {
		_, err := maps.Create(ctx, object, metav1.CreateOptions{})
		w.Error(what, err)
	}
	create("the first of its name", configMap("twice", nil))
	create("the second of its name", configMap("twice", nil))
	create("a name that is none", configMap("Not A Name", nil))
	create("no name", configMap("", nil))
	create("another namespace", &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "astray", Namespace: "elsewhere"}})
	create("a bad label", &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "labels", Labels: map[string]string{"-": "?"}}})
	create("a bad owner", &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "owned", OwnerReferences: []metav1.OwnerReference{{Kind: "Pod"}}}})
	create("two controllers", &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "owned", OwnerReferences: []metav1.OwnerReference{
		{APIVersion: "v1", Kind: "Pod", Name: "a", UID: "1", Controller: pointer(true)}, {APIVersion: "v1", Kind: "Pod", Name: "b", UID: "2", Controller: pointer(true)},
	}}})
	create("a version of its own", &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "versioned", ResourceVersion: "5"}})
	_, err = maps.Update(ctx, configMap("absent", nil), metav1.UpdateOptions{})
	w.Error("an update of nothing", err)
	w.Error("a deletion of nothing", maps.Delete(ctx, "absent", metav1.DeleteOptions{}))
	_, err = clients.CoreV1().ConfigMaps("nowhere").Create(ctx, configMap("lost", nil), metav1.CreateOptions{})
	w.Error("a namespace that is not there", err)
	_, err = maps.Update(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "twice", UID: "00000000-0000-0000-0000-000000000000"}}, metav1.UpdateOptions{})
	w.Error("an update of another uid", err)
	w.Error("the end of twice", maps.Delete(ctx, "twice", metav1.DeleteOptions{}))
	generated(ctx, w, clients)
	return invalid(ctx, w, clients)
}

func generated(ctx context.Context, w *World, clients kubernetes.Interface) {
	created, err := clients.CoreV1().ConfigMaps(w.Namespace).Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{GenerateName: "made-up-"}}, metav1.CreateOptions{})
	if err != nil {
		w.Error("a generated name", err)
		return
	}
	w.Object("a generated name", created)
	w.Error("its deletion", clients.CoreV1().ConfigMaps(w.Namespace).Delete(ctx, created.Name, metav1.DeleteOptions{}))
	dry, err := clients.CoreV1().ConfigMaps(w.Namespace).Create(ctx, configMap("rehearsed", nil), metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}})
	if err != nil {
		w.Error("a dry run", err)
		return
	}
	w.Object("a dry run", dry)
	_, err = clients.CoreV1().ConfigMaps(w.Namespace).Get(ctx, "rehearsed", metav1.GetOptions{})
	w.Error("read after the dry run", err)
}

func invalid(ctx context.Context, w *World, clients kubernetes.Interface) error {
	empty := pod("empty")
	empty.Spec.Containers = nil
	_, err := clients.CoreV1().Pods(w.Namespace).Create(ctx, empty, metav1.CreateOptions{})
	w.Error("a pod without containers", err)
	mismatched := deployment("mismatched")
	mismatched.Spec.Template.Labels = map[string]string{"app": "other"}
	_, err = clients.AppsV1().Deployments(w.Namespace).Create(ctx, mismatched, metav1.CreateOptions{})
	w.Error("a deployment that does not select its pods", err)
	unreachable := service()
	unreachable.Spec.Ports[0] = corev1.ServicePort{Port: 70000, TargetPort: intstr.FromInt32(0)}
	_, err = clients.CoreV1().Services(w.Namespace).Create(ctx, unreachable, metav1.CreateOptions{})
	w.Error("a service without a possible port", err)
	return nil
}
