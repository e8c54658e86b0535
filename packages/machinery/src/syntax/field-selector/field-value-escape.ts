/**
 * How any text is written as the value in a field selector: backslash, comma and equals get a backslash in front.
 * Upstream: apimachinery fields.EscapeValue, fields.UnescapeValue.
 */
import { InvalidInputError } from '../../errors/invalid-input-error.ts';

/** The value as it is written in a selector. */
export const escapeFieldValue = (value: string): string => value.replaceAll(/[\\,=]/g, '\\$&');

/** The value that was written. Another escape, an unfinished one, or a bare comma or equals is an `InvalidInputError`. */
export function unescapeFieldValue(written: string): string {
  return written.replaceAll(/\\(?<escaped>.?)|[,=]/gsu, (found: string, escaped: string | undefined) => {
    if (escaped === undefined) return refuse(written, `unescaped character in value: '${found}'. Write '\\${found}'`);
    if (escaped === '' || !'\\,='.includes(escaped)) {
      return refuse(written, `invalid escape sequence: ${found}. A backslash stands before '\\', ',' and '=' only`);
    }
    return escaped;
  });
}

function refuse(written: string, problem: string): never {
  throw new InvalidInputError(written, `The value '${written}' makes an invalid field selector: ${problem}`);
}
