package main

import (
	"context"
	"slices"
	"sort"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/restmapper"
)

// discoveryChapter reads what the server serves, as aggregated discovery and document by document, and looks kinds up the way controllers do.
func discoveryChapter(_ context.Context, w *World) error {
	config, wire := w.Config()
	client, err := discovery.NewDiscoveryClientForConfig(config)
	if err != nil {
		return err
	}
	version, err := client.ServerVersion()
	if err != nil {
		return err
	}
	w.Line("version %s.%s, %s", version.Major, version.Minor, version.GitVersion)
	groups, aggregated, err := client.ServerGroupsAndResources()
	if err != nil {
		return err
	}
	w.Wire(wire)
	for _, group := range groups {
		if isBuiltIn(group.Name) {
			w.Line("group %q prefers %s", group.Name, group.PreferredVersion.GroupVersion)
		}
	}
	writeResources(w, slices.DeleteFunc(aggregated, func(list *metav1.APIResourceList) bool {
		return !isBuiltIn(strings.Split(list.GroupVersion, "/")[0])
	}))
	for _, groupVersion := range []string{"v1", "apps/v1", "events.k8s.io/v1"} {
		alone, err := client.ServerResourcesForGroupVersion(groupVersion)
		if err != nil {
			return err
		}
		w.Line("%s has %d resources when asked alone", groupVersion, len(alone.APIResources))
	}
	_, err = client.ServerResourcesForGroupVersion("unknown.example.com/v1")
	w.Error("an unknown group", err)
	w.Wire(wire)
	return lookUp(w, client)
}

// Other suites may have brought groups of their own to the server.
func isBuiltIn(group string) bool {
	return !strings.Contains(group, ".") || strings.HasSuffix(group, ".k8s.io")
}

// Within a group the order of resources means nothing, and the client shuffles the groups.
func writeResources(w *World, lists []*metav1.APIResourceList) {
	sort.Slice(lists, func(i, j int) bool { return lists[i].GroupVersion < lists[j].GroupVersion })
	for _, list := range lists {
		sort.Slice(list.APIResources, func(i, j int) bool { return list.APIResources[i].Name < list.APIResources[j].Name })
		for _, resource := range list.APIResources {
			sort.Strings(resource.Verbs)
			w.Line("%s %s %s namespaced=%v verbs=%v short=%v singular=%s categories=%v group=%s version=%s", list.GroupVersion, resource.Name, resource.Kind,
				resource.Namespaced, resource.Verbs, resource.ShortNames, resource.SingularName, resource.Categories, resource.Group, resource.Version)
		}
	}
}

func lookUp(w *World, client discovery.DiscoveryInterface) error {
	mapper := restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(client))
	for _, kind := range []string{"Pod", "Deployment.apps", "Ingress.networking.k8s.io", "Event", "Endpoints", "NetworkPolicy.networking.k8s.io"} {
		mapping, err := mapper.RESTMapping(schema.ParseGroupKind(kind))
		if err != nil {
			return err
		}
		w.Line("%s is %s, %s", kind, mapping.Resource, mapping.Scope.Name())
	}
	_, err := mapper.RESTMapping(schema.ParseGroupKind("Nothing"))
	w.Error("an unknown kind", err)
	return nil
}
