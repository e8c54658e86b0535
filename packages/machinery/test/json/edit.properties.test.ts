import { types } from 'node:util';
import { deepEqual, deepFreeze, edit } from '@reeve/machinery';
import type { JsonValue } from '@reeve/machinery';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { similarObject } from './json-arbitrary.ts';

/** A random program of changes. Numbers choose places and keys among those that are there when the step runs. */
interface Step {
  readonly type: 'set' | 'delete' | 'push' | 'splice' | 'reverse' | 'assignDraft' | 'assignOriginal';
  readonly place: number;
  readonly other: number;
  readonly key: number;
  readonly value: number;
}

const steps = fc.array(
  fc.record<Step>({
    type: fc.constantFrom('set', 'delete', 'push', 'splice', 'reverse', 'assignDraft', 'assignOriginal'),
    place: fc.nat(),
    other: fc.nat(),
    key: fc.nat(),
    value: fc.nat({ max: 3 }),
  }),
  { maxLength: 12 },
);

/** Steps that move nothing: where equal elements trade places, equality says nothing about identity. */
const stillSteps = steps.map((all) => all.filter(({ type }) => ['set', 'delete', 'push'].includes(type)));

test('a draft changes exactly as the object itself would, and the original stays frozen as it was', () => {
  fc.assert(
    fc.property(similarObject, steps, (document, program) => {
      const original = deepFreeze(structuredClone(document)) as Tree;
      const model = structuredClone(document);

      const edited = edit(original, (draft) => program.forEach((step) => run(step, draft, model, original)));

      expect(deepEqual(edited, model)).toBe(true);
      expect(deepEqual(original, document)).toBe(true);
      for (const { node } of nodes(edited)) {
        expect(types.isProxy(node)).toBe(false);
        expect(Object.isFrozen(node)).toBe(true);
      }
    }),
    { seed: 42, numRuns: 1_000 },
  );
});

test('what is equal in the same place after changes is the same by reference', () => {
  fc.assert(
    fc.property(similarObject, stillSteps, (document, program) => {
      const original = deepFreeze(structuredClone(document)) as Tree;

      const edited = edit(original, (draft) => program.forEach((step) => run(step, draft, undefined, original)));

      expect(copiesOfEqualParts(original, edited)).toBe(0);
    }),
    { seed: 7, numRuns: 1_000 },
  );
});

type Tree = Record<string, JsonValue>;

/** Runs a step on the draft, and on the model if there is one. Both have the same shape at any time. */
function run(step: Step, draft: Tree, model: Tree | undefined, original: Tree): void {
  const guide = nodes(model ?? draft);
  const place = pick(guide, step.place);
  const other = pick(guide, step.other);
  if (place === undefined || other === undefined) return;
  const source = pick(nodes(original), step.other)?.node ?? {};
  if (step.type === 'assignDraft' && nodes(other.node).some(({ node }) => node === place.node)) return; // a cycle
  change(step, at(draft, place.path), step.type === 'assignDraft' ? at(draft, other.path) : source);
  if (model !== undefined) change(step, place.node, step.type === 'assignDraft' ? other.node : structuredClone(source));
}

function change(step: Step, node: Node, source: Node): void {
  if (Array.isArray(node)) changeList(step, node, source);
  else changeObject(step, node, source);
}

function changeList(step: Step, list: JsonValue[], source: Node): void {
  if (step.type === 'set') list[step.key % (list.length + 1)] = step.value;
  else if (step.type === 'push') list.push({ a: step.value });
  else if (step.type === 'splice') list.splice(step.key % (list.length + 1), step.value, [step.value]);
  else if (step.type === 'reverse') list.reverse();
  else if (step.type === 'delete') list.length = Math.min(list.length, step.value);
  else list.push(source);
}

function changeObject(step: Step, object: Tree, source: Node): void {
  const key = ['a', 'b', 'c', '__proto__', ...Object.keys(object)][step.key % (4 + Object.keys(object).length)] ?? 'a';
  const value = step.type.startsWith('assign') ? source : step.type === 'push' ? [step.value] : step.value;
  if (step.type === 'delete') delete object[key];
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

type Node = JsonValue[] | Tree;
interface Visited {
  readonly path: readonly string[];
  readonly node: Node;
}

function nodes(root: JsonValue, path: readonly string[] = []): Visited[] {
  if (typeof root !== 'object' || root === null) return [];
  return [
    { path, node: root },
    ...Object.keys(root).flatMap((key) => nodes((root as Tree)[key] ?? null, [...path, key])),
  ];
}

function pick<T>(items: readonly T[], choice: number): T | undefined {
  return items[choice % items.length];
}

function at(root: Tree, path: readonly string[]): Node {
  return path.reduce<JsonValue>((node, key) => (node as Tree)[key] ?? {}, root) as Node;
}

/** How many parts of `after` equal the part in the same place of `before` without being it. */
function copiesOfEqualParts(before: JsonValue, after: JsonValue): number {
  if (before === after || typeof before !== 'object' || before === null || typeof after !== 'object' || after === null)
    return 0;
  if (Array.isArray(before) !== Array.isArray(after)) return 0;
  if (deepEqual(before, after)) return 1;
  return Object.keys(before)
    .filter((key) => Object.hasOwn(after, key))
    .reduce((sum, key) => sum + copiesOfEqualParts((before as Tree)[key] ?? null, (after as Tree)[key] ?? null), 0);
}
