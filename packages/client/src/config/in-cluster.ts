/**
 * The configuration of a program that runs in a pod: the server from the environment, the token and the authority from the mounted service account. Both
 * files are read again, because the kubelet replaces them.
 * Upstream: rest.InClusterConfig, clientcmd's in-cluster client config.
 */
import type { ConfigEnvironment } from './config-environment.ts';
import type { ConfigOverrides } from './config-overrides.ts';
import type { ConnectionConfig } from './connection-config.ts';
import { ReeveError } from '@reeve/machinery';

const folder = '/var/run/secrets/kubernetes.io/serviceaccount';

/** True when this is a pod with a service account. */
export const isInCluster = async ({ variables, files }: ConfigEnvironment): Promise<boolean> =>
  Boolean(variables['KUBERNETES_SERVICE_HOST']) &&
  Boolean(variables['KUBERNETES_SERVICE_PORT']) &&
  (await files.read(`${folder}/token`)) !== undefined;

/** The configuration that the pod gives. Of overrides only server, token and authority count, and a namespace. */
export const inClusterConfig = async (
  environment: ConfigEnvironment,
  overrides: ConfigOverrides = {},
): Promise<ConnectionConfig> => {
  if (!(await isInCluster(environment))) throw new NotInClusterError();
  const { cluster = {}, user = {} } = overrides;
  const hasAuthority = (await environment.files.read(`${folder}/ca.crt`)) !== undefined;
  const caFile = cluster['certificate-authority'] || (hasAuthority ? `${folder}/ca.crt` : undefined);
  return {
    server: cluster.server || serverIn(environment),
    tls: { ...(caFile !== undefined && { caFile }) },
    identity: user.token
      ? { type: 'token', token: user.token }
      : { type: 'tokenFile', path: user.tokenFile || `${folder}/token` },
    namespace: overrides.context?.namespace || (await inClusterNamespace(environment)),
    source: 'the service account of this pod',
  };
};

/** The namespace of this pod. */
export const inClusterNamespace = async ({ variables, files }: ConfigEnvironment): Promise<string> => {
  const mounted = (await files.read(`${folder}/namespace`))?.trim();
  return variables['POD_NAMESPACE'] || mounted || 'default';
};

const serverIn = ({ variables }: ConfigEnvironment): string => {
  const host = variables['KUBERNETES_SERVICE_HOST'] ?? '';
  return `https://${host.includes(':') ? `[${host}]` : host}:${variables['KUBERNETES_SERVICE_PORT']}`;
};

/** This process does not run in a pod with a service account. */
export class NotInClusterError extends ReeveError {
  constructor() {
    super(
      'REEVE_NOT_IN_CLUSTER',
      'this process runs in no pod: KUBERNETES_SERVICE_HOST, KUBERNETES_SERVICE_PORT or the service account token is missing; use a kubeconfig',
    );
  }
}
