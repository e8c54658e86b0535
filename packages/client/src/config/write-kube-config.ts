/**
 * Writes changes back to kubeconfigs. A lock file beside the file keeps two writers apart, kubectl among them, and the new text takes the old one's place
 * all at once: nobody ever reads half a file.
 * Upstream: clientcmd.ModifyConfig and its locks.
 */
import { ReeveError, nodeHost, type Host } from '@reeve/machinery';
import type { ConfigEnvironment } from './config-environment.ts';
import type { KubeConfig } from './kube-config.ts';
import { changedKubeConfig, type KubeConfigChange } from './kubeconfig-change.ts';
import { nodeEnvironment } from './node-environment.ts';
import { parseKubeConfig } from './parse-kubeconfig.ts';

/** Where to write, and how patiently. */
export interface KubeConfigWriteOptions {
  readonly environment?: Pick<ConfigEnvironment, 'files'> | undefined;
  readonly host?: Pick<Host, 'sleep'> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Somebody else holds the lock of a kubeconfig. */
export class KubeConfigLockedError extends ReeveError {
  constructor(lock: string) {
    super('REEVE_KUBECONFIG_LOCKED', `${lock} exists, so somebody else is writing: wait, or remove it if nobody is`);
  }
}

const attempts = 50;
const attemptEveryMs = 100;

/** Changes one file. The text that comes out is checked before it takes the old one's place. */
export const writeKubeConfig = async (
  file: string,
  change: KubeConfigChange,
  options: KubeConfigWriteOptions = {},
): Promise<void> => {
  const { files } = options.environment ?? nodeEnvironment();
  const lock = `${file}.lock`;
  await acquire(lock, { ...options, environment: { files } });
  try {
    const text = (await files.read(file)) ?? '';
    await parseKubeConfig(text, file); // a broken file is not made worse
    const changed = await changedKubeConfig(text, change);
    await parseKubeConfig(changed, file);
    if (changed !== text) await files.replace(file, changed);
  } finally {
    await files.remove(lock);
  }
};

/** Changes a configuration of several files: each entry in the file it came from, new ones in the first file that exists. */
export const saveKubeConfig = async (
  config: KubeConfig,
  change: KubeConfigChange,
  options: KubeConfigWriteOptions = {},
): Promise<void> => {
  const environment = options.environment ?? nodeEnvironment();
  const home = await firstExisting(config.files, environment);
  for (const [file, part] of splitByFile(config, change, home))
    await writeKubeConfig(file, part, { ...options, environment });
};

const acquire = async (
  lock: string,
  { environment, host = nodeHost(), signal }: KubeConfigWriteOptions,
): Promise<void> => {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (await environment?.files.createLock(lock)) return;
    await host.sleep(attemptEveryMs, signal);
  }
  throw new KubeConfigLockedError(lock);
};

const firstExisting = async (
  paths: readonly string[],
  { files }: Pick<ConfigEnvironment, 'files'>,
): Promise<string> => {
  for (const path of paths) if ((await files.read(path)) !== undefined) return path;
  return paths.at(-1) ?? '';
};

type MutableChange = { -readonly [Part in keyof KubeConfigChange]: KubeConfigChange[Part] };

const splitByFile = (config: KubeConfig, change: KubeConfigChange, home: string): Map<string, KubeConfigChange> => {
  const parts = new Map<string, MutableChange>();
  const partOf = (file: string): MutableChange => {
    const part = parts.get(file) ?? {};
    parts.set(file, part);
    return part;
  };
  for (const list of ['clusters', 'users', 'contexts'] as const) {
    for (const [name, entry] of Object.entries(change[list] ?? {})) {
      const part = partOf(config.fileOf(list, name) ?? home);
      part[list] = { ...part[list], [name]: entry };
    }
  }
  if ('currentContext' in change)
    partOf(config.fileOf('current-context') ?? home).currentContext = change.currentContext;
  return parts;
};
