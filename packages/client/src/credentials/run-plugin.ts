/**
 * Starts credential plugins; an edge of the machine. What a plugin prints to stderr goes to ours, so that people see its questions; what it prints to
 * stdout is its answer and is shown to nobody. A plugin is broken or hostile like a server: it may print without end, leave children behind that hold its
 * output open, and not end when it is told to.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import type { Clock, Timer } from '@reeve/machinery';

/** One start of a plugin. */
export interface PluginCall {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** True to let it read from our terminal. */
  readonly isInteractive: boolean;
  /** Ends the plugin: nobody waits for it any more, or it took too long. Its process is told to end, and killed when it does not. */
  readonly signal?: AbortSignal | undefined;
}

/** How a plugin ended. */
export type PluginResult =
  | { readonly type: 'missing' }
  | { readonly type: 'failed'; readonly problem: string; readonly exitCode?: number }
  | { readonly type: 'printed'; readonly output: string };

/** What plugins need from the machine. */
export interface PluginRunner {
  run(call: PluginCall): Promise<PluginResult>;
  /** True when somebody sits at our terminal. */
  isTerminal(): boolean;
  /** Where the program of that name is, as a shell would find it. */
  find(command: string): Promise<string | undefined>;
}

/** An answer is a few kilobytes; a plugin that prints more is broken. */
const longestOutput = 4 * 1024 * 1024;

/** How long a plugin that is told to end (SIGTERM) may take before it is killed. */
const killAfterMs = 1000;

/** How long what a plugin printed is waited for when it has ended and something that it started holds its output open. */
const outputGraceMs = 1000;

/** Starts programs of this machine. */
export const nodePluginRunner = (clock: Clock): PluginRunner => ({
  run: (call) => new Promise((settle) => new RunningPlugin(clock, call, settle)),

  isTerminal: () => process.stdin.isTTY,

  async find(command) {
    if (/[/\\]/.test(command)) return resolve(command);
    for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
      const file = join(folder, command);
      const isThere = await access(file, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (folder !== '' && isThere) return file;
    }
    return undefined;
  },
});

/** One process. Tells once how it ended, and lets go of everything then. */
class RunningPlugin {
  readonly #clock: Clock;
  readonly #settle: (result: PluginResult) => void;
  readonly #child: ChildProcess;
  readonly #signal: AbortSignal | undefined;
  #pieces: Buffer[] = [];
  #bytes = 0;
  #isSettled = false;
  #exit: PluginResult | undefined;

  constructor(
    clock: Clock,
    { command, args, env, isInteractive, signal }: PluginCall,
    settle: (result: PluginResult) => void,
  ) {
    this.#clock = clock;
    this.#settle = settle;
    this.#signal = signal;
    const stdin = isInteractive ? 'inherit' : 'ignore';
    this.#child = spawn(command, args, { env: { ...process.env, ...env }, stdio: [stdin, 'pipe', 'inherit'] });
    this.#child.stdout?.on('data', (piece: Buffer) => this.#collect(piece));
    this.#child.once('error', (error: NodeJS.ErrnoException) => this.#end(startFailure(error)));
    this.#child.once('exit', (exitCode, killedBy) => this.#exited(exitCode, killedBy));
    this.#child.once('close', () => this.#end(this.#exit ?? noExit));
    signal?.addEventListener('abort', this.#giveUp, { once: true });
    if (signal?.aborted) this.#giveUp();
  }

  readonly #giveUp = (): void => this.#kill('was ended, as nobody waits for it any more');

  #collect(piece: Buffer): void {
    if (this.#isSettled) return;
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    if (this.#bytes > longestOutput) this.#kill('printed more than 4 MB, which is no credential, and was ended');
  }

  /** What it started may hold its output open for as long as it likes; what it printed itself is here soon. */
  #exited(exitCode: number | null, killedBy: string | null): void {
    if (exitCode === null) this.#exit = { type: 'failed', problem: `was ended by ${killedBy}` };
    else if (exitCode !== 0) this.#exit = { type: 'failed', problem: `failed with exit code ${exitCode}`, exitCode };
    else this.#exit = { type: 'printed', output: '' };
    if (this.#isSettled) return;
    this.#later(outputGraceMs, () => this.#end(this.#exit ?? noExit));
  }

  #kill(problem: string): void {
    this.#end({ type: 'failed', problem });
    if (this.#exit !== undefined) return;
    this.#child.kill();
    const timer = this.#later(killAfterMs, () => this.#child.kill('SIGKILL'), false); // or it would outlive this process
    this.#child.once('exit', () => timer.cancel());
  }

  #end(result: PluginResult): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#signal?.removeEventListener('abort', this.#giveUp);
    this.#child.stdout?.destroy();
    const output = Buffer.concat(this.#pieces).toString('utf8');
    this.#pieces = [];
    this.#settle(result.type === 'printed' ? { type: 'printed', output } : result);
  }

  #later(ms: number, act: () => void, background = true): Timer {
    return this.#clock.setTimer(ms, act, { background, label: 'end of a credential plugin' });
  }
}

const noExit: PluginResult = { type: 'failed', problem: 'was never seen to end' };

const startFailure = ({ code }: NodeJS.ErrnoException): PluginResult =>
  code === 'ENOENT' ? { type: 'missing' } : { type: 'failed', problem: `could not be started (${code})` };
