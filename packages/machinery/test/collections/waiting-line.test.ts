import { describe, expect, it } from 'vitest';
import { WaitingLine } from '@reeve/machinery';

const [anna, ben, cara] = [{ name: 'anna' }, { name: 'ben' }, { name: 'cara' }];

describe('a waiting line', () => {
  it('lets those go first who came first', () => {
    const line = new WaitingLine<{ name: string }>();
    for (const who of [anna, ben, cara]) line.join(who);
    expect([line.take(), line.take(), line.take(), line.take()]).toEqual([anna, ben, cara, undefined]);
    expect(line.isEmpty).toBe(true);
  });

  it.each([
    ['the first', 0, [ben, cara]],
    ['one in the middle', 1, [anna, cara]],
    ['the last', 2, [anna, ben]],
  ])('is left by %s, and the others keep their order', (_who, at, others) => {
    const line = new WaitingLine<{ name: string }>();
    const places = [anna, ben, cara].map((who) => line.join(who));
    const place = places[at];
    expect(place && line.leave(place)).toBe(true);
    line.join(anna);
    expect([line.take(), line.take(), line.take()]).toEqual([...others, anna]);
  });

  it('gives a place that was left to who comes again, and none that is taken', () => {
    const line = new WaitingLine<{ name: string }>();
    const [first, second] = [line.join(anna), line.join(ben)];
    line.take();
    expect(line.join(cara, first)).toBe(first);
    expect(line.join(anna, second)).not.toBe(second);
    expect([line.take(), line.take(), line.take(), line.take()]).toEqual([ben, cara, anna, undefined]);
  });

  it('tells who leaves too late, and refers to nobody who left', () => {
    const line = new WaitingLine<{ name: string }>();
    const [first, second] = [line.join(anna), line.join(ben)];
    line.take();
    expect(line.leave(first)).toBe(false);
    expect(line.leave(second)).toBe(true);
    expect(line.leave(second)).toBe(false);
    expect(first).toEqual({ who: undefined, before: undefined, after: undefined });
    expect(line.isEmpty).toBe(true);
  });
});
