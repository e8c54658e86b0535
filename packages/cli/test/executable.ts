/**
 * The real `reeve` executable, as a user starts it: its own process, its own folder, nothing of the environment that could lead to a cluster.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const executable = fileURLToPath(new URL('../../reeve/dist/bundle/bin/reeve.js', import.meta.url));

/** Kept between runs: making certificates takes longer than everything else. */
const certificates = join(tmpdir(), 'reeve-cli-certificates');

/** A folder with files, removed at the end. */
export class Folder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'reeve-cli-'));

  constructor(files: Readonly<Record<string, string>> = {}) {
    for (const [name, text] of Object.entries(files)) this.write(name, text);
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.path, name), text);
  }

  file(name: string): string {
    return join(this.path, name);
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A process that runs, and what it has printed. */
export class Running implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #looks = new Set<() => void>();
  readonly ended: Promise<number>;
  out = '';
  err = '';

  constructor(command: string, args: readonly string[], folder: string, variables: Readonly<Record<string, string>>) {
    const env = { PATH: process.env['PATH'] ?? '', HOME: folder, REEVE_CERTIFICATES: certificates, ...variables };
    this.#child = spawn(command, args, { cwd: folder, env, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => this.#add('out', text));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => this.#add('err', text));
    this.ended = new Promise((resolve, reject) => {
      this.#child.once('error', reject);
      this.#child.once('close', (code, signal) => resolve(code ?? (signal === null ? -1 : 128)));
    });
  }

  /** Resolves when stdout or stderr has the text; rejects when the process has ended without it. */
  async shows(text: string | RegExp): Promise<void> {
    const has = (): boolean => (typeof text === 'string' ? this.#all.includes(text) : text.test(this.#all));
    const shown = new Promise<void>((resolve) => {
      const look = (): void => void (has() && (this.#looks.delete(look), resolve()));
      this.#looks.add(look);
      look();
    });
    const code = await Promise.race([shown, this.ended]);
    if (!has()) throw new Error(`ended with ${code ?? ''} without showing ${String(text)}:\n${this.#all}`);
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** Goes away as a reader of stdout. */
  closeOutput(): void {
    this.#child.stdout?.destroy();
  }

  type(text: string): void {
    this.#child.stdin?.write(text);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.ended;
  }

  get #all(): string {
    return this.out + this.err;
  }

  #add(where: 'out' | 'err', text: string): void {
    this[where] += text;
    for (const look of this.#looks) look();
  }
}

/** Starts `reeve ARGS…` in a folder. It is ended with the test, also with one that takes too long. */
export function startReeve(
  args: readonly string[],
  folder: Folder,
  variables: Readonly<Record<string, string>> = {},
): Running {
  return endedWithTest(running(args, folder, variables));
}

/** Ends a process when the test is over. */
export function endedWithTest(process: Running): Running {
  onTestFinished(() => process[Symbol.asyncDispose]());
  return process;
}

/** Runs it to its end. */
export async function reeve(
  args: readonly string[],
  folder: Folder,
  variables: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  await using started = running(args, folder, variables);
  const code = await started.ended;
  return { code, out: started.out, err: started.err };
}

const running = (args: readonly string[], folder: Folder, variables: Readonly<Record<string, string>>): Running =>
  new Running(process.execPath, [executable, ...args], folder.path, variables);
