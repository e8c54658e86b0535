/**
 * The same with kubectl, by the commands that introductions use. It is looked for in KUBEBUILDER_ASSETS and on the PATH; without it this part is left out.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Stage } from '@reeve-examples/common';
import { ConfigMap } from 'reeve';

const run = promisify(execFile);

/** Where `examples/configmap-1.yaml` begins. */
const root = fileURLToPath(new URL('../../../', import.meta.url));

const commands = [
  'apply -f examples/configmap-1.yaml',
  'apply -f examples/configmap-2.yaml',
  'delete -f examples/configmap-2.yaml',
  'delete -f examples/configmap-1.yaml',
];

export async function byKubectl({ client, kubeconfig, say, until }: Stage): Promise<void> {
  const kubectl = findKubectl();
  if (kubectl === undefined) return say('kubectl: there is none here, so this part is left out');
  const options = { cwd: root, env: { ...process.env, KUBECONFIG: kubeconfig } };
  const watch = spawn(kubectl, 'get configmaps -n default --watch'.split(' '), {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await client.apply(
    ConfigMap,
    { metadata: { namespace: 'default', name: 'there-before' } },
    { fieldManager: 'example' },
  );
  let seen = '';
  watch.stdout.setEncoding('utf8').on('data', (text: string) => {
    seen += text;
  });
  await until('kubectl to watch', async () => (seen.includes('there-before') ? true : undefined));
  for (const command of commands) {
    const { stdout } = await run(kubectl, command.split(' '), options);
    say(`kubectl ${command}: ${stdout.trim()}`);
  }
  await until('kubectl to have seen all of it', async () =>
    /configmap-2[^]*configmap-2/.test(seen) ? true : undefined,
  );
  const ended = once(watch, 'close');
  watch.kill();
  await ended;
  for (const line of seen.trimEnd().split('\n')) say(`kubectl get --watch: ${line}`);
}

function findKubectl(): string | undefined {
  const folders = [process.env['KUBEBUILDER_ASSETS'] ?? '', ...(process.env['PATH'] ?? '').split(delimiter)];
  return folders
    .filter(Boolean)
    .map((folder) => join(folder, 'kubectl'))
    .find((file) => existsSync(file));
}
