/**
 * Writes the folder that stands for envtest's binaries. Each program is a bit of shell that becomes Node, so signals and exit codes are the server's own.
 * What is there and right is left alone: a suite may be starting it at this moment.
 */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { root, scratch } from '../setup/paths.mjs';

const programs = ['kube-apiserver', 'etcd'];

/** How Node runs them. What a server allocates for a request is mostly garbage at once, and a young generation that begins with room for it is collected less often. */
export const nodeFlags = ['--min-semi-space-size=8'];

/**
 * Makes the folder complete, and returns it with the kubectl that was found.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} [folder]
 * @returns {Promise<{ folder: string, kubectl: string | undefined }>}
 */
export async function writeAssets(env, folder = `${scratch}/assets`) {
  mkdirSync(folder, { recursive: true });
  for (const program of programs)
    writeProgram(join(folder, program), `${root}/packages/apiserver/dist/bundle/bin/${program}.js`);
  const { builtAssets } = await import(`${root}/tools/real-cluster/assets.mjs`);
  const kubectl = findKubectl(
    [builtAssets(env), ...(env['PATH'] ?? '').split(delimiter)].filter((place) => place !== '' && place !== folder),
  );
  linkTo(join(folder, 'kubectl'), kubectl);
  return { folder, kubectl };
}

/**
 * @param {string} path
 * @param {string} script
 */
function writeProgram(path, script) {
  const certificates = `REEVE_CERTIFICATES=${quoted(`${scratch}/certificates`)}; export REEVE_CERTIFICATES`;
  const text = `#!/bin/sh\n${certificates}\nexec ${quoted(process.execPath)} ${nodeFlags.join(' ')} ${quoted(script)} "$@"\n`;
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  const beside = `${path}.${process.pid}`;
  writeFileSync(beside, text);
  chmodSync(beside, 0o755);
  renameSync(beside, path);
}

/**
 * The first kubectl in these folders; the one that was built beside a real cluster comes first, as new as the server pretends to be.
 * @param {readonly string[]} folders
 */
const findKubectl = (folders) => folders.map((folder) => join(folder, 'kubectl')).find((path) => existsSync(path));

/**
 * @param {string} path
 * @param {string | undefined} target
 */
function linkTo(path, target) {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  if (isLink && target !== undefined && readlinkSync(path) === target) return;
  if (target === undefined) return rmSync(path, { force: true });
  symlinkSync(target, `${path}.${process.pid}`);
  renameSync(`${path}.${process.pid}`, path);
}

/** @param {string} text Returns it in single quotes, as the shell wants them. */
const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
