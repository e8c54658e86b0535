package main

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"sort"
	"strings"
	"sync"
)

// Wire remembers the requests of a client: what it asked, in which format, and what came back. It is how a run proves that a client took the path it is
// known for, and not one that happens to work as well.
type Wire struct {
	mutex      sync.Mutex
	exchanges  []string
	unanswered int
	answered   *sync.Cond
}

func newWire() *Wire {
	wire := &Wire{}
	wire.answered = sync.NewCond(&wire.mutex)
	return wire
}

// Take returns the exchanges since the last call, each as one line. What a request did may be seen before its answer is: it waits for the answers of all that were sent.
func (w *Wire) Take() []string {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	for w.unanswered > 0 {
		w.answered.Wait()
	}
	taken := w.exchanges
	w.exchanges = nil
	return taken
}

// Wire writes the exchanges since the last call.
func (w *World) Wire(wire *Wire) {
	for _, line := range wire.Take() {
		// A server may ask for a moment of patience, and the client tries again by itself.
		if !strings.Contains(line, " → 429 ") {
			w.Line("wire: %s", eventName.ReplaceAllString(line, "/events/$1.<time>"))
		}
	}
}

// The name of an event ends with the time of its first occurrence.
var eventName = regexp.MustCompile(`/events/([a-z]+)\.[0-9a-f]{16}`)

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(request *http.Request) (*http.Response, error) { return f(request) }

func (w *Wire) wrap(next http.RoundTripper) http.RoundTripper {
	return roundTripper(func(request *http.Request) (*http.Response, error) {
		w.mutex.Lock()
		at := len(w.exchanges)
		w.exchanges = append(w.exchanges, describeRequest(request))
		w.unanswered++
		w.mutex.Unlock()
		response, err := next.RoundTrip(request)
		w.mutex.Lock()
		defer w.mutex.Unlock()
		if err == nil {
			w.exchanges[at] += fmt.Sprintf(" → %d %s over %s", response.StatusCode, response.Header.Get("Content-Type"), response.Proto)
		}
		w.unanswered--
		w.answered.Broadcast()
		return response, err
	})
}

func describeRequest(request *http.Request) string {
	line := request.Method + " " + request.URL.Path
	if query := describeQuery(request.URL.Query()); query != "" {
		line += "?" + query
	}
	if sent := request.Header.Get("Content-Type"); sent != "" {
		line += ", sent " + sent
	}
	return line + ", accepts " + request.Header.Get("Accept")
}

// Parameters in order, without what a client takes from a server or from chance.
func describeQuery(query url.Values) string {
	var words []string
	for name, values := range query {
		for _, value := range values {
			if name == "timeoutSeconds" || name == "timeout" || name == "continue" || (name == "resourceVersion" && value != "" && value != "0") {
				value = "<" + name + ">"
			}
			words = append(words, name+"="+value)
		}
	}
	sort.Strings(words)
	return strings.Join(words, "&")
}
