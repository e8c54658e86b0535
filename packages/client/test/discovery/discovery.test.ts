import { ApiServer } from '@reeve/apiserver';
import type { Transport, TransportRequest } from '@reeve/machinery';
import { Discovery, preferredResources } from '@reeve/client';
import { describe, expect, test } from 'vitest';
import { ScriptedTransport, type Scripted } from '../scripted-transport.ts';

const aggregatedType = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const aggregated = (items: object[], etag?: string): Scripted => ({
  json: { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', items },
  headers: { 'content-type': aggregatedType, ...(etag && { etag }) },
});
const resource = (name: string, kind: string) => ({
  resource: name,
  responseKind: { group: '', version: '', kind },
  scope: 'Namespaced',
  singularResource: kind.toLowerCase(),
  verbs: ['get'],
});

/** The same server as an old one: it does not know the aggregated form. */
const withoutAggregation = (transport: Transport): Transport & { readonly paths: string[] } => {
  const paths: string[] = [];
  return {
    paths,
    request: (request: TransportRequest) => {
      paths.push(request.path);
      return transport.request({ ...request, headers: { accept: 'application/json' } });
    },
  };
};

describe('discovery', () => {
  test('gives the same groups and resources aggregated and one by one · DS-3', async () => {
    await using server = await ApiServer.start();
    const old = withoutAggregation(server.transport);
    const [whole, parts] = await Promise.all([
      new Discovery(server.transport).discover(),
      new Discovery(old).discover(),
    ]);
    expect(whole.groups.length).toBeGreaterThan(10);
    expect(parts.failures).toEqual(new Map());
    expect(sorted(parts.groups)).toEqual(sorted(whole.groups));
    expect(old.paths.length).toBeGreaterThan(whole.groups.length);
  });

  test('takes two requests where the server aggregates, and none of the bytes again while nothing changed', async () => {
    const transport = new ScriptedTransport(({ path, headers }) => {
      if (headers?.['if-none-match'] === `"${path}"`) return { status: 304, text: '' };
      const group = {
        metadata: path === '/api' ? {} : { name: 'apps' },
        versions: [{ version: 'v1', resources: [resource('pods', 'Pod')] }],
      };
      return aggregated([group], `"${path}"`);
    });
    const discovery = new Discovery(transport);
    const first = await discovery.discover();
    expect(transport.requests.map(({ path }) => path)).toEqual(['/api', '/apis']);
    expect(await discovery.discover()).toEqual(first);
    expect(transport.requests.slice(2).map(({ headers }) => headers?.['if-none-match'])).toEqual(['"/api"', '"/apis"']);
  });

  test('does without a core group, but not without a list of the others · DS-1', async () => {
    const missing = { status: 404, json: { apiVersion: 'v1', kind: 'Status', code: 404, reason: 'NotFound' } };
    const named = aggregated([{ metadata: { name: 'apps' }, versions: [{ version: 'v1', resources: [] }] }]);
    const found = await new Discovery(
      new ScriptedTransport(({ path }) => (path === '/api' ? missing : named)),
    ).discover();
    expect(found.groups.map(({ name }) => name)).toEqual(['apps']);
    const without = new Discovery(new ScriptedTransport(({ path }) => (path === '/apis' ? missing : aggregated([]))));
    await expect(without.discover()).rejects.toMatchObject({ code: 'REEVE_NOT_FOUND' });
  });

  test('reports a group that fails beside the rest, after trying it again · DS-2 · DS-5', async () => {
    const asked: Record<string, number> = {};
    const transport = new ScriptedTransport(({ path }): Scripted => {
      asked[path] = (asked[path] ?? 0) + 1;
      if (path === '/api') return { json: { kind: 'APIVersions', versions: ['v1'] } };
      if (path === '/apis') return { json: { kind: 'APIGroupList', groups: ['broken', 'flaky'].map(legacyGroup) } };
      if (path === '/apis/broken/v1') return { status: 503, json: {} };
      if (path === '/apis/flaky/v1' && asked[path] < 3) return { status: 503, json: {} };
      return {
        json: {
          resources: [{ name: 'things', singularName: 'thing', namespaced: true, kind: 'Thing', verbs: ['get'] }],
        },
      };
    });
    const { groups, failures } = await new Discovery(transport).discover();
    expect([...failures.keys()]).toEqual(['broken/v1']);
    expect(failures.get('broken/v1')).toMatchObject({
      code: 'REEVE_GROUP_DISCOVERY',
      cause: { code: 'REEVE_SERVICE_UNAVAILABLE' },
    });
    expect(preferredResources({ groups, failures }).map(({ group }) => group)).toEqual(['', 'flaky']);
    expect(asked).toMatchObject({ '/apis/broken/v1': 3, '/apis/flaky/v1': 3 });
  });

  test('reports versions that are stale as failed, and prefers one that is not · DS-4', async () => {
    const versions = [
      { version: 'v2', freshness: 'Stale', resources: [resource('old', 'Old')] },
      { version: 'v1', freshness: 'Current', resources: [resource('things', 'Thing')] },
    ];
    const transport = new ScriptedTransport(({ path }) =>
      aggregated(path === '/apis' ? [{ metadata: { name: 'x' }, versions }] : []),
    );
    const { groups, failures } = await new Discovery(transport).discover();
    expect([...failures.keys()]).toEqual(['x/v2']);
    expect(groups).toMatchObject([
      {
        preferredVersion: 'v1',
        versions: [
          { version: 'v2', resources: [] },
          { version: 'v1', resources: [{ kind: 'Thing' }] },
        ],
      },
    ]);
  });

  test('takes each resource from the preferred version of its group · DS-5', async () => {
    const versions = [
      { version: 'v2beta1', resources: [resource('things', 'Thing'), resource('betas', 'Beta')] },
      { version: 'v1', resources: [resource('things', 'Thing')] },
    ];
    const transport = new ScriptedTransport(({ path }) => {
      if (path === '/api') return { json: { versions: [] } };
      if (path === '/apis')
        return { json: { groups: [{ ...legacyGroup('x'), versions: versions.map(({ version }) => ({ version })) }] } };
      const entries = path.endsWith('v1') && !path.endsWith('beta1') ? ['things'] : ['things', 'betas'];
      return { json: { resources: entries.map((name) => ({ name, kind: name, verbs: [] })) } };
    });
    const resources = preferredResources(await new Discovery(transport).discover());
    expect(resources.map(({ plural, version }) => `${plural} ${version}`)).toEqual(['things v1', 'betas v2beta1']);
  });

  test('reads the document by what the answer says it is · DS-6', async () => {
    const beta = 'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList';
    const transport = new ScriptedTransport(({ path }): Scripted => {
      const headers = { 'content-type': path === '/apis' ? 'application/json' : beta };
      if (path === '/api') return { headers, json: { versions: ['v1'] } };
      if (path === '/apis') return { headers, json: { groups: [] } };
      return { json: { resources: [{ name: 'pods', kind: 'Pod', namespaced: true, verbs: [] }] } };
    });
    const { groups } = await new Discovery(transport).discover();
    expect(groups).toMatchObject([
      { name: '', versions: [{ version: 'v1', resources: [{ kind: 'Pod', plural: 'pods' }] }] },
    ]);
  });

  test('passes over what it does not understand', async () => {
    const odd = [
      null,
      5,
      { versions: 'x' },
      { metadata: { name: '__proto__' }, versions: [{ version: 'v1', resources: [{}, null] }] },
    ];
    const transport = new ScriptedTransport(() => aggregated(odd as object[]));
    const { groups } = await new Discovery(transport).discover();
    expect(groups.map(({ name }) => name)).toEqual(['__proto__', '__proto__']);
  });
});

const legacyGroup = (name: string) => ({ name, versions: [{ version: 'v1' }], preferredVersion: { version: 'v1' } });

const sorted = (groups: Awaited<ReturnType<Discovery['discover']>>['groups']) =>
  groups.map(({ name, preferredVersion, versions }) => ({
    name,
    preferredVersion,
    versions: versions.map(({ version, resources }) => ({
      version,
      resources: resources
        .map((each) => ({ ...each, subresources: each.subresources.toSorted((a, b) => (a.name < b.name ? -1 : 1)) }))
        .toSorted((a, b) => (a.plural < b.plural ? -1 : 1)),
    })),
  }));
