/**
 * The executable in a real pseudo-terminal: through `script` of util-linux, which is on every Linux and needs no build. Elsewhere there is none, and tests that need one say so.
 */
import { execFileSync } from 'node:child_process';
import { endedWithTest, executable, Running } from '../executable.ts';
import type { Folder } from '../executable.ts';

/** Whether this machine can give one. */
export const hasPseudoTerminal = ((): boolean => {
  try {
    return execFileSync('script', ['--version'], { encoding: 'utf8' }).includes('util-linux');
  } catch {
    console.warn('no pseudo-terminal: `script` of util-linux is not on this machine; its tests are skipped');
    return false;
  }
})();

/** Starts `reeve ARGS…` in one. What it prints to stdout and stderr both come as `out`; what is typed is `type`d. */
export function startInTerminal(
  args: readonly string[],
  folder: Folder,
  variables: Readonly<Record<string, string>> = {},
): Running {
  const command = [process.execPath, executable, ...args].map((word) => `'${word}'`).join(' ');
  const inTerminal = ['--quiet', '--flush', '--return', '--command', `exec ${command}`, '/dev/null'];
  const named = { TERM: 'xterm-256color', SHELL: '/bin/sh', ...variables };
  return endedWithTest(new Running('script', inTerminal, folder.path, named));
}
