/**
 * Starts credential plugins; an edge of the machine. What a plugin prints to stderr goes to ours, so that people see its questions; what it prints to
 * stdout is its answer and is shown to nobody.
 */
import { spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';

/** One start of a plugin. */
export interface PluginCall {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** True to let it read from our terminal. */
  readonly isInteractive: boolean;
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

/** Starts programs of this machine. */
export const nodePluginRunner: PluginRunner = {
  run: ({ command, args, env, isInteractive }) =>
    new Promise((settle) => {
      const stdin = isInteractive ? 'inherit' : 'ignore';
      const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: [stdin, 'pipe', 'inherit'] });
      const pieces: Buffer[] = [];
      let bytes = 0;
      child.stdout?.on('data', (piece: Buffer) => {
        pieces.push(piece);
        bytes += piece.length;
        if (bytes > longestOutput) child.kill();
      });
      child.once('error', (error: NodeJS.ErrnoException) => settle(startFailure(error)));
      child.once('close', (exitCode, signal) => {
        if (exitCode === 0) settle({ type: 'printed', output: Buffer.concat(pieces).toString('utf8') });
        else if (exitCode === null) settle({ type: 'failed', problem: `was ended by ${signal}` });
        else settle({ type: 'failed', problem: `failed with exit code ${exitCode}`, exitCode });
      });
    }),

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
};

const startFailure = ({ code }: NodeJS.ErrnoException): PluginResult =>
  code === 'ENOENT' ? { type: 'missing' } : { type: 'failed', problem: `could not be started (${code})` };
