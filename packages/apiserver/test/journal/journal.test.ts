import { ApiServer, type Journal } from '@reeve/apiserver';
import { type Commit } from '@reeve/registry';
import { describe, expect, test } from 'vitest';
import { ask, watch } from '../server/talk.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';

/** A journal in memory that can be told to fail. */
class Notebook implements Journal {
  readonly commits: Commit[] = [];
  isLost = false;

  async load(): Promise<readonly Commit[]> {
    return this.commits;
  }

  async append(commits: readonly Commit[]): Promise<void> {
    if (this.isLost) throw new Error('the notebook is lost');
    this.commits.push(...commits);
  }

  async check(): Promise<void> {
    if (this.isLost) throw new Error('the notebook is lost');
  }
}

describe('a server with a journal', () => {
  test('answers a write when it is recorded, and records writes in their order', async () => {
    const journal = new Notebook();
    await using server = await ApiServer.start({ journal });

    await create(server, 'first');
    expect(journal.commits.at(-1)).toMatchObject({ key: 'default/first', isDeleted: false });
    await Promise.all(['a', 'b', 'c'].map((name) => create(server, name)));
    await call(server, 'DELETE', `${configMaps}/first`);

    const revisions = journal.commits.map(({ revision }) => revision);
    expect(revisions).toEqual(revisions.toSorted((a, b) => a - b));
    expect(journal.commits.at(-1)).toMatchObject({ key: 'default/first', isDeleted: true });
  });

  test('is taken up again with all its objects, whatever is in them, and without seeding anew', async () => {
    const journal = new Notebook();
    const data = { tab: 'a\tb', line: 'a\nb', text: 'ä€😀', proto: '{"__proto__":1}' };
    await using first = await ApiServer.start({ journal });
    await create(first, 'odd', data);
    const before = await call(first, 'GET', `${configMaps}/odd`);
    const namespaces = await call(first, 'GET', '/api/v1/namespaces');

    await using second = await ApiServer.start({ journal });

    expect(await call(second, 'GET', `${configMaps}/odd`)).toEqual(before);
    expect((await call(second, 'GET', '/api/v1/namespaces')).body.items).toEqual(namespaces.body.items);
  });

  test('a write that the journal does not take is refused and undone, and watchers see its end', async () => {
    const journal = new Notebook();
    await using server = await ApiServer.start({ journal });
    await create(server, 'kept', { step: '1' });
    const { resourceVersion } = (await call(server, 'GET', configMaps)).body.metadata;
    journal.isLost = true;

    const refused = await Promise.all([
      create(server, 'unheard'),
      call(server, 'PUT', `${configMaps}/kept`, { metadata: { name: 'kept' }, data: { step: '2' } }),
    ]);

    for (const answer of refused) expect(answer).toMatchObject({ status: 500, body: { reason: 'InternalError' } });
    expect((await call(server, 'GET', `${configMaps}/unheard`)).status).toBe(404);
    expect((await call(server, 'GET', `${configMaps}/kept`)).body.data).toEqual({ step: '1' });
    const path = `${configMaps}?watch=1&resourceVersion=${resourceVersion}`;
    const events = await watch(server.transport, path, (seen) => seen.length === 4);
    expect(events.filter(({ object }) => object.metadata.name === 'unheard').map(({ type }) => type)).toEqual([
      'ADDED',
      'DELETED',
    ]);
    expect(events.filter(({ object }) => object.metadata.name === 'kept').map(({ object }) => object.data)).toEqual([
      { step: '2' },
      { step: '1' },
    ]);
  });

  test('a write is refused before it is done while the journal is known to be lost', async () => {
    const journal = new Notebook();
    await using server = await ApiServer.start({ journal });
    journal.isLost = true;
    await create(server, 'first');
    const { resourceVersion } = (await call(server, 'GET', configMaps)).body.metadata;

    expect((await create(server, 'second')).status).toBe(500);

    expect((await call(server, 'GET', configMaps)).body.metadata.resourceVersion).toBe(resourceVersion);
  });

  test('writes are recorded again when the journal is back, and what was undone before stays undone after a start', async () => {
    const journal = new Notebook();
    await using server = await ApiServer.start({ journal });
    journal.isLost = true;
    await create(server, 'unheard');
    journal.isLost = false;

    expect((await create(server, 'heard')).status).toBe(201);

    await using second = await ApiServer.start({ journal });
    expect((await call(second, 'GET', `${configMaps}/heard`)).status).toBe(200);
    expect((await call(second, 'GET', `${configMaps}/unheard`)).status).toBe(404);
  });

  test('health checks say that the journal is lost, and that it is back', async () => {
    const journal = new Notebook();
    await using server = await ApiServer.start({ journal });
    const asked = async () => {
      const answers = [];
      for (const path of ['/readyz', '/livez', '/livez/etcd', '/livez/ping', '/readyz?exclude=etcd'])
        answers.push((await ask(server.transport, 'GET', path)).status);
      return answers;
    };
    expect(await asked()).toEqual([200, 200, 200, 200, 200]);
    journal.isLost = true;

    expect(await asked()).toEqual([500, 500, 500, 200, 200]);

    expect((await ask(server.transport, 'GET', '/readyz')).text).toContain('[-]etcd failed: reason withheld');
    journal.isLost = false;
    expect(await asked()).toEqual([200, 200, 200, 200, 200]);
  });

  test('a server that is started again begins above every revision that a client can have seen, and refuses to resume a watch from before with 410', async () => {
    const journal = new Notebook();
    await using first = await ApiServer.start({ journal });
    await create(first, 'recorded');
    const atKill = journal.commits.slice();
    await create(first, 'seen and lost');
    await create(first, 'lost');
    const { resourceVersion } = (await call(first, 'GET', configMaps)).body.metadata;
    journal.commits.splice(0, journal.commits.length, ...atKill);

    await using second = await ApiServer.start({ journal });

    await create(second, 'later');
    const [event] = await watch(
      second.transport,
      `${configMaps}?watch=1&resourceVersion=${resourceVersion}`,
      () => true,
    );
    expect(event).toMatchObject({ type: 'ERROR', object: { code: 410, reason: 'Expired' } });
    await using third = await ApiServer.start({ journal: new Notebook() }); // one that has lost everything
    const listed = (await call(third, 'GET', configMaps)).body.metadata.resourceVersion;
    expect(Number(listed)).toBeGreaterThan(Number(resourceVersion));
  });

  test('a server whose journal has no namespaces makes them again', async () => {
    const journal = new Notebook();
    await using first = await ApiServer.start({ journal });
    await create(first, 'kept');
    const kept = journal.commits.filter(({ resource }) => resource === 'configmaps');
    journal.commits.splice(0, journal.commits.length, ...kept);

    await using second = await ApiServer.start({ journal });

    expect((await create(second, 'new')).status).toBe(201);
    expect((await call(second, 'GET', `${configMaps}/kept`)).status).toBe(200);
    expect((await call(second, 'GET', '/api/v1/namespaces')).body.items).toHaveLength(4);
  });

  const fine: Commit = {
    resource: 'configmaps',
    key: 'default/a',
    revision: 7,
    isDeleted: false,
    object: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'a', namespace: 'default', resourceVersion: '7' },
    },
  };

  test.each<[string, Partial<Record<keyof Commit, unknown>>]>([
    ['whose revision is not a number', { revision: Number.NaN }],
    ['whose revision is negative', { revision: -1 }],
    ['whose revision has no end', { revision: 1e308 }],
    ['whose revision is beyond whole numbers', { revision: 2 ** 53 }],
    ['without an object', { object: null }],
    ['whose object has no metadata', { object: { kind: 'ConfigMap' } }],
    ['of an object with another name', { key: 'default/b' }],
    ['of an object of another version', { revision: 8 }],
    ['without a resource', { resource: '' }],
  ])('a journal with a record %s is refused with its place', async (_what, change) => {
    const journal = new Notebook();
    journal.commits.push(fine, { ...fine, ...change } as Commit);

    await expect(ApiServer.start({ journal })).rejects.toThrow(
      /the journal cannot be read: record 2 \(.*\) is no record/,
    );
  });
});

const create = (server: ApiServer, name: string, data: Record<string, string> = {}) =>
  call(server, 'POST', configMaps, { metadata: { name }, data });

async function call(server: ApiServer, method: string, path: string, object?: unknown) {
  const answer = await server.transport.request({
    method,
    path,
    headers: { 'content-type': 'application/json' },
    ...(object !== undefined && { body: Buffer.from(JSON.stringify(object)) }),
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.body) chunks.push(chunk);
  return { status: answer.status, body: JSON.parse(Buffer.concat(chunks).toString()) };
}
