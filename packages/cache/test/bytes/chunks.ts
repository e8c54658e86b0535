/** Bytes cut into pieces at any place, as a network does. */
import fc from 'fast-check';

export const cutting = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 60 });

export function chunksOf(text: string, sizes: readonly number[]): Buffer[] {
  const bytes = Buffer.from(text);
  const chunks: Buffer[] = [];
  for (let at = 0, nth = 0; at < bytes.length; nth += 1) {
    const size = sizes[nth % sizes.length] ?? 1;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}

/** JSON as some other server may write it: with space between the tokens. */
export const spaced = (value: unknown): string => JSON.stringify(value, undefined, '\t ');
