/**
 * What a kubeconfig of the server holds, for those who ask without a Kubernetes client.
 */

/** All PEM. */
export interface Credentials {
  readonly url: string;
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** The address and the credentials in a kubeconfig. */
export function credentialsIn(kubeconfig: string): Credentials {
  const { clusters, users } = JSON.parse(kubeconfig);
  const text = (data: string | undefined) => Buffer.from(data ?? '', 'base64').toString();
  return {
    url: clusters[0].cluster.server,
    ca: text(clusters[0].cluster['certificate-authority-data']),
    cert: text(users[0].user['client-certificate-data']),
    key: text(users[0].user['client-key-data']),
  };
}
