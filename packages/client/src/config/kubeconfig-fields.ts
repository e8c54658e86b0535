/**
 * Which fields a kubeconfig has and what each holds, as data. Values of other types are refused with their place, as a Go program would refuse them.
 * Upstream: clientcmd api/v1.
 */

/** What a field holds. */
export type FieldType =
  | 'text'
  | 'boolean'
  | 'base64'
  | 'anything'
  | { readonly list: FieldType }
  | { readonly map: FieldType }
  | { readonly object: Readonly<Record<string, FieldType>> };

const extensions: FieldType = { list: { object: { name: 'text', extension: 'anything' } } };

const cluster: FieldType = {
  object: {
    server: 'text',
    'tls-server-name': 'text',
    'insecure-skip-tls-verify': 'boolean',
    'certificate-authority': 'text',
    'certificate-authority-data': 'base64',
    'proxy-url': 'text',
    'disable-compression': 'boolean',
    extensions,
  },
};

const exec: FieldType = {
  object: {
    command: 'text',
    args: { list: 'text' },
    env: { list: { object: { name: 'text', value: 'text' } } },
    apiVersion: 'text',
    installHint: 'text',
    provideClusterInfo: 'boolean',
    interactiveMode: 'text',
  },
};

const user: FieldType = {
  object: {
    'client-certificate': 'text',
    'client-certificate-data': 'base64',
    'client-key': 'text',
    'client-key-data': 'base64',
    token: 'text',
    tokenFile: 'text',
    as: 'text',
    'as-uid': 'text',
    'as-groups': { list: 'text' },
    'as-user-extra': { map: { list: 'text' } },
    username: 'text',
    password: 'text',
    'auth-provider': { object: { name: 'text', config: { map: 'text' } } },
    exec,
    extensions,
  },
};

const context: FieldType = { object: { cluster: 'text', user: 'text', namespace: 'text', extensions } };

/** The whole file. */
export const kubeConfigFields: FieldType = {
  object: {
    kind: 'text',
    apiVersion: 'text',
    preferences: 'anything',
    clusters: { list: { object: { name: 'text', cluster } } },
    users: { list: { object: { name: 'text', user } } },
    contexts: { list: { object: { name: 'text', context } } },
    'current-context': 'text',
    extensions,
  },
};
