// Says what Kubernetes makes of rules over one object and its schema: the file of both is the argument, one expression per line (a JSON
// string) comes in, one JSON document per line goes out: messages, type, estimate, cost, value.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"math"
	"os"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	apiext "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	scel "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	"k8s.io/apimachinery/pkg/util/version"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/apiserver/pkg/cel/library"
)

// The sizes that the schema declares, found as the validation of definitions finds them.
type size struct{ root *apiservercel.DeclType }

func (c *size) EstimateSize(element checker.AstNode) *checker.SizeEstimate {
	if len(element.Path()) == 0 {
		return nil
	}
	n := c.root
	for _, name := range element.Path()[1:] {
		switch name {
		case "@items", "@values":
			if n.ElemType == nil {
				return nil
			}
			n = n.ElemType
		case "@keys":
			if n.KeyType == nil {
				return nil
			}
			n = n.KeyType
		default:
			f, ok := n.Fields[name]
			if !ok || f.Type == nil {
				return nil
			}
			n = f.Type
		}
	}
	return &checker.SizeEstimate{Min: 0, Max: uint64(n.MaxElements)}
}
func (c *size) EstimateCallCost(function, overloadID string, target *checker.AstNode, args []checker.AstNode) *checker.CallEstimate {
	return nil
}

func main() {
	var doc struct {
		Schema apiextv1.JSONSchemaProps `json:"schema"`
		Object map[string]interface{}   `json:"object"`
	}
	data, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		log.Fatal(err)
	}
	var internal apiext.JSONSchemaProps
	if err := apiextv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(&doc.Schema, &internal, nil); err != nil {
		log.Fatal(err)
	}
	s, err := schema.NewStructural(&internal)
	if err != nil {
		log.Fatal(err)
	}
	ints(doc.Object)
	decl := model.SchemaDeclType(s, false).MaybeAssignTypeName("Self")
	set, err := environment.MustBaseEnvSet(version.MajorMinor(1, 36)).Extend(environment.VersionedOptions{
		IntroducedVersion: version.MajorMinor(1, 0),
		EnvOptions:        []cel.EnvOption{cel.Variable("self", decl.CelType()), cel.Variable("oldSelf", decl.CelType())},
		DeclTypes:         []*apiservercel.DeclType{decl},
	})
	if err != nil {
		log.Fatal(err)
	}
	env, err := set.Env(environment.StoredExpressions)
	if err != nil {
		log.Fatal(err)
	}
	est := &library.CostEstimator{SizeEstimator: &size{root: decl}}
	val := scel.UnstructuredToVal(doc.Object, s)
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(make([]byte, 1<<20), 1<<26)
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for in.Scan() {
		var e string
		if err := json.Unmarshal(in.Bytes(), &e); err != nil {
			log.Fatal(err)
		}
		a := map[string]any{"expression": e}
		func() {
			defer func() {
				if r := recover(); r != nil {
					a["panic"] = fmt.Sprint(r)
				}
			}()
			answer(env, est, val, e, a)
		}()
		out.Encode(a)
	}
}

func answer(env *cel.Env, est *library.CostEstimator, val ref.Val, e string, a map[string]any) {
	ast, iss := env.Compile(e)
	if iss != nil && iss.Err() != nil {
		a["problem"] = iss.String()
		return
	}
	a["type"] = cel.FormatCELType(ast.OutputType())
	c, err := env.EstimateCost(ast, est)
	if err != nil {
		a["estimateError"] = err.Error()
	}
	a["min"] = bounded(c.Min)
	a["max"] = bounded(c.Max)
	prog, err := env.Program(ast, cel.CostTracking(est), cel.CostLimit(1000000))
	if err != nil {
		a["programError"] = err.Error()
		return
	}
	v, d, err := prog.Eval(map[string]any{"self": val, "oldSelf": val})
	if d != nil && d.ActualCost() != nil {
		a["cost"] = *d.ActualCost()
	}
	if err != nil {
		a["error"] = err.Error()
		return
	}
	a["value"] = print(v)
}

// A number above 2^53 stems from a size that is unknown.
func bounded(x uint64) any {
	if x > 1<<53 {
		return "unbounded"
	}
	return x
}

func print(v ref.Val) string {
	switch t := v.(type) {
	case types.Null:
		return "null"
	case types.Bool:
		return fmt.Sprint(bool(t))
	case types.Int:
		return fmt.Sprint(int64(t))
	case types.Uint:
		return fmt.Sprintf("%du", uint64(t))
	case types.Double:
		return fmt.Sprintf("d%x", math.Float64bits(float64(t)))
	case types.String:
		b, _ := json.Marshal(string(t))
		return string(b)
	case types.Bytes:
		return fmt.Sprintf("b%x", []byte(t))
	case types.Duration:
		return fmt.Sprintf("duration %d", int64(t.Duration))
	case types.Timestamp:
		return fmt.Sprintf("timestamp %d.%d", t.Unix(), t.Nanosecond())
	case *types.Optional:
		if t.HasValue() {
			return "some " + print(t.GetValue())
		}
		return "none"
	}
	if l, ok := v.(traits.Lister); ok {
		r := "["
		for it := l.Iterator(); it.HasNext() == types.True; {
			r += print(it.Next()) + ","
		}
		return r + "]"
	}
	if m, ok := v.(traits.Mapper); ok {
		return fmt.Sprintf("map of %v", m.Size())
	}
	if ty, ok := v.(ref.Type); ok {
		return "type " + ty.TypeName()
	}
	return "opaque " + v.Type().TypeName()
}

func ints(v any) any {
	switch t := v.(type) {
	case map[string]any:
		for k, e := range t {
			t[k] = ints(e)
		}
	case []any:
		for i, e := range t {
			t[i] = ints(e)
		}
	case float64:
		if t == math.Trunc(t) && math.Abs(t) < 1<<53 {
			return int64(t)
		}
	}
	return v
}
