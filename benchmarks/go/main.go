// client-go's informer against the server of the benchmark: typed or unstructured. Says after each phase what it cost, as one line of JSON.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

func main() {
	server, group, version, plural, mode := os.Args[1], os.Args[2], os.Args[3], os.Args[4], os.Args[5]
	config := &rest.Config{Host: server, QPS: -1}
	informer := informerOf(config, schema.GroupVersionResource{Group: group, Version: version, Resource: plural}, mode)
	marker := make(chan struct{})
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(object any) {
			if o, ok := object.(v1.Object); ok && strings.HasPrefix(o.GetName(), "marker-") {
				marker <- struct{}{}
			}
		},
		UpdateFunc: func(_, _ any) {},
		DeleteFunc: func(any) {},
	})
	meter := newMeter()
	go informer.Run(context.Background().Done())
	cache.WaitForCacheSync(nil, informer.HasSynced)
	meter.report("synced", len(informer.GetStore().ListKeys()))
	for range marker {
		meter.report("events", len(informer.GetStore().ListKeys()))
	}
}

func informerOf(config *rest.Config, resource schema.GroupVersionResource, mode string) cache.SharedIndexInformer {
	if mode == "unstructured" {
		return dynamicinformer.NewDynamicSharedInformerFactory(dynamic.NewForConfigOrDie(config), 0).ForResource(resource).Informer()
	}
	core := informers.NewSharedInformerFactory(kubernetes.NewForConfigOrDie(config), 0).Core().V1()
	if resource.Resource == "configmaps" {
		return core.ConfigMaps().Informer()
	}
	return core.Pods().Informer()
}

type meter struct{ since time.Duration }

func newMeter() *meter { return &meter{since: cpu()} }

func (m *meter) report(phase string, objects int) {
	used := cpu() - m.since
	peak := memory("VmHWM:")
	runtime.GC()
	debug.FreeOSMemory()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	fmt.Printf(`{"phase":%q,"cpuMs":%f,"peakRss":%d,"rss":%d,"heap":%d,"baseline":0,"stallMs":0,"objects":%d}`+"\n",
		phase, float64(used.Microseconds())/1000, peak, memory("VmRSS:"), stats.HeapAlloc, objects)
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0)
	m.since = cpu()
}

func cpu() time.Duration {
	var usage syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func memory(word string) int {
	file, err := os.Open("/proc/self/status")
	if err != nil {
		return 0
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var kilobytes int
		if _, err := fmt.Sscanf(lines.Text(), word+" %d kB", &kilobytes); err == nil {
			return kilobytes * 1024
		}
	}
	return 0
}
