// Package envtest is a small operator and a suite for it, as authors of controllers in Go write them. The suite runs on whatever KUBEBUILDER_ASSETS names.
package envtest

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

var groupVersion = schema.GroupVersion{Group: "estate.example.com", Version: "v1"}

// Garden wants a number of beds with a flower in them.
type Garden struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              GardenSpec   `json:"spec"`
	Status            GardenStatus `json:"status,omitempty"`
}

type GardenSpec struct {
	Flower string `json:"flower"`
	Beds   int    `json:"beds,omitempty"`
}

type GardenStatus struct {
	Planted            int   `json:"planted,omitempty"`
	ObservedGeneration int64 `json:"observedGeneration,omitempty"`
}

type GardenList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Garden `json:"items"`
}

func (g *Garden) DeepCopyObject() runtime.Object {
	copied := *g
	g.ObjectMeta.DeepCopyInto(&copied.ObjectMeta)
	return &copied
}

func (l *GardenList) DeepCopyObject() runtime.Object {
	copied := *l
	l.ListMeta.DeepCopyInto(&copied.ListMeta)
	copied.Items = make([]Garden, 0, len(l.Items))
	for _, item := range l.Items {
		copied.Items = append(copied.Items, *item.DeepCopyObject().(*Garden))
	}
	return &copied
}

func addToScheme(scheme *runtime.Scheme) {
	scheme.AddKnownTypes(groupVersion, &Garden{}, &GardenList{})
	metav1.AddToGroupVersion(scheme, groupVersion)
}
