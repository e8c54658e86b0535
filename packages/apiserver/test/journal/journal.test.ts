import { ApiServer, type Commit, type Journal } from '@reeve/apiserver';
import { describe, expect, test } from 'vitest';

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

  test('refuses writes while the journal is lost, and records them with the next one that succeeds', async () => {
    const journal = new Notebook();
    await using server = await ApiServer.start({ journal });
    journal.isLost = true;
    expect(await create(server, 'unheard')).toMatchObject({ status: 500, body: { reason: 'InternalError' } });
    expect((await call(server, 'GET', configMaps)).status).toBe(200);
    journal.isLost = false;

    expect((await create(server, 'heard')).status).toBe(201);

    const keys = journal.commits.slice(-2).map(({ key }) => key);
    expect(keys).toEqual(['default/unheard', 'default/heard']); // a later record never stands without an earlier one
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
