/**
 * A machine in memory: its variables, its home and its files.
 */
import type { ConfigEnvironment } from '@reeve/client';

/** A machine with these files. Files that are written land in the same map. */
export const machine = (
  files: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string>> = {},
): ConfigEnvironment & { readonly disk: Map<string, string> } => {
  const disk = new Map(Object.entries(files));
  return {
    disk,
    variables,
    home: '/etc/me',
    pathDelimiter: ':',
    files: {
      read: async (path) => disk.get(path),
      replace: async (path, text) => void disk.set(path, text),
      async createLock(path) {
        if (disk.has(path)) return false;
        disk.set(path, '');
        return true;
      },
      remove: async (path) => void disk.delete(path),
    },
  };
};

/** A kubeconfig with one context of that name, as JSON. */
export const simple = (name: string, cluster: object = {}, user: object = {}, context: object = {}): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': name,
    clusters: [{ name, cluster: { server: `https://${name}.example.com`, ...cluster } }],
    users: [{ name, user }],
    contexts: [{ name, context: { cluster: name, user: name, ...context } }],
  });

/** The files of a pod's service account. */
export const pod = {
  token: '/var/run/secrets/kubernetes.io/serviceaccount/token',
  ca: '/var/run/secrets/kubernetes.io/serviceaccount/ca.crt',
  namespace: '/var/run/secrets/kubernetes.io/serviceaccount/namespace',
};
