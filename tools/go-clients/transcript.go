package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
)

// Transcript writes what a run saw. What a server makes up (versions, uids, times, generated names, addresses) is replaced with words.
type Transcript struct {
	out      *bufio.Writer
	replacer *strings.Replacer
}

func newTranscript(out io.Writer, namespace string) *Transcript {
	host, err := os.Hostname()
	if err != nil || host == "" {
		host = "\x00"
	}
	return &Transcript{bufio.NewWriter(out), strings.NewReplacer(namespace, "<namespace>", host, "<host>")}
}

// Line writes one line.
func (t *Transcript) Line(format string, args ...any) {
	fmt.Fprintln(t.out, t.replacer.Replace(fmt.Sprintf(format, args...)))
}

// Flush puts everything written so far where it is read.
func (t *Transcript) Flush() { t.out.Flush() }

// Object writes an object in full, except for what differs between runs.
func (t *Transcript) Object(what string, object any) {
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false) // the stand-ins are in angle brackets
	if err := encoder.Encode(plain(object)); err != nil {
		panic(err)
	}
	t.Line("%s: %s", what, strings.TrimSuffix(text.String(), "\n"))
}

// Error writes a failure as the server explained it; success is written as such.
func (t *Transcript) Error(what string, err error) {
	var status apierrors.APIStatus
	switch {
	case err == nil:
		t.Line("%s: no error", what)
	case errors.As(err, &status):
		t.Object(what, status.Status())
	default:
		t.Line("%s: %s", what, volatile.ReplaceAllString(err.Error(), "<address>"))
	}
}

// The address of the server is in the errors of the transport.
var volatile = regexp.MustCompile(`(https?://)?127\.0\.0\.1:\d+`)

// plain returns the JSON of an object with stand-ins for what a server makes up.
func plain(object any) any {
	text, err := json.Marshal(object)
	if err != nil {
		panic(err)
	}
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		panic(err)
	}
	return settled("", value)
}

var standIns = map[string]string{
	"uid": "<uid>", "resourceVersion": "<version>", "continue": "<continue>",
	"creationTimestamp": "<time>", "deletionTimestamp": "<time>", "lastTransitionTime": "<time>", "firstTimestamp": "<time>", "lastTimestamp": "<time>",
	"eventTime": "<time>", "lastObservedTime": "<time>", "clusterIP": "<address>",
}

func settled(field string, value any) any {
	switch value := value.(type) {
	case map[string]any:
		return settledMap(value)
	case []any:
		for index, item := range value {
			value[index] = settled("", item)
		}
		if field == "clusterIPs" {
			return fmt.Sprintf("<%d addresses>", len(value))
		}
		return value
	case string:
		if word, isMadeUp := standIns[field]; isMadeUp && value != "" && value != "0" && value != "None" {
			return word
		}
		return wholeObject.ReplaceAllString(uid.ReplaceAllString(value, "<uid>"), `"<object>"`)
	default:
		return value
	}
}

var (
	uid = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)
	// A message that quotes an object has its times and versions in it.
	wholeObject = regexp.MustCompile(`"\{\\"(apiVersion|kind)\\".*\}(\\n)?"`)
)

func settledMap(object map[string]any) any {
	delete(object, "managedFields") // who owns which field is for the suites of server-side apply
	if prefix, ok := object["generateName"].(string); ok && prefix != "" {
		if name, ok := object["name"].(string); ok && strings.HasPrefix(name, prefix) {
			object["name"] = fmt.Sprintf("%s<%d letters>", prefix, len(name)-len(prefix))
		}
	}
	for field, value := range object {
		object[field] = settled(field, value)
	}
	return object
}
