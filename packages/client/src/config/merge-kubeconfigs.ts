/**
 * Several kubeconfigs as one: the first to name an entry or a setting wins, and entries are taken whole, never mixed field by field.
 * Upstream: clientcmd.ClientConfigLoadingRules.Load.
 */
import type { KubeConfigEntries, Placed } from './kubeconfig-entries.ts';

/** The merged entries, earlier ones before later ones. */
export const mergeKubeConfigs = (configs: readonly KubeConfigEntries[]): KubeConfigEntries => {
  const current = configs.find(({ currentContext }) => currentContext !== undefined);
  return {
    clusters: firstOfEach(configs.map(({ clusters }) => clusters)),
    users: firstOfEach(configs.map(({ users }) => users)),
    contexts: firstOfEach(configs.map(({ contexts }) => contexts)),
    currentContext: current?.currentContext,
    currentContextFile: current?.currentContextFile,
  };
};

const firstOfEach = <Entry>(
  maps: readonly ReadonlyMap<string, Placed<Entry>>[],
): ReadonlyMap<string, Placed<Entry>> => {
  const merged = new Map<string, Placed<Entry>>();
  for (const map of maps) for (const [name, entry] of map) if (!merged.has(name)) merged.set(name, entry);
  return merged;
};
