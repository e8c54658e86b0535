/**
 * The kubeconfig with which kubectl and every other client reach a server. JSON, which is YAML too, so that nothing needs quoting rules.
 */
import type { ServingCertificates } from './certificates.ts';

export interface KubeconfigOptions {
  readonly url: string;
  /** Absent for plain HTTP. */
  readonly certificates?: Pick<ServingCertificates, 'ca' | 'admin'> | undefined;
  readonly token?: string | undefined;
}

export function kubeconfigFor({ url, certificates, token }: KubeconfigOptions): string {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const user = certificates
    ? { 'client-certificate-data': base64(certificates.admin.cert), 'client-key-data': base64(certificates.admin.key) }
    : token === undefined
      ? {}
      : { token };
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'reeve',
        cluster: { server: url, ...(certificates && { 'certificate-authority-data': base64(certificates.ca) }) },
      },
    ],
    users: [{ name: 'reeve-admin', user }],
    contexts: [{ name: 'reeve', context: { cluster: 'reeve', user: 'reeve-admin' } }],
    'current-context': 'reeve',
  };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}
