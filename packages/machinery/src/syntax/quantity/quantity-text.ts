/**
 * The canonical text of a quantity: no fraction, the largest suffix that allows it, and the family of suffixes it had when it
 * was read. A binary amount below 1024, or one with a fraction, prints as decimal.
 * Upstream: apimachinery resource.Quantity CanonicalizeBytes.
 */

/** The family of suffixes: 12e6, 12Mi or 12M. */
export type QuantityFormat = 'DecimalExponent' | 'BinarySI' | 'DecimalSI';

/** What each suffix stands for, as a power of ten. */
export const decimalSuffixes: ReadonlyMap<string, number> = new Map([
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
]);

/** What each suffix stands for, as a power of two. */
export const binarySuffixes: ReadonlyMap<string, number> = new Map([
  ['Ki', 10],
  ['Mi', 20],
  ['Gi', 30],
  ['Ti', 40],
  ['Pi', 50],
  ['Ei', 60],
]);

/** How many nanos make one. */
export const nanosPerUnit = 1_000_000_000n;

/** The canonical text for an amount. */
export function quantityText(nanos: bigint, format: QuantityFormat): string {
  if (nanos === 0n) return '0';
  const sign = nanos < 0n ? '-' : '';
  const magnitude = nanos < 0n ? -nanos : nanos;
  const isBinary = format === 'BinarySI' && magnitude >= 1024n * nanosPerUnit && magnitude % nanosPerUnit === 0n;
  return sign + (isBinary ? binaryText(magnitude / nanosPerUnit) : decimalText(magnitude, format));
}

function binaryText(amount: bigint): string {
  let [mantissa, text] = [amount, ''];
  for (const [suffix] of binarySuffixes) {
    if (mantissa % 1024n !== 0n) break;
    [mantissa, text] = [mantissa / 1024n, suffix];
  }
  return `${mantissa}${text}`;
}

function decimalText(nanos: bigint, format: QuantityFormat): string {
  const digits = `${nanos}`;
  const zeros = trailingZeros(digits);
  const movable = zeros - (zeros % 3);
  if (format === 'DecimalExponent') {
    const exponent = movable - 9;
    return digits.slice(0, digits.length - movable) + (exponent === 0 ? '' : `e${exponent}`);
  }
  const suffixes = [...decimalSuffixes.keys()];
  const index = Math.min(movable / 3, suffixes.length - 1);
  return digits.slice(0, digits.length - 3 * index) + (suffixes[index] ?? '');
}

function trailingZeros(digits: string): number {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.length - end;
}
