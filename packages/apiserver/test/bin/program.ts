/**
 * Runs one of the package's executables as a process of its own, hears what it says, and never leaves it behind.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const folder = fileURLToPath(new URL('../../dist/bundle/bin/', import.meta.url));

/** A running executable. */
export class Program implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  stdout = '';
  stderr = '';

  /** `env` is added to our own environment. */
  constructor(name: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    this.#child = spawn(process.execPath, [`${folder}${name}.js`, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    this.#closed = once(this.#child, 'close');
    onTestFinished(() => this[Symbol.asyncDispose]()); // a test that timed out never gets to the end of its scope
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Resolves with the groups of the first match in what the program says on stderr; rejects when it ends before. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.stderr);
      if (found) return found;
      if (this.#child.exitCode !== null || this.#child.signalCode !== null)
        throw new Error(`the program ended without saying ${pattern}: ${this.stderr}`);
      await Promise.race([once(this.#child.stderr as NodeJS.EventEmitter, 'data'), this.#closed]);
    }
  }

  /** Resolves with the exit code when the program has ended and all it said is read; a signal that killed it is thrown. */
  async ended(): Promise<number> {
    await this.#closed;
    if (this.#child.exitCode === null) throw new Error(`the program was killed by ${this.#child.signalCode}`);
    return this.#child.exitCode;
  }

  /** Asks the program to end, and resolves with its exit code. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number> {
    this.#child.kill(signal);
    return this.ended();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#closed;
  }
}
