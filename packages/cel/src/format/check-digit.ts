/**
 * Numbers that end with a digit computed from the others.
 * Upstream: govalidator's IsISBN10, IsISBN13 and IsCreditCard.
 */

/** True of an ISBN of ten or thirteen digits. */
export const isIsbn = (text: string): boolean => isIsbn10(text) || isIsbn13(text);

/** True of an ISBN with ten digits, the last of which may be an X. Spaces and dashes do not count. */
export function isIsbn10(text: string): boolean {
  const digits = text.replaceAll(/[\t\n\f\r -]+/g, '');
  return /^(?:\d{9}X|\d{10})$/.test(digits) && sum(digits, (digit, at) => (at + 1) * digit) % 11 === 0;
}

/** True of an ISBN with thirteen digits. */
export function isIsbn13(text: string): boolean {
  const digits = text.replaceAll(/[\t\n\f\r -]+/g, '');
  return /^\d{13}$/.test(digits) && sum(digits, (digit, at) => (at % 2 === 0 ? 1 : 3) * digit) % 10 === 0;
}

/** True of the number of a credit card; what is no digit does not count. */
export function isCreditCard(text: string): boolean {
  const digits = text.replaceAll(/\D+/g, '');
  return card.test(digits) && sum(digits, (digit, at) => doubled(digit, (digits.length - at) % 2 === 0)) % 10 === 0;
}

const card =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11})$/;

/** Luhn doubles every other digit and adds up the digits of the result. */
function doubled(digit: number, isDoubled: boolean): number {
  const twice = digit * 2;
  return isDoubled ? (twice > 9 ? twice - 9 : twice) : digit;
}

function sum(digits: string, weigh: (digit: number, at: number) => number): number {
  let total = 0;
  for (let at = 0; at < digits.length; at++) total += weigh(digits[at] === 'X' ? 10 : Number(digits[at]), at);
  return total;
}
