// A controller that does nothing, on controller-runtime, against the server of the benchmark: reports what each phase cost and how long after its event a run began.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/go-logr/logr"
	"golang.org/x/sys/unix"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/rest"
	"net/http"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

var group = schema.GroupVersion{Group: "demo.example.com", Version: "v1"}

func main() {
	objects, _ := strconv.Atoi(os.Args[1])
	ctrl.SetLogger(logr.Discard())
	scheme := runtime.NewScheme()
	scheme.AddKnownTypes(group, &Website{}, &WebsiteList{})
	metav1.AddToGroupVersion(scheme, group)
	manager, err := ctrl.NewManager(&rest.Config{Host: os.Args[2], QPS: -1}, ctrl.Options{
		Scheme:         scheme,
		Metrics:        server.Options{BindAddress: "0"},
		MapperProvider: func(*rest.Config, *http.Client) (meta.RESTMapper, error) { return mapper(), nil },
	})
	must(err)
	reconciler := &reconciler{client: manager.GetClient(), objects: objects, since: cpu()}
	must(ctrl.NewControllerManagedBy(manager).For(&Website{}).Complete(reconciler))
	must(manager.Start(context.Background()))
}

func mapper() meta.RESTMapper {
	known := meta.NewDefaultRESTMapper([]schema.GroupVersion{group})
	known.Add(group.WithKind("Website"), meta.RESTScopeNamespace)
	return known
}

type reconciler struct {
	client   client.Client
	objects  int
	waits    []float64
	isSynced bool
	since    time.Duration
}

func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	var site Website
	if err := r.client.Get(ctx, request.NamespacedName, &site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	sentAt, _ := strconv.ParseInt(site.Spec.SentAt, 10, 64)
	r.waits = append(r.waits, float64(now()-sentAt))
	if r.isSynced && strings.HasPrefix(request.Name, "marker-") || !r.isSynced && len(r.waits) == r.objects {
		r.report()
	}
	return ctrl.Result{}, nil
}

func (r *reconciler) report() {
	used := cpu() - r.since
	slices.Sort(r.waits)
	at := func(share float64) float64 { return r.waits[int(float64(len(r.waits)-1)*share)] }
	line, _ := json.Marshal(map[string]any{
		"cpuMs": float64(used.Microseconds()) / 1000, "rss": resident(), "runs": len(r.waits), "p50": at(0.5), "p99": at(0.99),
	})
	fmt.Printf(`{"phase":"events",%s`+"\n", line[1:])
	r.waits, r.isSynced, r.since = r.waits[:0], true, cpu()
}

// Microseconds on the clock that all processes share.
func now() int64 {
	var time unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_MONOTONIC, &time)
	return time.Nano() / 1000
}

func cpu() time.Duration {
	var usage syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func resident() int {
	var size, pages int
	statm, _ := os.ReadFile("/proc/self/statm")
	_, _ = fmt.Sscanf(string(statm), "%d %d", &size, &pages)
	return pages * os.Getpagesize()
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
