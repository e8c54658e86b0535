/**
 * Reads the text of a field path, as in the causes of a conflict, back into its elements.
 * A dot always begins a field, as the text does not say which dots belong to a name: in `.metadata.labels.app.io/name`
 * it reads `app` and `io/name` as two fields. Compare such paths by their text instead.
 */
import { InvalidInputError } from '../../errors/invalid-input-error.ts';
import { isJsonScalar } from '../../json/json-value.ts';
import type { JsonScalar } from '../../json/json-value.ts';
import { parseJson } from '../../json/parse-json.ts';
import type { FieldPath } from './field-path.ts';
import { shortened } from './path-element-token.ts';
import { fieldElement, indexElement, keyElement, valueElement } from './path-element.ts';
import type { PathElement } from './path-element.ts';
import { unquote } from '../../go-text/quote.ts';

/** The path that `formatFieldPath` prints as this text. Values of list items must be scalars. */
export function parseFieldPath(text: string): FieldPath {
  const path: PathElement[] = [];
  const pattern = new RegExp(step, 'suy');
  while (pattern.lastIndex < text.length) {
    const start = pattern.lastIndex;
    const found = pattern.exec(text);
    if (found === null)
      throw refusal(text, `cannot read ${shortened(text.slice(start))}: expected .name or [key="value"]`);
    path.push(elementOf(text, found[1], found[2] ?? ''));
  }
  return path;
}

/** Either a dot and a name, or brackets in which quoted text may hold brackets. */
const step = String.raw`\.([^.[]*)|\[((?:[^\]"]|"(?:[^"\\]|\\.)*")*)\]`;

function elementOf(text: string, name: string | undefined, selector: string): PathElement {
  if (name !== undefined) return fieldElement(name);
  if (selector.startsWith('=')) return valueElement(scalarOf(text, selector.slice(1)));
  return /^-?\d+$/u.test(selector) ? indexElement(Number(selector)) : keyOf(text, selector);
}

function keyOf(text: string, selector: string): PathElement {
  const keys: [string, JsonScalar][] = [];
  const pattern = /([^=,"]+)=("(?:[^"\\]|\\.)*"|[^,"]+)(?:,|$)/suy;
  while (pattern.lastIndex < selector.length || keys.length === 0) {
    const found = pattern.exec(selector);
    if (found === null)
      throw refusal(text, `cannot read [${shortened(selector)}]: expected [key="value"], [="value"] or [0]`);
    keys.push([found[1] ?? '', scalarOf(text, found[2] ?? '')]);
  }
  return keyElement(Object.fromEntries(keys));
}

function scalarOf(text: string, written: string): JsonScalar {
  try {
    if (written.startsWith('"')) return unquote(written);
    const value = parseJson(written);
    if (isJsonScalar(value)) return value;
  } catch (cause) {
    throw refusal(text, `cannot read the value ${shortened(written)}`, { cause });
  }
  throw refusal(text, `the value ${shortened(written)} is not a scalar`);
}

function refusal(text: string, problem: string, options?: ErrorOptions): InvalidInputError {
  return new InvalidInputError(shortened(text), `field path ${shortened(text)}: ${problem}`, options);
}
