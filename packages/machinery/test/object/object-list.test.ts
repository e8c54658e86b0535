import { eachListItem, isList, itemsOf, listOf } from '@reeve/machinery';
import { describe, expect, test } from 'vitest';

const web = { metadata: { name: 'web' } };
const db = { metadata: { name: 'db' } };
const typed = { apiVersion: 'v1', kind: 'Pod' };
const pods = { apiVersion: 'v1', kind: 'PodList', metadata: { resourceVersion: '7' }, items: [web, db] };

test.each([
  ['a list', pods, true],
  ['an empty list', { items: [] }, true],
  ['an object', { apiVersion: 'v1', kind: 'Pod', metadata: {} }, false],
  ['an object whose items are no list', { items: { a: 1 } }, false],
  ['an object with inherited items', Object.create({ items: [] }), false],
  ['an array', [], false],
  ['nothing', null, false],
])('%s is told apart', (_, value, expected) => {
  expect(isList(value)).toBe(expected);
});

test('a list is made as a server would send it', () => {
  const kind = { apiVersion: 'v1', listKind: 'PodList' };
  expect(listOf(kind, new Set([web]))).toEqual({ apiVersion: 'v1', kind: 'PodList', metadata: {}, items: [web] });
  expect(listOf(kind, [], { continue: 'x', remainingItemCount: 3 }).metadata).toEqual({
    continue: 'x',
    remainingItemCount: 3,
  });
});

describe('items', () => {
  test('are told what they are by the kind of their list, type first', () => {
    const items = itemsOf(pods);

    expect(items).toEqual([
      { ...typed, ...web },
      { ...typed, ...db },
    ]);
    expect(Object.keys(items[0] ?? {})).toEqual(['apiVersion', 'kind', 'metadata']);
    expect(web).toEqual({ metadata: { name: 'web' } });
  });

  test('keep what they say themselves, and are not copied when it is all there', () => {
    const own = { apiVersion: 'v2', kind: 'Cod', ...web };
    const half = { kind: 'Cod', apiVersion: '', ...web };

    const items = itemsOf({ ...pods, items: [own, half] });

    expect(items[0]).toBe(own);
    expect(items[1]).toEqual({ apiVersion: 'v1', kind: 'Cod', ...web });
  });

  test.each([
    ['a mixed list', { apiVersion: 'v1', kind: 'List' }],
    ['a list of an unusual name', { apiVersion: 'v1', kind: 'Pods' }],
    ['a list without a type', {}],
  ])('of %s stay as they are', (_, type) => {
    expect(itemsOf({ ...type, items: [web] })[0]).toBe(web);
  });

  test('of an empty list from Go, null, are none', () => {
    expect(itemsOf({ ...typed, items: null })).toEqual([]);
  });
});

describe('walking', () => {
  test('shows one item after the other, waiting for each', async () => {
    const log: string[] = [];

    const all = await eachListItem(pods, async (item) => {
      log.push(`${item.metadata.name} begins`);
      await Promise.resolve();
      log.push(`${item.metadata.name} ends`);
    });

    expect(all).toBe(true);
    expect(log).toEqual(['web begins', 'web ends', 'db begins', 'db ends']);
  });

  test('fills in what the items are', async () => {
    const seen: unknown[] = [];
    await eachListItem(pods, (item) => void seen.push(item));
    expect(seen).toEqual(itemsOf(pods));
  });

  test.each([
    ['false', () => false],
    ['a promise of false', () => Promise.resolve(false)],
  ])('ends early at %s', async (_, answer) => {
    const seen: unknown[] = [];
    const all = await eachListItem(pods, (item) => {
      seen.push(item);
      return answer();
    });
    expect(all).toBe(false);
    expect(seen).toHaveLength(1);
  });

  test('goes on at true, and fails with what the visitor throws', async () => {
    expect(await eachListItem(pods, () => true)).toBe(true);
    await expect(eachListItem(pods, () => Promise.reject(new Error('enough')))).rejects.toThrow('enough');
  });

  test('has nothing to do in a list of null', async () => {
    expect(await eachListItem({ items: null }, () => false)).toBe(true);
  });
});
