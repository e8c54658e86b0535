/**
 * Whether a JSON text has an integer that a number cannot hold exactly, found without parsing. Such an integer has at
 * least 16 digits in a row, and so a digit at every sixteenth place: on most texts nothing else is looked at.
 */
import { afterString } from './string-end.ts';

/** True if the text has an integer outside strings, without fraction and exponent, beyond the safe integers. */
export function hasBigInteger(text: string): boolean {
  return hasLongDigitRun(text) && hasBigIntegerOutsideStrings(text);
}

/** True if bytes of JSON may hold such an integer: they have as many digits in a row, in a string perhaps. */
export function mayHaveBigInteger(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from + stride - 1; at < to; at += stride) {
    if (isDigitByte(bytes[at]) && digitRunOfBytes(bytes, at) >= stride) return true;
  }
  return false;
}

/** The fewest digits of an integer that is not safe: 9007199254740992 has sixteen. */
const stride = 16;

function hasLongDigitRun(text: string): boolean {
  for (let at = stride - 1; at < text.length; at += stride) {
    if (isDigit(text, at) && digitRun(text, at) >= stride) return true;
  }
  return false;
}

/** The length of the run of digits around a digit. */
function digitRun(text: string, at: number): number {
  let start = at;
  while (isDigit(text, start - 1)) start--;
  let end = at + 1;
  while (isDigit(text, end)) end++;
  return end - start;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at); // NaN outside the text
  return code >= 48 && code <= 57;
}

function digitRunOfBytes(bytes: Uint8Array, at: number): number {
  let start = at;
  while (isDigitByte(bytes[start - 1])) start--;
  let end = at + 1;
  while (isDigitByte(bytes[end])) end++;
  return end - start;
}

const isDigitByte = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 57;

/** Uids, digests and times in strings have long runs too; this looks between the strings only. */
function hasBigIntegerOutsideStrings(text: string): boolean {
  for (let at = 0; ;) {
    const quote = text.indexOf('"', at);
    if (hasBigToken(text.slice(at, quote === -1 ? undefined : quote))) return true;
    if (quote === -1) return false;
    at = afterString(text, quote + 1);
  }
}

function hasBigToken(outside: string): boolean {
  if (outside.length < stride) return false;
  for (const [token] of outside.matchAll(/[\d.eE+-]{16,}/g)) if (isBigInteger(token)) return true;
  return false;
}

/** True of the token of an integer that a number does not hold exactly. */
export function isBigInteger(token: string): boolean {
  return token.length >= stride && /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token));
}
