/**
 * How Go prints a quantity that it has read: in canonical form, except that it keeps what looks canonical at a glance (`1.500`, `+1`, `1E3`).
 * Upstream: apimachinery resource.ParseQuantity.
 */
import { InvalidInputError, parseQuantity } from '@reeve/machinery';

/** The text that Go prints. What is no quantity is an `InvalidInputError` in Go's words. */
export function printedQuantity(text: string): string {
  const known = remembered.get(text);
  if (known !== undefined) return known;
  if (text.length > maxLength) throw invalid(text, `a quantity has more than ${maxLength} characters`);
  const printed = print(text);
  if (remembered.size >= maxRemembered) remembered.clear();
  remembered.set(text, printed);
  return printed;
}

/** Longer texts are attacks on the reader's time rather than amounts of anything. Go reads them. */
const maxLength = 1000;

/** Objects use few different amounts, and computing one costs more than all else in a field. */
const remembered = new Map<string, string>();
const maxRemembered = 1000;

/** Sign, zeros, whole digits, fraction, suffix; a suffix that is none is found out later. */
const shape = /^[+-]?0*(?<whole>[0-9]*)(?:\.(?<fraction>[0-9]*))?(?<suffix>[eEinumkKMGTP]*[-+]?[0-9]*)$/;

const decimalExponents: ReadonlyMap<string, number> = new Map(
  ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'].map((suffix, index) => [suffix, 3 * index - 9]),
);
const binaryExponents: ReadonlyMap<string, number> = new Map(
  ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'].map((suffix, index) => [suffix, 10 * index + 10]),
);

interface Parts {
  /** Without leading zeros. */
  readonly whole: string;
  readonly fraction: string;
  readonly suffix: string;
}

function print(text: string): string {
  const parts = partsOf(text);
  if (!/[1-9]/.test(parts.whole + parts.fraction)) return '0'; // Go takes a missing number for zero
  return isKept(parts) ? text : parseQuantity(text).toString();
}

function partsOf(text: string): Parts {
  const { whole = '', fraction = '', suffix = '' } = text === '' ? {} : (shape.exec(text)?.groups ?? {});
  if (text === '' || !shape.test(text))
    throw invalid(text, `quantities must match the regular expression '${published}'`);
  if (!binaryExponents.has(suffix) && decimalExponent(suffix) === undefined)
    throw invalid(text, "unable to parse quantity's suffix");
  return { whole, fraction, suffix };
}

/** The expression that Go's message quotes. */
const published = '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$';

function decimalExponent(suffix: string): number | undefined {
  return decimalExponents.get(suffix) ?? (/^[eE][+-]?[0-9]+$/.test(suffix) ? Number(suffix.slice(1)) : undefined);
}

/** Whether Go keeps the text: its digits fit into 64 bits, and they look as if they could not be written shorter. */
function isKept({ whole, fraction, suffix }: Parts): boolean {
  const binary = binaryExponents.get(suffix);
  if (binary !== undefined) {
    const spare = 15 - whole.length - Math.trunc((binary * 3) / 10) - 1;
    return fraction === '' && spare >= 0 && Number(whole) % 8 !== 0;
  }
  const scale = (decimalExponent(suffix) ?? 0) - fraction.length;
  const digits = whole + fraction;
  return whole !== '' && digits.length <= 18 && scale >= -9 && scale % 3 === 0 && !digits.endsWith('000');
}

const invalid = (text: string, problem: string): InvalidInputError => new InvalidInputError(text.slice(0, 40), problem);
