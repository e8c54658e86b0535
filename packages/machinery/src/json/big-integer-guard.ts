/**
 * Whether a JSON text has an integer that a number cannot hold exactly, found without parsing. Such an integer has at
 * least 16 digits in a row, and so a digit at every sixteenth place: on most texts nothing else is looked at.
 */
import { afterString } from './string-end.ts';

/** True if the text has an integer outside strings, without fraction and exponent, beyond the safe integers. */
export function hasBigInteger(text: string): boolean {
  return hasLongDigitRun(text) && hasBigIntegerOutsideStrings(text);
}

/** True if bytes of JSON may hold such an integer: they have as many digits in a row where a number could stand, in a string perhaps. */
export function mayHaveBigInteger(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from + stride - 1; at < to; at += stride) {
    if (!isDigit(bytes[at])) continue;
    let start = at;
    while (isDigit(bytes[start - 1])) start--;
    let end = at + 1;
    while (isDigit(bytes[end])) end++;
    if (end - start < stride) continue;
    if (!isText(bytes[start - 1]) && !isText(bytes[end])) return true;
    at = end; // a long run is looked at once, however long it is
  }
  return false;
}

/** The fewest digits of an integer that is not safe: 9007199254740992 has sixteen. */
const stride = 16;

/** True if there is a long run of digits with neither a quote nor a letter beside it, as uids, digests and times in strings have. */
function hasLongDigitRun(text: string): boolean {
  for (let at = stride - 1; at < text.length; at += stride) {
    if (!isDigit(text.charCodeAt(at))) continue;
    let start = at;
    while (isDigit(text.charCodeAt(start - 1))) start--;
    let end = at + 1;
    while (isDigit(text.charCodeAt(end))) end++;
    if (end - start < stride) continue;
    if (!isText(text.charCodeAt(start - 1)) && !isText(text.charCodeAt(end))) return true;
    at = end; // a long run is looked at once, however long it is
  }
  return false;
}

/** NaN and undefined are outside of the text. */
const isDigit = (code: number | undefined): boolean => code !== undefined && code >= 48 && code <= 57;

/** A quote or a letter. They stand beside digits in strings only, but for an exponent, which no integer has. */
const isText = (code: number | undefined): boolean =>
  code === 0x22 || (code !== undefined && ((code >= 65 && code <= 90) || (code >= 97 && code <= 122)));

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
