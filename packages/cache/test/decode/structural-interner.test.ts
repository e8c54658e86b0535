/** Holding equal parts once. */
import { ObjectDecoder, StructuralInterner } from '@reeve/cache';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const replica = (nth: number) => ({
  metadata: { name: `pod-${nth}`, uid: `uid-${nth}-${'x'.repeat(20)}`, labels: { app: 'shop', tier: 'web' } },
  spec: { containers: [{ name: 'main', image: 'shop:v1', ports: [{ containerPort: 80 }] }], hostname: `host-${nth}` },
});
const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value));

test('equal parts of different objects become the same frozen part', () => {
  const interner = new StructuralInterner();
  const [one, other] = [replica(1), replica(2)];
  interner.intern(one);
  interner.intern(other);

  expect(other.spec.containers).toBe(one.spec.containers);
  expect(other.metadata.labels).toBe(one.metadata.labels);
  expect(Object.isFrozen(one.spec.containers[0]?.ports)).toBe(true);
  expect(other.spec).not.toBe(one.spec);
});

test('the object itself stays its own, and what is unique about it too', () => {
  const interner = new StructuralInterner();
  const [one, other] = [replica(1), replica(1)];
  interner.intern(one);
  interner.intern(other);

  expect(other).not.toBe(one);
});

test('it goes on sharing after it has learned which places never repeat', () => {
  const interner = new StructuralInterner();
  const replicas = Array.from({ length: 2000 }, (_, nth) => replica(nth));
  for (const object of replicas) interner.intern(object);

  expect(new Set(replicas.slice(1000).map(({ spec }) => spec.containers)).size).toBe(1);
  expect(replicas.map(({ metadata }) => metadata.name)).toEqual(replicas.map((_, nth) => `pod-${nth}`));
});

test('parts that come in turn are shared as well as those that come in a row', () => {
  const interner = new StructuralInterner();
  const objects = Array.from({ length: 6000 }, (_, nth) => ({
    name: `object-number-${nth}`,
    labels: { app: `app-${nth % 150}`, team: { name: `team-${nth % 150}` } },
  }));
  for (const object of objects) interner.intern(object);

  expect(new Set(objects.slice(3000).map(({ labels }) => labels)).size).toBe(150);
});

test('objects with nothing in common are frozen and left alone, and share when they begin to have something', () => {
  const interner = new StructuralInterner();
  const make = (text: string) => ({ name: `some-name-${text}`, data: { text, list: [text] } });
  const unique = Array.from({ length: 3000 }, (_, nth) => make(`a unique text ${nth}`));
  const equal = Array.from({ length: 40_000 }, () => make('the same text as ever'));
  for (const object of [...unique, ...equal]) interner.intern(object);

  expect(unique.every(({ data }) => Object.isFrozen(data) && Object.isFrozen(data.list))).toBe(true);
  expect(unique.map(({ data }) => data.text)).toEqual(unique.map((_, nth) => `a unique text ${nth}`));
  expect(equal.every(({ data }) => Object.isFrozen(data) && Object.isFrozen(data.list))).toBe(true);
  expect(new Set(equal.slice(-1000).map(({ data }) => data)).size).toBe(1);
});

test('any depth is fine', () => {
  const interner = new StructuralInterner();
  for (let time = 0; time < 3; time += 1) {
    const object: { a?: object } = {};
    for (let depth = 0, inner = object; depth < 20_000; depth += 1) inner = inner.a = {};
    interner.intern(object);

    let frozen = 0;
    for (let part: { a?: object } | undefined = object; part !== undefined; part = part.a)
      frozen += Object.isFrozen(part) ? 1 : 0;
    expect(frozen).toBe(20_001);
  }
});

test('what a transform made of something else than JSON is left as it is', () => {
  const interner = new StructuralInterner({ meetsFrozen: true });
  const objects = [1, 2].map((nth) => ({ at: new Date(nth), some: { at: undefined, [`key-${nth}`]: undefined } }));
  for (const object of objects) interner.intern(object);

  expect(objects.map(({ at }) => at.getTime())).toEqual([1, 2]);
  expect(objects.map(({ some }) => Object.keys(some)[1])).toEqual(['key-1', 'key-2']);
});

test('whatever is interned reads as it did before', () => {
  const interner = new StructuralInterner();
  const json = fc.jsonValue({ maxDepth: 4, depthSize: 'medium' });
  const small = fc.dictionary(
    fc.constantFrom('a', 'b', 'c'),
    fc.oneof(json, fc.constantFrom(0, 1, '1', true, null, {}, [])),
  );
  fc.assert(
    fc.property(small, (value) => {
      const object = copy(value);
      interner.intern(object);
      expect(JSON.stringify(object)).toBe(JSON.stringify(value));
    }),
    { seed: 42, numRuns: 1000 },
  );
});

test('what looks alike is told apart', () => {
  const interner = new StructuralInterner();
  const parts = [
    { p: {} },
    { p: [] },
    { p: { a: 1 } },
    { p: { a: '1' } },
    { p: { a: true } },
    { p: { a: null } },
    { p: [1] },
    { p: ['1'] },
    { p: { a: 1, b: 1 } },
    { p: { a: 1.5 } },
    { p: { a: 1n } },
  ];
  for (const part of parts) {
    const object = structuredClone(part);
    interner.intern(object);
    expect(object).toStrictEqual(part);
  }
});

test('its memory is bounded: parts of long ago are let go, and sharing begins anew', () => {
  const interner = new StructuralInterner();
  const first = { p: { name: 'first', list: ['first'] } };
  interner.intern(first);
  for (let nth = 0; nth < 100_000; nth += 1)
    interner.intern({ p: { name: nth % 7 === 0 ? 'often' : `n${nth}`, list: ['x', nth] } });
  const again = { p: { name: 'first', list: ['first'] } };
  interner.intern(again);

  expect(again).toEqual(first);
});

test('a decoder without interning keeps every object to itself', () => {
  const decoder = new ObjectDecoder({ intern: false });
  const [one, other] = [1, 2].map((nth) => decoder.decode(Buffer.from(JSON.stringify(replica(nth)))).object);

  expect(Reflect.get(other ?? {}, 'spec').containers).not.toBe(Reflect.get(one ?? {}, 'spec').containers);
});
