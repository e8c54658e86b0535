// Prints, as JSON, what the Go types of the Kubernetes API say about their wire forms: for each message its fields with JSON
// name, protobuf number, type, and whether a field is a pointer or left out when empty. Facts only; no text of upstream.
//
//	go run . [--all]     stable group-versions, or (for the codec's test vectors) all of them
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"

	admissionv1 "k8s.io/api/admission/v1"
	admissionv1beta1 "k8s.io/api/admission/v1beta1"
	discoveryv2 "k8s.io/api/apidiscovery/v2"
	discoveryv2beta1 "k8s.io/api/apidiscovery/v2beta1"
	imagepolicy "k8s.io/api/imagepolicy/v1alpha1"
	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/kubernetes/scheme"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

// A field's facts. Short names, because there are thousands of them.
type field struct {
	Name    string `json:"n,omitempty"` // JSON name; empty when the value's own fields stand in the parent's JSON
	Number  int    `json:"p,omitempty"` // protobuf number; absent for what protobuf does not carry
	Type    string `json:"t"`           // scalar name, or the name of another type
	Shape   string `json:"s,omitempty"` // "list", "map"; a value of its own otherwise
	Pointer bool   `json:"o,omitempty"` // may be absent although its zero value is meaningful
	Keep    bool   `json:"k,omitempty"` // written even when empty (no omitempty, or a struct, which Go never finds empty)
	Fixed   bool   `json:"f,omitempty"` // protobuf writes it even when empty (not nullable in Go)
	GoName  string `json:"g,omitempty"` // the value's type as Go prints it, where that does not follow from Type
	GoWhole string `json:"c,omitempty"` // the list's or map's type as Go prints it, where that does not follow from the value's
}

type table struct {
	Kinds map[string]string  `json:"kinds"` // "group/version/Kind" to type name
	Types map[string][]field `json:"types"`
}

var special = map[reflect.Type]string{
	reflect.TypeOf(metav1.Time{}):                                "Time",
	reflect.TypeOf(metav1.MicroTime{}):                           "MicroTime",
	reflect.TypeOf(metav1.Duration{}):                            "Duration",
	reflect.TypeOf(metav1.FieldsV1{}):                            "FieldsV1",
	reflect.TypeOf(resource.Quantity{}):                          "Quantity",
	reflect.TypeOf(intstr.IntOrString{}):                         "IntOrString",
	reflect.TypeOf(runtime.RawExtension{}):                       "RawExtension",
	reflect.TypeOf(apiextensions.JSON{}):                         "JSON",
	reflect.TypeOf(apiextensions.JSONSchemaPropsOrArray{}):       "JSONSchemaPropsOrArray",
	reflect.TypeOf(apiextensions.JSONSchemaPropsOrBool{}):        "JSONSchemaPropsOrBool",
	reflect.TypeOf(apiextensions.JSONSchemaPropsOrStringArray{}): "JSONSchemaPropsOrStringArray",
}

var (
	marshaler   = reflect.TypeFor[json.Marshaler]()
	unmarshaler = reflect.TypeFor[json.Unmarshaler]()
	message     = reflect.TypeFor[interface{ Unmarshal([]byte) error }]()
)

var stable = regexp.MustCompile(`^v[0-9]+$`)

func main() {
	all := len(os.Args) > 1 && os.Args[1] == "--all"
	known := runtime.NewScheme()
	served := []func(*runtime.Scheme) error{scheme.AddToScheme, apiextensions.AddToScheme, apiregistration.AddToScheme, metav1.AddMetaToScheme}
	if all { // also what no server has a resource for
		served = append(served, admissionv1.AddToScheme, admissionv1beta1.AddToScheme, discoveryv2.AddToScheme, discoveryv2beta1.AddToScheme, imagepolicy.AddToScheme)
	}
	for _, add := range served {
		if err := add(known); err != nil {
			panic(err)
		}
	}
	result := table{Kinds: map[string]string{}, Types: map[string][]field{}}
	for gvk, goType := range known.AllKnownTypes() {
		if (all || stable.MatchString(gvk.Version)) && wanted(gvk) {
			result.Kinds[gvk.Group+"/"+gvk.Version+"/"+gvk.Kind] = nameOf(goType)
			walk(result.Types, goType)
		}
	}
	for _, extra := range []any{metav1.Status{}, metav1.DeleteOptions{}, metav1.WatchEvent{}, metav1.PartialObjectMetadata{}, metav1.PartialObjectMetadataList{}, metav1.Table{}, apiextensions.JSONSchemaProps{}} {
		walk(result.Types, reflect.TypeOf(extra))
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(result); err != nil {
		panic(err)
	}
}

// Kinds that every group registers for its own use are recorded once, with the core group.
func wanted(gvk schema.GroupVersionKind) bool {
	switch gvk.Kind {
	case "WatchEvent", "ListOptions", "GetOptions", "DeleteOptions", "CreateOptions", "UpdateOptions", "PatchOptions", "InternalEvent":
		return gvk.Group == "" && gvk.Version == "v1"
	}
	return gvk.Version != runtime.APIVersionInternal
}

func nameOf(t reflect.Type) string {
	path := strings.NewReplacer("k8s.io/apimachinery/pkg/apis/", "", "k8s.io/api/", "", "k8s.io/apiextensions-apiserver/pkg/apis/", "", "k8s.io/kube-aggregator/pkg/apis/", "", "k8s.io/apimachinery/pkg/", "").Replace(t.PkgPath())
	return strings.ReplaceAll(path, "/", ".") + "." + t.Name()
}

func walk(types map[string][]field, t reflect.Type) {
	if t.Kind() != reflect.Struct || special[t] != "" {
		return
	}
	name := nameOf(t)
	if _, seen := types[name]; seen {
		return
	}
	if reflect.PointerTo(t).Implements(marshaler) || reflect.PointerTo(t).Implements(unmarshaler) {
		panic(fmt.Sprintf("%s has a JSON form of its own that the table does not know", t))
	}
	types[name] = []field{}
	fields := []field{}
	for i := range t.NumField() {
		f := t.Field(i)
		if f.PkgPath != "" && !f.Anonymous {
			continue
		}
		if f.Tag.Get("json") == "-" {
			continue
		}
		fields = append(fields, fieldOf(types, t, f)) // in the order of the struct, which is that of its JSON
	}
	types[name] = fields
}

func fieldOf(types map[string][]field, owner reflect.Type, f reflect.StructField) field {
	jsonTag := strings.Split(f.Tag.Get("json"), ",")
	result := field{Name: jsonTag[0]}
	omitEmpty, omitZero := false, false
	for _, option := range jsonTag[1:] {
		omitEmpty = omitEmpty || option == "omitempty"
		omitZero = omitZero || option == "omitzero"
	}
	result.Number = number(owner, f)
	t := f.Type
	if t.Kind() == reflect.Pointer {
		result.Pointer = true
		t = t.Elem()
	}
	whole := t
	switch {
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
	case t.Kind() == reflect.Slice && reflect.PointerTo(t).Implements(message): // a message of its own that holds the list
	case t.Kind() == reflect.Slice:
		result.Shape, t = "list", t.Elem()
	case t.Kind() == reflect.Map:
		result.Shape, t = "map", t.Elem()
	default:
		result.Fixed = !result.Pointer && result.Number > 0
	}
	if result.Shape != "" && (result.Pointer || t.Kind() == reflect.Pointer) {
		panic(fmt.Sprintf("%s.%s holds pointers, or is one to a list or map: the table does not know either", owner, f.Name))
	}
	// Go never finds a struct empty: only omitzero leaves one out.
	isStruct := result.Shape == "" && !result.Pointer && t.Kind() == reflect.Struct
	result.Keep = result.Name != "" && !omitZero && (!omitEmpty || isStruct)
	result.Type = typeName(types, owner, f, t)
	result.GoName = unlessIs(t.String(), plainName(result.Type))
	if result.Shape != "" {
		result.GoWhole = unlessIs(whole.String(), map[string]string{"list": "[]", "map": "map[string]"}[result.Shape]+t.String())
	}
	return result
}

// The protobuf number, or none. The table has room for these wire forms only.
func number(owner reflect.Type, f reflect.StructField) (found int) {
	parts := strings.Split(f.Tag.Get("protobuf"), ",")
	if len(parts) < 2 {
		return 0
	}
	if parts[0] != "varint" && parts[0] != "bytes" && parts[0] != "fixed64" {
		panic(fmt.Sprintf("%s.%s has a wire form that the table does not know: %s", owner, f.Name, parts[0]))
	}
	if _, err := fmt.Sscan(parts[1], &found); err != nil {
		panic(err)
	}
	return found
}

// How Go prints a type of the table, as far as that can be told from its name there.
func plainName(name string) string {
	switch name {
	case "bytes":
		return "[]uint8"
	case "any":
		return "interface {}"
	}
	for t, known := range special {
		if known == name {
			return t.String()
		}
	}
	parts := strings.Split(name, ".")
	return strings.Join(parts[max(0, len(parts)-2):], ".")
}

func unlessIs(name, expected string) string {
	if name == expected {
		return ""
	}
	return name
}

func typeName(types map[string][]field, owner reflect.Type, f reflect.StructField, t reflect.Type) string {
	if name := special[t]; name != "" {
		return name
	}
	switch t.Kind() {
	case reflect.Struct:
		walk(types, t)
		return nameOf(t)
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "bytes"
		}
		return "list:" + typeName(types, owner, f, t.Elem()) + ":" + nameOf(t)
	case reflect.String, reflect.Bool, reflect.Int32, reflect.Int64, reflect.Float64, reflect.Uint32, reflect.Uint64:
		return t.Kind().String()
	case reflect.Int:
		return "int64"
	case reflect.Interface:
		return "any"
	}
	panic(fmt.Sprintf("%s.%s has a type that the table does not know: %s", owner, f.Name, t))
}
