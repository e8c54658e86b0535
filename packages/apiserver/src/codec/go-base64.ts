/**
 * Base64 as Go's standard encoding reads it: padded, line breaks passed over. Says where it goes wrong, as Go does.
 * Upstream: encoding/base64 StdEncoding.
 */

/** True of texts that Go prints as they are: no line breaks, padding in place, no bits beyond the last byte. */
export const isCanonicalBase64 = (text: string): boolean => text.length % 4 === 0 && canonical.test(text);

/** What is wrong with the text, in Go's words; undefined when it can be read. */
export function base64Problem(text: string): string | undefined {
  const at = firstFlaw(text);
  return at === undefined ? undefined : `illegal base64 data at input byte ${at}`;
}

const canonical = /^[A-Za-z0-9+/]*(?:[AQgw]==|[AEIMQUYcgkosw048]=)?$/;

const padding = '=';

/** The byte at which Go gives up. Groups of four; a group that ends early is wrong where it starts, less the line breaks in it. */
function firstFlaw(text: string): number | undefined {
  let digits = 0; // of the present group
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (isBreak(character)) continue;
    if (character === padding) return flawInPadding(text, at, digits);
    if (!/[A-Za-z0-9+/]/.test(character)) return at;
    digits = (digits + 1) % 4;
  }
  return digits === 0 ? undefined : text.length - digits;
}

/** Two digits want two signs of padding, three want one, and nothing may follow. */
function flawInPadding(text: string, at: number, digits: number): number | undefined {
  if (digits < 2) return at;
  let next = afterBreaks(text, at + 1);
  if (digits === 2) {
    if (next === text.length) return text.length;
    if (text.charAt(next) !== padding) return next - 1;
    next += 1;
  }
  next = afterBreaks(text, next);
  return next < text.length ? next : undefined;
}

function afterBreaks(text: string, start: number): number {
  let at = start;
  while (at < text.length && isBreak(text.charAt(at))) at += 1;
  return at;
}

const isBreak = (character: string): boolean => character === '\n' || character === '\r';
