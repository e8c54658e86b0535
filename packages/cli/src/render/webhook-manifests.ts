/**
 * The objects that webhooks need on a cluster: a Service, configurations, permissions; or with cert-manager, an issuer and a certificate in place of the permissions.
 * Upstream: kubebuilder's config/webhook and config/certmanager.
 */
import { Service } from '@reeve/kinds/core/v1/service';
import { ClusterRole } from '@reeve/kinds/rbac/v1/cluster-role';
import { ClusterRoleBinding } from '@reeve/kinds/rbac/v1/cluster-role-binding';
import { Role } from '@reeve/kinds/rbac/v1/role';
import { RoleBinding } from '@reeve/kinds/rbac/v1/role-binding';
import type { KubeObject } from '@reeve/machinery';
import { webhookNeeds } from '@reeve/runtime';
import type { ProgramWebhooks } from '../webhook/program-webhooks.ts';
import { rulesOf } from './rules.ts';

/** Who makes certificates. */
export type CertificateMaker = 'own' | 'cert-manager';

/** How webhooks are rendered. */
export interface WebhookRenderOptions {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Record<string, string>;
  readonly certificates: CertificateMaker;
}

/** The objects, in the order in which they are applied; the configurations are for the end, when there is a server. */
export function webhookManifests(webhooks: ProgramWebhooks, options: WebhookRenderOptions): KubeObject[] {
  if (webhooks.isEmpty) return [];
  const { labels, certificates } = options;
  return [
    Service.of({
      metadata: { ...webhooks.service, labels },
      spec: { selector: labels, ports: [{ name: 'https', port: 443, targetPort: 'webhooks' }] },
    }),
    ...(certificates === 'own' ? ownCertificates(webhooks, options) : certManager(webhooks, options)),
  ];
}

/** The configurations, with what cert-manager looks for where it makes the certificates. */
export const webhookConfigurations = (
  webhooks: ProgramWebhooks,
  options: WebhookRenderOptions,
): readonly KubeObject[] =>
  webhooks.configurations(undefined, { labels: options.labels, annotations: injection(webhooks, options) });

/** The annotation that has cert-manager fill in the authorities. */
export function injection(
  webhooks: ProgramWebhooks,
  { certificates }: Pick<WebhookRenderOptions, 'certificates'>,
): Record<string, string> {
  const { namespace, name } = webhooks.service;
  return certificates === 'own' ? {} : { 'cert-manager.io/inject-ca-from': `${namespace}/${name}` };
}

function ownCertificates(webhooks: ProgramWebhooks, { name, namespace, labels }: WebhookRenderOptions): KubeObject[] {
  const needs = webhookNeeds(webhooks);
  const inNamespace = needs.filter((one) => 'namespace' in one && one.namespace !== undefined);
  const inCluster = needs.filter((one) => !inNamespace.includes(one));
  const called = `${name}-webhooks`;
  const subjects = [{ kind: 'ServiceAccount', name, namespace }];
  const ref = (kind: string) => ({ apiGroup: 'rbac.authorization.k8s.io', kind, name: called });
  return [
    Role.of({ metadata: { name: called, namespace, labels }, rules: rulesOf(inNamespace) }),
    RoleBinding.of({ metadata: { name: called, namespace, labels }, roleRef: ref('Role'), subjects }),
    ...(inCluster.length === 0
      ? []
      : [
          ClusterRole.of({ metadata: { name: called, labels }, rules: rulesOf(inCluster) }),
          ClusterRoleBinding.of({ metadata: { name: called, labels }, roleRef: ref('ClusterRole'), subjects }),
        ]),
  ];
}

function certManager(webhooks: ProgramWebhooks, { labels }: WebhookRenderOptions): KubeObject[] {
  const { namespace, name } = webhooks.service;
  const issuer = { metadata: { namespace, name, labels }, spec: { selfSigned: {} } };
  const certificate = {
    metadata: { namespace, name, labels },
    spec: { dnsNames: [...webhooks.names], issuerRef: { kind: 'Issuer', name }, secretName: webhooks.secret.name },
  };
  return [
    { apiVersion: 'cert-manager.io/v1', kind: 'Issuer', ...issuer },
    { apiVersion: 'cert-manager.io/v1', kind: 'Certificate', ...certificate },
  ];
}
