/** From bytes to what a cache holds. */
import { ObjectDecoder } from '@reeve/cache';
import { defineKind, type KubeObject } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';

const Pod = defineKind<KubeObject, 'Namespaced'>({
  group: '',
  version: 'v1',
  kind: 'Pod',
  plural: 'pods',
  scope: 'Namespaced',
});
const bytes = (value: unknown): Buffer => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', uid: 'u', resourceVersion: '1', managedFields: [{ manager: 'm' }], labels: { app: 'x' } },
  spec: { containers: [{ name: 'main' }] },
};
const { managedFields: _cut, ...metadata } = pod.metadata;

test('managedFields are cut, the rest is as it was, and all of it is frozen', () => {
  const { object, uid, resourceVersion } = new ObjectDecoder({ kind: Pod }).decode(bytes(pod));

  expect(object).toEqual({ ...pod, metadata });
  expect([uid, resourceVersion]).toEqual(['u', '1']);
  const parts = [object, object.metadata, object.metadata.labels, pod.spec && Reflect.get(object, 'spec')];
  expect(parts.every((part) => Object.isFrozen(part))).toBe(true);
});

test('managedFields stay where they are asked for', () => {
  expect(new ObjectDecoder({ kind: Pod, keepManagedFields: true }).decode(bytes(pod)).object).toEqual(pod);
});

test('names that look like the end of managedFields do not mislead', () => {
  const lookalikes = ['}],', '}]}', 'x}],"', '}],"labels":{"a":"b"},"x":"', '\\}],\\'];
  const decoder = new ObjectDecoder({ kind: Pod });
  for (const manager of lookalikes) {
    for (const key of [manager, `k:{"name":"${manager}"}`]) {
      const managedFields = [{ manager, fieldsV1: { [key]: {} } }, { manager: 'last' }];
      const { object } = decoder.decode(bytes({ ...pod, metadata: { ...pod.metadata, managedFields } }));
      expect(object).toEqual({ ...pod, metadata });
    }
  }
});

test('the items of a list, which do not say what they are, are told, and in front', () => {
  const { object } = new ObjectDecoder({ kind: Pod }).decode(bytes({ metadata, spec: pod.spec }));

  expect(Object.keys(object)).toEqual(['apiVersion', 'kind', 'metadata', 'spec']);
  expect(object).toEqual({ ...pod, metadata });
});

test('integers beyond 2^53 survive', () => {
  const { object } = new ObjectDecoder({ kind: Pod }).decode(
    bytes('{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":{"id":9007199254740993}}'),
  );
  expect(object).toMatchObject({ spec: { id: 9007199254740993n } });
});

test('text in any language survives, with and without a cut', () => {
  const spoken = { ...pod, spec: { text: 'Grüße 你好 😀', '"managedFields":[': 'ü' } };
  const decoder = new ObjectDecoder({ kind: Pod });
  expect(decoder.decode(bytes(spoken)).object).toEqual({ ...spoken, metadata });
  expect(decoder.decode(bytes({ ...spoken, metadata })).object).toEqual({ ...spoken, metadata });
});

test('__proto__ is a key like any other', () => {
  const text = `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":{"__proto__":{"polluted":["x"]}}}`;
  const decoder = new ObjectDecoder({ kind: Pod });
  for (let time = 0; time < 600; time += 1) {
    const spec = Reflect.get(decoder.decode(bytes(text)).object, 'spec');
    expect(Object.keys(spec)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(spec)).toBe(Object.prototype);
  }
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test('any depth is fine', () => {
  const depth = 100_000;
  const text = `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":${'{"a":['.repeat(depth)}1${']}'.repeat(depth)}}`;
  expect(new ObjectDecoder({ kind: Pod }).decode(bytes(text)).object.metadata.name).toBe('a');
});

describe('what is refused', () => {
  const wrong = {
    'another kind': { ...pod, kind: 'Node' },
    'another version': { ...pod, apiVersion: 'v2' },
    'no metadata': { apiVersion: 'v1', kind: 'Pod' },
    'a list': [pod],
    nothing: null,
  };
  for (const [what, value] of Object.entries(wrong)) {
    test(what, () => {
      expect(() => new ObjectDecoder({ kind: Pod }).decode(bytes(value))).toThrow(
        expect.objectContaining({ code: 'REEVE_UNEXPECTED_OBJECT' }),
      );
    });
  }

  test('what is no JSON', () => {
    expect(() => new ObjectDecoder({ kind: Pod }).decode(bytes('{"metadata":{"name":"a"'))).toThrow(
      expect.objectContaining({ code: 'REEVE_INVALID_INPUT' }),
    );
  });
});

describe('a transform', () => {
  test('has the last word, and may change the object it is given', () => {
    const decoder = new ObjectDecoder({
      kind: Pod,
      transform: (object) => {
        delete object.metadata.labels;
        return object;
      },
    });
    expect(decoder.decode(bytes(pod)).object.metadata).toEqual({ name: 'a', uid: 'u', resourceVersion: '1' });
  });

  test('may give back something with frozen parts', () => {
    const shared = Object.freeze({ list: Object.freeze(['x']) });
    const decoder = new ObjectDecoder({ kind: Pod, transform: (object) => ({ ...object, shared }) });
    for (let time = 0; time < 10; time += 1) expect(decoder.decode(bytes(pod)).object).toMatchObject({ shared });
  });

  test('does not hide the version that the object came with', () => {
    const decoder = new ObjectDecoder({ kind: Pod, transform: ({ kind }) => ({ kind, metadata: {} }) as KubeObject });
    expect(decoder.decode(bytes(pod))).toMatchObject({ uid: 'u', resourceVersion: '1', object: { metadata: {} } });
  });
});

describe('metadata only', () => {
  const decoder = new ObjectDecoder({ kind: Pod, metadataOnly: true });
  const partial = { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata', metadata: pod.metadata };

  test('comes back as an object of its own kind', () => {
    expect(decoder.decode(bytes(partial)).object).toEqual({ apiVersion: 'v1', kind: 'Pod', metadata });
  });

  test('is cut out of whole objects where the server sends them', () => {
    expect(decoder.decode(bytes(pod)).object).toEqual({ apiVersion: 'v1', kind: 'Pod', metadata });
  });
});
