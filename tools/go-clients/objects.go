package main

import (
	"context"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/kubernetes"
)

func pointer[T any](value T) *T { return &value }

func named(name string) metav1.ObjectMeta { return metav1.ObjectMeta{Name: name} }

// typedWalks returns the walk of each kind, in order.
func typedWalks(clients kubernetes.Interface, namespace string) []func(context.Context, *World) error {
	core := clients.CoreV1()
	label := func(object metav1.Object) { object.SetLabels(map[string]string{"changed": "yes"}) }
	return []func(context.Context, *World) error{
		walk(core.ConfigMaps(namespace), configMap("settings", map[string]string{"color": "blue"}), func(c *corev1.ConfigMap) {
			c.Data["color"], c.BinaryData = "red", map[string][]byte{"bytes": {0, 1, 254, 255}}
		}),
		walk(core.Secrets(namespace), secret(), func(s *corev1.Secret) { s.Data["password"] = []byte("other") }),
		walk(core.ServiceAccounts(namespace), &corev1.ServiceAccount{ObjectMeta: named("robot")}, func(s *corev1.ServiceAccount) {
			s.AutomountServiceAccountToken = pointer(false)
		}),
		walk(core.Services(namespace), service(), func(s *corev1.Service) { s.Spec.Ports[0].Port = 8080 }),
		walk(core.Pods(namespace), pod("lonely"), func(p *corev1.Pod) { p.Spec.Containers[0].Image = "other:2" }),
		walk(clients.AppsV1().Deployments(namespace), deployment("web"), func(d *appsv1.Deployment) { d.Spec.Replicas = pointer(int32(5)) }),
		walk(clients.BatchV1().Jobs(namespace), job(), func(j *batchv1.Job) { j.Spec.Suspend = pointer(false) }),
		walk(clients.CoordinationV1().Leases(namespace), lease(), func(l *coordinationv1.Lease) { l.Spec.HolderIdentity = pointer("second") }),
		walk(clients.RbacV1().Roles(namespace), role(), func(r *rbacv1.Role) { r.Rules[0].Verbs = []string{"get", "list"} }),
		walk(core.Nodes(), &corev1.Node{ObjectMeta: named(namespace + "-node")}, func(n *corev1.Node) { label(n) }),
	}
}

func configMap(name string, data map[string]string) *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: named(name), Data: data}
}

func secret() *corev1.Secret {
	return &corev1.Secret{ObjectMeta: named("key"), StringData: map[string]string{"user": "ada"}, Data: map[string][]byte{"password": []byte("pässword")}}
}

func service() *corev1.Service {
	return &corev1.Service{ObjectMeta: named("front"), Spec: corev1.ServiceSpec{
		Selector: map[string]string{"app": "web"},
		Ports:    []corev1.ServicePort{{Name: "http", Port: 80, TargetPort: intstr.FromString("http")}},
	}}
}

func container() corev1.Container {
	return corev1.Container{Name: "main", Image: "web:1",
		Ports:     []corev1.ContainerPort{{Name: "http", ContainerPort: 8080}},
		Env:       []corev1.EnvVar{{Name: "MODE", Value: "test"}, {Name: "NODE", ValueFrom: &corev1.EnvVarSource{FieldRef: &corev1.ObjectFieldSelector{FieldPath: "spec.nodeName"}}}},
		Resources: corev1.ResourceRequirements{Requests: corev1.ResourceList{"cpu": resource.MustParse("100m"), "memory": resource.MustParse("64Mi")}},
		LivenessProbe: &corev1.Probe{ProbeHandler: corev1.ProbeHandler{
			HTTPGet: &corev1.HTTPGetAction{Path: "/healthz", Port: intstr.FromInt32(8080)},
		}},
	}
}

func pod(name string) *corev1.Pod {
	return &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"app": "web"}}, Spec: corev1.PodSpec{Containers: []corev1.Container{container()}}}
}

func deployment(name string) *appsv1.Deployment {
	labels := map[string]string{"app": name}
	return &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels}, Spec: appsv1.DeploymentSpec{
		Replicas: pointer(int32(2)),
		Selector: &metav1.LabelSelector{MatchLabels: labels},
		Template: corev1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: labels}, Spec: corev1.PodSpec{Containers: []corev1.Container{container()}}},
	}}
}

// The controllers of a job name it in labels of its pods; a selector of its own keeps the uid out of them.
func job() *batchv1.Job {
	labels := map[string]string{"job": "once"}
	return &batchv1.Job{ObjectMeta: named("once"), Spec: batchv1.JobSpec{
		ManualSelector: pointer(true), Suspend: pointer(true), Selector: &metav1.LabelSelector{MatchLabels: labels},
		Template: corev1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: labels}, Spec: corev1.PodSpec{
			RestartPolicy: corev1.RestartPolicyNever, Containers: []corev1.Container{{Name: "main", Image: "job:1"}},
		}},
	}}
}

func lease() *coordinationv1.Lease {
	moment := metav1.NewMicroTime(time.Date(2024, 1, 2, 3, 4, 5, 678901000, time.UTC))
	return &coordinationv1.Lease{ObjectMeta: named("turn"), Spec: coordinationv1.LeaseSpec{
		HolderIdentity: pointer("first"), LeaseDurationSeconds: pointer(int32(15)), RenewTime: &moment,
	}}
}

func role() *rbacv1.Role {
	return &rbacv1.Role{ObjectMeta: named("reader"), Rules: []rbacv1.PolicyRule{{APIGroups: []string{""}, Resources: []string{"pods"}, Verbs: []string{"get"}}}}
}
