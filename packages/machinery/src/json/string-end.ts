/**
 * Where a string of a JSON text ends, found without reading it.
 */

/** The place after the quote that ends a string whose content begins at `start`, or the end of the text. */
export function afterString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let escapes = quote;
    while (escapes > start && text[escapes - 1] === '\\') escapes--;
    if ((quote - escapes) % 2 === 0) return quote + 1;
  }
  return text.length;
}
