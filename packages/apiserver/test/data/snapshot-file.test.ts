import { mkdtempSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiServer, DataFolder, restoreSnapshot, saveSnapshot } from '@reeve/apiserver';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ask, configMaps, create } from '../server/talk.ts';

let top = '';
const at = (name: string): string => join(top, name);

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'reeve-snapshot-'));
});
afterEach(() => rmSync(top, { recursive: true }));

const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'it was done',
    (error: Error) => error.message,
  );

/** Uses a server on a folder. */
async function using<T>(folder: string, use: (server: ApiServer) => Promise<T>): Promise<T> {
  await using data = await DataFolder.open(folder);
  await using server = await ApiServer.start({
    journal: data,
    serviceAccounts: { privateKey: await data.serviceAccountKey() },
  });
  return await use(server);
}

const found = (folder: string, name: string) =>
  using(folder, async (server) => (await ask(server.transport, 'GET', `${configMaps}/${name}`)).body);

test('a snapshot of a server that runs has all that was acknowledged, and is restored as it was', async () => {
  const before = await using(at('data'), async (server) => {
    for (let index = 0; index < 50; index += 1) await create(server, `m${index}`, { fill: 'x'.repeat(30_000) });
    await ask(server.transport, 'DELETE', `${configMaps}/m1`);
    const { body } = await ask(server.transport, 'GET', `${configMaps}/m7`);
    const summary = await saveSnapshot(at('data'), at('saved'));
    await create(server, 'later');
    expect(summary.bytes).toBe(statSync(at('saved')).size);
    return body;
  });
  expect(statSync(at('saved')).mode & 0o077).toBe(0);
  const summary = await restoreSnapshot(at('saved'), at('restored'));
  expect(summary.objects).toBeGreaterThan(49);
  expect(await found(at('restored'), 'm7')).toEqual(before);
  expect(await found(at('restored'), 'm1')).toMatchObject({ code: 404 });
  expect(await found(at('restored'), 'later')).toMatchObject({ code: 404 });
  const key = (folder: string) => readFileSync(join(folder, 'service-account.key'), 'utf8');
  expect(key(at('restored'))).toBe(key(at('data')));
});

test('what a server writes after a restore has revisions above all that were given out before', async () => {
  const last = await using(at('data'), async (server) => {
    await saveSnapshot(at('data'), at('saved'));
    return Number((await create(server, 'later')).body.metadata.resourceVersion);
  });
  await restoreSnapshot(at('saved'), at('restored'));
  const next = await using(at('restored'), async (server) => (await create(server, 'next')).body.metadata);
  expect(Number(next.resourceVersion)).toBeGreaterThan(last);
});

test('a snapshot with any byte changed, or cut anywhere, is refused, and nothing is restored', async () => {
  await using(at('data'), (server) => create(server, 'a'));
  await saveSnapshot(at('data'), at('saved'));
  const whole = readFileSync(at('saved'));
  for (let place = whole.indexOf('\n') + 1; place < whole.length; place += 4999) {
    const spoiled = Buffer.from(whole);
    spoiled[place] = (spoiled[place] ?? 0) ^ 1;
    writeFileSync(at('spoiled'), spoiled);
    expect(await messageOf(restoreSnapshot(at('spoiled'), at('restored')))).toMatch(
      /spoiled is not the snapshot that was saved: .*Nothing was restored; use another copy of it/,
    );
    writeFileSync(at('spoiled'), whole.subarray(0, place));
    expect(await messageOf(restoreSnapshot(at('spoiled'), at('restored')))).toContain('its end is missing');
  }
  expect(existsSync(at('restored'))).toBe(false);
});

test('nothing is written over: neither a file that is there, nor a folder that holds data', async () => {
  await using(at('data'), (server) => create(server, 'mine'));
  writeFileSync(at('there'), 'mine');
  expect(await messageOf(saveSnapshot(at('data'), at('there')))).toBe(
    `${at('there')} is there already, and is not replaced: name another file`,
  );
  expect(readFileSync(at('there'), 'utf8')).toBe('mine');
  await saveSnapshot(at('data'), at('saved'));
  expect(await messageOf(restoreSnapshot(at('saved'), at('data')))).toContain(
    'holds data already, and is not written over',
  );
  expect(await found(at('data'), 'mine')).toMatchObject({ metadata: { name: 'mine' } });
});

test('what is no snapshot and what is no data folder are refused by name', async () => {
  await using(at('data'), (server) => create(server, 'a'));
  writeFileSync(at('text'), 'hello\n');
  expect(await messageOf(restoreSnapshot(at('text'), at('restored')))).toContain('text is no file of reeve');
  expect(await messageOf(restoreSnapshot(at('none'), at('restored')))).toMatch(/none cannot be read \(ENOENT/);
  const log = readdirSync(at('data')).find((name) => name.startsWith('journal-')) ?? '';
  expect(await messageOf(restoreSnapshot(join(at('data'), log), at('restored')))).toContain(
    'is a file of a data folder',
  );
  expect(await messageOf(saveSnapshot(top, at('saved')))).toContain('holds no data of reeve');
  expect(existsSync(at('saved'))).toBe(false);
});
