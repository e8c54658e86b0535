/** A new state of an object that shares with the state before. */
import { ObjectDecoder } from '@reeve/cache';
import { canonicalJson, parseJson, type DeepReadonly, type KubeObject } from '@reeve/machinery';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const state = (version: string, body: object): object => ({
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: { name: 'a', namespace: 'shop', uid: 'u', resourceVersion: version, labels: { app: 'x' } },
  ...body,
});
const decodeBoth = (one: object, other: object): DeepReadonly<KubeObject>[] => {
  const decoder = new ObjectDecoder({});
  const before = decoder.decode(bytes(one)).object;
  return [before, decoder.decode(bytes(other), () => before).object];
};

test('what did not change is the very part that was there before, and all of it is frozen', () => {
  const spec = { containers: [{ name: 'main', ports: [80, 443] }] };
  const [before, after] = decodeBoth(state('1', { spec, status: { n: 1 } }), state('2', { spec, status: { n: 2 } }));

  expect(Reflect.get(after ?? {}, 'spec')).toBe(Reflect.get(before ?? {}, 'spec'));
  expect(after?.metadata.labels).toBe(before?.metadata.labels);
  expect(after).toEqual(state('2', { spec, status: { n: 2 } }));
  expect([after, after?.metadata, Reflect.get(after ?? {}, 'status')].every((part) => Object.isFrozen(part))).toBe(
    true,
  );
});

test('an object of the same name and another uid shares nothing by this way', () => {
  const decoder = new ObjectDecoder({ intern: true });
  const before = decoder.decode(bytes(state('1', { list: ['first', 1] }))).object;
  const after = decoder.decode(
    bytes({ ...state('2', { list: ['second', 2] }), metadata: { name: 'a', uid: 'other' } }),
    () => before,
  );

  expect(after.object).toEqual({ ...state('2', { list: ['second', 2] }), metadata: { name: 'a', uid: 'other' } });
});

test('whatever changed, the new state reads as it was sent, and the old one as it was', () => {
  const json = fc.dictionary(
    fc.constantFrom('a', 'b', '__proto__', 'constructor', 'toString'),
    fc.jsonValue({ maxDepth: 3 }),
  );
  fc.assert(
    fc.property(json, json, (one, other) => {
      const [sentBefore, sentAfter] = [state('1', { spec: one }), state('2', { spec: other })];
      const [before, after] = decodeBoth(sentBefore, sentAfter);
      expect(canonicalJson(before)).toBe(canonicalJson(parseJson(JSON.stringify(sentBefore))));
      expect(canonicalJson(after)).toBe(canonicalJson(parseJson(JSON.stringify(sentAfter))));
    }),
    { seed: 42, numRuns: 400 },
  );
});
