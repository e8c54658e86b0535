import fc from 'fast-check';
import { FrameSplitter } from '@reeve/client';
import { describe, expect, test } from 'vitest';

const frames = ['{"a":1}', '{"text":"Grüße, 世界 \u{1f600}"}', '{"b":[1,2,3]}'];
const bytes = Buffer.from(frames.map((frame) => `${frame}\n`).join(''));

const split = (chunks: readonly Uint8Array[]): string[] => {
  const splitter = new FrameSplitter();
  return chunks.flatMap((chunk) => splitter.push(chunk)).map((frame) => Buffer.from(frame).toString('utf8'));
};

describe('a frame splitter', () => {
  test('finds the same frames wherever a stream is cut in two, inside a character too', () => {
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(split([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(frames);
    }
  });

  test('finds the same frames when every byte comes by itself', () => {
    expect(split(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(frames);
  });

  test('finds any frames in any chunks', () => {
    const frame = fc
      .uint8Array({ minLength: 1, maxLength: 20 })
      .map((each) => each.map((byte) => (byte === 10 ? 11 : byte)));
    const cuts = fc.array(fc.nat({ max: 400 }), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 12 }), cuts, (sent, places) => {
        const whole = Buffer.concat(sent.flatMap((each) => [each, Buffer.from('\n')]));
        const ends = [...new Set(places.filter((place) => place < whole.length))].toSorted((a, b) => a - b);
        const splitter = new FrameSplitter();
        const chunks = [0, ...ends].map((start, at) => whole.subarray(start, ends[at] ?? whole.length));
        const received = chunks.flatMap((chunk) => splitter.push(chunk));
        expect(received.map((each) => Buffer.from(each).toString('hex'))).toEqual(
          sent.map((each) => Buffer.from(each).toString('hex')),
        );
      }),
      { seed: 42, numRuns: 300 },
    );
  });

  test('says how much is waiting for its end, and leaves empty lines out', () => {
    const splitter = new FrameSplitter();
    expect(splitter.push(Buffer.from('\n\nabc'))).toEqual([]);
    expect(splitter.restBytes).toBe(3);
    expect(splitter.push(Buffer.from('\n'))).toEqual([Buffer.from('abc')]);
    expect(splitter.restBytes).toBe(0);
  });

  test('refuses a stream without newlines before it eats all memory', () => {
    const splitter = new FrameSplitter({ maxFrameBytes: 10 });
    splitter.push(Buffer.from('0123456789'));
    expect(() => splitter.push(Buffer.from('0'))).toThrow(/without a newline/);
  });
});
