/**
 * What a user writes first, and how it is tried with what ships: the operator of the README is developed under a plain Node, and its objects come to life.
 */
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { docModules } from '../check/doc-blocks.mjs';
import { root } from '../setup/paths.mjs';

/** The operator of the README. */
const operator = docModules(readFileSync(`${root}/README.md`, 'utf8')).find(({ file }) => file === '1/website.ts');

/** A script of a user: creates a website and watches until it is served. */
const script = `import { Client, connect, defineKind, loadKubeConfig } from 'reeve';
import { Pod } from 'reeve/kinds/core/v1';

const Website = defineKind({ group: 'web.example.com', version: 'v1', kind: 'Website', plural: 'websites', scope: 'Namespaced' });
const cluster = connect((await loadKubeConfig({ kubeconfig: '.reeve/kubeconfig' })).connection());
const client = Client.of(cluster);
const name = 'site-' + process.versions.node.replaceAll('.', '-');
const site = { metadata: { namespace: 'default', name }, spec: { replicas: 2 } };
await client.create(Website, site);
for await (const { object } of client.watch(Website, { namespace: 'default', fields: { 'metadata.name': name } })) {
  if (object.status?.ready === 2) break;
}
const { items } = await client.list(Pod, { namespace: 'default', labels: { site: name } });
console.log(items.map(({ status }) => status.phase).join());
await cluster.close();
`;

/** Develops the operator in a folder where reeve is installed, and makes a website. Gives what the script printed, what was shown, and the exit code after Ctrl-C. */
export async function developOperator(
  node: string,
  folder: string,
): Promise<{ readonly printed: string; readonly shown: string; readonly code: unknown }> {
  writeFileSync(join(folder, 'website.ts'), operator?.code ?? '');
  writeFileSync(join(folder, 'script.mjs'), script);
  const args = ['node_modules/reeve/dist/bundle/bin/reeve.js', 'dev', 'website.ts', '--port', '0'];
  const dev = spawn(node, args, { cwd: folder });
  const ended = new Promise((resolve) => dev.once('close', resolve));
  let shown = '';
  dev.stderr.setEncoding('utf8').on('data', (text: string) => (shown += text));
  await new Promise<void>((resolve, reject) => {
    dev.stdout.setEncoding('utf8').on('data', (text: string) => {
      shown += text;
      if (shown.includes('Ctrl-C ends.')) resolve();
    });
    dev.once('close', () => reject(new Error(shown)));
  });
  try {
    const printed = execFileSync(node, ['script.mjs'], { cwd: folder, encoding: 'utf8' });
    dev.kill('SIGINT');
    return { printed, code: await ended, shown };
  } finally {
    dev.kill('SIGKILL');
  }
}
