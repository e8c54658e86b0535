/**
 * The error for text that is not JSON: it says where, in lines and columns, what was expected, and shows the place.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';

/** How much of the text around the error is shown, in characters on each side. */
const margin = 20;

/** Makes the error for the character at `position`. `problem` completes the sentence "invalid JSON at …:". */
export function jsonSyntaxError(text: string, position: number, problem: string): InvalidInputError {
  const at = Math.min(position, text.length);
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const column = at - before.lastIndexOf('\n');
  const excerpt = text.slice(Math.max(0, at - margin), at + margin);
  const found = at < text.length ? `found ${JSON.stringify(text[at])}` : 'found the end';
  return new InvalidInputError(
    excerpt,
    `invalid JSON at line ${line}, column ${column}: ${problem}, ${found} in ${JSON.stringify(excerpt)}`,
  );
}
