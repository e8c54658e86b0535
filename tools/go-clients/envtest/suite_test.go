package envtest

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	authenticationv1 "k8s.io/api/authentication/v1"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

var (
	environment = &envtest.Environment{CRDDirectoryPaths: []string{"crds"}, ErrorIfCRDPathMissing: true}
	config      *rest.Config
)

func TestMain(m *testing.M) {
	ctrl.SetLogger(zap.New(zap.WriteTo(os.Stderr)))
	addToScheme(scheme.Scheme)
	started, err := environment.Start()
	if err != nil {
		fmt.Fprintln(os.Stderr, "the environment did not start:", err)
		os.Exit(1)
	}
	config = started
	code := m.Run()
	if err := environment.Stop(); err != nil {
		fmt.Fprintln(os.Stderr, "the environment did not stop:", err)
		code = 1
	}
	os.Exit(code)
}

func TestTheManagerKeepsGardens(t *testing.T) {
	manager, err := ctrl.NewManager(config, ctrl.Options{
		Metrics: server.Options{BindAddress: "0"}, LeaderElection: true, LeaderElectionID: "gardener", LeaderElectionNamespace: "default",
		LeaderElectionReleaseOnCancel: true,
	})
	must(t, err)
	gardener := &Gardener{Client: manager.GetClient(), Recorder: manager.GetEventRecorder("gardener")}
	must(t, ctrl.NewControllerManagedBy(manager).For(&Garden{}).Owns(&corev1.ConfigMap{}).Complete(gardener))
	running, stop := context.WithCancel(t.Context())
	stopped := make(chan error, 1)
	go func() { stopped <- manager.Start(running) }()

	direct, err := client.New(config, client.Options{})
	must(t, err)
	t.Run("a garden gets its beds and its status", func(t *testing.T) { plant(t, direct) })
	t.Run("a change reaches the beds", func(t *testing.T) { replant(t, direct) })
	t.Run("beds that are deleted come back", func(t *testing.T) { restore(t, direct) })
	t.Run("a garden that breaks the schema is refused", func(t *testing.T) { refuse(t, direct) })
	t.Run("a deleted garden takes its beds along", func(t *testing.T) { remove(t, direct) })

	stop()
	select {
	case err := <-stopped:
		must(t, err)
	case <-time.After(20 * time.Second):
		t.Fatal("the manager has not stopped")
	}
}

func TestUsersAreKnownByTheirCertificates(t *testing.T) {
	user, err := environment.AddUser(envtest.User{Name: "ada", Groups: []string{"gardeners", "system:masters"}}, nil)
	must(t, err)
	direct, err := client.New(user.Config(), client.Options{})
	must(t, err)
	review := &authenticationv1.SelfSubjectReview{}
	must(t, direct.Create(t.Context(), review))
	info := review.Status.UserInfo
	if info.Username != "ada" || !strings.Contains(strings.Join(info.Groups, " "), "gardeners") {
		t.Fatalf("the server takes ada for %+v", info)
	}
}

func TestKubectlWorksBesideTheServer(t *testing.T) {
	user, err := environment.AddUser(envtest.User{Name: "grace", Groups: []string{"system:masters"}}, nil)
	must(t, err)
	kubectl, err := user.Kubectl()
	must(t, err)
	stdout, _, err := kubectl.Run("get", "namespaces", "--output=name")
	must(t, err)
	output, err := io.ReadAll(stdout)
	must(t, err)
	if !strings.Contains(string(output), "namespace/default") {
		t.Fatalf("kubectl printed %q", output)
	}
}

func TestDataOutlivesTheAPIServer(t *testing.T) {
	direct, err := client.New(config, client.Options{})
	must(t, err)
	kept := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "kept", Namespace: "default"}, Data: map[string]string{"a": "1"}}
	must(t, direct.Create(t.Context(), kept))
	must(t, environment.ControlPlane.APIServer.Stop())
	must(t, environment.ControlPlane.APIServer.Start())
	user, err := environment.AddUser(envtest.User{Name: "grace", Groups: []string{"system:masters"}}, nil) // the authority is a new one
	must(t, err)
	direct, err = client.New(user.Config(), client.Options{})
	must(t, err)
	found := &corev1.ConfigMap{}
	eventually(t, func(ctx context.Context) bool { return direct.Get(ctx, client.ObjectKeyFromObject(kept), found) == nil })
	if found.UID != kept.UID || found.ResourceVersion != kept.ResourceVersion {
		t.Fatalf("it came back as %s at %s and was %s at %s", found.UID, found.ResourceVersion, kept.UID, kept.ResourceVersion)
	}
	gardens := &GardenList{}
	eventually(t, func(ctx context.Context) bool { return direct.List(ctx, gardens) == nil })
}

func plant(t *testing.T, direct client.Client) {
	must(t, direct.Create(t.Context(), garden("roses", GardenSpec{Flower: "rose"})))
	eventually(t, func(ctx context.Context) bool {
		planted := read(ctx, direct, "roses")
		return planted.Spec.Beds == 2 && planted.Status.Planted == 2 && planted.Status.ObservedGeneration == planted.Generation
	})
	eventually(t, func(ctx context.Context) bool {
		list := &eventsv1.EventList{}
		isOurs := func(event eventsv1.Event) bool { return event.Reason == "Planted" && event.Regarding.Name == "roses" }
		return direct.List(ctx, list, client.InNamespace("default")) == nil && slices.ContainsFunc(list.Items, isOurs)
	})
}

func replant(t *testing.T, direct client.Client) {
	before := read(t.Context(), direct, "roses")
	changed := before.DeepCopyObject().(*Garden)
	changed.Spec = GardenSpec{Flower: "tulip", Beds: 3}
	must(t, direct.Patch(t.Context(), changed, client.MergeFromWithOptions(before, client.MergeFromWithOptimisticLock{})))
	eventually(t, func(ctx context.Context) bool {
		beds := bedsOf(ctx, direct, "roses")
		return len(beds.Data) == 3 && beds.Data["bed-2"] == "tulip" && read(ctx, direct, "roses").Status.Planted == 3
	})
}

func restore(t *testing.T, direct client.Client) {
	before := bedsOf(t.Context(), direct, "roses")
	must(t, direct.Delete(t.Context(), before))
	eventually(t, func(ctx context.Context) bool {
		after := bedsOf(ctx, direct, "roses")
		return after.UID != "" && after.UID != before.UID && metav1.IsControlledBy(after, read(ctx, direct, "roses"))
	})
}

func refuse(t *testing.T, direct client.Client) {
	err := direct.Create(t.Context(), garden("weeds", GardenSpec{Beds: 50}))
	if !apierrors.IsInvalid(err) {
		t.Fatalf("the answer was %v", err)
	}
	for _, field := range []string{"spec.flower", "spec.beds"} {
		if !strings.Contains(err.Error(), field) {
			t.Errorf("%s is not in: %v", field, err)
		}
	}
}

func remove(t *testing.T, direct client.Client) {
	must(t, direct.Delete(t.Context(), read(t.Context(), direct, "roses")))
	key := client.ObjectKey{Namespace: "default", Name: "roses"}
	eventually(t, func(ctx context.Context) bool {
		return apierrors.IsNotFound(direct.Get(ctx, key, &Garden{})) && apierrors.IsNotFound(direct.Get(ctx, key, &corev1.ConfigMap{}))
	})
}

func garden(name string, spec GardenSpec) *Garden {
	return &Garden{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "default"}, Spec: spec}
}

// read returns the garden, or an empty one that satisfies nobody.
func read(ctx context.Context, from client.Client, name string) *Garden {
	found := &Garden{}
	_ = from.Get(ctx, client.ObjectKey{Namespace: "default", Name: name}, found)
	return found
}

func bedsOf(ctx context.Context, from client.Client, name string) *corev1.ConfigMap {
	found := &corev1.ConfigMap{}
	_ = from.Get(ctx, client.ObjectKey{Namespace: "default", Name: name}, found)
	return found
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func eventually(t *testing.T, condition func(context.Context) bool) {
	t.Helper()
	err := wait.PollUntilContextTimeout(t.Context(), 20*time.Millisecond, 20*time.Second, true, func(ctx context.Context) (bool, error) {
		return condition(ctx), nil
	})
	if err != nil {
		t.Fatal("it did not come true in time")
	}
}
