import { RecentMap } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';

describe('a map of recent entries', () => {
  test('forgets what was longest untouched when it is full', () => {
    const map = filled(2, 'a', 'b');
    map.set('c', 'C');
    expect(map.entries()).toEqual([
      ['b', 'B'],
      ['c', 'C'],
    ]);
  });

  test('counts reading and writing as touching', () => {
    const map = filled(3, 'a', 'b', 'c');
    expect(map.get('a')).toBe('A');
    map.set('b', 'again');
    map.set('d', 'D');
    expect(map.entries()).toEqual([
      ['a', 'A'],
      ['b', 'again'],
      ['d', 'D'],
    ]);
  });

  test('does not take looking for what is not there for touching', () => {
    const map = filled(2, 'a', 'b');
    expect(map.get('x')).toBeUndefined();
    expect(map.size).toBe(2);
  });

  test('has room again for what is deleted', () => {
    const map = filled(2, 'a', 'b');
    map.delete('a');
    map.set('c', 'C');
    expect(map.get('b')).toBe('B');
    expect(map.size).toBe(2);
  });

  test('hands out its entries as they are, whatever happens to it meanwhile', () => {
    const map = filled(3, 'a', 'b', 'c');
    const seen: string[] = [];
    for (const [key] of map.entries()) {
      map.delete('c');
      map.set(`${key}${key}`, 'new');
      seen.push(key);
    }
    expect(seen).toEqual(['a', 'b', 'c']);
  });

  test('takes any text for a key', () => {
    const map = filled(2, '__proto__', 'constructor');
    expect(map.get('__proto__')).toBe('__PROTO__');
    expect(map.get('toString')).toBeUndefined();
  });

  test.each([0, -1, Number.NaN])('refuses to have room for %s', (limit) => {
    expect(() => new RecentMap(limit)).toThrow(/give it room for one/);
  });
});

const filled = (limit: number, ...keys: string[]): RecentMap<string> => {
  const map = new RecentMap<string>(limit);
  for (const key of keys) map.set(key, key.toUpperCase());
  return map;
};
