/** The envelope around protobuf bodies, and the events of a watch, compared with bytes that a real server sent. */
import { encodeWatchEvent, readEnvelope, TypedCodecs, writeEnvelope } from '@reeve/apiserver';
import { loadTypeTable } from '@reeve/kinds';
import { InvalidInputError } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';

/** One frame of a watch of ConfigMaps as it came from a real server, without the four bytes of its length. */
const frame =
  '0a05414444454412670a656b3873000a0f0a0276311209436f6e6669674d6170124a0a480a02707012001a0764656661756c7422002a24653961363165' +
  '64652d393835662d343630612d616566382d3436343537363761326430303203363734380042' +
  '0808e4ffe8d70610001a002200';

const configMap = {
  metadata: {
    name: 'pp',
    namespace: 'default',
    uid: 'e9a61ede-985f-460a-aef8-4645767a2d00',
    resourceVersion: '674',
    creationTimestamp: '2026-11-15T23:27:32Z',
  },
};

test('an event of a watch holds its object in an envelope, and is in none itself · N4', async () => {
  const codec = new TypedCodecs(await loadTypeTable()).forKind('', 'v1', 'ConfigMap');
  const raw = codec.protobuf?.encode(configMap) ?? new Uint8Array();

  const event = encodeWatchEvent('ADDED', writeEnvelope({ apiVersion: 'v1', kind: 'ConfigMap', raw }));
  expect(event.toString('hex')).toBe(frame);
});

describe('an envelope', () => {
  test('gives back what was put into it, without a copy', () => {
    const raw = Buffer.alloc(300, 7);
    const closed = writeEnvelope({ apiVersion: 'apps/v1', kind: 'Deployment', raw });
    const opened = readEnvelope(closed);

    expect(opened).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', raw });
    expect(opened.raw.buffer).toBe(closed.buffer);
  });

  test('may be empty, or say nothing of what it holds', () => {
    expect(readEnvelope(bytes('6b3873000a00'))).toMatchObject({ apiVersion: '', kind: '', raw: { length: 0 } });
    expect(readEnvelope(bytes('6b387300120101'))).toMatchObject({ kind: '', raw: Buffer.from([1]) });
  });

  test.each([
    ['nothing at all', '', 'empty data'],
    ['JSON', Buffer.from('{"kind":"Pod"}').toString('hex'), 'expected prefix [107 56 115 0]'],
    ['a part of the magic', '6b38', 'expected prefix [107 56 115 0]'],
    ['no more than the magic', '6b387300', 'empty body'],
    ['a cut message', '6b3873000a0f0a02', 'unexpected EOF'],
    ['a number for its object', '6b3873001001', 'proto: wrong wireType = 0 for field Raw'],
  ])('is refused when it is %s', (_, hex, problem) => {
    expect(() => readEnvelope(bytes(hex))).toThrow(problem);
    expect(() => readEnvelope(bytes(hex))).toThrow(InvalidInputError);
  });
});

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');
