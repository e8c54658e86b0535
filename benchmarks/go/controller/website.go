package main

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// Website is the custom resource of the benchmark.
type Website struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              WebsiteSpec   `json:"spec,omitempty"`
	Status            WebsiteStatus `json:"status,omitempty"`
}

type WebsiteSpec struct {
	Domain   string `json:"domain,omitempty"`
	Env      []Env  `json:"env,omitempty"`
	Image    string `json:"image,omitempty"`
	Replicas int32  `json:"replicas,omitempty"`
	SentAt   string `json:"sentAt,omitempty"`
	TLS      *TLS   `json:"tls,omitempty"`
}

type Env struct {
	Name  string `json:"name"`
	Value string `json:"value,omitempty"`
}

type TLS struct {
	Enabled bool   `json:"enabled,omitempty"`
	Issuer  string `json:"issuer,omitempty"`
}

type WebsiteStatus struct {
	Conditions         []metav1.Condition `json:"conditions,omitempty"`
	ObservedGeneration int64              `json:"observedGeneration,omitempty"`
	URL                string             `json:"url,omitempty"`
}

type WebsiteList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Website `json:"items"`
}

func (w *Website) DeepCopyInto(out *Website) {
	*out = *w
	w.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	out.Spec.Env = append([]Env(nil), w.Spec.Env...)
	if w.Spec.TLS != nil {
		tls := *w.Spec.TLS
		out.Spec.TLS = &tls
	}
	out.Status.Conditions = append([]metav1.Condition(nil), w.Status.Conditions...)
}

func (w *Website) DeepCopyObject() runtime.Object {
	out := &Website{}
	w.DeepCopyInto(out)
	return out
}

func (l *WebsiteList) DeepCopyObject() runtime.Object {
	out := &WebsiteList{TypeMeta: l.TypeMeta, ListMeta: *l.ListMeta.DeepCopy(), Items: make([]Website, len(l.Items))}
	for at := range l.Items {
		l.Items[at].DeepCopyInto(&out.Items[at])
	}
	return out
}
