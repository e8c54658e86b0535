/**
 * A kubeconfig, of one file or of several: its contexts, and what a connection in one of them needs. Reading is tolerant of what it does not use; a
 * connection is checked in full before it is given out. Shows nothing secret when it is printed.
 * Upstream: clientcmd.ClientConfig.
 */
import { overrideCluster, overrideContext, overrideUser, type ConfigOverrides } from './config-overrides.ts';
import type { ConnectionConfig } from './connection-config.ts';
import type { ClusterEntry, ContextEntry, KubeConfigEntries, Placed } from './kubeconfig-entries.ts';
import { EmptyConfigError, KubeConfigError, type ConfigProblem } from './kubeconfig-error.ts';
import { mergeKubeConfigs } from './merge-kubeconfigs.ts';
import { parseKubeConfig } from './parse-kubeconfig.ts';
import { connectionConfig } from './resolve-connection.ts';
import { clusterProblems, contextProblems, userProblems } from './validate-config.ts';

/** A kubeconfig in memory. */
export class KubeConfig {
  readonly #entries: KubeConfigEntries;
  readonly #files: readonly string[];

  /** `files` are those that were looked at, in order of precedence, whether they were there or not. */
  constructor(entries: KubeConfigEntries, files: readonly string[] = []) {
    this.#entries = entries;
    this.#files = files;
  }

  /** Reads the text of a kubeconfig. `file` is where it came from: relative paths count from its folder, messages name it. */
  static async parse(text: string, file?: string): Promise<KubeConfig> {
    return new KubeConfig(mergeKubeConfigs([await parseKubeConfig(text, file)]), file === undefined ? [] : [file]);
  }

  /** The files that were looked at. */
  get files(): readonly string[] {
    return this.#files;
  }

  /** The names of the contexts. */
  get contexts(): string[] {
    return [...this.#entries.contexts.keys()];
  }

  get clusters(): string[] {
    return [...this.#entries.clusters.keys()];
  }

  get users(): string[] {
    return [...this.#entries.users.keys()];
  }

  get currentContext(): string | undefined {
    return this.#entries.currentContext;
  }

  /** A context by name. */
  context(name: string): ContextEntry | undefined {
    return this.#entries.contexts.get(name)?.value;
  }

  /** A cluster by name. */
  cluster(name: string): ClusterEntry | undefined {
    return this.#entries.clusters.get(name)?.value;
  }

  /** The file that an entry, or the current context, was read from. */
  fileOf(list: 'clusters' | 'users' | 'contexts' | 'current-context', name = ''): string | undefined {
    return list === 'current-context' ? this.#entries.currentContextFile : this.#entries[list].get(name)?.origin.file;
  }

  /** The namespace that the context or an override names, if one does. */
  namespace(overrides: ConfigOverrides = {}): string | undefined {
    return this.#context(overrides).value.namespace || undefined;
  }

  /**
   * What a connection in the current context needs, or in the one that the overrides name. Throws an `EmptyConfigError` when no server is named
   * anywhere, and a `KubeConfigError` with everything that is wrong.
   */
  connection(overrides: ConfigOverrides = {}): ConnectionConfig {
    const context = this.#context(overrides);
    const { clusters, users } = this.#entries;
    const cluster = this.#named('cluster', clusters, context.value.cluster, overrides.context?.cluster !== undefined);
    const user = this.#named('user', users, context.value.user, overrides.context?.user !== undefined);
    const clusterEntry = overrideCluster(cluster?.value ?? {}, overrides);
    const userEntry = overrideUser(user?.value ?? {}, overrides);
    if (cluster === undefined && Object.keys(clusterEntry).length === 0) throw new EmptyConfigError(this.#files);
    const problems = [
      ...contextProblems(context.value, context.origin),
      ...clusterProblems(clusterEntry, cluster?.origin),
      ...userProblems(userEntry, user?.origin),
    ];
    if (problems.length > 0) throw new KubeConfigError(problems);
    const file = user?.origin.file;
    return connectionConfig({
      cluster: clusterEntry,
      user: userEntry,
      namespace: context.value.namespace || 'default',
      source: `${context.name ? `context ${context.name}` : 'the given configuration'}${cluster?.origin.file ? ` of ${cluster.origin.file}` : ''}`,
      clusterFile: cluster?.origin.file,
      ...(file !== undefined && { savedIn: { file, user: context.value.user ?? '' } }),
    });
  }

  #context(
    overrides: ConfigOverrides,
  ): Partial<Placed<ContextEntry>> & { readonly name: string; readonly value: ContextEntry } {
    const name = overrides.currentContext || this.#entries.currentContext || '';
    const found = this.#entries.contexts.get(name);
    if (found === undefined && name !== '') throw new KubeConfigError([this.#unknown('context', name, this.contexts)]);
    return { ...found, name, value: overrideContext(found?.value ?? {}, overrides) };
  }

  /** An entry that a context names must be there, unless overrides make up for it: then only one that they name themselves must. */
  #named<Entry>(
    what: string,
    entries: ReadonlyMap<string, Placed<Entry>>,
    name: string | undefined,
    isRequired: boolean,
  ): Placed<Entry> | undefined {
    const found = name === undefined ? undefined : entries.get(name);
    if (found === undefined && name && (isRequired || this.#entries.contexts.size > 0)) {
      throw new KubeConfigError([this.#unknown(what, name, [...entries.keys()])]);
    }
    return found;
  }

  #unknown(what: string, name: string, known: readonly string[]): ConfigProblem {
    const where = this.#files.length === 0 ? 'the kubeconfig' : this.#files.join(', ');
    const choice = known.length === 0 ? 'there is none' : `there is ${known.join(', ')}`;
    return { message: `${where} has no ${what} ${JSON.stringify(name)}: ${choice}` };
  }
}
