import { mkdtemp, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { VirtualHost, nodeHost } from '@reeve/machinery';
import { CertificateWatcher, Metrics, nodeFiles } from '@reeve/runtime';
import type { CertificatePair, CertificateWatcherOptions } from '@reeve/runtime';
import { NotingLog } from '../events/recording.ts';
import { makePair } from './certificates.ts';

let one: CertificatePair;
let two: CertificatePair;
let folder: string;

beforeAll(async () => {
  [one, two] = [await makePair('one'), await makePair('two')];
  folder = await mkdtemp(join(tmpdir(), 'reeve-certificates-'));
});
afterAll(() => rm(folder, { recursive: true }));

const files = () => ({ certFile: join(folder, 'tls.crt'), keyFile: join(folder, 'tls.key') });

async function write(pair: CertificatePair, { certFile, keyFile } = files()): Promise<void> {
  await writeFile(certFile, pair.cert);
  await writeFile(keyFile, pair.key);
}

/** Opens a watcher over files, in virtual time: nobody tells of changes, so that it looks itself. */
const open = (host: VirtualHost, options: Partial<CertificateWatcherOptions> = {}): Promise<CertificateWatcher> =>
  CertificateWatcher.open({ ...files(), host, files: unheard, ...options });

const unheard = { read: nodeFiles.read, watch: () => ({ [Symbol.dispose]: () => undefined }) };

describe('a watcher of certificates', () => {
  test('needs both files · CR-112', async () => {
    await write(one);
    const host = new VirtualHost();
    for (const missing of ['certFile', 'keyFile']) {
      await expect(open(host, { [missing]: join(folder, 'nothing') })).rejects.toMatchObject({
        code: 'REEVE_CERTIFICATE',
      });
    }
    await writeFile(files().keyFile, two.key);
    await expect(open(host)).rejects.toThrow(/does not belong to the certificate/);
  });

  test('serves what it read, and tells it at once · CR-112', async () => {
    await write(one);
    const watcher = await open(new VirtualHost());
    const told: CertificatePair[] = [];
    watcher.onChange((pair) => told.push(pair));
    expect([watcher.current, ...told]).toEqual([one, one]);
    expect(watcher.group).toBe('servers'); // which no election holds back
  });

  test.each([
    ['written', () => write(two)],
    ['renamed', () => replacedBy((from, to) => rename(from, to))],
    ['swapped by a link', () => replacedBy(async (from, to) => (await unlink(to), symlink(from, to)))],
  ])('reads again what is %s, and counts it · CR-112', async (_, replace) => {
    await rm(files().certFile, { force: true });
    await rm(files().keyFile, { force: true });
    await write(one);
    const metrics = new Metrics({ process: false });
    const watcher = await open(new VirtualHost(), { metrics: metrics.certificates });
    const told: CertificatePair[] = [];
    using _listening = watcher.onChange((pair) => told.push(pair));
    await watcher.reload();
    expect(told).toEqual([one]);
    await replace();
    await watcher.reload();
    expect(told).toEqual([one, two]);
    expect(watcher.current).toEqual(two);
    expect(await metrics.text()).toContain('certwatcher_read_certificate_total 3\n');
  });

  test('keeps the old pair while the new one cannot be used · CR-112', async () => {
    await rm(files().certFile, { force: true });
    await rm(files().keyFile, { force: true });
    await write(one);
    const log = new NotingLog();
    const metrics = new Metrics({ process: false });
    const watcher = await open(new VirtualHost(), { log, metrics: metrics.certificates });
    await writeFile(files().certFile, two.cert);
    await watcher.reload();
    await rm(files().certFile);
    await watcher.reload();
    expect(watcher.current).toEqual(one);
    expect(log.lines.map(({ level }) => level)).toEqual(['error', 'error']);
    expect(await metrics.text()).toContain('certwatcher_read_certificate_errors_total 2\n');
    await write(two);
    await watcher.reload();
    expect(watcher.current).toEqual(two);
  });

  test('looks every ten seconds by itself · CR-112', async () => {
    const host = new VirtualHost();
    let pair = one;
    const reading = {
      read: (path: string) => Promise.resolve(path.endsWith('crt') ? pair.cert : pair.key),
      watch: unheard.watch,
    };
    const watcher = await open(host, { files: reading });
    await host.run(async () => {
      const stop = new AbortController();
      const running = watcher.run(stop.signal);
      pair = two;
      await host.sleep(9000);
      expect(watcher.current).toEqual(one);
      await host.sleep(1500);
      expect(watcher.current).toEqual(two);
      stop.abort();
      await running;
    });
  });

  test('looks at once when told of a change, and then waits again · CR-112', async () => {
    const host = new VirtualHost();
    let [pair, reads] = [one, 0];
    let tell = (): void => undefined;
    const told = {
      read: (path: string) => {
        reads += 1;
        return Promise.resolve(path.endsWith('crt') ? pair.cert : pair.key);
      },
      watch: (_: string, onEvent: () => void) => {
        tell = onEvent;
        return { [Symbol.dispose]: () => undefined };
      },
    };
    const watcher = await open(host, { files: told });
    await host.run(async () => {
      const stop = new AbortController();
      const running = watcher.run(stop.signal);
      await host.sleep(1);
      pair = two;
      tell();
      await host.sleep(1);
      expect([watcher.current.cert, reads]).toEqual([two.cert, 4]);
      await host.sleep(25_000);
      expect(reads).toBe(8);
      stop.abort();
      await running;
    });
  });

  test('hears of changes of real files · CR-112', async () => {
    await write(one);
    const watcher = await CertificateWatcher.open({
      ...files(),
      host: nodeHost(),
      files: nodeFiles,
      intervalMs: 3_600_000,
    });
    const stop = new AbortController();
    const running = watcher.run(stop.signal);
    const changed = new Promise<CertificatePair>((resolve) => {
      watcher.onChange((pair) => pair.cert === two.cert && resolve(pair));
    });
    await write(two);
    expect(await changed).toEqual(two);
    stop.abort();
    await running;
  });
});

async function replacedBy(move: (from: string, to: string) => Promise<void>): Promise<void> {
  const staged = { certFile: join(folder, 'new.crt'), keyFile: join(folder, 'new.key') };
  await write(two, staged);
  await move(staged.certFile, files().certFile);
  await move(staged.keyFile, files().keyFile);
}
