// Says what Kubernetes' own environment makes of expressions: one JSON string per line comes in, one JSON document goes out.
package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"sort"
	"strconv"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"k8s.io/apimachinery/pkg/util/version"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/apiserver/pkg/cel/library"
)

type answer struct {
	Expression string `json:"expression"`
	Problem    string `json:"problem,omitempty"`
	Type       string `json:"type,omitempty"`
	Error      string `json:"error,omitempty"`
	Value      string `json:"value,omitempty"`
	Cost       uint64 `json:"cost"`
	Least      uint64 `json:"least"`
	// A number above 2^53 comes out as "unbounded", as it always stems from a size that is unknown.
	Most any `json:"most"`
}

// The most that some variables hold, and the elements of them.
var mostSizes = map[string]uint64{"n": 10, "ln": 5, "ln.@items": 7}

// The sizes of all other variables are unknown.
type knownSizes struct{}

func (knownSizes) EstimateSize(node checker.AstNode) *checker.SizeEstimate {
	if most, found := mostSizes[strings.Join(node.Path(), ".")]; found {
		return &checker.SizeEstimate{Min: 0, Max: most}
	}
	return nil
}

func (knownSizes) EstimateCallCost(string, string, *checker.AstNode, []checker.AstNode) *checker.CallEstimate {
	return nil
}

var variables = map[string]any{
	"n": "name", "ln": []string{"x", "yy"}, "s": "hello", "d": map[string]any{"a": 1, "b": "x"}, "ls": []string{"b", "a", "c"}, "li": []int64{3, 1, 2},
}

func main() {
	base, err := environment.MustBaseEnvSet(version.MajorMinor(1, 36)).Env(environment.StoredExpressions)
	if err != nil {
		log.Fatal(err)
	}
	env, err := base.Extend(
		cel.Variable("s", cel.StringType), cel.Variable("d", cel.DynType),
		cel.Variable("ls", cel.ListType(cel.StringType)), cel.Variable("li", cel.ListType(cel.IntType)),
		cel.Variable("n", cel.StringType), cel.Variable("ln", cel.ListType(cel.StringType)),
		library.JSONPatch(),
	)
	if err != nil {
		log.Fatal(err)
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(make([]byte, 1<<20), 1<<26)
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for in.Scan() {
		var expression string
		if err := json.Unmarshal(in.Bytes(), &expression); err != nil {
			log.Fatal(err)
		}
		if err := out.Encode(answerTo(env, expression)); err != nil {
			log.Fatal(err)
		}
	}
}

func answerTo(env *cel.Env, expression string) answer {
	a := answer{Expression: expression}
	ast, issues := env.Compile(expression)
	if issues.Err() != nil {
		a.Problem = issues.Errors()[0].Message
		return a
	}
	a.Type = checker.FormatCELType(ast.OutputType())
	estimate, err := env.EstimateCost(ast, &library.CostEstimator{SizeEstimator: knownSizes{}})
	if err != nil {
		log.Fatal(err)
	}
	a.Least, a.Most = estimate.Min, estimate.Max
	if estimate.Max > 1<<53 {
		a.Most = "unbounded"
	}
	program, err := env.Program(ast)
	if err != nil {
		a.Problem = err.Error()
		return a
	}
	value, details, err := program.Eval(variables)
	if details != nil && details.ActualCost() != nil {
		a.Cost = *details.ActualCost()
	}
	if err != nil {
		a.Error = err.Error()
	} else {
		a.Value = printed(value)
	}
	return a
}

// The same text that tools/cel-conformance/proto-values.mjs makes of our values.
func printed(value ref.Val) string {
	switch v := value.(type) {
	case types.Null:
		return "null"
	case types.String:
		return strconv.Quote(string(v))
	case types.Bool, types.Int:
		return fmt.Sprint(v.Value())
	case types.Uint:
		return fmt.Sprintf("%du", uint64(v))
	case types.Double:
		return "double " + strconv.FormatFloat(float64(v), 'g', -1, 64)
	case types.Bytes:
		return "bytes " + hex.EncodeToString(v)
	case types.Duration:
		return fmt.Sprintf("duration %d", int64(v.Duration))
	case types.Timestamp:
		return fmt.Sprintf("timestamp %d.%09d", v.Unix(), v.Nanosecond())
	case *types.Optional:
		if !v.HasValue() {
			return "none"
		}
		return "optional " + printed(v.GetValue())
	case *types.Type:
		return "type " + v.TypeName()
	case traits.Mapper:
		entries := []string{}
		for it := v.Iterator(); it.HasNext() == types.True; {
			key := it.Next()
			entries = append(entries, printed(key)+": "+printed(v.Get(key)))
		}
		sort.Strings(entries)
		return "{" + strings.Join(entries, ", ") + "}"
	case traits.Lister:
		elements := []string{}
		for it := v.Iterator(); it.HasNext() == types.True; {
			elements = append(elements, printed(it.Next()))
		}
		return "[" + strings.Join(elements, ", ") + "]"
	case apiservercel.Format:
		return v.Type().TypeName() + " " + v.Name
	default:
		return fmt.Sprintf("%s %v", value.Type().TypeName(), value.Value())
	}
}
