import { describe, expect, test } from 'vitest';
import type { JsonObject } from '@reeve/machinery';
import { printFieldError, structuralSchema } from '@reeve/schema';

const root = 'spec.validation.openAPIV3Schema';

function problems(spec: JsonObject, rules?: 'checked' | 'any cost' | 'not compiled'): string[] {
  const schema = { type: 'object', properties: { spec } };
  return structuralSchema(schema, rules === undefined ? {} : { rules }).violations.map(printFieldError);
}

const ruled = (...rules: JsonObject[]): JsonObject => ({ 'x-kubernetes-validations': rules });

describe('a schema is refused for a rule', () => {
  test('that does not compile, with the place in the expression', () => {
    const spec = { type: 'object', properties: { min: { type: 'integer' } }, ...ruled({ rule: 'self.mim > 0' }) };
    expect(problems(spec)).toEqual([
      `${root}.properties[spec].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"self.mim \\u003e 0","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:5: undefined field 'mim'\n | self.mim > 0\n | ....^`,
    ]);
  });

  test('that is not of type bool', () => {
    const [problem] = problems({ type: 'string', ...ruled({ rule: 'size(self)' }) });
    expect(problem).toMatch(/: cel expression must evaluate to a bool$/);
  });

  test('that may cost too much · C10 estimate', () => {
    const spec = { type: 'array', items: { type: 'array', items: { type: 'string' } } };
    expect(problems({ ...spec, ...ruled({ rule: 'self.all(x, x.all(y, y == y))' }) })[0]).toContain(
      'Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule',
    );
  });

  test('with a messageExpression that is no text', () => {
    const [problem] = problems({ type: 'string', ...ruled({ rule: "self != ''", messageExpression: '1' }) });
    expect(problem).toMatch(/messageExpression: .*: messageExpression must evaluate to a string$/);
  });

  test('that compares an element with one that cannot be found', () => {
    const spec = {
      type: 'array',
      maxItems: 3,
      items: { type: 'string', maxLength: 5, ...ruled({ rule: 'self == oldSelf' }) },
    };
    expect(problems(spec)).toEqual([
      `${root}.properties[spec].items.x-kubernetes-validations[0].rule: Invalid value: "self == oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within ${root}.properties[spec]`,
    ]);
  });

  test('that has optionalOldSelf and does not read oldSelf', () => {
    expect(problems({ type: 'integer', ...ruled({ rule: 'self > 0', optionalOldSelf: true }) })).toEqual([
      `${root}.properties[spec].x-kubernetes-validations[0].optionalOldSelf: Invalid value: true: may not be set if oldSelf is not used in rule`,
    ]);
  });
});

test('rules that together cost too much are listed, the most expensive first · C10 estimate', () => {
  const list = (maxItems: number) => ({
    type: 'array',
    maxItems,
    items: { type: 'string', maxLength: 20 },
    ...ruled(...Array.from({ length: 8 }, () => ({ rule: 'self.all(x, self.all(y, x == y))' }))),
  });
  const properties = { a: list(600), b: list(700), c: list(800) };
  const total = problems({ type: 'object', properties });
  expect(total).toHaveLength(5);
  expect(total[0]).toMatch(/properties\[c\].*contributed to estimated rule cost total exceeding cost limit/);
  expect(total[4]).toMatch(/openAPIV3Schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire/);
});

test('a rule in a schema that has not changed may cost any amount', () => {
  const spec = {
    type: 'string',
    ...ruled({ rule: "self.matches('a+') && self.matches('b+') && self.split('').all(c, c == 'a')" }),
  };
  expect(problems(spec)).not.toEqual([]);
  expect(problems(spec, 'any cost')).toEqual([]);
});
