/** What the compiler prints where users give what does not belong there: the message stands on the line, and says what to write. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { root, scratch } from '../setup/paths.mjs';

const folder = `${scratch}/type-messages`;

const cases = {
  'a reconcile that returns requeueAfter': [
    `defineController({ for: ConfigMap, reconcile: async () => ({ requeueAfter: 5 }) });`,
    'write requeueAfterMs, in milliseconds',
  ],
  'a reconcile that returns requeueAfter in one branch': [
    `defineController({ for: ConfigMap, async reconcile({ data }) {
       if (data === undefined) return { requeueAfterMs: 5 };
       return { requeueAfter: 5 };
     } });`,
    'write requeueAfterMs, in milliseconds',
  ],
  'a misspelt reconcile': [
    `defineController({ for: ConfigMap, reconcil: () => undefined });`,
    "Did you mean to write 'reconcile'?",
  ],
  'a status of a kind without one': [
    `defineController({ for: ConfigMap, reconcile: (_object, ctx) => ctx.status({ ready: true }) });`,
    'the kind has no status: give defineResource one',
  ],
  'patchStatus of a kind without status': [
    `void client.patchStatus(ConfigMap, 'a', mergePatch({}));`,
    'the kind has no subresource status',
  ],
  'a namespace for a cluster-scoped kind': [
    `void client.list(Namespace, { namespace: 'default' });`,
    'the kind is cluster-scoped: it has no namespace',
  ],
} as const;

let printed = '';

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const head = `import { type Client, ConfigMap, defineController, mergePatch, Namespace } from 'reeve';
declare const client: Client;
export { client, ConfigMap, defineController, mergePatch, Namespace };
`;
  Object.values(cases).forEach(([code], index) => writeFileSync(`${folder}/case-${index}.ts`, head + code));
  writeFileSync(
    `${folder}/tsconfig.json`,
    JSON.stringify({ extends: 'reeve/tsconfig', compilerOptions: { noEmit: true } }),
  );
  const { stdout } = spawnSync(process.execPath, [`${root}/node_modules/typescript/bin/tsc`, '-p', folder], {
    encoding: 'utf8',
  });
  printed = stdout;
}, 120_000);

for (const [index, [name, [, message]]] of Object.entries(cases).entries())
  test(`${name} is told by the compiler in words`, () => {
    const lines = printed.split('\n');
    const first = lines.findIndex((line) => line.includes(`case-${index}.ts`));
    const next = lines.findIndex((line, at) => at > first && line.includes('case-'));
    const told = lines.slice(first, next === -1 ? undefined : next).join('\n');
    expect(told).toContain(message);
    expect(told).not.toContain('No overload matches');
  });
