import { describe, expect, test } from 'vitest';
import { Environment, EvaluationError, kubernetesLibraries, LimitError, listType, types } from '@reeve/cel';

const environment = new Environment({
  libraries: kubernetesLibraries,
  variables: { x: types.dyn, names: listType(types.string), numbers: listType(types.int), text: types.string },
});

function problemOf(expression: string): string | undefined {
  return environment.compile(expression).issues[0]?.text;
}

/** A text within so many of the same brackets or calls. */
function nested(depth: number, before: string, inner: string, after: string): string {
  return before.repeat(depth) + inner + after.repeat(depth);
}

describe('an expression that is too large or nests too deep is refused', () => {
  test('a text of more than 100,000 code points is refused before it is read', () => {
    expect(problemOf(`'${'😀'.repeat(99_998)}'`)).toBeUndefined();
    expect(problemOf(`'${'😀'.repeat(99_999)}'`)).toBe(
      'ERROR: <input>:-1:0: expression code point size exceeds limit: size: 100001, limit 100000',
    );
  });

  const tooDeep = 'ERROR: <input>:-1:0: expression recursion limit exceeded: 250';
  test.each([
    ['parentheses', nested(251, '(', '1', ')')],
    ['lists', nested(251, '[', '1', ']')],
    ['maps', nested(251, '{1: ', '1', '}')],
    ['calls', nested(251, 'size(', 'text', ')')],
    ['selections', `x${'.a'.repeat(251)}`],
    ['indices', `x${'[0]'.repeat(251)}`],
    ['sums', `1${' + 1'.repeat(251)}`],
    ['comparisons', `1${' == 1'.repeat(251)}`],
    ['conditionals', `${'true ? 1 : '.repeat(251)}1`],
    ['macros', nested(251, 'names.all(n, ', 'true', ')')],
    ['a hundred thousand brackets', '['.repeat(100_000)],
    ['a hundred thousand signs and brackets', '-('.repeat(50_000)],
  ])('%s', (_, expression) => {
    expect(problemOf(expression)).toBe(tooDeep);
  });
});

describe('an expression at the limits is compiled, estimated, printed and evaluated', () => {
  test.each([
    ['signs', `${'!'.repeat(99_990)}true`],
    ['long chains of conditions', `true${' && true'.repeat(10_000)}`],
    ['parentheses', nested(240, '(', '1', ')')],
    ['lists', nested(240, '[', '1', ']')],
    ['sums', `1${' + 1'.repeat(240)}`],
    ['selections', `x${'.?a'.repeat(240)}`],
    ['conditionals', `${'true ? 1 : '.repeat(240)}1`],
    ['loops', nested(200, 'names.all(n, ', 'true', ')')],
    ['loops that make lists', nested(200, 'names.map(n, ', '1', ')')],
    ['optional values', nested(8, 'optional.of(', '1', ')')],
  ])('%s', (_, expression) => {
    const { program, issues } = environment.compile(expression);
    expect(issues).toEqual([]);
    expect(program?.estimate.min).toBeGreaterThanOrEqual(0);
    expect(program?.toString().length).toBeGreaterThan(0);
    const outcome = program?.run({ x: { a: 1 }, names: ['a'], numbers: [1], text: '' });
    expect(outcome?.error === undefined || outcome.error instanceof EvaluationError).toBe(true);
  });
});

describe('an evaluation ends when it costs more than allowed', () => {
  const letters = Array.from({ length: 200 }, (_, index) => `n${index}`);
  test.each([
    ['nested loops', nested(6, 'names.all(n, ', 'true', ')')],
    ['nested loops over failing predicates', `names.all(a, names.all(b, names.all(c, x.none)))`],
    [
      'lists that double',
      `[1]${'.map(e, e)'.repeat(1)}.all(a, names.map(n, names.map(m, names.map(o, o))).size() > 0)`,
    ],
    ['macros that repeat their target', `optional.of(1)${'.optMap(v, v + 1)'.repeat(60)}.hasValue()`],
    ['texts that grow', `names.all(a, names.all(b, names.join(text).contains(names.join(text))))`],
  ])('%s', (_, expression) => {
    const { program, issues } = environment.compile(expression);
    expect(issues).toEqual([]);
    const { error, cost } = program?.run({ x: {}, names: letters, numbers: [], text: 'x'.repeat(100) }) ?? {};
    expect(error).toBeInstanceOf(LimitError);
    expect(error?.message).toBe('operation cancelled: actual cost limit exceeded');
    expect(cost).toBeGreaterThan(1_000_000);
  });

  test('nothing absorbs the error of the limit', () => {
    const { program } = environment.compile('names.all(a, names.all(b, names.all(c, true))) || true');
    expect(program?.run({ names: letters }).error).toBeInstanceOf(LimitError);
  });

  test('the limit of one evaluation can be set', () => {
    const { program } = environment.compile('names.all(n, n != text)');
    const bindings = { names: letters, text: '' };
    expect(program?.run(bindings, { costLimit: 500 }).error).toBeInstanceOf(LimitError);
    expect(program?.run(bindings).value).toBe(true);
  });
});

test('a list that is doubled again and again costs little, and is not read as a whole', () => {
  const doubled = Array.from({ length: 45 }).reduce<string>(
    (inner) => `optional.of(l + l).optMap(l, ${inner}).value()`,
    'l',
  );
  const { program: sized } = environment.compile(`optional.of([1]).optMap(l, ${doubled}.size()).value()`);
  expect(sized?.run({}, { costLimit: Infinity }).value).toBe(2 ** 45);
  const { program: read } = environment.compile(`optional.of([1]).optMap(l, ${doubled}.all(e, e == 1)).value()`);
  expect(read?.run({}, { costLimit: Infinity }).error).toBeInstanceOf(LimitError);
});

test('values that nest deeper than anything are not compared', () => {
  const deep = JSON.parse('['.repeat(5000) + ']'.repeat(5000)) as unknown;
  const { program } = environment.compile('x == [x][0] && x[0] == x');
  expect(program?.run({ x: deep }).error).toBeInstanceOf(LimitError);
});

test('a deep expression is refused, not fatal, where little of the stack is left', () => {
  const expression = nested(240, 'names.all(n, ', 'true', ')');
  const deepest = (): readonly string[] => {
    try {
      return deepest();
    } catch {
      return environment.compile(expression).issues.map(({ message }) => message);
    }
  };
  expect(deepest()).toEqual(['expression nests too deep for the stack that is left']);
});
