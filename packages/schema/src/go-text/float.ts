/**
 * Floating point numbers as Go prints them. In sentences it takes an exponent below 1e-4 and from a million on, with two
 * digits at least; in JSON it writes what JavaScript writes, but for the sign of zero.
 * Upstream: strconv.FormatFloat with the verbs of fmt's %v and of encoding/json.
 */

/** A float inside a sentence: `1.5`, `1e-05`, `1.2345675e+06`. */
export function floatInText(value: number): string {
  const scientific = value.toExponential();
  const exponent = Number(scientific.slice(scientific.indexOf('e') + 1));
  const text = exponent < -4 || exponent >= 6 ? scientific.replace(/e([+-])(\d)$/, 'e$10$2') : String(value);
  return Object.is(value, -0) ? '-0' : text;
}

/** A float inside JSON: `1.5`, `1e-7`, `1e+21`. */
export const floatInJson = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));
