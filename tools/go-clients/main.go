// Command go-clients drives an API server with the clients that Go programs use: typed clients, informers, leader election, event recorders. It prints
// what it saw with everything left out that differs from run to run, so that two servers that behave alike give the same text.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/klog/v2"
)

// World is what a chapter gets: a server, a place on it, and somewhere to write.
type World struct {
	*Transcript
	Namespace string
	config    *rest.Config
}

// Config returns a configuration whose requests are seen by the returned wire.
func (w *World) Config() (*rest.Config, *Wire) {
	wire := newWire()
	config := rest.CopyConfig(w.config)
	config.Wrap(wire.wrap)
	return config, wire
}

type chapter struct {
	name string
	run  func(context.Context, *World) error
}

var chapters = []chapter{
	{"namespace", namespaceChapter},
	{"discovery", discoveryChapter},
	{"typed", typedChapter},
	{"patches", patchesChapter},
	{"lists", listsChapter},
	{"refusals", refusalsChapter},
	{"deletion", deletionChapter},
	{"watch", watchChapter},
	{"informers", informersChapter},
	{"election", electionChapter},
	{"events", eventsChapter},
	{"scale", scaleChapter},
	{"custom", customChapter},
	{"end", endChapter},
}

const chapterDeadline = 60 * time.Second

func main() {
	kubeconfig := flag.String("kubeconfig", "", "the server to drive")
	namespace := flag.String("namespace", "go-clients", "a namespace that does not exist yet")
	only := flag.String("chapters", "", "names of chapters, separated by commas; all by default")
	flag.Parse()
	klog.LogToStderr(true)
	config, err := clientcmd.BuildConfigFromFlags("", *kubeconfig)
	if err != nil {
		fmt.Fprintln(os.Stderr, "go-clients:", err)
		os.Exit(2)
	}
	config.QPS, config.Burst = -1, 0 // the client's own pacing is no part of what is compared
	config.UserAgent = "go-clients"
	transcript := newTranscript(os.Stdout, *namespace)
	world := &World{Transcript: transcript, Namespace: *namespace, config: config}
	if !runChapters(world, *only) {
		os.Exit(1)
	}
}

// A chapter that fails says so in the transcript, and the next one runs all the same: one difference should not hide the others.
func runChapters(world *World, only string) bool {
	passed := true
	for _, chapter := range chapters {
		if only != "" && chapter.name != "namespace" && chapter.name != "end" && !strings.Contains(","+only+",", ","+chapter.name+",") {
			continue
		}
		world.Line("\n== %s", chapter.name)
		ctx, cancel := context.WithTimeout(context.Background(), chapterDeadline)
		if err := chapter.run(ctx, world); err != nil {
			world.Error("the chapter failed", err)
			passed = false
		}
		cancel()
		world.Flush()
	}
	return passed
}
