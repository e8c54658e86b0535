/**
 * What a template prints of a value.
 */
import { followJsonPath, printFound } from '@reeve/machinery';
import type { Piece } from './template.ts';

/** What a template prints of a value. */
export function render(pieces: readonly Piece[], value: unknown, root: unknown = value): string {
  return pieces
    .map((piece) => {
      if (piece.type === 'text') return piece.text;
      const found = followJsonPath(piece.steps, value, root);
      return piece.type === 'path'
        ? found.map(printFound).join(' ')
        : found.map((item) => render(piece.body, item, root)).join('');
    })
    .join('');
}
