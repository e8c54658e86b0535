package main

import (
	"context"
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

// electionChapter lets two candidates compete for a lease: the first leads, the second waits, takes over when the first lets go, and lets go in turn.
func electionChapter(ctx context.Context, w *World) error {
	first, err := newCandidate(w, "first")
	if err != nil {
		return err
	}
	second, err := newCandidate(w, "second")
	if err != nil {
		return err
	}
	firstTerm, firstRetires := context.WithCancel(ctx)
	defer firstRetires()
	go first.elector.Run(firstTerm)
	if err := first.await(ctx, w, "leads"); err != nil {
		return err
	}
	secondTerm, secondRetires := context.WithCancel(ctx)
	defer secondRetires()
	go second.elector.Run(secondTerm)
	if err := second.await(ctx, w, "sees first"); err != nil {
		return err
	}
	w.Line("the second leads meanwhile: %v", second.elector.IsLeader())
	writeLease(ctx, w, first.clients)
	firstRetires()
	if err := first.await(ctx, w, "stopped"); err != nil {
		return err
	}
	if err := second.await(ctx, w, "leads"); err != nil {
		return err
	}
	writeLease(ctx, w, first.clients)
	secondRetires()
	if err := second.await(ctx, w, "stopped"); err != nil {
		return err
	}
	writeLease(ctx, w, first.clients)
	return nil
}

type candidate struct {
	name    string
	clients kubernetes.Interface
	elector *leaderelection.LeaderElector
	said    chan string
}

func newCandidate(w *World, name string) (*candidate, error) {
	config, _ := w.Config()
	clients, err := kubernetes.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	said := make(chan string, 100)
	elector, err := leaderelection.NewLeaderElector(leaderelection.LeaderElectionConfig{
		Lock: &resourcelock.LeaseLock{
			LeaseMeta: metav1.ObjectMeta{Namespace: w.Namespace, Name: "leader"}, Client: clients.CoordinationV1(),
			LockConfig: resourcelock.ResourceLockConfig{Identity: name},
		},
		LeaseDuration: 30 * time.Second, RenewDeadline: 20 * time.Second, RetryPeriod: 100 * time.Millisecond, ReleaseOnCancel: true,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(context.Context) { said <- "leads" },
			OnStoppedLeading: func() { said <- "stopped" },
			OnNewLeader:      func(leader string) { said <- "sees " + leader },
		},
	})
	return &candidate{name, clients, elector, said}, err
}

// await passes over what the candidate says besides: callbacks run beside each other, so their order means nothing.
func (c *candidate) await(ctx context.Context, w *World, word string) error {
	for {
		select {
		case said := <-c.said:
			if said == word {
				w.Line("the %s %s", c.name, word)
				return nil
			}
		case <-ctx.Done():
			return fmt.Errorf("the %s candidate has not said %q", c.name, word)
		}
	}
}

func writeLease(ctx context.Context, w *World, clients kubernetes.Interface) {
	lease, err := clients.CoordinationV1().Leases(w.Namespace).Get(ctx, "leader", metav1.GetOptions{})
	if err != nil {
		w.Error("reading the lease", err)
		return
	}
	spec := lease.Spec
	w.Line("the lease: holder %q for %d s, %d changes of hands", *spec.HolderIdentity, *spec.LeaseDurationSeconds, *spec.LeaseTransitions)
}
