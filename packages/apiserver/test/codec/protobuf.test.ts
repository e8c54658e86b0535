/** Protobuf from strangers: whatever the bytes are, they are read, or refused with an `InvalidInputError`, and never more than that. */
import { TypedCodecs } from '@reeve/apiserver';
import { loadTypeTable } from '@reeve/kinds';
import { InvalidInputError, SeededRandom, stringifyJson } from '@reeve/machinery';
import { assert, property, uint8Array } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RandomBodies } from './random-body.ts';

const table = await loadTypeTable();
const codecs = new TypedCodecs(table);
const configMap = protobufOf('', 'v1', 'ConfigMap');
const deployment = protobufOf('apps', 'v1', 'Deployment');
const definition = protobufOf('apiextensions.k8s.io', 'v1', 'CustomResourceDefinition');

describe('protobuf bytes', () => {
  test.each([
    ['a field that nobody knows', '7a0161', {}],
    ['fields of other wire types that nobody knows', 'f80101f9010000000000000000fd0100000000', {}],
    ['a group that nobody knows, with one inside', 'fb010801fb01120161fc01fc01', {}],
    ['a text', '0a030a0161', { metadata: { name: 'a' } }],
    ['a text with characters of all lengths', '0a0b0a09c3a9e282acf09f9880', { metadata: { name: 'é€😀' } }],
    ['a replacement character', '0a050a03efbfbd', { metadata: { name: '�' } }],
    ['a field twice: the last one counts', '0a060a01610a0162', { metadata: { name: 'b' } }],
    ['a message twice: they are merged', '0a030a01610a031a0162', { metadata: { name: 'a', namespace: 'b' } }],
    ['fields in another order', '0a061a01620a0161', { metadata: { name: 'a', namespace: 'b' } }],
    ['an entry of a map without value', '12030a0161', { data: { a: '' } }],
    ['an entry of a map without key', '1203120161', { data: { '': 'a' } }],
    ['an entry of a map twice', '12060a016112016212060a0161120163', { data: { a: 'c' } }],
    ['entries of a map, sorted', '12060a016212013112060a0161120132', { data: { a: '2', b: '1' } }],
    ['an integer of 64 bits', '0a0a38ffffffffffffffff7f', { metadata: { generation: 9223372036854775807n } }],
    ['a negative integer', '0a0b38ffffffffffffffffff01', { metadata: { generation: -1 } }],
    ['a time', '0a0a42080880c2aff0051000', { metadata: { creationTimestamp: '2020-01-01T00:00:00Z' } }],
    ['no time', '0a024200', { metadata: {} }],
    [
      'zero values, which are left out',
      '0a0a0a003800420050006200',
      { metadata: { deletionGracePeriodSeconds: 0, annotations: { '': '' } } },
    ],
    ['bytes', '1a080a01611203000102', { binaryData: { a: 'AAEC' } }],
  ])('may hold %s', (_, hex, object) => {
    expect(configMap.decode(Buffer.from(hex, 'hex'))).toEqual({ metadata: {}, ...object });
  });

  test.each([
    ['end in a tag', '8a', 'unexpected EOF'],
    ['end before a length', '0a', 'unexpected EOF'],
    ['end before a value', '0a050a01', 'unexpected EOF'],
    ['promise more than they hold', '0affffffff0f', 'unexpected EOF'],
    ['have a negative length', '0affffffffffffffffff01', 'proto: negative length found during unmarshaling'],
    ['have a number of more than 64 bits', '0a0c38ffffffffffffffffffff01', 'proto: integer overflow'],
    ['have a number as a message', '0800', 'proto: wrong wireType = 0 for field ObjectMeta'],
    ['have a number as a text', '0a020800', 'proto: wrong wireType = 0 for field Name'],
    ['have a number as a key', '12020800', 'proto: wrong wireType = 0 for field mapkey'],
    ['have a field without number', '00', 'proto: ConfigMap: illegal tag 0 (wire type 0)'],
    ['end a group that did not start', '0c', 'proto: ConfigMap: wiretype end group for non-group'],
    ['start a group that does not end', 'fb010801', 'unexpected EOF'],
    ['have a wire type that does not exist', 'fe01', 'proto: illegal wireType 6'],
    ['have a text that is not UTF-8', '0a050a03ff6162', 'proto: a string has bytes that are not UTF-8'],
    [
      'have a long text that is not UTF-8',
      `0a160a14ff${'61'.repeat(19)}`,
      'proto: a string has bytes that are not UTF-8',
    ],
    ['have managed fields that are not JSON', '0a098a01063a040a027b7b', 'raw bytes are not JSON'],
    ['have a time that no calendar knows', '0a0d420b08ffffffffffffffff7f1000', 'are no time'],
  ])('are refused when they %s', (_, hex, problem) => {
    const decode = (): unknown => configMap.decode(Buffer.from(hex, 'hex'));

    expect(decode).toThrow(problem);
    expect(decode).toThrow(InvalidInputError);
  });

  test('may hold numbers in one piece', () => {
    // Two exit codes in one piece and a third by itself, in spec.podFailurePolicy.rules[0].onExitCodes.
    let job = Buffer.from('1a0201021803', 'hex') as Uint8Array;
    for (const tag of [0x12, 0x0a, 0x5a, 0x12]) job = nestedIn(job, [tag]);

    expect(protobufOf('batch', 'v1', 'Job').decode(job)).toMatchObject({
      spec: { podFailurePolicy: { rules: [{ onExitCodes: { values: [1, 2, 3] } }] } },
    });
  });

  test('are refused when messages nest too deep for the stack', () => {
    let schema = new Uint8Array() as Uint8Array;
    for (let level = 0; level < 5000; level++) schema = nestedIn(schema, [0xd2, 0x01]); // not: another schema
    const version = nestedIn(nestedIn(schema, [0x0a]), [0x22]);

    expect(() => definition.decode(nestedIn(nestedIn(version, [0x3a]), [0x12]))).toThrow(InvalidInputError);
  });

  test('of any content are read or refused', () => {
    assert(
      property(uint8Array({ maxLength: 200 }), (bytes) => {
        expect(crashes(bytes)).toEqual([]);
      }),
      { seed: 42, numRuns: 2000 },
    );
  });

  test('with a flaw anywhere are read or refused', () => {
    const bytes = deployment.encode(wholeDeployment());
    const random = new SeededRandom(7);
    for (let end = 0; end < bytes.length; end++) expect(crashes(bytes.subarray(0, end))).toEqual([]);
    for (let time = 0; time < 1000; time++) {
      const flawed = Uint8Array.from(bytes);
      for (let flaw = 0; flaw < 3; flaw++) {
        flawed[Math.floor(random.next() * flawed.length)] = Math.floor(random.next() * 256);
      }
      expect(crashes(flawed)).toEqual([]);
    }
  });
});

describe('a body made at random', () => {
  const bodies = new RandomBodies(table, { seed: 11 });
  const kinds = Object.entries(table.kinds).filter(([key]) => !key.startsWith('meta.k8s.io/'));

  test.each(kinds)('of %s is the same after a way through protobuf', (_, type) => {
    const codec = codecs.forType(type);
    for (let time = 0; time < 5; time++) {
      const { object } = codec.decode(bodies.body(type));
      const bytes = codec.protobuf?.encode(object) ?? new Uint8Array();

      expect(stringifyJson(codec.protobuf?.decode(bytes))).toBe(stringifyJson(object));
    }
  });
});

test('decoding neither copies into nor changes the given bytes', () => {
  const bytes = Buffer.from('..0a030a0161..'.replaceAll('..', 'ffff'), 'hex');

  expect(configMap.decode(bytes.subarray(2, 7))).toEqual({ metadata: { name: 'a' } });
  expect(bytes.toString('hex')).toBe('ffff0a030a0161ffff');
});

test('a writer that failed leaves nothing behind', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  const revision = protobufOf('apps', 'v1', 'ControllerRevision');

  expect(() => revision.encode({ metadata: {}, data: cyclic })).toThrow(InvalidInputError);
  expect(Buffer.from(configMap.encode({ metadata: { name: 'a' } })).toString('hex')).toBe(
    '0a110a016112001a0022002a00320038004200',
  );
});

function protobufOf(group: string, version: string, kind: string) {
  const { protobuf } = codecs.forKind(group, version, kind);
  if (!protobuf) throw new Error(`${kind} has no protobuf form`);
  return protobuf;
}

/** What decoding the bytes throws besides refusals. */
function crashes(bytes: Uint8Array): unknown[] {
  return [configMap, deployment, definition].flatMap((kind) => {
    try {
      kind.decode(bytes);
      return [];
    } catch (error) {
      return error instanceof InvalidInputError ? [] : [error];
    }
  });
}

function wholeDeployment(): Parameters<typeof deployment.encode>[0] {
  const type = 'apps.v1.Deployment';
  return codecs.forType(type).decode(new RandomBodies(table, { seed: 5 }).body(type)).object;
}

/** A message as a field of another one. */
function nestedIn(message: Uint8Array, tag: readonly number[]): Uint8Array {
  const length: number[] = [];
  let rest = message.length;
  for (; rest >= 0x80; rest >>>= 7) length.push((rest & 0x7f) | 0x80);
  return Buffer.concat([Buffer.from([...tag, ...length, rest]), message]);
}
