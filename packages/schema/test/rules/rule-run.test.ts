import { describe, expect, test } from 'vitest';
import type { JsonObject, ReadonlyJsonObject } from '@reeve/machinery';
import type { FieldError } from '@reeve/schema';
import { compileSchema, printFieldError, requireStructural, structuralSchema } from '@reeve/schema';

const texts = (errors: readonly FieldError[]): string[] => errors.map(printFieldError);
const ruled = (...rules: (string | JsonObject)[]): JsonObject => ({
  'x-kubernetes-validations': rules.map((rule) => (typeof rule === 'string' ? { rule } : rule)),
});
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });

/** What the engine says about a value of the field `spec`. */
function verdict(spec: JsonObject, value: unknown, old?: unknown): string[] {
  const engine = compileSchema(object({ spec }));
  const made = { spec: value } as ReadonlyJsonObject;
  return texts(
    old === undefined ? engine.validate(made) : engine.validateUpdate(made, { spec: old } as ReadonlyJsonObject),
  );
}

/** The engine of a schema whose rules are not looked at before they are evaluated. */
const uncheckedEngine = (schema: JsonObject) => compileSchema(requireStructural(schema, { rules: 'not compiled' }));

describe('a rule that fails', () => {
  const size = { type: 'integer' };

  test('is reported with its text, or with its message · C8 message', () => {
    expect(verdict({ ...size, ...ruled(' self > 1 ') }, 1)).toEqual(['spec: Invalid value: 1: failed rule: self > 1']);
    expect(verdict({ ...size, ...ruled({ rule: 'self > 1', message: ' too small ' }) }, 1)).toEqual([
      'spec: Invalid value: 1: too small',
    ]);
  });

  test('is reported with the text that its messageExpression makes, if it makes one · C8 message', () => {
    const rule = (messageExpression: string) => ({ rule: "self != 'x'", message: 'bad', messageExpression });
    const said = (expression: string) => verdict({ type: 'string', maxLength: 9, ...ruled(rule(expression)) }, 'x')[0];
    expect(said("' not ' + self")).toBe('spec: Invalid value: "x": not x');
    const useless = ["' '", String.raw`'a\nb'`, 'self.substring(5)', `'${'x'.repeat(5121)}'`];
    for (const expression of useless) expect(said(expression)).toBe('spec: Invalid value: "x": bad');
  });

  test('has its reason · C8 reason', () => {
    const said = (reason: string) => verdict({ ...size, ...ruled({ rule: 'self > 1', reason, message: 'm' }) }, 1)[0];
    expect(said('FieldValueForbidden')).toBe('spec: Forbidden: m');
    expect(said('FieldValueRequired')).toBe('spec: Required value: m');
    expect(said('FieldValueDuplicate')).toBe('spec: Duplicate value: 1');
    expect(said('FieldValueInvalid')).toBe('spec: Invalid value: 1: m');
  });

  test('is about the field of its fieldPath · C8 path', () => {
    const map = { type: 'object', additionalProperties: { type: 'string' } };
    const spec = (fieldPath: string) => object({ 'a.b': size, map }, ruled({ rule: 'false', fieldPath }));
    expect(verdict(spec(".map['x.y']"), {})).toEqual(['spec.map[x.y]: Invalid value: failed rule: false']);
    expect(verdict(spec("['a.b']"), {})).toEqual(['spec.a.b: Invalid value: failed rule: false']);
  });

  test('that cannot be evaluated says why', () => {
    const list = { type: 'array', items: size, ...ruled({ rule: 'self[1] > 0', message: 'm' }) };
    expect(verdict(list, [1])).toEqual(['spec: Invalid value: "array": index out of bounds: 1 evaluating rule: m']);
    const port = { 'x-kubernetes-int-or-string': true, ...ruled('self > 1') };
    expect(verdict(port, 'http')).toEqual([
      `spec: Invalid value: "": 'no such overload': call arguments did not match a supported operator, function or macro signature for rule: self > 1`,
    ]);
  });
});

describe('rules', () => {
  test('are evaluated at every level', () => {
    const leaf = { type: 'string', ...ruled("self != 'x'") };
    const spec = object({
      list: { type: 'array', items: leaf },
      map: { type: 'object', additionalProperties: leaf },
      'no name': leaf,
    });
    expect(verdict(spec, { list: ['a', 'x'], map: { k: 'x' }, 'no name': 'x' })).toEqual([
      `spec.list[1]: Invalid value: "x": failed rule: self != 'x'`,
      `spec.map[k]: Invalid value: "x": failed rule: self != 'x'`,
      `spec.no name: Invalid value: "x": failed rule: self != 'x'`,
    ]);
  });

  test('do not see null', () => {
    expect(verdict({ type: 'string', nullable: true, ...ruled("self == 'a'") }, null)).toEqual([]);
    expect(verdict(object({ a: { type: 'string', nullable: true } }, ruled('!has(self.a)')), { a: null })).toEqual([]);
  });

  test('see name and generateName of a resource, and of an embedded one', () => {
    const rule = ruled(
      "self.metadata.name == self.kind.lowerAscii() && self.apiVersion == 'v1' && !has(self.metadata.generateName)",
    );
    const engine = compileSchema(object({}, rule));
    expect(engine.validate({ apiVersion: 'v1', kind: 'A', metadata: { name: 'a', labels: {} } })).toEqual([]);
    const embedded = {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
    };
    expect(verdict({ ...embedded, ...rule }, { apiVersion: 'v1', kind: 'A', metadata: { name: 'b' } })).toEqual([
      expect.stringMatching(/^spec: Invalid value: failed rule: self\.metadata\.name/),
    ]);
  });

  test('are evaluated beside wrong values, and not after what they could stumble over', () => {
    const spec = object({ a: { type: 'string', minLength: 3 }, b: { type: 'integer' } }, ruled('self.b > 1'));
    expect(verdict(spec, { a: 'x', b: 1 })).toEqual([
      'spec.a: Invalid value: "x": spec.a in body should be at least 3 chars long',
      'spec: Invalid value: failed rule: self.b > 1',
    ]);
    expect(verdict(spec, { a: 1, b: 1 })).toEqual([
      expect.stringContaining('must be of type string'),
      '<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
    ]);
  });

  test('that do not compile fail the objects of a schema that has them all the same', () => {
    const engine = uncheckedEngine(object({ spec: { type: 'integer', ...ruled('self.x') } }));
    expect(texts(engine.validate({ spec: 1 }))).toEqual([
      expect.stringMatching(
        /^spec: Invalid value: "integer": rule compile error: compilation failed: ERROR: <input>:1:5: type 'int' does not support field selection/,
      ),
    ]);
  });
});

describe('a transition rule', () => {
  const grows = { type: 'integer', ...ruled('self >= oldSelf') };

  test('holds for updates only · C8 create', () => {
    expect(verdict(grows, 1)).toEqual([]);
    expect(verdict(grows, 1, 2)).toEqual(['spec: Invalid value: 1: failed rule: self >= oldSelf']);
  });

  test('finds elements of a list map by their keys, and values of a map by theirs · C8 old and new', () => {
    const element = object({ name: { type: 'string' }, size: grows }, { required: ['name'] });
    const list = {
      type: 'array',
      items: element,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
    };
    const spec = object({ list, map: { type: 'object', additionalProperties: grows } });
    const made = (a: number, b: number) => ({
      list: [
        { name: 'b', size: b },
        { name: 'a', size: a },
      ],
      map: { a, b },
    });
    expect(verdict(spec, made(2, 3), { ...made(3, 2), list: made(3, 2).list.toReversed() })).toEqual([
      'spec.list[1].size: Invalid value: 2: failed rule: self >= oldSelf',
      'spec.map[a]: Invalid value: 2: failed rule: self >= oldSelf',
    ]);
    expect(verdict(spec, { list: [{ name: 'new', size: 0 }], map: { n: 0 } }, made(3, 3))).toEqual([]);
  });

  test('with optionalOldSelf holds for new values too', () => {
    const rule = { rule: 'oldSelf.hasValue() ? self > oldSelf.value() : self == 1', optionalOldSelf: true };
    const spec = { type: 'integer', ...ruled(rule) };
    expect([verdict(spec, 1), verdict(spec, 2, 1)]).toEqual([[], []]);
    expect(verdict(spec, 2)).toHaveLength(1);
    expect(verdict(spec, 1, 1)).toHaveLength(1);
  });
});

describe('an update is not refused for what it has left alone', () => {
  const spec = object({
    a: { type: 'integer', ...ruled('self > 1') },
    list: { type: 'array', items: { type: 'integer', ...ruled('self > 1') } },
  });
  const engine = compileSchema(object({ spec }));

  test('and is warned of it · C11', () => {
    const warnings: string[] = [];
    const warn = (text: string) => warnings.push(text);
    expect(engine.validateUpdate({ spec: { a: 1, list: [1] } }, { spec: { a: 1, list: [1] } }, { warn })).toEqual([]);
    expect(warnings).toEqual([
      'spec.a: Invalid value: 1: failed rule: self > 1',
      'spec.list[0]: Invalid value: 1: failed rule: self > 1',
    ]);
  });

  test('but for what has changed, be it next to it in a list without keys', () => {
    expect(texts(engine.validateUpdate({ spec: { a: 0, list: [1, 2] } }, { spec: { a: 1, list: [1] } }))).toEqual([
      'spec.a: Invalid value: 0: failed rule: self > 1',
      'spec.list[0]: Invalid value: 1: failed rule: self > 1',
    ]);
  });

  test('unless a rule compares with the old value', () => {
    expect(verdict({ type: 'integer', ...ruled('self > oldSelf') }, 1, 1)).toHaveLength(1);
  });
});

describe('rules stop', () => {
  const strings = { type: 'array', items: { type: 'string' } };

  test('when one costs too much · C10 budget', () => {
    const spec = { ...strings, maxItems: 10_000, ...ruled('self.all(x, self.all(y, x == y))', 'false') };
    const engine = uncheckedEngine(object({ spec }));
    const value = Array.from({ length: 2000 }, () => 'x');
    expect(texts(engine.validate({ spec: value }))).toEqual([
      `spec: Invalid value: "array": 'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit for rule: self.all(x, self.all(y, x == y))`,
    ]);
  });

  test('when all of an object cost too much · C10 budget', () => {
    const list = { ...strings, ...ruled('self.all(x, self.all(y, x == y))') };
    const spec = { type: 'array', items: list };
    const engine = uncheckedEngine(object({ spec }));
    const value = Array.from({ length: 40 }, () => Array.from({ length: 300 }, () => 'x'));
    const [only, ...others] = texts(engine.validate({ spec: value }));
    expect(others).toEqual([]);
    expect(only).toMatch(
      /^spec\[\d+\]: Invalid value: "array": validation failed due to running out of cost budget, no further validation rules will be run$/,
    );
  });
});

test('a default must be right by the rules', () => {
  const spec = (value: number) => ({ type: 'integer', default: value, ...ruled('self > 1') });
  expect(structuralSchema(object({ spec: spec(2) })).violations).toEqual([]);
  expect(texts(structuralSchema(object({ spec: spec(1) })).violations)).toEqual([
    'spec.validation.openAPIV3Schema.properties[spec].default: Invalid value: 1: failed rule: self > 1',
  ]);
});
