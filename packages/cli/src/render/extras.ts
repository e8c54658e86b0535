/**
 * Objects beside an operator that not every cluster has a use for: who may reach it, and how it is scraped and looked at.
 */
import { ConfigMap } from '@reeve/kinds/core/v1/config-map';
import { NetworkPolicy } from '@reeve/kinds/networking/v1/network-policy';
import type { KubeObject } from '@reeve/machinery';
import { dashboard } from './dashboard.ts';

/** What to add. */
export interface Extras {
  readonly networkPolicy: boolean;
  readonly serviceMonitor: boolean;
  readonly dashboard: boolean;
}

/** What the objects are called. */
export interface ExtraNames {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly hasWebhooks: boolean;
}

/** The objects that were asked for. */
export const extraObjects = (names: ExtraNames, extras: Extras): KubeObject[] => [
  ...(extras.networkPolicy ? [networkPolicy(names)] : []),
  ...(extras.serviceMonitor ? [serviceMonitor(names)] : []),
  ...(extras.dashboard ? [dashboardMap(names)] : []),
];

/** Probes come from the node, and reviews from API servers, which no selector names; metrics from namespaces with the label `metrics: enabled`. */
const networkPolicy = ({ name, namespace, labels, hasWebhooks }: ExtraNames): KubeObject =>
  NetworkPolicy.of({
    metadata: { name, namespace, labels: { ...labels } },
    spec: {
      podSelector: { matchLabels: { ...labels } },
      policyTypes: ['Ingress'],
      ingress: [
        {
          from: [{ namespaceSelector: { matchLabels: { metrics: 'enabled' } } }],
          ports: [{ protocol: 'TCP', port: 'metrics' }],
        },
        { ports: ['health', ...(hasWebhooks ? ['webhooks'] : [])].map((port) => ({ protocol: 'TCP', port })) },
      ],
    },
  });

/** Prometheus shows its own token, and takes the certificate that the operator made for itself. */
const serviceMonitor = ({ name, namespace, labels }: ExtraNames): KubeObject => {
  const monitor = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'ServiceMonitor',
    metadata: { name: `${name}-metrics`, namespace, labels: { ...labels } },
    spec: {
      selector: { matchLabels: { ...labels } },
      endpoints: [
        {
          port: 'https',
          path: '/metrics',
          scheme: 'https',
          bearerTokenFile: '/var/run/secrets/kubernetes.io/serviceaccount/token',
          tlsConfig: { insecureSkipVerify: true },
        },
      ],
    },
  };
  return monitor;
};

/** Found by Grafana's sidecar by its label. */
const dashboardMap = ({ name, namespace, labels }: ExtraNames): KubeObject =>
  ConfigMap.of({
    metadata: { name: `${name}-dashboard`, namespace, labels: { ...labels, grafana_dashboard: '1' } },
    data: { [`${name}.json`]: `${JSON.stringify(dashboard(name), undefined, 2)}\n` },
  });
