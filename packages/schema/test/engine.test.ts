import { describe, expect, test } from 'vitest';
import { deepFreeze } from '@reeve/machinery';
import type { JsonObject, ReadonlyJsonObject } from '@reeve/machinery';
import { compileSchema } from '@reeve/schema';
import type { Verdict } from './fixtures.ts';
import { comparable, requested, verdictOf, verdicts } from './fixtures.ts';

const recorded = verdicts();

/** The recorded cases of these names; a name that is not there is a mistake in the test. */
function casesOf(...names: readonly string[]) {
  const found = recorded.cases.filter(({ name }) => names.some((each) => name === each || name.startsWith(`${each} `)));
  if (found.length < names.length) throw new Error(`no verdicts were recorded for one of ${names.join(', ')}`);
  return found.flatMap(({ name, schema, objects }) => {
    const engine = compileSchema(schema);
    return objects.map(({ object, verdict }) => ({
      title: `${name}: ${JSON.stringify(object)}`,
      engine,
      object,
      verdict,
    }));
  });
}

type RecordedCase = ReturnType<typeof casesOf>[number];

/** Our verdict on an object: what becomes of it, or each cause of its refusal. */
const ours = ({ engine, object, verdict }: RecordedCase): Verdict => comparable(verdictOf(engine, object), verdict);

/** The verdict of the real server. */
const theirs = ({ verdict }: RecordedCase): Verdict => comparable(verdict, verdict);

describe('a real API server and the engine agree', () => {
  for (const each of casesOf('types', 'numbers', 'strings', 'enums and required', 'required at the root')) {
    test(`${each.title} · C6`, () => expect(ours(each)).toEqual(theirs(each)));
  }
  for (const each of casesOf('formats of strings', 'sizes of lists and maps', 'logical junctors')) {
    test(`${each.title} · C6`, () => expect(ours(each)).toEqual(theirs(each)));
  }
  for (const each of casesOf('list types', 'embedded objects')) {
    test(`${each.title} · C7`, () => expect(ours(each)).toEqual(theirs(each)));
  }
  for (const each of casesOf('pruning')) {
    test(`${each.title} · C4`, () => expect(ours(each)).toEqual(theirs(each)));
  }
  for (const each of casesOf('defaults and nulls')) {
    test(`${each.title} · C5`, () => expect(ours(each)).toEqual(theirs(each)));
  }
  for (const each of casesOf('metadata of the object')) {
    test(`${each.title} · C15`, () => expect(ours(each)).toEqual(theirs(each)));
  }
  for (const each of casesOf('rules are not checked on a broken object', 'random')) {
    test(`as on ${each.title}`, () => expect(ours(each)).toEqual(theirs(each)));
  }
});

describe('a real API server and the engine agree on updates', () => {
  for (const { name, schema, updates } of recorded.updates) {
    const engine = compileSchema(schema);
    for (const { old, object, verdict } of updates) {
      test(`${name}: ${JSON.stringify(old)} becomes ${JSON.stringify(object)} · C11`, () => {
        expect(comparable(verdictOf(engine, object, old), verdict)).toEqual(comparable(verdict, verdict));
      });
    }
  }
});

describe('objects are never changed, and what needs nothing is handed on as it is', () => {
  for (const { name, schema, objects } of recorded.cases) {
    const engine = compileSchema(schema);
    const frozen = objects.map(({ object }) => deepFreeze(requested(structuredClone(object))));
    test(`in the cases of ${name}`, () => {
      const conformed = frozen.map((object) => engine.conform(object).object);
      for (const [at, object] of frozen.entries()) {
        engine.validateUpdate(object, conformed[at] ?? object); // would throw if it wrote to a frozen object
        engine.default(engine.prune(object).object);
      }
      expect(
        conformed.map((object) => engine.conform(object).object).every((object, at) => object === conformed[at]),
      ).toBe(true);
      expect(conformed.flatMap((object, at) => copiedParts(object, frozen[at] ?? {}))).toEqual([]);
    });
  }

  /** The parts of an object that were copied although they are the same. */
  const copiedParts = (object: ReadonlyJsonObject, original: ReadonlyJsonObject): string[] =>
    Object.keys(object).filter(
      (key) => object[key] !== original[key] && JSON.stringify(object[key]) === JSON.stringify(original[key]),
    );
});

describe('one pass does what the steps do one after the other', () => {
  const plain = recorded.cases.filter(({ name, schema }) => !`${name}${JSON.stringify(schema)}`.includes('embedded'));
  for (const { name, schema, objects } of plain) {
    test(`in the cases of ${name}`, () => {
      const engine = compileSchema(schema);
      const requests = objects.map(({ object }) => requested({ ...object, metadata: { name: 'probe' } }));
      const pruned = requests.map((object) => engine.prune(object));
      expect(requests.map((object) => engine.conform(object))).toEqual(
        pruned.map(({ object, unknownFields }) => ({
          object: engine.default(object),
          unknownFields,
          problem: undefined,
        })),
      );
    });
  }
});

test('a default is shared by all objects, and frozen', () => {
  const list = { type: 'array', items: { type: 'string' }, default: ['a'] };
  const engine = compileSchema({ type: 'object', properties: { list } });
  const [one, other] = [engine.default({}), engine.default({})];
  expect(one['list']).toBe(other['list']);
  expect(Object.isFrozen(one['list'])).toBe(true);
});

test('keys that objects have by nature are ordinary keys', () => {
  const properties = JSON.parse(
    '{ "__proto__": { "type": "string", "default": "x" }, "constructor": { "type": "string" } }',
  ) as JsonObject;
  const engine = compileSchema({
    type: 'object',
    properties: { spec: { type: 'object', properties, required: ['toString', 'constructor'] } },
  });
  const { object } = engine.conform(JSON.parse('{ "spec": { "valueOf": 1 } }') as JsonObject);
  expect(JSON.stringify(object)).toBe('{"spec":{"__proto__":"x"}}');
  expect(Object.getPrototypeOf(object['spec'])).toBe(Object.prototype);
  expect(engine.validate(object).map(({ field }) => field)).toEqual(['spec.toString', 'spec.constructor']);
});

describe('ten thousand levels', () => {
  const deep = (levels: number, wrap: (inner: JsonObject[string]) => JsonObject[string]): JsonObject[string] => {
    let value: JsonObject[string] = {};
    for (let level = 0; level < levels; level++) value = wrap(value);
    return value;
  };
  const lists = deep(10_000, (inner) => [inner]);
  const objects = deep(10_000, (inner) => ({ a: inner }));
  const open = { 'x-kubernetes-preserve-unknown-fields': true };
  const engine = compileSchema({
    type: 'object',
    properties: {
      open,
      map: { type: 'object', additionalProperties: true },
      one: { ...open, enum: [{ a: 1 }] },
      set: {
        type: 'array',
        'x-kubernetes-list-type': 'set',
        items: { type: 'object', 'x-kubernetes-map-type': 'atomic', ...open },
      },
    },
  });

  test('of an object are pruned, kept, compared and printed', () => {
    const { object, unknownFields } = engine.conform({ open: objects, map: { lists, objects }, unknown: objects });
    expect(object['open']).toBe(objects);
    expect(object['map']).toMatchObject({ objects: {} });
    expect(unknownFields).toEqual(['map.objects.a', 'unknown']);
    const wrong = { one: objects, set: [objects, objects] } as JsonObject;
    const errors = engine.validate(wrong);
    expect(errors.map(({ type, field }) => `${type} ${field}`)).toEqual([
      'FieldValueNotSupported one',
      'FieldValueDuplicate set[1]',
    ]);
    expect(engine.validateUpdate(wrong, structuredCopy(wrong)).map(({ field }) => field)).toEqual(['one']);
  });

  test('of a schema are refused', () => {
    const schema = deep(10_000, (inner) => ({ type: 'object', properties: { a: inner } }));
    expect(() => compileSchema(schema)).toThrow(/must not nest deeper than 1000 levels/);
  });

  /** The top is new, so that there is something to compare. */
  const structuredCopy = (object: JsonObject): JsonObject => ({ ...object, set: [...(object['set'] as JsonObject[])] });
});

test('a schema as deep as allowed works', () => {
  let schema: JsonObject = { type: 'object', properties: { last: { type: 'integer', default: 7 } } };
  let value: JsonObject = { unknown: 1 };
  for (let level = 0; level < 490; level++) {
    schema = { type: 'object', properties: { a: schema } };
    value = { a: value };
  }
  const engine = compileSchema(schema);
  const { object, unknownFields } = engine.conform(value);
  expect(unknownFields).toEqual([`${'a.'.repeat(490)}unknown`]);
  expect(JSON.stringify(object)).toMatch(/^(\{"a":){490}\{"last":7\}{491}$/);
  expect(engine.validate(object)).toEqual([]);
});

test('a schema that is not structural is refused with everything that is wrong', () => {
  const schema = { type: 'object', properties: { a: {}, b: { type: 'array' } } };
  expect(() => compileSchema(schema)).toThrow(
    expect.objectContaining({
      code: 'REEVE_INVALID_INPUT',
      message: expect.stringMatching(/a\]\.type.*\n.*b\]\.items/) as string,
    }) as Error,
  );
});
