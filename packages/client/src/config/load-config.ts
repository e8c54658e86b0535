/**
 * Finds the configuration of a program: files that are named, files in KUBECONFIG, the pod it runs in, the file in the home folder. What it finds is
 * merged as kubectl merges it.
 * Upstream: clientcmd's loading rules and deferred loading, controller-runtime's config.GetConfig.
 */
import { join } from 'node:path';
import type { ConfigEnvironment } from './config-environment.ts';
import type { ConfigOverrides } from './config-overrides.ts';
import type { ConnectionConfig } from './connection-config.ts';
import { inClusterConfig, inClusterNamespace, isInCluster } from './in-cluster.ts';
import { KubeConfig } from './kube-config.ts';
import type { KubeConfigEntries } from './kubeconfig-entries.ts';
import { EmptyConfigError, KubeConfigError } from './kubeconfig-error.ts';
import { mergeKubeConfigs } from './merge-kubeconfigs.ts';
import { nodeEnvironment } from './node-environment.ts';
import { parseKubeConfig } from './parse-kubeconfig.ts';

/** Where to look, and what to use instead of what is found. */
export interface LoadOptions {
  /** A file that must exist; no other is looked at. */
  readonly kubeconfig?: string | undefined;
  readonly overrides?: ConfigOverrides | undefined;
  /**
   * Where to look when no file is named: `controller` (the default) prefers the pod to the home folder; `kubectl` looks at the home folder first, and at
   * the pod when nothing else is configured.
   */
  readonly order?: 'controller' | 'kubectl' | undefined;
  readonly environment?: ConfigEnvironment | undefined;
  /** Told of files that are missing, when all of KUBECONFIG are. */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/** The configuration to connect with. */
export const loadConfig = async (options: LoadOptions = {}): Promise<ConnectionConfig> => {
  const { environment = nodeEnvironment(), order = 'controller', overrides = {} } = options;
  const isPod = await isInCluster(environment);
  const isFileNamed = Boolean(options.kubeconfig) || Boolean(environment.variables['KUBECONFIG']);
  if (isPod && order === 'controller' && !isFileNamed && !overrides.cluster?.server)
    return inClusterConfig(environment, overrides);
  const config = await loadKubeConfig({ ...options, environment });
  try {
    const effective = withDefaults(overrides, environment);
    const connection = config.connection(effective);
    if (config.namespace(effective) !== undefined || !isPod) return connection;
    return { ...connection, namespace: await inClusterNamespace(environment) };
  } catch (error) {
    if (error instanceof EmptyConfigError && isPod) return inClusterConfig(environment, overrides);
    throw error;
  }
};

/** The merged kubeconfig: the file that is named, else those in KUBECONFIG, else the one in the home folder. Missing ones of a list are skipped. */
export const loadKubeConfig = async (options: Omit<LoadOptions, 'overrides' | 'order'> = {}): Promise<KubeConfig> => {
  const { environment = nodeEnvironment(), kubeconfig, onWarning } = options;
  const listed = environment.variables['KUBECONFIG'] ?? '';
  const paths = kubeconfig ? [kubeconfig] : pathsIn(listed, environment);
  const found = await Promise.all(paths.map((path) => readConfig(path, environment)));
  const configs = found.filter((config) => config !== undefined);
  if (configs.length === 0 && kubeconfig)
    throw new KubeConfigError([{ message: `${kubeconfig} does not exist: name another kubeconfig` }]);
  if (configs.length === 0 && listed !== '') onWarning?.(`no file of KUBECONFIG exists: ${paths.join(', ')}`);
  return new KubeConfig(mergeKubeConfigs(configs), paths);
};

const pathsIn = (list: string, { home, pathDelimiter }: ConfigEnvironment): string[] => {
  if (list === '') return [join(home, '.kube', 'config')];
  return [...new Set(list.split(pathDelimiter).filter((path) => path !== ''))];
};

const readConfig = async (path: string, { files }: ConfigEnvironment): Promise<KubeConfigEntries | undefined> => {
  const text = await files.read(path);
  return text === undefined ? undefined : parseKubeConfig(text, path);
};

/** The server that a variable of old names counts where nothing else names one. */
const withDefaults = (overrides: ConfigOverrides, { variables }: ConfigEnvironment): ConfigOverrides => {
  const server = variables['KUBERNETES_MASTER'];
  return server ? { ...overrides, clusterDefaults: { server, ...overrides.clusterDefaults } } : overrides;
};
