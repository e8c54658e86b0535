// Writes go.mod and go.sum anew for the versions given on the command line.
// Kubernetes' own go.mod requires its staging modules at v0.0.0 and replaces them with folders of its repository;
// a module outside that repository has to replace each of them with its published version instead.

import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { PACKAGES, ROOT } from './versions.mjs';

const { positionals } = parseArgs({ allowPositionals: true });
const [kubernetes = '', etcd = ''] = positionals;
if (positionals.length !== 2 || !/^v1\.\d+\.\d+$/.test(kubernetes) || !/^v3\.\d+\.\d+$/.test(etcd)) {
  console.error('usage: node tools/real-cluster/pin.mjs v1.<minor>.<patch> v3.<minor>.<patch>   (Kubernetes, etcd)');
  process.exit(2);
}

const upstream = JSON.parse(go('mod', 'download', '-json', `k8s.io/kubernetes@${kubernetes}`));
const { Go, Require } = JSON.parse(go('mod', 'edit', '-json', upstream.GoMod));
const staging = Require.filter((/** @type {{ Version: string }} */ module) => module.Version === 'v0.0.0');
const stagingVersion = kubernetes.replace('v1.', 'v0.');

rmSync(new URL('go.sum', ROOT), { force: true });
writeFileSync(
  new URL('go.mod', ROOT),
  [
    '// Written by pin.mjs: see README.md. The versions of the real cluster are the ones required here, and nowhere else.',
    'module reeve/tools/real-cluster',
    `go ${Go}`,
    'replace (',
    ...staging.map((/** @type {{ Path: string }} */ { Path }) => `\t${Path} => ${Path} ${stagingVersion}`),
    ')',
    '',
  ].join('\n'),
);

// One call for all: with one call each, the later ones may pick an older Kubernetes that suits them better.
go(
  'get',
  '-tool',
  ...Object.values(PACKAGES).map((path) => `${path}@${path.startsWith('k8s.io/') ? kubernetes : etcd}`),
);
console.log(readFileSync(new URL('go.mod', ROOT), 'utf8').match(/^tool \([^)]*\)/m)?.[0]);

/** @param {string[]} args */
function go(...args) {
  return execFileSync('go', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}
