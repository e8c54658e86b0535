/**
 * kubectl on two servers at once: the same command on the real one and on the embedded one, and what each said without what differs from run to run.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { run, type Outcome } from './run.ts';

/** kubectl with one server behind it. Its caches are its own, so that nothing is known from elsewhere. */
export class Kubectl implements Disposable {
  readonly #program: string;
  readonly #flags: readonly string[];
  readonly #home = mkdtempSync(join(tmpdir(), 'reeve-kubectl-'));

  readonly #options: { assets: string; kubeconfig: string; namespace: string };

  constructor(options: { assets: string; kubeconfig: string; namespace: string }) {
    this.#options = options;
    this.#program = join(options.assets, 'kubectl');
    this.#flags = ['--kubeconfig', options.kubeconfig, '--namespace', options.namespace];
  }

  /** kubectl with the same server behind it, that shows a token instead of a certificate. */
  withToken(token: string): Kubectl {
    const kubeconfig = join(this.#home, 'kubeconfig-with-token');
    const text = readFileSync(this.#options.kubeconfig, 'utf8');
    writeFileSync(kubeconfig, withoutCertificate(text, token), { mode: 0o600 });
    return new Kubectl({ ...this.#options, kubeconfig });
  }

  run(args: readonly string[], input?: string, more: NodeJS.ProcessEnv = {}): Promise<Outcome> {
    const env = { HOME: this.#home, KUBECACHEDIR: join(this.#home, 'cache'), ...more };
    return run(this.#program, [...this.#flags, ...args], { env, ...(input !== undefined && { input }) });
  }

  /** Runs a command that does not end by itself; `until` sees everything printed so far after each piece of it. */
  async follow(
    args: readonly string[],
    act: (until: (isDone: (text: string) => boolean) => Promise<void>) => Promise<void>,
  ) {
    const child = spawn(this.#program, [...this.#flags, ...args], {
      env: { PATH: process.env['PATH'], HOME: this.#home },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const closed = once(child, 'close');
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    const until = async (isDone: (printed: string) => boolean): Promise<void> => {
      while (!isDone(text)) {
        if (child.exitCode !== null) throw new Error(`kubectl ${args.join(' ')} ended early after printing: ${text}`);
        await Promise.race([once(child.stdout, 'data'), closed]);
      }
    };
    try {
      await act(until);
    } finally {
      child.kill();
      await closed;
    }
    return text;
  }

  [Symbol.dispose](): void {
    rmSync(this.#home, { recursive: true, force: true });
  }
}

const replacements: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uid>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>'],
  [/(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000/g, '<time>'],
  [/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ \+0000/g, '<time>'],
  [/("?resourceVersion"?: ?)"\d+"/g, '$1"<version>"'],
  [/(Resource Version: +)\d+/g, '$1<version>'],
  [/\/(LIVE|MERGED)-\d+\//g, '/$1/'],
  [/\b(\d+m)?\d+s\b( ago)?/g, '<age>'],
  [/https:\/\/127\.0\.0\.1:\d+/g, '<server>'],
  [/\b10\.0\.0\.\d+\b/g, '<address>'],
  [/[ \t]+/g, ' '], // columns are as wide as their widest cell
  [/ $/gm, ''],
];

/** What a command said, without times, versions, uids, addresses and the width of columns. */
export const settled = ({ code, stdout, stderr }: Outcome): Outcome => ({
  code,
  stdout: settledText(stdout),
  stderr: settledText(stderr),
});

export const settledText = (text: string): string =>
  replacements.reduce((result, [pattern, word]) => result.replaceAll(pattern, word), text);

/** A kubeconfig whose user has a token and nothing else. */
function withoutCertificate(kubeconfig: string, token: string): string {
  const { users, ...rest } = parse(kubeconfig) as { users: { name: string }[] };
  return JSON.stringify({ ...rest, users: users.map(({ name }) => ({ name, user: { token } })) });
}
