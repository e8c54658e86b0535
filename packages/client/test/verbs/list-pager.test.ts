import { ExpiredError, type KubeObject, type ObjectList } from '@reeve/machinery';
import { ConfigMap } from '@reeve/kinds/core/v1';
import { ListPager, type ListPagerOptions, type PageRequest } from '@reeve/client';
import { describe, expect, test } from 'vitest';
import { inVirtualWorld } from '../virtual-server.ts';

/** A source of so many objects in pages, where some pages fail. */
function source(total: number, failures: Readonly<Record<number, Error>> = {}) {
  const requests: Omit<PageRequest, 'signal'>[] = [];
  const fetch = async ({ signal, ...request }: PageRequest): Promise<ObjectList> => {
    signal?.throwIfAborted();
    requests.push(request);
    const failure = failures[requests.length];
    if (failure) throw failure;
    const start = Number(request.continue ?? 0);
    const end = Math.min(start + (request.limit ?? total), total);
    const items = Array.from({ length: end - start }, (_, at) => ({ metadata: { name: `o${start + at}` } }));
    return {
      metadata: { resourceVersion: String(requests.length), ...(end < total && { continue: String(end) }) },
      items,
    };
  };
  const pager = (options: ListPagerOptions = {}) => new ListPager(fetch, { pageSize: 2, ...options });
  return { pager, requests };
}

const names = (items: readonly KubeObject[]): string[] => items.map(({ metadata }) => metadata.name ?? '');
const expired = new ExpiredError('ConfigMap');

describe('a pager', () => {
  test.each([0, 1, 2])('takes one request for a list of %i · PG-1', async (count) => {
    const { pager, requests } = source(count);
    const list = await pager().list();
    expect(list.items).toHaveLength(count);
    expect(list.metadata).toEqual({ resourceVersion: '1' });
    expect(requests).toEqual([{ limit: 2 }]);
  });

  test('goes through all pages in order, by their tokens · PG-2', async () => {
    const { pager, requests } = source(5);
    const list = await pager().list();
    expect(names(list.items)).toEqual(['o0', 'o1', 'o2', 'o3', 'o4']);
    expect(list.metadata).toEqual({ resourceVersion: '1' });
    expect(requests).toEqual([{ limit: 2 }, { limit: 2, continue: '2' }, { limit: 2, continue: '4' }]);
  });

  test('fails when the very first page has expired · PG-3', async () => {
    const { pager, requests } = source(5, { 1: expired });
    await expect(pager().list()).rejects.toBe(expired);
    expect(requests).toHaveLength(1);
  });

  test('lists everything at once when a later page has expired · PG-4', async () => {
    const { pager, requests } = source(5, { 2: expired });
    const list = await pager().list();
    expect(names(list.items)).toEqual(['o0', 'o1', 'o2', 'o3', 'o4']);
    expect(list.metadata).toEqual({ resourceVersion: '3' });
    expect(requests).toEqual([{ limit: 2 }, { limit: 2, continue: '2' }, {}]);
  });

  test('fails when a later page has expired and that is not wanted · PG-4', async () => {
    const { pager } = source(5, { 2: expired });
    await expect(pager({ fullListIfExpired: false }).list()).rejects.toBe(expired);
  });

  test('sends the version with the first page, and with the list that replaces the pages · PG-6', async () => {
    const { pager, requests } = source(5, { 2: expired });
    await pager({ resourceVersion: '7' }).list();
    expect(requests).toEqual([
      { limit: 2, resourceVersion: '7' },
      { limit: 2, continue: '2' },
      { resourceVersion: '7' },
    ]);
  });

  test('yields objects in order, fetching ahead no more than its buffer · PG-5', async () => {
    const { pager, requests } = source(10);
    const seen: string[] = [];
    for await (const { metadata } of pager({ bufferPages: 2 }).each()) {
      seen.push(metadata.name ?? '');
      expect(requests.length).toBeLessThanOrEqual(Math.ceil(seen.length / 2) + 2);
    }
    expect(seen).toEqual(Array.from({ length: 10 }, (_, at) => `o${at}`));
  });

  test('ends at the first error, after what came before it · PG-5', async () => {
    const broken = new Error('broken');
    const { pager } = source(6, { 3: broken });
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { metadata } of pager({ bufferPages: 3 }).each()) seen.push(metadata.name ?? '');
    })();
    await expect(reading).rejects.toBe(broken);
    expect(seen).toEqual(['o0', 'o1', 'o2', 'o3']);
  });

  test('lets what the consumer throws reach the caller, and asks no more · PG-5', async () => {
    const { pager, requests } = source(100);
    const thrown = new Error('enough');
    const reading = (async () => {
      for await (const _ of pager().each()) throw thrown;
    })();
    await expect(reading).rejects.toBe(thrown);
    expect(requests.length).toBeLessThanOrEqual(2);
  });

  test('yields no object twice when a list replaces the pages', async () => {
    const { pager } = source(5, { 3: expired });
    const seen: string[] = [];
    for await (const { metadata } of pager({ bufferPages: 0 }).each()) seen.push(metadata.name ?? '');
    expect(seen).toEqual(['o0', 'o1', 'o2', 'o3', 'o4']);
  });

  test('recovers from a token that a real history has expired · PG-4', async () => {
    await inVirtualWorld(async ({ client, server }) => {
      for (const name of ['a', 'b', 'c']) await client.create(ConfigMap, { metadata: { name, namespace: 'default' } });
      const pages = client.listPages(ConfigMap, { namespace: 'default', pageSize: 1, bufferPages: 0 });
      const seen: string[][] = [];
      for await (const page of pages) {
        seen.push(names(page.items));
        await client.create(ConfigMap, { metadata: { name: 'z', namespace: 'default' } }).catch(() => {});
        server.compact();
      }
      expect(seen).toEqual([['a'], ['b', 'c', 'z']]);
    });
  });

  test('refuses a page size that would never end', async () => {
    const { pager, requests } = source(3);
    await expect(pager({ pageSize: 0 }).list()).rejects.toMatchObject({ code: 'REEVE_INVALID_INPUT' });
    expect(requests).toEqual([]);
  });

  test('stops when it is aborted', async () => {
    const { pager } = source(10);
    const abort = new AbortController();
    const reading = (async () => {
      for await (const _ of pager({ signal: abort.signal }).each()) abort.abort(new Error('enough'));
    })();
    await expect(reading).rejects.toThrow('enough');
  });
});
