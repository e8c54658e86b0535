// Reads bodies, one JSON document per line, and prints for each what Go makes of it: the error in Go's words, the fields it does not
// know, and the object as JSON and as protobuf, after a way through protobuf, as a server gives it back. No server, no defaults.
//
//	go run ./judge < bodies
package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"os"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	serializer "k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/client-go/kubernetes/scheme"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

type question struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Body       string `json:"body"`
}

type verdict struct {
	Error    string   `json:"error,omitempty"`
	Unknown  []string `json:"unknown,omitempty"`
	Protobuf string   `json:"protobuf,omitempty"`
	JSON     string   `json:"json,omitempty"`
}

func main() {
	known := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{scheme.AddToScheme, apiextensions.AddToScheme, apiregistration.AddToScheme} {
		if err := add(known); err != nil {
			panic(err)
		}
	}
	strict := serializer.NewSerializerWithOptions(serializer.DefaultMetaFactory, known, known, serializer.SerializerOptions{Strict: true})
	binary := protobuf.NewSerializer(known, known)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	lines := bufio.NewReaderSize(os.Stdin, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			var q question
			if err := json.Unmarshal(line, &q); err != nil {
				panic(err)
			}
			if err := encoder.Encode(judge(q, strict, binary)); err != nil {
				panic(err)
			}
		}
		if err != nil {
			return
		}
	}
}

func judge(q question, strict, binary runtime.Serializer) (v verdict) {
	gvk := schema.FromAPIVersionAndKind(q.APIVersion, q.Kind)
	object, _, err := strict.Decode([]byte(q.Body), &gvk, nil)
	if unknown, ok := runtime.AsStrictDecodingError(err); ok {
		for _, problem := range unknown.Errors() {
			v.Unknown = append(v.Unknown, problem.Error())
		}
	} else if err != nil {
		return verdict{Error: err.Error()}
	}
	object.GetObjectKind().SetGroupVersionKind(gvk)
	var stored, wire, text bytes.Buffer
	if err := binary.Encode(object, &stored); err != nil {
		return verdict{Error: "to protobuf: " + err.Error()}
	}
	again, _, err := binary.Decode(stored.Bytes(), &gvk, nil)
	if err != nil {
		return verdict{Error: "from protobuf: " + err.Error()}
	}
	if err := binary.Encode(again, &wire); err != nil {
		return verdict{Error: "to protobuf again: " + err.Error()}
	}
	if err := strict.Encode(again, &text); err != nil {
		return verdict{Error: "to JSON: " + err.Error()}
	}
	v.Protobuf = base64.StdEncoding.EncodeToString(wire.Bytes())
	v.JSON = text.String()
	return v
}
