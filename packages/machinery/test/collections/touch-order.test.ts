import { SeededRandom, TouchOrder } from '@reeve/machinery';
import { expect, test } from 'vitest';

const thing = (name: string) => ({ name, touchedAt: 0 });

test('what was untouched for longest comes out first, and all of it in order', () => {
  const order = new TouchOrder<ReturnType<typeof thing>>();
  const [a, b, c] = [thing('a'), thing('b'), thing('c')];
  for (const one of [a, b, c, a]) order.touch(one);
  expect([order.size, order.all().map(({ name }) => name)]).toEqual([3, ['b', 'c', 'a']]);
  expect(order.takeOldest()).toBe(b);
  expect(b.touchedAt).toBe(0);
  order.touch(c);
  order.touch(b);
  expect([order.takeOldest(), order.takeOldest(), order.takeOldest(), order.takeOldest()]).toEqual([
    a,
    c,
    b,
    undefined,
  ]);
  expect(order.size).toBe(0);
});

test('is right after many touches at random', () => {
  const random = new SeededRandom(7);
  const order = new TouchOrder<ReturnType<typeof thing>>();
  const things = Array.from({ length: 40 }, (_, nth) => thing(`${nth}`));
  const line = new Set<ReturnType<typeof thing>>(); // the same, the slow way
  const taken: (readonly [string | undefined, string | undefined])[] = [];
  for (let step = 0; step < 5000; step += 1) {
    const one = things[random.integer(things.length)] as ReturnType<typeof thing>;
    order.touch(one);
    line.delete(one);
    line.add(one);
    if (random.integer(3) > 0) continue;
    const [oldest] = line;
    if (oldest !== undefined) line.delete(oldest);
    taken.push([order.takeOldest()?.name, oldest?.name]);
  }
  expect(taken.length).toBeGreaterThan(1000);
  expect(taken.filter(([name, expected]) => name !== expected)).toEqual([]);
  expect([order.size, order.all()]).toEqual([line.size, [...line]]);
});
