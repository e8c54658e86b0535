/**
 * Runs an executable with a text on stdin to its end; an edge of the machine. It is the leader of a group of processes, and the group is ended with it: an executable that
 * hangs, prints without end or leaves others behind is stopped.
 */
import { spawn } from 'node:child_process';
import type { Clock } from '@reeve/machinery';
import type { ExternalResult } from '@reeve/scaffold';

/** One start. */
export interface Execution {
  readonly path: string;
  readonly folder: string;
  readonly input: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** What it says, as it says it. */
  say(text: string): void;
}

/** How long an executable may take. */
const patienceMs = 60_000;

/** What is taken of an answer. */
const longestAnswer = 64 * 1024 * 1024;

/** What is kept of what it says. */
const longestSaid = 4096;

/** Runs it. Rejects when it cannot be started; everything else is in the result. */
export async function runExecutable({ path, folder, input, clock, signal, say }: Execution): Promise<ExternalResult> {
  signal.throwIfAborted();
  const child = spawn(path, [], { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  const pieces: Buffer[] = [];
  let [bytes, stderr] = [0, ''];
  let stopped: string | undefined;
  const endGroup = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // all of them have ended
    }
  };
  const stop = (why: string): void => {
    stopped ??= why;
    endGroup();
  };
  const aborted = (): void => stop('an interruption');
  const timer = clock.setTimer(patienceMs, () => stop(`reeve, as it took more than ${patienceMs / 1000} s`), {
    label: 'end of an external plugin',
  });
  signal.addEventListener('abort', aborted, { once: true });
  try {
    return await new Promise<ExternalResult>((resolve, reject) => {
      child.once('error', reject);
      child.stdin.on('error', () => undefined); // it may not want to read
      child.stdout.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (bytes > longestAnswer) stop('reeve, as it printed more than 64 MB');
        else pieces.push(piece);
      });
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        stderr = (stderr + text).slice(-longestSaid);
        say(text);
      });
      child.once('exit', endGroup); // whoever it left behind would hold its output open
      child.once('close', (code, by) =>
        resolve({
          code: code ?? undefined,
          signal: stopped ?? by ?? undefined,
          stdout: Buffer.concat(pieces).toString('utf8'),
          stderr,
        }),
      );
      child.stdin.end(input);
    });
  } finally {
    timer.cancel();
    signal.removeEventListener('abort', aborted);
    endGroup();
  }
}
