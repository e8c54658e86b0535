/** Looking into the bytes of an object before they are parsed. */
import { ObjectScan, WireText } from '@reeve/cache';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spaced } from './chunks.ts';

const scanOf = (text: string): ObjectScan => {
  const scan = new ObjectScan();
  expect(scan.begin(Buffer.from(text))).toBe(true);
  return scan;
};

const typed = {
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: {
    name: 'a',
    namespace: 'shop',
    uid: 'u1',
    resourceVersion: '12',
    generation: 3,
    labels: { uid: 'label', managedFields: 'label' },
    annotations: { note: '"uid":"fake" \\', 'managedFields":[': ']}' },
    ownerReferences: [{ uid: 'owner', name: 'owner' }],
    managedFields: [{ fieldsV1: { 'f:metadata': { 'k:{"uid":"x"}': {} } } }],
  },
  spec: { metadata: { uid: 'inner', name: 'inner' } },
};

/** Keys in the order of the alphabet at all levels, as servers send custom resources. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  );
};

const writings = {
  'in the order of types': JSON.stringify(typed),
  sorted: JSON.stringify(sorted(typed)),
  spaced: spaced(typed),
};

for (const [how, text] of Object.entries(writings)) {
  describe(`an object written ${how}`, () => {
    test("says its own name, uid and version, and nobody else's", () => {
      const scan = scanOf(text);
      expect([scan.name, scan.namespace, scan.uid, scan.resourceVersion, scan.generation]).toEqual([
        'a',
        'shop',
        'u1',
        '12',
        3,
      ]);
      expect(scan.hasType).toBe(true);
      expect(JSON.parse(scan.labels?.toString() ?? '')).toEqual(typed.metadata.labels);
    });

    test('is the same in whatever order it is asked', () => {
      const scan = scanOf(text);
      const cut = scan.managedFields;
      expect([scan.resourceVersion, scan.uid, scan.namespace, scan.name]).toEqual(['12', 'u1', 'shop', 'a']);
      expect(scan.managedFields).toEqual(cut);
    });

    test('is JSON without its managedFields', () => {
      const cut = scanOf(text).managedFields ?? { from: 0, to: 0 };
      const { managedFields: _cut, ...metadata } = typed.metadata;
      expect(JSON.parse(text.slice(0, cut.from) + text.slice(cut.to))).toEqual({ ...typed, metadata });
    });
  });
}

test('managedFields go alone, first, in the middle and last', () => {
  const members = ['"managedFields":[{"a":"]"}]', '"name":"n"', '"uid":"u"'];
  for (const order of [[0], [0, 1], [1, 0], [1, 0, 2], [2, 1, 0]]) {
    const text = `{"metadata":{${order.map((at) => members[at]).join(',')}}}`;
    const cut = scanOf(text).managedFields ?? { from: 0, to: 0 };
    expect(Object.keys(JSON.parse(text.slice(0, cut.from) + text.slice(cut.to)).metadata)).not.toContain(
      'managedFields',
    );
  }
});

test('a key that only ends like managedFields, and managedFields of something else, are left alone', () => {
  const managed = '"managedFields":[{"a":"b"}]';
  expect(scanOf(`{"metadata":{"x\\${managed}}}`).managedFields).toBeUndefined();
  expect(scanOf(`{"metadata":{"x":{${managed}}}}`).managedFields).toBeUndefined();
  expect(scanOf(`{"metadata":{"name":"n"},"spec":{${managed}}}`).managedFields).toBeUndefined();
  expect(scanOf(`{"spec":{"template":{${managed}}},"metadata":{"name":"n"}}`).managedFields).toBeUndefined();
});

test('of several objects in one chunk each says its own, wherever its managedFields are', () => {
  const managed = '"managedFields":[{"a":"b"}]';
  const texts = [
    `{"kind":"A","metadata":{"name":"first",${managed}}}`,
    `{"kind":"A","metadata":{"name":"second"}}`,
    `{"metadata":{"name":"third",${managed}},"kind":"A"}`,
    `{"kind":"A","metadata":{${managed},"name":"fourth"}}`,
    `{"kind":"A","metadata":{"name":"fifth"},"spec":{${managed}}}`,
  ];
  const chunk = WireText.of(Buffer.from(texts.join('\n')));
  const scan = new ObjectScan();
  let from = 0;
  for (const [at, text] of [...texts, ...texts].entries()) {
    if (at === texts.length) from = 0;
    expect(scan.begin(chunk.part(from, from + text.length))).toBe(true);
    const cut = scan.managedFields ?? { from, to: from };
    const left = chunk.textBetween(from, cut.from) + chunk.textBetween(cut.to, from + text.length);
    const name = ['first', 'second', 'third', 'fourth', 'fifth'][at % texts.length];
    expect([scan.name, scan.hasType]).toEqual([name, name !== 'third']);
    expect(JSON.parse(left).metadata).toEqual({ name });
    from += text.length + 1;
  }
});

test('what it cannot read it leaves to the parser', () => {
  expect(scanOf('{"metadata":{"name":"a\\u0062"}}').name).toBeUndefined();
  expect(scanOf('{"metadata":{"name":"é"}}').name).toBeUndefined();
  expect(scanOf('{"metadata":{"name":7}}').name).toBeUndefined();
  expect(scanOf('{"metadata":{}}').managedFields).toBeUndefined();
  for (const text of ['', '[]', '7', '{}', '{"metadata":7}', '{"metadata"', '{"a":"', '{"spec":{}}', '{"metadata": ']) {
    expect(new ObjectScan().begin(Buffer.from(text))).toBe(false);
  }
});

test('bytes that end anywhere are no trouble', () => {
  const text = JSON.stringify(typed);
  const found = new Set<unknown>();
  for (let end = 0; end < text.length; end += 1) {
    const scan = new ObjectScan();
    scan.begin(Buffer.from(text.slice(0, end)));
    found.add(scan.uid).add(scan.managedFields?.to).add(scan.labels?.length).add(scan.generation);
  }
  expect(found).toContain('u1');
});

test('it finds what parsing finds, for any object', () => {
  const json = fc.jsonValue({ maxDepth: 3 });
  const ascii = fc.string({ minLength: 1, maxLength: 12 });
  const manager = fc.record({
    manager: fc.stringMatching(/^[a-z"\\]*$/),
    fieldsV1: fc.dictionary(
      ascii.map((key) => `f:${key.replace('}', '')}`),
      fc.constant({}),
    ),
  });
  const object = fc.record(
    {
      before: json,
      metadata: fc.record(
        { extra: json, uid: ascii, managedFields: fc.array(manager), name: ascii, resourceVersion: ascii },
        { requiredKeys: [] },
      ),
      after: json,
    },
    { requiredKeys: ['metadata'] },
  );
  fc.assert(
    fc.property(object, fc.boolean(), (value, isSpaced) => {
      const text = isSpaced ? spaced(value) : JSON.stringify(value);
      const scan = scanOf(text);
      for (const key of ['uid', 'name', 'resourceVersion'] as const) {
        const isPlain = /^[^"\\\u007f]+$/.test(value.metadata[key] ?? '');
        expect(scan[key]).toBe(isPlain ? value.metadata[key] : undefined);
      }
      const cut = scan.managedFields;
      const { managedFields, ...rest } = value.metadata;
      expect(cut === undefined).toBe(managedFields === undefined);
      const bytes = Buffer.from(text);
      const left =
        cut === undefined ? text : bytes.subarray(0, cut.from).toString() + bytes.subarray(cut.to).toString();
      expect(JSON.parse(left).metadata).toEqual(JSON.parse(JSON.stringify(rest)));
    }),
    { seed: 42, numRuns: 500 },
  );
});
