/** Random definitions and random objects for them, right and wrong, the same for the same seed. */
import type { SeededRandom } from '@reeve/machinery';
import { z } from 'zod';
import { defineResource, k } from '@reeve/define';
import type { ResourceDefinition } from '@reeve/define';

const fields = ['a', 'b', 'c', 'd', 'e'];

/** A definition with a random spec. */
export function randomDefinition(random: SeededRandom, group: string): ResourceDefinition {
  return defineResource({
    group,
    version: 'v1',
    kind: 'Thing',
    spec: randomObject(random, 3),
    onWarning: () => undefined,
  });
}

/** A random object whose spec may or may not fit. */
export function randomSpec(random: SeededRandom, depth = 3): Record<string, unknown> {
  const names = [...fields, 'name', 'x'].filter(() => random.next() < 0.6);
  return Object.fromEntries(names.map((name) => [name, randomValue(random, depth)]));
}

function randomValue(random: SeededRandom, depth: number): unknown {
  const scalars = ['', 'a', 'abc', 'B', '10', '500m', '1h', 'a@example.com', 0, 1, 5, -3, 2.5, 1e20, true, false, null];
  const choice = depth === 0 ? 0 : random.integer(5);
  if (choice === 3) return Array.from({ length: random.integer(3) }, () => randomValue(random, depth - 1));
  return choice === 4 ? randomSpec(random, depth - 1) : scalars[random.integer(scalars.length)];
}

function randomObject(random: SeededRandom, depth: number): z.ZodObject {
  const shape: Record<string, z.ZodType> = {};
  for (const name of fields.filter(() => random.next() < 0.6)) {
    const type = randomType(random, depth - 1);
    shape[name] = random.next() < 0.6 ? type.optional() : type;
  }
  return z.object(shape);
}

function randomType(random: SeededRandom, depth: number): z.ZodType {
  const scalars: readonly (() => z.ZodType)[] = [
    () => z.string(),
    () =>
      z
        .string()
        .min(1)
        .max(2 + random.integer(3)),
    () => z.string().regex([/^[a-z]+$/, /b/, /^(a|B)+/][random.integer(3)] ?? /x/),
    () => z.string().nullable(),
    () => z.string().default('abc'),
    () => z.enum(['a', 'B', '10']),
    () => z.int().min(random.integer(3)).max(5),
    () => z.int32(),
    () => z.int().default(1),
    () => z.number().gt(0),
    () => z.number().multipleOf(0.5),
    () => z.boolean(),
    () => z.email(),
    () => k.intOrString(),
    () => k.quantity(),
    () => k.duration(),
    () => k.preserveUnknown(),
  ];
  const nested: readonly (() => z.ZodType)[] = [
    () => randomObject(random, depth),
    () => randomObject(random, depth).loose(),
    () => z.record(z.string(), randomType(random, depth - 1)),
    () => z.array(randomType(random, depth - 1)).max(2),
    () => k.set(z.string()),
    () => k.listMap(z.object({ name: z.string(), a: z.int().optional() }), ['name']),
    () => z.discriminatedUnion('a', [z.object({ a: z.literal('a'), b: z.string() }), z.object({ a: z.literal('B') })]),
  ];
  const choices = depth > 0 && random.next() < 0.5 ? nested : scalars;
  return choices[random.integer(choices.length)]?.() ?? z.string();
}
