import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VirtualHost } from '@reeve/machinery';
import { ApiServer, DataFolder, type DataFolderOptions, type Journal } from '@reeve/apiserver';
import type { Commit } from '@reeve/registry';
import { describe, expect, test } from 'vitest';
import { ask, configMaps, create, watch } from '../server/talk.ts';

/** A folder that is removed when its test is over. */
class Scratch implements Disposable {
  readonly top = mkdtempSync(join(tmpdir(), 'reeve-data-'));
  readonly path = join(this.top, 'data');

  file = (name: string): string => join(this.path, name);

  names = (): string[] => readdirSync(this.path).filter((name) => !name.startsWith('lock-'));

  /** The bytes of every file that holds data. */
  bytes = (): Map<string, string> =>
    new Map(this.names().map((name) => [name, readFileSync(this.file(name)).toString('base64')]));

  [Symbol.dispose](): void {
    rmSync(this.top, { recursive: true });
  }
}

/** A server on a folder, which it lets go of when it ends. */
async function serve(path: string, options: DataFolderOptions = {}): Promise<AsyncDisposable & { server: ApiServer }> {
  const data = await DataFolder.open(path, options);
  try {
    const server = await ApiServer.start({
      journal: data,
      serviceAccounts: { privateKey: await data.serviceAccountKey() },
    });
    const end = async () => {
      await server.stop();
      await data[Symbol.asyncDispose]();
    };
    return { server, [Symbol.asyncDispose]: end };
  } catch (error) {
    await data[Symbol.asyncDispose]();
    throw error;
  }
}

/** Starts a server on a folder, creates so many objects one after the other, and ends. */
async function filled(path: string, names: readonly string[]): Promise<void> {
  await using running = await serve(path);
  for (const name of names) expect((await create(running.server, name, { of: name })).status).toBe(201);
}

const namesOf = async ({ server }: { server: ApiServer }): Promise<string[]> =>
  ((await ask(server.transport, 'GET', configMaps)).body.items ?? []).flatMap(({ metadata }) => metadata.name ?? []);

/** What opening or serving a folder is refused with. */
const refusal = (path: string): Promise<string> =>
  serve(path).then(
    () => 'it is served',
    (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
  );

describe('a data folder', () => {
  test('brings back every object as it was, whatever is in it, and no deleted one', async () => {
    using scratch = new Scratch();
    const data = { tab: 'a\tb', line: 'a\nb#12 00000000\n', text: 'ä€😀', proto: '{"__proto__":1}' };
    let before: unknown;
    {
      await using first = await serve(scratch.path);
      await create(first.server, 'odd', data);
      await create(first.server, 'gone');
      await ask(first.server.transport, 'DELETE', `${configMaps}/gone`);
      before = (await ask(first.server.transport, 'GET', `${configMaps}/odd`)).body;
    }
    await using second = await serve(scratch.path);
    expect((await ask(second.server.transport, 'GET', `${configMaps}/odd`)).body).toEqual(before);
    expect(await namesOf(second)).toEqual(['odd']);
  });

  test('gives no revision out twice, and tells watches from before to list again', async () => {
    using scratch = new Scratch();
    const versionOf = ({ body }: { body: { metadata: { resourceVersion?: string } } }) =>
      Number(body.metadata.resourceVersion);
    const first = await serve(scratch.path);
    let last = versionOf(await create(first.server, 'first'));
    await first[Symbol.asyncDispose]();
    for (let start = 0; start < 3; start += 1) {
      await using running = await serve(scratch.path);
      const version = versionOf(await create(running.server, `m${start}`));
      expect(version).toBeGreaterThan(last);
      const events = await watch(running.server.transport, `${configMaps}?watch=1&resourceVersion=${last}`);
      expect(events).toMatchObject([{ type: 'ERROR', object: { code: 410, reason: 'Expired' } }]);
      last = version;
    }
  });

  test('keeps definitions with their objects, and the key that tokens are signed with', async () => {
    using scratch = new Scratch();
    const accounts = '/api/v1/namespaces/default/serviceaccounts';
    const reviews = '/apis/authentication.k8s.io/v1/tokenreviews';
    let token = '';
    {
      await using first = await serve(scratch.path);
      const { transport } = first.server;
      await ask(transport, 'POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', gardens);
      await ask(transport, 'POST', '/apis/test.example/v1/namespaces/default/gardens', garden);
      await ask(transport, 'POST', accounts, { metadata: { name: 'robot' } });
      const given = await ask(transport, 'POST', `${accounts}/robot/token`, { spec: {} });
      token = (given.body as unknown as { status: { token: string } }).status.token;
    }
    await using second = await serve(scratch.path);
    const { transport } = second.server;
    const found = await ask(transport, 'GET', '/apis/test.example/v1/namespaces/default/gardens/roses');
    expect(found.body).toMatchObject({ kind: 'Garden', spec: { beds: 3 } });
    const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token } };
    expect((await ask(transport, 'POST', reviews, review)).body).toMatchObject({ status: { authenticated: true } });
    expect(statSync(scratch.file('service-account.key')).mode & 0o077).toBe(0);
  });

  test('is refused to a second server while one has it, and given to the next', async () => {
    using scratch = new Scratch();
    {
      await using first = await serve(scratch.path);
      await create(first.server, 'mine');
      expect(await refusal(scratch.path)).toBe(
        `REEVE_DATA: another server has the data folder ${scratch.path}: end that one, or name another folder`,
      );
      expect((await create(first.server, 'mine-too')).status).toBe(201);
    }
    await using second = await serve(scratch.path);
    expect(await namesOf(second)).toEqual(['mine', 'mine-too']);
  });

  test('of a killed server has a socket that nobody answers: of two servers that come, one takes its place', async () => {
    using scratch = new Scratch();
    await filled(scratch.path, ['kept']);
    spawnSync(process.execPath, ['-e', killedListener(scratch.file('lock-8'))], { stdio: 'ignore' });
    expect(existsSync(scratch.file('lock-8'))).toBe(true);
    const both = await Promise.allSettled([DataFolder.open(scratch.path), DataFolder.open(scratch.path)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    for (const one of both) if (one.status === 'fulfilled') await one.value[Symbol.asyncDispose]();
    await using next = await serve(scratch.path);
    expect(await namesOf(next)).toEqual(['kept']);
  });
});

/** A program that listens at a path and is killed: the socket stays. */
const killedListener = (path: string): string =>
  `require('node:net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;

describe('a data folder that is not as it was left', () => {
  test('ends in the middle of a write: that one does not count, which is said, and all before it is there', async () => {
    using scratch = new Scratch();
    await filled(scratch.path, ['a', 'b']);
    const log = scratch.file(scratch.names().findLast((name) => name.startsWith('journal-')) ?? '');
    const whole = readFileSync(log);
    for (const torn of ['#', '#900 0123', '#9000 01234567\nconfigmaps\tdefault/c\t', '\0'.repeat(4096)]) {
      writeFileSync(log, whole);
      appendFileSync(log, torn);
      const reports: string[] = [];
      const copy = new Map(scratch.bytes());
      const data = await DataFolder.open(scratch.path, { onReport: (sentence) => reports.push(sentence) });
      const commits = await data.load();
      await data[Symbol.asyncDispose]();
      expect(commits.map(({ key }) => key)).toEqual(expect.arrayContaining(['default/a', 'default/b']));
      expect(reports).toEqual([
        `${log} ends with ${torn.length} bytes of a write that was being made when the server was killed (from byte ${whole.length}): it was never acknowledged, and does not count`,
      ]);
      for (const [name, bytes] of copy) expect(scratch.bytes().get(name)).toBe(bytes);
      rmSync(scratch.file(scratch.names().findLast((name) => name.startsWith('journal-')) ?? ''));
    }
  });

  test('has a changed byte anywhere in what was acknowledged: it is refused with the place, and nothing is changed', async () => {
    using scratch = new Scratch();
    await filled(scratch.path, ['a', 'b', 'c']);
    const log = scratch.file(scratch.names().findLast((name) => name.startsWith('journal-')) ?? '');
    const whole = readFileSync(log);
    const last = whole.lastIndexOf('\n#');
    for (let place = whole.indexOf('\n') + 1; place < last; place += 1499) {
      const spoiled = Buffer.from(whole);
      spoiled[place] = (spoiled[place] ?? 0) ^ 1;
      writeFileSync(log, spoiled);
      const before = scratch.bytes();
      expect(await refusal(scratch.path)).toMatch(
        /^REEVE_DATA: .*journal-\d{6} is damaged at byte \d+: .*Nothing was changed, and nothing is served from it; .*reeve server snapshot restore/,
      );
      expect(scratch.bytes()).toEqual(before);
    }
    writeFileSync(log, whole);
    await using running = await serve(scratch.path);
    expect(await namesOf(running)).toEqual(['a', 'b', 'c']);
  });

  test('has a log that was cut, or lacks one: it is refused, and nothing is changed', async () => {
    using scratch = new Scratch();
    await filled(scratch.path, ['a']);
    const [first = ''] = scratch.names().filter((name) => name.startsWith('journal-'));
    await filled(scratch.path, ['b']);
    const { size } = statSync(scratch.file(first));
    const whole = readFileSync(scratch.file(first));
    truncateSync(scratch.file(first), size - 10);
    expect(await refusal(scratch.path)).toContain(`it has been cut: it had ${size} bytes, and now has ${size - 10}`);
    rmSync(scratch.file(first));
    expect(await refusal(scratch.path)).toMatch(
      /REEVE_DATA: .*journal-000001 is missing, and journal-000002 follows it/,
    );
    writeFileSync(scratch.file(first), whole);
    await using running = await serve(scratch.path);
    expect(await namesOf(running)).toEqual(['a', 'b']);
  });

  test.each([
    ['text of somebody else', 'hello\n', 'is no file of reeve'],
    ['nothing', '', 'is no file of reeve'],
    ['a newer format', '{"format":"reeve data","version":9}\n', 'has format 9, and this reeve reads format 1'],
    ['another file of a folder', '{"format":"reeve data","version":1,"kind":"log","segment":4}\n', 'log 4: it is not'],
  ])('has %s where a log should be: it is refused, and nothing is changed', async (_what, text, words) => {
    using scratch = new Scratch();
    mkdirSync(scratch.path);
    writeFileSync(scratch.file('journal-000001'), text);
    expect(await refusal(scratch.path)).toContain(words);
    expect(scratch.names()).toEqual(['journal-000001']);
    expect(readFileSync(scratch.file('journal-000001'), 'utf8')).toBe(text);
  });

  test('holds files of somebody else and no data: it is refused, and nothing is put there', async () => {
    using scratch = new Scratch();
    mkdirSync(scratch.path);
    writeFileSync(scratch.file('notes.txt'), 'mine');
    expect(await refusal(scratch.path)).toContain('holds files of somebody else (notes.txt) and no data of reeve');
    expect(readdirSync(scratch.path)).toEqual(['notes.txt']);
  });

  test('is a file, or stands where nothing can be made: the sentence says so', async () => {
    using scratch = new Scratch();
    writeFileSync(scratch.path, 'mine');
    expect(await refusal(scratch.path)).toMatch(/REEVE_DATA: .*data cannot be used as a data folder \(EEXIST/);
    expect(await refusal(join(scratch.path, 'below'))).toMatch(/cannot be used as a data folder \(ENOTDIR/);
  });
});

describe('the history of a data folder', () => {
  test('does not grow without bound, and what is left is the newest of everything', async () => {
    using scratch = new Scratch();
    const logBytes = 64 * 1024;
    const fill = 'x'.repeat(2000);
    {
      await using running = await serve(scratch.path, { logBytes });
      for (let turn = 0; turn < 300; turn += 1) {
        await create(running.server, `m${turn}`, { fill });
        if (turn >= 5) await ask(running.server.transport, 'DELETE', `${configMaps}/m${turn - 5}`);
      }
    }
    const written = 300 * fill.length;
    const kept = scratch.names().reduce((sum, name) => sum + statSync(scratch.file(name)).size, 0);
    expect(written).toBeGreaterThan(8 * logBytes);
    expect(kept).toBeLessThan(5 * logBytes);
    await using again = await serve(scratch.path, { logBytes });
    expect(await namesOf(again)).toEqual(['m295', 'm296', 'm297', 'm298', 'm299']);
  });

  test('goes on where a base was not finished, and files that nothing needs go at the next start', async () => {
    using scratch = new Scratch();
    await filled(scratch.path, ['a']);
    writeFileSync(scratch.file('base-000001.new'), 'half');
    writeFileSync(scratch.file('journal-000002.new'), '');
    await using running = await serve(scratch.path);
    expect(await namesOf(running)).toEqual(['a']);
    expect(scratch.names().filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  test('an Event that outlives a restart ends when its hour is over, however often the server starts', async () => {
    const host = new VirtualHost({ seed: 1 });
    const commits: Commit[] = [];
    const journal: Journal = {
      load: async () => commits,
      append: async (more) => void commits.push(...more),
    };
    const events = '/api/v1/namespaces/default/events';
    const involvedObject = { kind: 'ConfigMap', namespace: 'default', name: 'x' };
    {
      await using first = await ApiServer.start({ host, journal });
      await host.run(() => ask(first.transport, 'POST', events, { metadata: { name: 'e' }, involvedObject }));
      await host.run(() => host.sleep(40 * 60_000));
    }
    await using second = await ApiServer.start({ host, journal });
    const status = async () => (await host.run(() => ask(second.transport, 'GET', `${events}/e`))).status;
    await host.run(() => host.sleep(19 * 60_000));
    expect(await status()).toBe(200);
    await host.run(() => host.sleep(2 * 60_000));
    expect(await status()).toBe(404);
  });
});

/** A file system of one megabyte, where the machine lets us have one. */
class SmallDisk implements Disposable {
  readonly #scratch = new Scratch();
  readonly path = this.#scratch.path;

  constructor() {
    mkdirSync(this.path);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', this.path], { stdio: 'ignore' });
  }

  [Symbol.dispose](): void {
    execFileSync('umount', [this.path]);
    this.#scratch[Symbol.dispose]();
  }
}

const canMount = (() => {
  try {
    using _disk = new SmallDisk();
    return true;
  } catch {
    return false;
  }
})();

test.skipIf(!canMount)(
  'a full disk refuses writes with its reason, loses nothing, and takes them again when there is space',
  async () => {
    using disk = new SmallDisk();
    const path = join(disk.path, 'data');
    const filler = join(disk.path, 'filler');
    const made: string[] = [];
    {
      await using running = await serve(path);
      const fill = 'x'.repeat(20_000);
      let refused;
      for (let turn = 0; refused === undefined; turn += 1) {
        const answer = await create(running.server, `m${turn}`, { fill });
        if (answer.status === 201) made.push(`m${turn}`);
        else refused = answer;
        if (turn === 0) writeFileSync(filler, Buffer.alloc(300_000));
      }
      expect(refused).toMatchObject({ status: 500, body: { reason: 'InternalError' } });
      expect(refused.body.message).toMatch(
        /the write could not be recorded: the disk is full: .*journal-\d+ cannot be written\. Nothing that was acknowledged is lost/,
      );
      expect((await ask(running.server.transport, 'GET', '/readyz')).status).toBe(500);
      expect(await namesOf(running)).toEqual(made.toSorted());
      rmSync(filler);
      expect((await create(running.server, 'later')).status).toBe(201);
      expect((await ask(running.server.transport, 'GET', '/readyz')).status).toBe(200);
    }
    await using again = await serve(path);
    expect(await namesOf(again)).toEqual(['later', ...made].toSorted());
  },
);

const gardens = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'gardens.test.example' },
  spec: {
    group: 'test.example',
    scope: 'Namespaced',
    names: { plural: 'gardens', singular: 'garden', kind: 'Garden' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties: { beds: { type: 'integer' } } } },
          },
        },
      },
    ],
  },
};

const garden = { apiVersion: 'test.example/v1', kind: 'Garden', metadata: { name: 'roses' }, spec: { beds: 3 } };
