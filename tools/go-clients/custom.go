package main

import (
	"context"
	"fmt"
	"time"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apiextensions "k8s.io/apiextensions-apiserver/pkg/client/clientset/clientset"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/restmapper"
)

// customChapter brings a resource of its own, works with it, and takes it away again.
func customChapter(ctx context.Context, w *World) error {
	config, wire := w.Config()
	clients, err := apiextensions.NewForConfig(config)
	if err != nil {
		return err
	}
	definitions := clients.ApiextensionsV1().CustomResourceDefinitions()
	definition := widgets(w.Namespace + ".example.com")
	created, err := definitions.Create(ctx, definition, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	w.Line("created with generation %d", created.Generation)
	established, err := untilEstablished(ctx, clients, definition.Name)
	if err != nil {
		return err
	}
	w.Object("established", established)
	wire.Take()
	resource := schema.GroupVersionResource{Group: definition.Spec.Group, Version: "v1", Resource: "widgets"}
	if err := untilServed(ctx, w, resource); err != nil {
		return err
	}
	if err := useWidgets(ctx, w, resource); err != nil {
		return err
	}
	w.Error("the definition deleted", definitions.Delete(ctx, definition.Name, metav1.DeleteOptions{}))
	err = wait.PollUntilContextTimeout(ctx, 20*time.Millisecond, 30*time.Second, true, func(ctx context.Context) (bool, error) {
		_, err := definitions.Get(ctx, definition.Name, metav1.GetOptions{})
		return apierrors.IsNotFound(err), nil
	})
	w.Error("gone", err)
	return nil
}

func widgets(group string) *apiextensionsv1.CustomResourceDefinition {
	whole := func(fields map[string]apiextensionsv1.JSONSchemaProps) apiextensionsv1.JSONSchemaProps {
		return apiextensionsv1.JSONSchemaProps{Type: "object", Properties: fields}
	}
	schema := whole(map[string]apiextensionsv1.JSONSchemaProps{
		"spec": whole(map[string]apiextensionsv1.JSONSchemaProps{
			"size":  {Type: "integer", Minimum: pointer(1.0), Default: &apiextensionsv1.JSON{Raw: []byte("3")}},
			"color": {Type: "string", Enum: []apiextensionsv1.JSON{{Raw: []byte(`"red"`)}, {Raw: []byte(`"blue"`)}}},
		}),
		"status": whole(map[string]apiextensionsv1.JSONSchemaProps{"replicas": {Type: "integer"}, "phase": {Type: "string"}}),
	})
	return &apiextensionsv1.CustomResourceDefinition{ObjectMeta: named("widgets." + group), Spec: apiextensionsv1.CustomResourceDefinitionSpec{
		Group: group, Scope: apiextensionsv1.NamespaceScoped,
		Names: apiextensionsv1.CustomResourceDefinitionNames{Plural: "widgets", Singular: "widget", Kind: "Widget", ShortNames: []string{"wd"}, Categories: []string{"all"}},
		Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{
			Name: "v1", Served: true, Storage: true, Schema: &apiextensionsv1.CustomResourceValidation{OpenAPIV3Schema: &schema},
			Subresources: &apiextensionsv1.CustomResourceSubresources{
				Status: &apiextensionsv1.CustomResourceSubresourceStatus{},
				Scale:  &apiextensionsv1.CustomResourceSubresourceScale{SpecReplicasPath: ".spec.size", StatusReplicasPath: ".status.replicas"},
			},
			SelectableFields: []apiextensionsv1.SelectableField{{JSONPath: ".spec.color"}},
		}},
	}}
}

func untilEstablished(ctx context.Context, clients apiextensions.Interface, name string) (*apiextensionsv1.CustomResourceDefinition, error) {
	watched, err := clients.ApiextensionsV1().CustomResourceDefinitions().Watch(ctx, metav1.ListOptions{FieldSelector: "metadata.name=" + name})
	if err != nil {
		return nil, err
	}
	defer watched.Stop()
	for {
		event, err := nextEvent(ctx, watched)
		if err != nil {
			return nil, err
		}
		definition, isDefinition := event.Object.(*apiextensionsv1.CustomResourceDefinition)
		if !isDefinition {
			return nil, fmt.Errorf("%s of a %T", event.Type, event.Object)
		}
		for _, condition := range definition.Status.Conditions {
			if condition.Type == apiextensionsv1.Established && condition.Status == apiextensionsv1.ConditionTrue {
				return definition, nil
			}
		}
	}
}

// untilServed waits until discovery knows the kind, as the mappers of controllers do.
func untilServed(ctx context.Context, w *World, resource schema.GroupVersionResource) error {
	config, _ := w.Config()
	client, err := discovery.NewDiscoveryClientForConfig(config)
	if err != nil {
		return err
	}
	mapper := restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(client))
	return wait.PollUntilContextTimeout(ctx, 50*time.Millisecond, 20*time.Second, true, func(context.Context) (bool, error) {
		mapping, err := mapper.RESTMapping(schema.GroupKind{Group: resource.Group, Kind: "Widget"})
		if err != nil {
			mapper.Reset()
			return false, nil
		}
		w.Line("Widget is %s, %s", mapping.Resource, mapping.Scope.Name())
		list, err := client.ServerResourcesForGroupVersion(resource.GroupVersion().String())
		if err != nil {
			return false, err
		}
		writeResources(w, []*metav1.APIResourceList{list})
		return true, nil
	})
}
