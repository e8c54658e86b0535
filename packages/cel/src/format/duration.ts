/**
 * Durations: Go's, as in `1h30m`, and the words of Scala's, as in `5 minutes`, of which one anywhere in the text is enough.
 * The patterns here never look twice at a long run of digits.
 * Upstream: kube-openapi strfmt ParseDuration.
 */

/** True of a duration. */
export const isDuration = (text: string): boolean => isGoDuration(text) || hasScalaDuration(text);

/** More digits may not fit an int64. */
const mostDigits = 18;

function isGoDuration(text: string): boolean {
  const unsigned = text.replace(/^[+-]/, '');
  if (unsigned === '0') return true;
  if (!/^(?:(?:\d+(?:\.\d*)?|\.\d+)[^\d.]+)+$/.test(unsigned)) return false;
  return [...unsigned.matchAll(/(\d*)(?:\.\d*)?([^\d.]+)/g)].every(
    ([, whole = '', unit = '']) => whole.length <= mostDigits && goUnits.includes(unit),
  );
}

const goUnits = ['ns', 'us', '\u00b5s', '\u03bcs', 'ms', 's', 'm', 'h'];

/** A number that does not fit ends the search, as upstream stops at it. */
function hasScalaDuration(text: string): boolean {
  const unit = /[\t\n\f\r ]*([A-Za-z\u00b5]+)/y;
  let isFound = false;
  for (const { 0: factor, index } of text.matchAll(/\d+/g)) {
    unit.lastIndex = index + factor.length;
    const name = unit.exec(text)?.[1];
    if (name === undefined) continue;
    if (factor.replace(/^0+/, '').length > mostDigits) return false;
    isFound ||= isScalaUnit(name.toLowerCase());
  }
  return isFound;
}

/** Short names stand alone, long ones may go on: `min`, `minute`, `minutes`. */
const isScalaUnit = (unit: string): boolean =>
  ['ns', 'us', '\u00b5s', 'ms', 's', 'm', 'h', 'hr', 'd', 'w', 'wk'].includes(unit) ||
  ['nano', 'micro', 'milli', 'sec', 'min', 'hour', 'day', 'week'].some((name) => unit.startsWith(name));
