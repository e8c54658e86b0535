import { applyJsonPatch, deepFreeze, formatJsonPointer, getByPointer } from '@reeve/machinery';
import type { JsonPatchOperation } from '@reeve/machinery';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyWithFastJsonPatch, plainDocument, plainJson } from './fast-json-patch.ts';

/** An operation to be: places are chosen among those that the document has when its turn comes. */
interface Choice {
  readonly op: JsonPatchOperation['op'];
  readonly path: number;
  readonly from: number;
  /** Leads on from the place, and often nowhere. */
  readonly further: string;
  readonly value: unknown;
  /** Whether a test expects what is there. */
  readonly expectsActual: boolean;
}

const choices = fc.array(
  fc.record<Choice>({
    op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test'),
    path: fc.nat(),
    from: fc.nat(),
    further: fc.constantFrom('', '', '', '/a', '/0', '/-', '/x~1y', '/1e0'),
    value: plainJson,
    expectsActual: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
);

test('the result is that of fast-json-patch, or both refuse', () => {
  let applied = 0;
  fc.assert(
    fc.property(plainDocument, choices, (document, chosen) => {
      const patch = patchOf(document, chosen);
      const theirs = outcome(() => applyWithFastJsonPatch(document, patch));
      const ours = outcome(() => applyJsonPatch(deepFreeze(document), patch));
      expect(ours).toEqual(theirs);
      applied += ours === 'refused' ? 0 : 1;
    }),
    { seed: 42, numRuns: 2_000 },
  );
  expect(applied).toBeGreaterThan(500);
});

test('neither the document nor the patch is ever changed', () => {
  fc.assert(
    fc.property(plainDocument, choices, (document, chosen) => {
      const patch = patchOf(document, chosen);
      const before = structuredClone([document, patch]);
      outcome(() => applyJsonPatch(document, patch));
      expect([document, patch]).toEqual(before);
    }),
    { seed: 43, numRuns: 500 },
  );
});

function patchOf(document: unknown, chosen: readonly Choice[]): JsonPatchOperation[] {
  const patch: JsonPatchOperation[] = [];
  let current = document;
  for (const choice of chosen) {
    const operation = operationOf(current, choice);
    if (operation === undefined) continue;
    patch.push(operation);
    const next = outcome(() => applyJsonPatch(current, [operation]));
    if (typeof next === 'object' && next !== null && 'document' in next) current = next.document;
  }
  return patch;
}

/**
 * Not the whole document, no move into itself, no move or copy beyond the end of a list: fast-json-patch is known to
 * go its own way there.
 */
function operationOf(document: unknown, choice: Choice): JsonPatchOperation | undefined {
  const places = placesIn(document, []);
  const from = places[choice.from % places.length];
  const path = `${places[choice.path % places.length] ?? ''}${choice.further}`;
  if (from === undefined || path === '') return undefined;
  if (choice.op === 'remove') return { op: 'remove', path };
  if (choice.op === 'move' || choice.op === 'copy') {
    return path.startsWith(`${from}/`) || /\d$/.test(path) ? undefined : { op: choice.op, from, path };
  }
  const actual = getByPointer(document, path);
  return { op: choice.op, path, value: choice.op === 'test' && choice.expectsActual ? (actual ?? null) : choice.value };
}

function placesIn(value: unknown, path: readonly string[]): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    const inner = [...path, key];
    return [formatJsonPointer(inner), ...placesIn(part, inner)];
  });
}

function outcome(apply: () => unknown): unknown {
  try {
    return { document: apply() };
  } catch {
    return 'refused';
  }
}
