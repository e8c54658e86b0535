/**
 * The objects that an operator needs on a cluster, computed from its program: definitions first, then what it runs as, then itself.
 * Upstream: what kubebuilder's config/ folder holds.
 */
import { CustomResourceDefinition } from '@reeve/kinds/apiextensions/v1/custom-resource-definition';
import { Deployment } from '@reeve/kinds/apps/v1/deployment';
import { Namespace } from '@reeve/kinds/core/v1/namespace';
import { Service } from '@reeve/kinds/core/v1/service';
import { ServiceAccount } from '@reeve/kinds/core/v1/service-account';
import { PodDisruptionBudget } from '@reeve/kinds/policy/v1/pod-disruption-budget';
import { ClusterRole } from '@reeve/kinds/rbac/v1/cluster-role';
import { ClusterRoleBinding } from '@reeve/kinds/rbac/v1/cluster-role-binding';
import { Role } from '@reeve/kinds/rbac/v1/role';
import { RoleBinding } from '@reeve/kinds/rbac/v1/role-binding';
import type { KubeObject } from '@reeve/machinery';
import { accessFilterNeeds } from '@reeve/runtime';
import type { Program } from '../program/program.ts';
import { extraObjects } from './extras.ts';
import type { Extras } from './extras.ts';
import { certificateFolder, ProgramWebhooks, webhookPort } from '../webhook/program-webhooks.ts';
import { clusterRules, leaderRules, namespaceRules, rulesOf } from './rules.ts';
import { injection, webhookConfigurations, webhookManifests } from './webhook-manifests.ts';
import type { CertificateMaker } from './webhook-manifests.ts';

/** How the operator is called and run. */
export interface RenderOptions {
  readonly name: string;
  readonly namespace: string;
  readonly image: string;
  readonly replicas: number;
  /** Who makes the certificates of webhooks; the operator itself unless given. */
  readonly certificates?: CertificateMaker;
  /** The program's file, as it is called in the image; undefined for the programs of its reeve.json. */
  readonly file: string | undefined;
  readonly extras: Extras;
}

const metricsPort = 8443;
const healthPort = 8081;
const servers = ['--metrics-address', `:${metricsPort}`, '--metrics-secure', '--health-address', `:${healthPort}`];

/** A number, as kubelets refuse a name where `runAsNonRoot` is asked for: they cannot tell whether it is root. The usual one of images without root. */
const user = 65532;

/** All objects, in the order in which they are applied. */
export function manifestsOf(program: Program, options: RenderOptions): KubeObject[] {
  const { name, namespace, certificates = 'own' } = options;
  const labels = { 'app.kubernetes.io/name': name, 'app.kubernetes.io/managed-by': 'reeve' };
  const metadata = { name, namespace, labels };
  const webhooks = new ProgramWebhooks(program, options);
  const how = { name, namespace, labels, certificates };
  return [
    ...program.definitions.map(({ crd }) => definition(crd, webhooks, certificates)),
    Namespace.of({ metadata: { name: namespace, labels } }),
    ServiceAccount.of({ metadata }),
    ClusterRole.of({ metadata: { name, labels }, rules: clusterRules(program) }),
    ClusterRoleBinding.of({ metadata: { name, labels }, ...binding('ClusterRole', options) }),
    Role.of({ metadata: { ...metadata, name: `${name}-leader-election` }, rules: leaderRules() }),
    RoleBinding.of({
      metadata: { ...metadata, name: `${name}-leader-election` },
      ...binding('Role', { name: `${name}-leader-election`, account: name, namespace }),
    }),
    ...namespaceRoles(program, options, labels),
    ...metricsAccess(options, labels),
    ...webhookManifests(webhooks, how),
    deployment(options, labels, webhooks),
    ...disruptionBudget(options, labels),
    Service.of({
      metadata: { ...metadata, name: `${name}-metrics` },
      spec: { selector: labels, ports: [{ name: 'https', port: metricsPort, targetPort: 'metrics' }] },
    }),
    ...extraObjects({ name, namespace, labels, hasWebhooks: !webhooks.isEmpty }, options.extras),
    ...webhookConfigurations(webhooks, how), // last: from then on a write needs an answer
  ];
}

/** A definition; one that converts by a webhook has its authorities filled in by who makes the certificates. */
function definition(
  given: Program['definitions'][number]['crd'],
  webhooks: ProgramWebhooks,
  certificates: CertificateMaker,
) {
  const crd = webhooks.definition(given);
  if (crd === given || certificates === 'own') return CustomResourceDefinition.of(crd);
  const annotations = { ...crd.metadata.annotations, ...injection(webhooks, { certificates }) };
  return CustomResourceDefinition.of({ ...crd, metadata: { ...crd.metadata, annotations } });
}

/** What the operator may do in single namespaces. They are to exist. */
function namespaceRoles(
  program: Program,
  { name, namespace: account }: RenderOptions,
  labels: Record<string, string>,
): KubeObject[] {
  return [...namespaceRules(program)].flatMap(([namespace, rules]) => [
    Role.of({ metadata: { name, namespace, labels }, rules }),
    RoleBinding.of({ metadata: { name, namespace, labels }, ...binding('Role', { name, namespace: account }) }),
  ]);
}

/** Replicas that stand by are of use only while one of them stays when nodes are emptied. */
const disruptionBudget = ({ name, namespace, replicas }: RenderOptions, labels: Record<string, string>): KubeObject[] =>
  replicas < 2
    ? []
    : [
        PodDisruptionBudget.of({
          metadata: { name, namespace, labels },
          spec: { maxUnavailable: 1, selector: { matchLabels: labels } },
        }),
      ];

/** What lets the operator ask who reads its metrics, and the role for those who may; whoever scrapes them is to be bound to it. */
function metricsAccess({ name, namespace }: RenderOptions, labels: Record<string, string>): KubeObject[] {
  const auth = `${name}-metrics-auth`;
  return [
    ClusterRole.of({ metadata: { name: auth, labels }, rules: rulesOf(accessFilterNeeds) }),
    ClusterRoleBinding.of({
      metadata: { name: auth, labels },
      ...binding('ClusterRole', { name: auth, account: name, namespace }),
    }),
    ClusterRole.of({
      metadata: { name: `${name}-metrics-reader`, labels },
      rules: [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }],
    }),
  ];
}

/** Who has a role. */
const binding = (
  kind: 'ClusterRole' | 'Role',
  { name, account = name, namespace }: { readonly name: string; readonly account?: string; readonly namespace: string },
) => ({
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name },
  subjects: [{ kind: 'ServiceAccount', name: account, namespace }],
});

/** Small enough for the processor's caches, in megabytes; Node's own is 16. Collections then take about a millisecond in place of four, and the process less memory. */
const youngGeneration = '--max-semi-space-size=2';

function deployment(
  { name, namespace, image, replicas, file, certificates = 'own' }: RenderOptions,
  labels: Record<string, string>,
  webhooks: ProgramWebhooks,
): Deployment {
  const mounted = !webhooks.isEmpty && certificates === 'cert-manager';
  const probe = (path: string) => ({ httpGet: { path, port: 'health' } });
  return Deployment.of({
    metadata: { name, namespace, labels },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          serviceAccountName: name,
          ...(mounted && { volumes: [{ name: 'webhooks', secret: { secretName: webhooks.secret.name } }] }),
          terminationGracePeriodSeconds: 40, // the manager takes up to 30
          securityContext: {
            runAsNonRoot: true,
            runAsUser: user,
            runAsGroup: user,
            seccompProfile: { type: 'RuntimeDefault' },
          },
          containers: [
            {
              name: 'operator',
              image,
              args: [
                'run',
                ...(file === undefined ? [] : [file]),
                '--name',
                name,
                ...servers,
                ...(mounted ? ['--webhook-cert-dir', certificateFolder] : []),
              ], // the image's ENTRYPOINT is reeve
              env: [
                { name: 'POD_NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } },
                { name: 'NODE_OPTIONS', value: youngGeneration },
              ],
              ports: [
                { name: 'metrics', containerPort: metricsPort },
                { name: 'health', containerPort: healthPort },
                ...(webhooks.isEmpty ? [] : [{ name: 'webhooks', containerPort: webhookPort }]),
              ],
              ...(mounted && { volumeMounts: [{ name: 'webhooks', mountPath: certificateFolder, readOnly: true }] }),
              livenessProbe: probe('/healthz'),
              readinessProbe: probe('/readyz'),
              resources: { requests: { cpu: '10m', memory: '96Mi' }, limits: { memory: '256Mi' } },
              securityContext: {
                allowPrivilegeEscalation: false,
                readOnlyRootFilesystem: true,
                capabilities: { drop: ['ALL'] },
              },
            },
          ],
        },
      },
    },
  });
}
