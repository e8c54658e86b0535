/**
 * Whole decimal numbers of a fixed width in text, as servers read them: a sign, digits, and nothing else.
 * Upstream: Go strconv.ParseInt.
 */

/** The number in the text, or undefined when the text is no decimal number or does not fit into that many bits. */
export function parseDecimalInteger(text: string, bits: 32 | 64): bigint | undefined {
  // No 64-bit number has more than 19 digits, and this way none of a million is ever computed.
  if (!/^[+-]?0*[0-9]{1,19}$/.test(text)) return undefined;
  const number = text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text.replace('+', ''));
  return BigInt.asIntN(bits, number) === number ? number : undefined;
}
