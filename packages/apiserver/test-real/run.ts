/**
 * Runs a program to its end and gives back what it said; used for kubectl and the Go clients.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program. The ambient kubeconfig is not visible to it; `input` goes to its stdin. */
export async function run(
  command: string,
  args: readonly string[],
  { env = {}, cwd, input }: { env?: NodeJS.ProcessEnv; cwd?: string; input?: string } = {},
): Promise<Outcome> {
  const child = spawn(command, args, {
    env: { ...process.env, KUBECONFIG: undefined, ...env },
    stdio: 'pipe',
    ...(cwd && { cwd }),
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.on('error', () => {}).end(input); // a program need not read it
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}
