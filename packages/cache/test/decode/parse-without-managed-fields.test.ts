import { parseWithoutManagedFields } from '@reeve/cache';
import { parseJson } from '@reeve/machinery';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const managedFields = [
  { manager: 'm', fieldsV1: { 'f:spec': { 'k:{"name":"main"}': { '.': {} } } } },
  { manager: 'n' },
];
const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', managedFields, labels: { app: 'x' } }, spec: {} };
const { managedFields: _cut, ...metadata } = pod.metadata;

test.each([
  ['ASCII', {}],
  ['other letters', { text: 'Grüße 你好 😀' }],
  ['managedFields elsewhere', { template: { metadata: { managedFields } } }],
])('the rest of an object with %s is as it was', (_, spec) => {
  expect(parseWithoutManagedFields(bytes({ ...pod, spec }))).toEqual({ ...pod, metadata, spec });
  expect(parseWithoutManagedFields(new Uint8Array(bytes({ ...pod, spec })))).toEqual({ ...pod, metadata, spec });
});

test('integers that a number cannot hold are exact', () => {
  const text = JSON.stringify(pod).replace('"spec":{}', '"spec":{"big":9007199254740993}');
  expect(parseWithoutManagedFields(Buffer.from(text))).toMatchObject({ spec: { big: 9007199254740993n } });
});

test.each(['{"kind":"Status","metadata":{},"code":200}', '[1]', '"text"', 'null'])(
  '%s, which has none, is parsed as it is',
  (text) => {
    expect(parseWithoutManagedFields(Buffer.from(text))).toEqual(parseJson(text));
  },
);

test('names that look like the end of managedFields do not mislead', () => {
  for (const manager of ['}],', '}]}', '"}],"x":"', '\\"}]}']) {
    const odd = { ...pod, metadata: { ...pod.metadata, managedFields: [{ manager }, ...managedFields] } };
    expect(parseWithoutManagedFields(bytes(odd))).toEqual({ ...pod, metadata });
  }
});

test('what is broken is an error that says where, whether or not something was cut', () => {
  const whole = JSON.stringify(pod);
  for (const text of ['', '{"metadata":', `${whole}x`, whole.slice(0, -1), `${whole.slice(0, 60)}${whole.slice(70)}`]) {
    expect(() => parseWithoutManagedFields(Buffer.from(text))).toThrow(/line 1, column \d+/);
  }
  expect(() => parseWithoutManagedFields(Buffer.from([0x22, 0xff, 0x22]))).toThrow(/UTF-8/);
  const spoiled = Buffer.concat([Buffer.from(`${whole.slice(0, -3)}{"a":"`), Buffer.from([0xff]), Buffer.from('"}}')]);
  expect(() => parseWithoutManagedFields(spoiled)).toThrow(/UTF-8/);
});

test('any object comes out as if it had been parsed and cut', () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.jsonValue(),
      fc.array(fc.dictionary(fc.string(), fc.jsonValue())),
      (a, b, managed) => {
        const value = { a, metadata: { a, managedFields: managed, b }, b };
        expect(parseWithoutManagedFields(bytes(value))).toEqual(parseJson(bytes({ a, metadata: { a, b }, b })));
      },
    ),
    { seed: 7 },
  );
});
