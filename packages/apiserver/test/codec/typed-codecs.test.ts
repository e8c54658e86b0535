/** What reading JSON into a kind does to it: the order and the fields that Go prints, nothing lost, nothing shared that changed. */
import { DecodeError, TypedCodecs } from '@reeve/apiserver';
import { loadTypeTable } from '@reeve/kinds';
import { deepFreeze, parseJson, type JsonObject, type JsonValue } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';

const codecs = new TypedCodecs(await loadTypeTable());
const configMaps = codecs.forKind('', 'v1', 'ConfigMap');
const pods = codecs.forKind('', 'v1', 'Pod');
const definitions = codecs.forKind('apiextensions.k8s.io', 'v1', 'CustomResourceDefinition');

describe('an object read from JSON', () => {
  test('has its fields in the order of its type, and the keys of maps sorted', () => {
    const { object } = configMaps.decode({
      data: { b: '1', a: '2', B: '3' },
      metadata: { labels: { z: '1', y: '2' }, name: 'n' },
      apiVersion: 'v1',
      kind: 'ConfigMap',
    });

    expect(JSON.stringify(object)).toBe(
      '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"n","labels":{"y":"2","z":"1"}},"data":{"B":"3","a":"2","b":"1"}}',
    );
  });

  test('has the parts that Go prints in any case, and no others', () => {
    expect(JSON.stringify(pods.decode({}).object)).toBe('{"metadata":{},"spec":{"containers":null},"status":{}}');
    expect(JSON.stringify(codecs.forKind('apps', 'v1', 'Deployment').decode({}).object)).toBe(
      '{"metadata":{},"spec":{"selector":null,"template":{"metadata":{},"spec":{"containers":null}},"strategy":{}},"status":{}}',
    );
  });

  test('has no creation time where there is none, also in templates · M10', () => {
    const metadata = { creationTimestamp: null };
    const template = { metadata, spec: { containers: [{ name: 'a', resources: {} }] } };
    const { object } = codecs.forKind('', 'v1', 'PodTemplate').decode({ metadata, template });

    expect(JSON.stringify(object)).toBe(
      '{"metadata":{},"template":{"metadata":{},"spec":{"containers":[{"name":"a","resources":{}}]}}}',
    );
  });

  test('is the given one, down to its parts, as far as there is nothing to change', () => {
    const container = { name: 'a', image: 'b', resources: {} };
    const given = { metadata: { name: 'n' }, spec: { containers: [container, { image: 'c', name: 'b' }] }, status: {} };
    const { object } = pods.decode(given);
    const { metadata, spec } = object as unknown as typeof given;

    expect(metadata).toBe(given.metadata);
    expect(spec.containers[0]).toBe(container);
    expect(spec.containers[1]).toEqual({ name: 'b', image: 'c', resources: {} });
    expect(pods.decode(object as unknown as JsonObject).object).toBe(object);
  });

  test('is never written to', () => {
    const given = deepFreeze({ data: { b: '1', a: null }, foo: 1, metadata: { finalizers: [null], labels: null } });

    expect(configMaps.decode(given as unknown as JsonObject).object).toEqual({
      metadata: { finalizers: [''] },
      data: { a: '', b: '1' },
    });
  });

  test('keeps integers beyond 2^53', () => {
    const value = parseJson('{"metadata":{"generation":9223372036854775807}}') as JsonObject;

    expect(configMaps.decode(value).object).toEqual({ metadata: { generation: 9223372036854775807n } });
  });

  test('keeps keys that mean something to JavaScript', () => {
    const value = parseJson('{"data":{"toString":"t","__proto__":"p","constructor":null}}') as JsonObject;
    const { object } = configMaps.decode(value);

    expect(JSON.stringify(object)).toBe('{"metadata":{},"data":{"__proto__":"p","constructor":"","toString":"t"}}');
    expect(Object.getPrototypeOf(object['data'])).toBe(Object.prototype);
  });

  test('has no fields of such names unless its type has them', () => {
    const value = parseJson('{"constructor":{},"__proto__":{"data":5},"toString":1}') as JsonObject;

    expect(configMaps.decode(value)).toEqual({
      object: { metadata: {} },
      unknownFields: ['constructor', '__proto__', 'toString'],
    });
  });
});

describe('a body that cannot be read', () => {
  test('is refused with the kind in the message, and the problem by itself for those who word it differently', () => {
    const problem = 'json: cannot unmarshal number into Go struct field ConfigMap.data of type string';

    expect(refusal(() => configMaps.decode({ data: { a: 1 } }))).toMatchObject({
      message: `ConfigMap in version "v1" cannot be handled as a ConfigMap: ${problem}`,
      problem,
    });
  });

  test('is refused without a kind when it is read as a type', () => {
    const options = codecs.forType('meta.v1.DeleteOptions');

    expect(refusal(() => options.decode({ gracePeriodSeconds: 'x' })).message).toBe(
      'json: cannot unmarshal string into Go struct field DeleteOptions.gracePeriodSeconds of type int64',
    );
  });

  test.each([
    ['a quantity of zeros', { capacity: '0'.repeat(3_000_000) + 'x' }],
    ['a quantity of spaces', { capacity: ' '.repeat(3_000_000) + 'x' + ' '.repeat(1_000_000) + '1' }],
    ['a quantity with an endless exponent', { capacity: `1e${'9'.repeat(3_000_000)}` }],
  ])('is refused at once when it is an attack: %s', (_, body) => {
    const capacities = codecs.forKind('storage.k8s.io', 'v1', 'CSIStorageCapacity');

    expect(() => capacities.decode(body)).toThrow(DecodeError);
  });

  test('is refused when schemas nest too deep for the stack', () => {
    let schema: JsonValue = { type: 'string' };
    for (let level = 0; level < 20_000; level++) schema = { type: 'array', items: schema };
    const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }];

    expect(refusal(() => definitions.decode({ spec: { versions } })).problem).toBe('exceeded max depth');
  });
});

test('JSON that Go does not look into may nest as deep as it likes', () => {
  let data: JsonValue = {};
  for (let level = 0; level < 100_000; level++) data = { a: data };

  const { object } = codecs.forKind('apps', 'v1', 'ControllerRevision').decode({ data });
  expect(object['data']).toBe(data);
});

test('a number written as a float is no integer', () => {
  const given = { metadata: { generation: 1 } };

  expect(configMaps.decode(given, new Set()).object).toBe(given);
  expect(refusal(() => configMaps.decode(given, new Set(['/metadata/generation']))).problem).toBe(
    'json: cannot unmarshal number 1.0 into Go struct field ObjectMeta.metadata.generation of type int64',
  );
});

test('kinds and types that the table does not have are refused by name', () => {
  expect(() => codecs.forKind('apps', 'v1', 'Nothing')).toThrow('no type apps/v1/Nothing');
  expect(() => codecs.forKind('', 'v1', 'constructor')).toThrow('no type /v1/constructor');
  expect(() => codecs.forType('meta.v1.Nothing')).toThrow('no type meta.v1.Nothing');
});

test('kinds that never travel as protobuf have no such codec', () => {
  expect(codecs.forKind('meta.k8s.io', 'v1', 'Table').protobuf).toBeUndefined();
  expect(configMaps.protobuf).toBeDefined();
});

function refusal(decode: () => unknown): DecodeError {
  try {
    decode();
  } catch (error) {
    if (error instanceof DecodeError) return error;
    throw error;
  }
  throw new Error('was not refused');
}
