/**
 * What flags and programs say on top of a kubeconfig. A few settings exclude each other, so that overriding one clears the other: insecure and an
 * authority, a new server and the old TLS name, a certificate as a file and as data.
 * Upstream: clientcmd.ConfigOverrides.
 */
import type { ClusterEntry, ContextEntry, UserEntry } from './kubeconfig-entries.ts';

/** What to use instead of what the files say. */
export interface ConfigOverrides {
  /** The context to use instead of the current one. */
  readonly currentContext?: string | undefined;
  /** Fields over those of the context: which cluster, which user, which namespace. */
  readonly context?: ContextEntry | undefined;
  /** Fields over those of the cluster. */
  readonly cluster?: ClusterEntry | undefined;
  /** Fields over those of the user. */
  readonly user?: UserEntry | undefined;
  /** Fields below those of the cluster: they count where the files say nothing. */
  readonly clusterDefaults?: ClusterEntry | undefined;
}

/** The cluster with the overrides. */
export const overrideCluster = (
  cluster: ClusterEntry,
  { cluster: over = {}, clusterDefaults = {} }: ConfigOverrides,
): ClusterEntry => {
  const merged: Mutable<ClusterEntry> = { ...clusterDefaults, ...given(cluster), ...given(over) };
  if (over['insecure-skip-tls-verify'] || over['certificate-authority'] || over['certificate-authority-data']) {
    take(merged, over, ['insecure-skip-tls-verify', 'certificate-authority', 'certificate-authority-data']);
  }
  if (over.server || over['tls-server-name']) take(merged, over, ['tls-server-name']);
  return merged;
};

/** The user with the overrides. */
export const overrideUser = (user: UserEntry, { user: over = {} }: ConfigOverrides): UserEntry => {
  const merged: Mutable<UserEntry> = { ...user, ...given(over) };
  if (over['client-certificate'] || over['client-certificate-data']) {
    take(merged, over, ['client-certificate', 'client-certificate-data']);
  }
  if (over['client-key'] || over['client-key-data']) take(merged, over, ['client-key', 'client-key-data']);
  return merged;
};

/** The context with the overrides. */
export const overrideContext = (context: ContextEntry, { context: over = {} }: ConfigOverrides): ContextEntry => ({
  ...context,
  ...given(over),
});

type Mutable<Entry> = { -readonly [Field in keyof Entry]: Entry[Field] };

/** Fields that say something: an empty text or false overrides nothing, as upstream has it. */
const given = <Entry extends object>(entry: Entry): Partial<Entry> =>
  Object.fromEntries(
    Object.entries(entry).filter(([, value]) => value !== undefined && value !== '' && value !== false),
  ) as Partial<Entry>;

/** Fields exactly as the override has them, those that it leaves out included. */
const take = <Entry extends object>(merged: Mutable<Entry>, over: Entry, fields: readonly (keyof Entry)[]): void => {
  for (const field of fields) {
    if (over[field] === undefined) delete merged[field];
    else merged[field] = over[field];
  }
};
