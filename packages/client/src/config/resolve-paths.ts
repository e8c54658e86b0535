/**
 * Relative paths in a kubeconfig count from the folder of the file that names them, not from where a program happens to run.
 * Upstream: clientcmd.ResolveLocalPaths.
 */
import { isAbsolute, resolve } from 'node:path';
import type { ClusterEntry, UserEntry } from './kubeconfig-entries.ts';

/** The cluster with absolute paths. */
export const resolveClusterPaths = (cluster: ClusterEntry, folder: string | undefined): ClusterEntry =>
  resolved(cluster, folder, ['certificate-authority']);

/** The user with absolute paths. A plugin that is a bare name is looked up on the PATH and stays as it is. */
export const resolveUserPaths = (user: UserEntry, folder: string | undefined): UserEntry => {
  const { exec, ...rest } = resolved(user, folder, ['client-certificate', 'client-key', 'tokenFile']);
  if (exec === undefined) return rest;
  const isPath = /[/\\]/.test(exec.command ?? '');
  return { ...rest, exec: isPath ? resolved(exec, folder, ['command']) : exec };
};

const resolved = <Entry extends object>(
  entry: Entry,
  folder: string | undefined,
  fields: readonly (keyof Entry)[],
): Entry => {
  if (folder === undefined) return entry;
  const paths = fields.flatMap((field) => {
    const path = entry[field];
    return typeof path === 'string' && path !== '' && !isAbsolute(path)
      ? [[field, resolve(folder, path)] as const]
      : [];
  });
  return { ...entry, ...Object.fromEntries(paths) };
};
