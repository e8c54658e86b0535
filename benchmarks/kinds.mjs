/**
 * What the built-in kinds cost a user: type-checking a program that imports ten of them, and loading one and all of a group at run time, each in
 * a process of its own.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const MAX_CHECK_MS = 1000;
const root = fileURLToPath(new URL('..', import.meta.url));
const program = `
import { DaemonSet, Deployment, ReplicaSet, StatefulSet } from '@reeve/kinds/apps/v1';
import { CronJob, Job } from '@reeve/kinds/batch/v1';
import { ConfigMap, Pod, Secret, Service } from '@reeve/kinds/core/v1';

export const kinds = [DaemonSet, Deployment, ReplicaSet, StatefulSet, CronJob, Job, ConfigMap, Pod, Secret, Service];
export const pod = Pod.of({ metadata: { name: 'barn' }, spec: { containers: [{ name: 'barn', image: 'barn:1' }] } });
export const job = Job.of({ metadata: { name: 'barn' }, spec: { template: { spec: pod.spec } } });
`;

/** @param {{ log: (line: string) => void }} options */
export default async function benchmark({ log }) {
  mkdirSync(`${root}.reeve`, { recursive: true });
  const folder = mkdtempSync(`${root}.reeve/kinds-`);
  try {
    writeFileSync(`${folder}/program.ts`, program);
    writeFileSync(`${folder}/package.json`, '{ "type": "module" }');
    const options = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--lib',
      'es2023,esnext.disposable',
      '--types',
      'node',
    ];
    const check = (/** @type {string} */ file) =>
      best(folder, `${root}node_modules/typescript/bin/tsc`, [...options, file]);
    log('type-checking a program with ten kinds');
    const ten = check(`${folder}/program.ts`);
    writeFileSync(`${folder}/empty.ts`, 'export const nothing = 1;\n');
    const none = check(`${folder}/empty.ts`);
    log('loading');
    const load = (/** @type {string} */ code) => best(folder, '--input-type=module', ['-e', code]);
    const bare = load('');
    return {
      name: 'kinds',
      measurements: [
        { name: 'type-check of an empty program', value: none, unit: 'ms' },
        { name: 'type-check with ten kinds', value: ten, unit: 'ms' },
        { name: 'loading one kind', value: load("import '@reeve/kinds/apps/v1/deployment'") - bare, unit: 'ms' },
        { name: 'loading all of core/v1', value: load("import '@reeve/kinds/core/v1'") - bare, unit: 'ms' },
      ],
      bars: [{ name: 'type-check with ten kinds, ms', value: ten, limit: MAX_CHECK_MS, held: ten <= MAX_CHECK_MS }],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} cwd @param {string} file @param {readonly string[]} words The best of five, in milliseconds. */
function best(cwd, file, words) {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    execFileSync(process.execPath, [file, ...words], { cwd });
    return performance.now() - start;
  });
  return Math.min(...times);
}
