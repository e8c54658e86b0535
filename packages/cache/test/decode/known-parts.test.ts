/** A change of a large object, of which only what changed is parsed. */
import { ObjectDecoder } from '@reeve/cache';
import { parseJson, stringifyJson, type DeepReadonly, type KubeObject } from '@reeve/machinery';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';

/** Objects of fewer bytes are parsed whole. */
const large = { padding: Array.from({ length: 60 }, (_, nth) => `a long enough line ${nth}`) };
const managedFields = [{ manager: 'kubelet', fieldsV1: { 'k:{"name":"main"}': { '.': {} } } }];

const state = (version: string, body: object, metadata: object = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: {
    name: 'a',
    namespace: 'shop',
    uid: 'u',
    resourceVersion: version,
    labels: { app: 'long-enough' },
    ...metadata,
  },
  ...body,
});

/** What the second becomes where the first is held. */
function change(one: object, other: object | string, options: { keepManagedFields?: boolean } = {}) {
  const decoder = new ObjectDecoder(options);
  const before = decoder.decode(bytes(one)).object;
  const parse = vi.spyOn(JSON, 'parse');
  const after = decoder.decode(bytes(other), () => before).object;
  const parsed = parse.mock.calls.map(([text]) => text);
  parse.mockRestore();
  return { before, after, parsed };
}

const bytes = (value: unknown): Buffer => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const part = (object: DeepReadonly<KubeObject>, key: string): object => Reflect.get(object, key);
const sent = (value: unknown): string => stringifyJson(parseJson(JSON.stringify(value)));

afterEach(() => void vi.restoreAllMocks());

test('what did not change is not parsed, and is the very part that was there before', () => {
  const spec = { ...large, containers: [{ name: 'main', ports: [{ containerPort: 80 }] }] };
  const one = state('1', { spec, status: { phase: 'Pending', conditions: [{ type: 'Ready', status: 'False' }] } });
  const other = state('2', { spec, status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'False' }] } });
  const { before, after, parsed } = change(one, other);

  expect(after).toEqual(other);
  expect(part(after, 'spec')).toBe(part(before, 'spec'));
  expect(after.metadata.labels).toBe(before.metadata.labels);
  expect(Reflect.get(part(after, 'status'), 'conditions')).toBe(Reflect.get(part(before, 'status'), 'conditions'));
  expect([after, after.metadata, part(after, 'status')].every((value) => Object.isFrozen(value))).toBe(true);
  expect(parsed).toEqual([
    '{"apiVersion":"v1","kind":"Thing","metadata":{"name":"a","namespace":"shop","uid":"u","resourceVersion":"2","labels":null},"spec":null,"status":{"phase":"Running","conditions":null}}',
  ]);
});

test.each([
  ['before the labels', { managedFields, labels: { app: 'long-enough' } }],
  ['behind everything', { labels: { app: 'long-enough' }, managedFields }],
  ['behind a member that is new', { annotations: { is: 'new' }, managedFields }],
])('managedFields that stand %s are cut', (_, metadata) => {
  const other = state('2', { spec: large }, metadata);
  const { before, after } = change(state('1', { spec: large }, { managedFields }), other);

  expect(after).toEqual({ ...other, metadata: { ...other.metadata, managedFields: undefined } });
  expect(part(after, 'spec')).toBe(part(before, 'spec'));
});

test('managedFields that are kept are as they were sent', () => {
  const other = state('2', { spec: large }, { managedFields: [{ manager: 'another' }, ...managedFields] });
  const { after } = change(state('1', { spec: large }, { managedFields }), other, { keepManagedFields: true });

  expect(after).toEqual(other);
});

test('a part that became null is null', () => {
  const one = state('1', { spec: large, status: { first: { of: 'several parts' }, last: { of: 'several parts' } } });
  const other = state('2', { spec: large, status: { first: { of: 'several parts' }, last: null } });

  expect(change(one, other).after).toEqual(other);
});

test('a string that is written like members is told from members', () => {
  const one = state('1', { spec: large, data: { a: 'x","b":"y' }, list: ['x","y'], keys: { 'a":"x","b': 'y' } });
  const other = state('2', { spec: large, data: { a: 'x', b: 'y' }, list: ['x', 'y'], keys: { a: 'x', b: 'y' } });

  expect(change(one, other).after).toEqual(other);
  expect(change(other, one).after).toEqual(one);
});

test('a backslash is told from the escape that looks like it', () => {
  const one = state('1', { spec: large, data: { text: 'a long line\\n', 'key\\n': 'of some length' } });
  const other = state('2', { spec: large, data: { text: 'a long line\n', 'key\n': 'of some length' } });

  expect(change(one, other).after).toEqual(other);
  expect(change(other, one).after).toEqual(one);
});

test('letters are told from the bytes of others', () => {
  const one = state('1', { spec: large, data: { text: 'a long line Ã©' } });
  const other = state('2', { spec: large, data: { text: 'a long line é' } });

  expect(change(one, other).after).toEqual(other);
});

test('a number is told from one that begins with it', () => {
  const one = state('1', { spec: large, data: { count: 1, list: [1, 2], big: 9007199254740993n.toString() } });
  const other = state('2', { spec: large, data: { count: 12, list: [1, 23], big: 1.5 } });

  expect(change(one, other).after).toEqual(other);
  const integer = JSON.stringify(other).replace('"big":1.5', '"big":9007199254740993');
  expect(change(other, integer).after).toMatchObject({ data: { big: 9007199254740993n } });
});

test('members in another order, with spaces, or fewer and more of them read as they were sent', () => {
  const spec = {
    ...large,
    one: { of: 'several' },
    two: { of: 'several' },
    list: [{ a: 'element one' }, { b: 'element two' }],
  };
  const others = [
    { ...large, two: { of: 'several' }, one: { of: 'several' } },
    { ...large, two: { of: 'several' }, list: [{ a: 'element one' }] },
    { ...large, new: {}, ...spec, list: [...spec.list, { c: 'element three' }, null] },
    {},
  ];
  for (const other of others) {
    const next = state('2', { spec: other });
    expect(change(state('1', { spec, tail: spec }), next).after).toEqual(next);
    expect(change(state('1', { spec }), JSON.stringify(next, undefined, 1)).after).toEqual(next);
  }
});

test('whatever changed, the new state reads as it was sent, keys in order, and the old one as it was', () => {
  const json = fc.dictionary(
    fc.constantFrom('a', 'b', 'c', '1', '"', '\\', 'é', '__proto__', 'constructor'),
    fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom<unknown>(null, {}, [], { list: ['of some length', null] }, 'x","b":"y', 1, 12, -0, 1e21, 'é'),
    ),
  );
  fc.assert(
    fc.property(json, json, json, (shared, one, other) => {
      const pair = [state('1', { shared, large, spec: one }), state('2', { shared, large, spec: other })] as const;
      const { before, after } = change(...pair);
      expect(stringifyJson(before)).toBe(sent(pair[0]));
      expect(stringifyJson(after)).toBe(sent(pair[1]));
    }),
    { seed: 42, numRuns: 1500 },
  );
});
