import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Environment, kubernetesLibraries, parse, print } from '@reeve/cel';
import { bindings, bool, broken, int, list, variables } from '../expressions.ts';

const environment = new Environment({ libraries: kubernetesLibraries, variables });

describe('an expression is printed with the spaces and parentheses that it needs', () => {
  test.each([
    ['1+2*3', '1 + 2 * 3'],
    ['(1+2)*3', '(1 + 2) * 3'],
    ['1-(2-3)', '1 - (2 - 3)'],
    ['(1-2)-3', '1 - 2 - 3'],
    ['a&&(b||c)', 'a && (b || c)'],
    ['(a&&b)||c', 'a && b || c'],
    ['!(a&&b)', '!(a && b)'],
    ['-(1)', '-(1)'],
    ['-(-x)', '-(-x)'],
    ['-(1.5).f()', '-(1.5.f())'],
    ['(a?b:c)?d:e', '(a ? b : c) ? d : e'],
    ['a?b:(c?d:e)', 'a ? b : c ? d : e'],
    ['(a+b).size()', '(a + b).size()'],
    ['a.?b[?c].d[0]', 'a.?b[?c].d[0]'],
    ['[1,?a]', '[1, ?a]'],
    ["{'a':1,?'b':c}", '{"a": 1, ?"b": c}'],
    ['a.b.C{x:1,?y:z}', 'a.b.C{x: 1, ?y: z}'],
    ['a.`b-c`', 'a.`b-c`'],
    ["b'\\xff'", 'b"\\xff"'],
    ['1.0', '1.0'],
    ['1e100', '1e+100'],
    ['5u', '5u'],
    ['9223372036854775807', '9223372036854775807'],
    ["'é\\n\"'", '"é\\n\\""'],
    ['l.all(x,x>0)', 'l.all(x, x > 0)'],
    ['has(a.b)', 'has(a.b)'],
  ])('%s becomes %s', (text, printed) => {
    expect(textOf(text)).toBe(printed);
  });
});

/** The text of an expression with the standard macros, whether its names are declared or not. */
function textOf(text: string): string | undefined {
  const { program } = environment.compile(text);
  const { expression } = parse(text);
  return program?.toString() ?? (expression && print(expression));
}

test('what is printed is parsed to an expression of the same text, value and cost', () => {
  fc.assert(
    fc.property(fc.oneof(bool, int, list), (text) => {
      const { program } = environment.compile(text);
      const printed = program?.toString() ?? 'not compiled';
      const { program: again } = environment.compile(printed);
      expect(again?.toString()).toBe(printed);
      const [one, other] = [program?.run(bindings), again?.run(bindings)];
      expect(other).toEqual(one);
    }),
    { seed: 40, numRuns: 2000 },
  );
});

test('any text that is an expression is printed as an expression of the same text', () => {
  fc.assert(
    fc.property(broken, (text) => {
      const { expression } = parse(text);
      const printed = expression && print(expression);
      const again = parse(printed ?? 'null').expression;
      expect(again && print(again)).toBe(printed ?? 'null');
    }),
    { seed: 41, numRuns: 5000 },
  );
});
