/**
 * The values of literals: numbers in 64 bits, strings and bytes with their escapes.
 */
import { compact, Double, maxInt, maxUint, minInt, Uint } from '../values/numbers.ts';
import type { Int } from '../values/numbers.ts';

/** The int of a literal with its sign; undefined if it does not fit. */
export function intLiteral(text: string, isNegative: boolean): Int | undefined {
  const value = isNegative ? -BigInt(text) : BigInt(text);
  return value > maxInt || value < minInt ? undefined : compact(value);
}

/** The uint of a literal that ends in u; undefined if it does not fit. */
export function uintLiteral(text: string): Uint | undefined {
  const value = BigInt(text.slice(0, -1));
  return value > maxUint ? undefined : new Uint(compact(value));
}

/** The double of a literal; undefined if it is too large. */
export function doubleLiteral(text: string, isNegative: boolean): Double | undefined {
  const value = Number(text);
  return Number.isFinite(value) ? new Double(isNegative ? -value : value) : undefined;
}

/** What is between the quotes, and whether its escapes count. */
function body(literal: string): { readonly inner: string; readonly isRaw: boolean } {
  const isRaw = /^[bB]?[rR]/.test(literal);
  const quoted = literal.replace(/^[bB]?[rR]?/, '').replace(/\r\n?/g, '\n');
  const width = quoted.length >= 6 && /^(?:"""|''')/.test(quoted) ? 3 : 1;
  return { inner: quoted.slice(width, -width), isRaw };
}

const controls: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

const escapes = /\\(?:([xX])([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})|([^]))/g;

/** The text of a string literal; undefined if an escape is no character. */
export function stringLiteral(literal: string): string | undefined {
  const { inner, isRaw } = body(literal);
  if (isRaw) return inner;
  let isValid = true;
  const text = inner.replace(
    escapes,
    (_, _x?: string, hex?: string, short?: string, long?: string, octal?: string, plain?: string) => {
      if (plain !== undefined) return controls[plain] ?? plain;
      const code = octal === undefined ? Number.parseInt(hex ?? short ?? long ?? '', 16) : Number.parseInt(octal, 8);
      if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) isValid = false;
      return isValid ? String.fromCodePoint(code) : '';
    },
  );
  return isValid ? text : undefined;
}

/** The bytes of a bytes literal: characters in UTF-8, escapes of two hex or three octal digits as one byte. */
export function bytesLiteral(literal: string): Uint8Array | undefined {
  const { inner, isRaw } = body(literal);
  const encoder = new TextEncoder();
  if (isRaw) return encoder.encode(inner);
  const bytes: number[] = [];
  const write = (text: string): void => {
    for (const byte of encoder.encode(text)) bytes.push(byte);
  };
  let last = 0;
  for (const match of inner.matchAll(escapes)) {
    write(inner.slice(last, match.index));
    last = match.index + match[0].length;
    const [, , hex, short, long, octal, plain] = match;
    if (short !== undefined || long !== undefined) return undefined; // code points have no place among bytes
    if (plain !== undefined) write(controls[plain] ?? plain);
    else bytes.push(octal === undefined ? Number.parseInt(hex ?? '', 16) : Number.parseInt(octal, 8));
  }
  write(inner.slice(last));
  return Uint8Array.from(bytes);
}
