import { describe, expect, test } from 'vitest';
import { Environment, EvaluationError, kubernetesLibraries, ListValue, Optional, types } from '@reeve/cel';

describe('what an environment allows', () => {
  test('names are looked up in the container and in what contains it', () => {
    const variables = { 'a.b.x': types.int, 'a.x': types.int, x: types.int };
    const bindings = { 'a.b.x': 1, 'a.x': 2, x: 3 };
    const inContainer = (container: string, text: string): unknown =>
      new Environment({ variables, container }).compile(text).program?.evaluate(bindings);
    expect(['a.b', 'a', '', 'a.c'].map((container) => inContainer(container, 'x'))).toEqual([1, 2, 3, 2]);
    expect(inContainer('a.b', '.x')).toBe(3);
    expect(inContainer('', 'a.b.x')).toBe(1);
    expect(new Environment({ container: 'a.b' }).compile('y').issues[0]?.message).toBe(
      "undeclared reference to 'y' (in container 'a.b')",
    );
  });

  test('the variable of a loop hides a variable of its name', () => {
    const environment = new Environment({ variables: { x: types.dyn, 'x.y': types.int } });
    const { program } = environment.compile('[{"y": 2}].all(x, x.y == 2) && x.y == 1');
    expect(program?.evaluate({ x: {}, 'x.y': 1 })).toBe(true);
  });

  test('optional syntax and fields in backquotes can be switched off', () => {
    const environment = new Environment({
      variables: { x: types.dyn },
      libraries: kubernetesLibraries,
      optionalSyntax: false,
      escapedFields: false,
    });
    const messages = ['x.?a', 'x[?0]', '[?x]', '{?1: x}', 'x.`a-b`'].map(
      (text) => environment.compile(text).issues[0]?.message,
    );
    expect(messages).toEqual([
      "unsupported syntax '.?'",
      "unsupported syntax '[?'",
      "unsupported syntax '?'",
      "unsupported syntax '?'",
      "unsupported syntax: '`'",
    ]);
    const { program } = new Environment({ variables: { x: types.dyn } }).compile('x.`a-b`');
    expect(program?.evaluate({ x: { 'a-b': 1 } })).toBe(1);
  });

  test('lists that mix types are refused only where that is asked for', () => {
    const mixed = "[1, 'a']";
    expect(new Environment().compile(mixed).issues).toEqual([]);
    expect(new Environment({ homogeneousLiterals: true }).compile(mixed).issues[0]?.text).toBe(
      "ERROR: <input>:1:5: expected type 'int' but found 'string'\n | [1, 'a']\n | ....^",
    );
  });

  test('a test for a field costs 1 more where that is asked for', () => {
    const variables = { x: types.dyn };
    const costs = [false, true].map((presenceTestHasCost) => {
      const { program } = new Environment({ variables, presenceTestHasCost }).compile('has(x.a.b)');
      return [program?.estimate.max, program?.run({ x: { a: {} } }).cost];
    });
    expect(costs).toEqual([
      [1, 2],
      [2, 3],
    ]);
  });

  test('an extended environment has the variables of both', () => {
    const environment = new Environment({ variables: { x: types.int } }).extend({ variables: { y: types.int } });
    expect(environment.compile('x + y').program?.evaluate({ x: 1, y: 2 })).toBe(3);
  });
});

describe('what a program says of itself and of its bindings', () => {
  test('a program names the variables that it reads', () => {
    const environment = new Environment({ variables: { self: types.dyn, oldSelf: types.dyn } });
    const read = (text: string): unknown => [...(environment.compile(text).program?.variables ?? [])];
    expect(read('self == oldSelf && type(self) == int')).toEqual(['self', 'oldSelf']);
    expect(read('[1].all(self, self == 1)')).toEqual([]);
  });

  test('a variable without a binding fails only where it is read', () => {
    const { program } = new Environment({ variables: { x: types.bool } }).compile('true || x');
    expect(program?.evaluate({})).toBe(true);
    const { program: needed } = new Environment({ variables: { x: types.bool } }).compile('x');
    expect(() => needed?.evaluate({})).toThrow(new EvaluationError('no such attribute(s): x'));
  });

  test('bindings may be values', () => {
    const environment = new Environment({ variables: { old: types.dyn }, libraries: kubernetesLibraries });
    const { program } = environment.compile('old.hasValue() ? old.value() : 7');
    expect([Optional.none, new Optional(3)].map((old) => program?.evaluate({ old }))).toEqual([7, 3]);
  });

  test('bindings are not changed, and may be frozen', () => {
    const frozen = Object.freeze({ list: Object.freeze([3, 1]), map: Object.freeze({ a: 1 }) });
    const { program } = new Environment({ variables: { x: types.dyn } }).compile(
      '(x.list + [2]).map(e, e * x.map.a).filter(e, e > 1)',
    );
    expect(program?.evaluate({ x: frozen })).toEqual(ListValue.of([3, 2]));
  });

  test('properties of the prototype are no fields and no keys', () => {
    const { program } = new Environment({ variables: { x: types.dyn } }).compile(
      "has(x.constructor) || has(x.toString) || '__proto__' in x || 'hasOwnProperty' in x",
    );
    expect(program?.evaluate({ x: {} })).toBe(false);
  });
});
