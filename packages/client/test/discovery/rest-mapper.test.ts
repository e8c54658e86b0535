import { VirtualHost, type Transport } from '@reeve/machinery';
import { ApiServer } from '@reeve/apiserver';
import { CustomResourceDefinition } from '@reeve/kinds/apiextensions/v1';
import { Client, GroupDiscoveryError, RestMapper, type DiscoveredResource, type DiscoveryResult } from '@reeve/client';
import { describe, expect, test } from 'vitest';
import { inVirtualWorld } from '../virtual-server.ts';

const resource = (
  group: string,
  version: string,
  kind: string,
  more: Partial<DiscoveredResource> = {},
): DiscoveredResource => ({
  group,
  version,
  kind,
  plural: `${kind.toLowerCase()}s`,
  singular: kind.toLowerCase(),
  scope: 'Namespaced',
  shortNames: [],
  categories: [],
  verbs: [],
  subresources: [],
  ...more,
});

const group = (name: string, preferredVersion: string, resources: readonly DiscoveredResource[]) => {
  const versions = [...new Set(resources.map(({ version }) => version))];
  return {
    name,
    preferredVersion,
    versions: versions.map((version) => ({ version, resources: resources.filter((each) => each.version === version) })),
  };
};

/** A mapper over what a function says is served, and how often it was asked. */
const mapperOver = (
  discover: (count: number) => DiscoveryResult | Promise<DiscoveryResult>,
  host = new VirtualHost(),
) => {
  const state = { asked: 0, messages: [] as string[] };
  const mapper = new RestMapper({
    host,
    discovery: { discover: async () => discover((state.asked += 1)) },
    onAmbiguity: (message) => state.messages.push(message),
  });
  return { mapper, state, host };
};

const served = (...groups: readonly ReturnType<typeof group>[]): DiscoveryResult => ({ groups, failures: new Map() });

const website = {
  metadata: { name: 'websites.web.example.com' },
  spec: {
    group: 'web.example.com',
    scope: 'Namespaced' as const,
    names: { plural: 'websites', singular: 'website', kind: 'Website', shortNames: ['web'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};

/** Waits until the definition is served. */
const established = async (client: Client, host: VirtualHost): Promise<void> => {
  for (;;) {
    const { status } = await client.get(CustomResourceDefinition, website.metadata.name);
    if (status?.conditions?.some(({ type, status: value }) => type === 'Established' && value === 'True')) return;
    await host.sleep(100);
  }
};

const counting = (transport: Transport) => {
  const paths: string[] = [];
  return {
    paths,
    transport: {
      request: (request: Parameters<Transport['request']>[0]) => (paths.push(request.path), transport.request(request)),
    },
  };
};

describe('a mapper', () => {
  test('asks nothing until it is used, then twice, and not again for what it knows · CR-99', async () => {
    await using server = await ApiServer.start();
    const { paths, transport } = counting(server.transport);
    const client = new Client({ transport });
    expect(paths).toEqual([]);
    await client.kind('deployments');
    expect(paths).toEqual(['/api', '/apis']);
    await Promise.all([client.kind('pods'), client.kind('Secret'), client.mapper.category('all')]);
    expect(paths).toHaveLength(2);
  });

  test('finds a definition that came later, its short name too, and forgets one that went · CR-99 · DS-7 · DS-8 · LW-8', async () => {
    await inVirtualWorld(async ({ host, server }) => {
      const { paths, transport } = counting(server.transport);
      const client = new Client({ transport, host });
      await client.kind('pods');
      await client.create(CustomResourceDefinition, website);
      await established(client, host);
      paths.length = 0;
      const kind = await client.kind('web');
      expect(kind).toMatchObject({ kind: 'Website', scope: 'Namespaced', plural: 'websites' });
      expect(paths.filter((path) => path === '/apis')).toHaveLength(1);
      await client.create(kind, { metadata: { name: 'blog', namespace: 'default' } });
      await client.delete(CustomResourceDefinition, website.metadata.name);
      await host.sleep(600_000);
      await expect(client.kind('websites')).rejects.toMatchObject({ code: 'REEVE_NO_MATCH' });
    });
  });

  test('refreshes once for a miss, and not again for a while · DS-7 · LW-8 · LW-9', async () => {
    const { mapper, state, host } = mapperOver(() => served(group('', 'v1', [resource('', 'v1', 'Pod')])));
    await mapper.kindFor({ resource: 'pods' });
    expect(state.asked).toBe(1);
    const miss = () =>
      expect(mapper.kindFor({ resource: 'unheard' })).rejects.toMatchObject({ code: 'REEVE_NO_MATCH' });
    await miss();
    expect(state.asked).toBe(2);
    await miss();
    await miss();
    expect(state.asked).toBe(2);
    await host.clock.advance(3000);
    await miss();
    expect(state.asked).toBe(3);
  });

  test('does not ask twice for a first question that finds nothing · DS-7', async () => {
    const { mapper, state } = mapperOver(() => served());
    await expect(mapper.kindFor({ resource: 'pods' })).rejects.toMatchObject({ code: 'REEVE_NO_MATCH' });
    expect(state.asked).toBe(1);
  });

  test('shares one refresh among questions at the same time · LW-9', async () => {
    const { mapper, state } = mapperOver((count) =>
      served(group('', 'v1', [resource('', 'v1', count === 1 ? 'Pod' : 'Thing')])),
    );
    await mapper.kindFor({ resource: 'pods' });
    const found = await Promise.all(Array.from({ length: 20 }, () => mapper.kindFor({ resource: 'things' })));
    expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['Thing']));
    expect(state.asked).toBe(2);
  });

  test('takes an outage for an outage, not for a miss · LW-9', async () => {
    const outage = new Error('away');
    const { mapper, state } = mapperOver((count) => (count === 1 ? served() : Promise.reject(outage)));
    await mapper.index();
    await expect(mapper.kindFor({ resource: 'pods' })).rejects.toBe(outage);
    await expect(mapper.kindFor({ resource: 'pods' })).rejects.toBe(outage); // and is not remembered
    expect(state.asked).toBe(3);
  });

  test('lets one who waits give up without the others, and ends the work when nobody waits · LW-5', async () => {
    const signals: AbortSignal[] = [];
    const mapper = new RestMapper({
      host: new VirtualHost(),
      discovery: {
        discover: (options) =>
          new Promise((_resolve, reject) => {
            const signal = options?.signal;
            if (signal) signals.push(signal);
            signal?.addEventListener('abort', () => reject(new Error('nobody waits')));
          }),
      },
    });
    const [one, two] = [new AbortController(), new AbortController()];
    const first = mapper.kindFor({ resource: 'pods' }, { signal: one.signal });
    const second = mapper.kindFor({ resource: 'pods' }, { signal: two.signal });
    one.abort(new Error('enough'));
    await expect(first).rejects.toThrow('enough');
    expect(signals[0]?.aborted).toBe(false);
    two.abort(new Error('enough too'));
    await expect(second).rejects.toThrow('enough too');
    expect(signals).toHaveLength(1);
    expect(signals[0]?.aborted).toBe(true);
  });

  test('prefers groups as the server lists them and in each its preferred version, whatever the order of answers · CR-99', async () => {
    const events = group('', 'v1', [resource('', 'v1', 'Event')]);
    const newer = group('events.k8s.io', 'v1', [
      resource('events.k8s.io', 'v1beta1', 'Event'),
      resource('events.k8s.io', 'v1', 'Event'),
    ]);
    const { mapper } = mapperOver(() => served(events, newer));
    expect(await mapper.resourceFor({ resource: 'events' })).toEqual({ group: '', version: 'v1', resource: 'events' });
    expect(await mapper.kindFor({ resource: 'events', group: 'events.k8s.io' })).toMatchObject({ version: 'v1' });
    expect(await mapper.kindFor({ resource: 'events', group: 'events' })).toMatchObject({ group: 'events.k8s.io' });
    expect((await mapper.resourcesFor({ resource: 'event' })).map((each) => `${each.group}/${each.version}`)).toEqual([
      '/v1',
      'events.k8s.io/v1',
      'events.k8s.io/v1beta1',
    ]);
    expect((await mapper.kindsFor({ resource: 'events', version: 'v1beta1' })).map(({ version }) => version)).toEqual([
      'v1beta1',
    ]);
    const wanted = { group: 'events.k8s.io', kind: 'Event' };
    expect((await mapper.mapping(wanted)).gvk.version).toBe('v1');
    expect((await mapper.mapping(wanted, { versions: ['v9', 'v1beta1'] })).gvk.version).toBe('v1beta1');
    expect(await mapper.mappings(wanted)).toHaveLength(2);
  });

  test('names what is missing: group, version, resource or kind · CR-99', async () => {
    const { mapper } = mapperOver(() => served(group('apps', 'v1', [resource('apps', 'v1', 'Deployment')])));
    await expect(mapper.mapping({ group: 'apps', kind: 'Gone' })).rejects.toThrow(/no kind Gone\.apps/);
    await expect(mapper.mapping({ group: 'apps', kind: 'Deployment', version: 'v9' })).rejects.toThrow(/version v9/);
    await expect(mapper.mapping({ group: 'nowhere', kind: 'Deployment' })).rejects.toThrow(/Deployment\.nowhere/);
    await expect(mapper.resourceFor({ resource: 'gone', group: 'apps' })).rejects.toThrow(/gone\.apps/);
  });

  test('takes an exact name before a short one, and warns when a short one is ambiguous · DS-8', async () => {
    const one = group('a', 'v1', [resource('a', 'v1', 'Thing', { shortNames: ['t', 'po'] })]);
    const two = group('b', 'v1', [
      resource('b', 'v1', 'Tree', { shortNames: ['t'] }),
      resource('b', 'v1', 'Po', { plural: 'po' }),
    ]);
    const { mapper, state } = mapperOver(() => served(one, two));
    expect((await mapper.kindFor({ resource: 'po' })).kind).toBe('Po');
    expect(state.messages).toEqual([]);
    expect((await mapper.kindFor({ resource: 't' })).kind).toBe('Thing');
    expect(state.messages).toEqual(['the short name t could mean things.a or trees.b: things.a is taken']);
  });

  test('cannot choose between two of one group and version', async () => {
    const twins = group('a', 'v1', [
      resource('a', 'v1', 'Thing'),
      resource('a', 'v1', 'Other', { plural: 'others', singular: 'things' }),
    ]);
    const { mapper } = mapperOver(() => served(twins));
    await expect(mapper.kindFor({ resource: 'things' })).rejects.toMatchObject({
      code: 'REEVE_AMBIGUOUS_MATCH',
      candidates: expect.any(Array),
    });
  });

  test('blames a group that could not be discovered only where it may be the reason', async () => {
    const failure = new GroupDiscoveryError('metrics.k8s.io/v1', 'it does not answer');
    const { mapper } = mapperOver(() => ({
      groups: [group('', 'v1', [resource('', 'v1', 'Pod')])],
      failures: new Map([['metrics.k8s.io/v1', failure]]),
    }));
    expect((await mapper.kindFor({ resource: 'pods' })).kind).toBe('Pod');
    await expect(mapper.kindFor({ resource: 'nodes', group: 'metrics.k8s.io' })).rejects.toMatchObject({
      code: 'REEVE_NO_MATCH',
      cause: failure,
    });
    await expect(mapper.kindFor({ resource: 'nodes', group: 'apps' })).rejects.toSatisfy(
      (error: Error) => error.cause === undefined,
    );
  });

  test('keeps what it knows when a refresh by age fails, and learns anew when told to', async () => {
    const { mapper, state, host } = mapperOver((count) =>
      count === 2 ? Promise.reject(new Error('away')) : served(group('', 'v1', [resource('', 'v1', 'Pod')])),
    );
    await mapper.kindFor({ resource: 'pods' });
    await host.clock.advance(600_000);
    expect((await mapper.kindFor({ resource: 'pods' })).kind).toBe('Pod');
    expect(state.asked).toBe(2);
    mapper.invalidate();
    await mapper.kindFor({ resource: 'pods' });
    expect(state.asked).toBe(3);
  });

  test('gives the same Kind for the same resource, and a new one when it changed · LW-1', async () => {
    const { mapper } = mapperOver((count) =>
      served(group('', 'v1', [resource('', 'v1', 'Pod', { shortNames: count < 3 ? [] : ['po'] })])),
    );
    const before = await mapper.kind('pods');
    mapper.invalidate();
    expect(await mapper.kind({ group: '', version: 'v1', kind: 'Pod' })).toBe(before);
    mapper.invalidate();
    expect(await mapper.kind({ resource: 'pods' })).not.toBe(before);
  });
});
