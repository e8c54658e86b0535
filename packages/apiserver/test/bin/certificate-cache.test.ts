import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { call } from './https-call.ts';
import { Program } from './program.ts';

/** The fingerprint that a server shows which starts in a new certificate folder and keeps its certificates in `kept`. */
async function fingerprintWith(kept: string, env: Record<string, string> = {}): Promise<string> {
  await using server = new Program('kube-apiserver', ['--secure-port=0', `--cert-dir=${temporaryFolder()}`], {
    ...env,
    REEVE_CERTIFICATES: kept,
  });
  const [, url] = await server.says(/serving on (https:\/\/127\.0\.0\.1:\d+)/);
  return (await call(`${url}/healthz`)).fingerprint;
}

const fileIn = (kept: string) => join(kept, 'certificates.json');
const inAYear = `data:text/javascript,const now = Date.now; Date.now = () => now() + ${365 * 24 * 3_600_000};`;

describe('certificates kept between starts', { timeout: 60_000 }, () => {
  test('are served again, and only their owner can read them', async () => {
    const kept = join(temporaryFolder(), 'certificates');
    const first = await fingerprintWith(kept);

    expect(await fingerprintWith(kept)).toBe(first);

    expect(statSync(kept).mode & 0o777).toBe(0o700);
    expect(statSync(fileIn(kept)).mode & 0o777).toBe(0o600);
  });

  test('are made anew when others could have read them', async () => {
    const kept = temporaryFolder();
    const first = await fingerprintWith(kept);
    chmodSync(fileIn(kept), 0o644);

    expect(await fingerprintWith(kept)).not.toBe(first);

    expect(statSync(fileIn(kept)).mode & 0o777).toBe(0o600);
  });

  test('are made anew when their time is nearly over', async () => {
    const kept = temporaryFolder();
    const first = await fingerprintWith(kept);

    expect(await fingerprintWith(kept, { NODE_OPTIONS: `--import "${inAYear}"` })).not.toBe(first);
  });

  test.each([
    ['a file that is no JSON', () => '{'],
    [
      'a key that is another’s',
      (text: string) => spoiled(text, (all) => ({ ...all, server: { ...all.server, key: all.admin.key } })),
    ],
    [
      'a certificate without the server’s names',
      (text: string) => spoiled(text, (all) => ({ ...all, server: all.admin })),
    ],
    ['nothing in it', () => '{}'],
  ])('are made anew after %s', async (_what, spoil) => {
    const kept = temporaryFolder();
    const first = await fingerprintWith(kept);
    writeFileSync(fileIn(kept), spoil(readFileSync(fileIn(kept), 'utf8')));

    expect(await fingerprintWith(kept)).not.toBe(first);
  });
});

describe('a certificate folder that cannot be written', { timeout: 60_000 }, () => {
  test('the server ends with a sentence that names the folder and what to do, and leaves no temporary file behind', async () => {
    const kept = temporaryFolder();
    mkdirSync(fileIn(kept)); // a folder stands where the file should be
    await using server = new Program('kube-apiserver', ['--secure-port=0'], { REEVE_CERTIFICATES: kept });

    expect(await server.ended()).toBe(1);

    expect(server.stderr).toContain(`certificates cannot be written to ${kept} (`);
    expect(server.stderr).toContain('name another folder with REEVE_CERTIFICATES');
    expect(server.stderr).not.toContain('    at '); // a sentence, not a stack
    expect(readdirSync(kept)).toEqual(['certificates.json']);
  });

  test('the server names --cert-dir when that is below a file, and leaves no half of a pair behind', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    await using below = new Program('kube-apiserver', ['--secure-port=0', `--cert-dir=${folder}/file/certs`]);
    mkdirSync(join(folder, 'half', 'apiserver.key', 'x'), { recursive: true });
    await using half = new Program('kube-apiserver', ['--secure-port=0', `--cert-dir=${folder}/half`]);

    expect([await below.ended(), await half.ended()]).toEqual([1, 1]);

    expect(below.stderr).toContain(`certificates cannot be written to ${folder}/file/certs (`);
    expect(below.stderr).toContain('name another folder with --cert-dir');
    expect(readdirSync(join(folder, 'half'))).toEqual(['apiserver.key']);
  });
});

interface Kept {
  readonly server: { readonly cert: string; readonly key: string };
  readonly admin: { readonly cert: string; readonly key: string };
}

const spoiled = (text: string, change: (all: Kept) => Kept): string => JSON.stringify(change(JSON.parse(text) as Kept));

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
