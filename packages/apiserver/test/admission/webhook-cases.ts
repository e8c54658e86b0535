/**
 * Random webhook configurations, and requests that they are asked about: the same from the same seed. Each case is confined to a namespace, so that many can be
 * there at the same time.
 */
import { SeededRandom } from '@reeve/machinery';
import type { Reply, Review } from './test-webhook.ts';

export interface CaseRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly type?: string;
}

export interface WebhookCase {
  readonly name: string;
  /** MutatingWebhookConfigurations and ValidatingWebhookConfigurations; `url` of a client is a path for the runner to complete. */
  readonly configurations: readonly Configuration[];
  /** What the webhook answers, by path. */
  readonly replies: ReadonlyMap<string, (review: Review) => Reply>;
  readonly requests: readonly CaseRequest[];
}

export interface Configuration {
  readonly kind: 'MutatingWebhookConfiguration' | 'ValidatingWebhookConfiguration';
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly webhooks: readonly (Readonly<Record<string, unknown>> & { readonly path: string })[];
}

/** The label by which the webhooks of a case select their namespace and, half of them, its objects. */
export const caseLabel = 'case';

export function webhookCase(seed: number): WebhookCase {
  return new CaseMaker(seed).make();
}

const patches: readonly (readonly object[])[] = [
  [{ op: 'add', path: '/metadata/annotations', value: { seen: 'yes' } }],
  [{ op: 'add', path: '/metadata/labels/tier', value: 'gold' }],
  [{ op: 'replace', path: '/metadata/labels/tier', value: 'silver' }],
  [{ op: 'remove', path: '/metadata/labels/tier' }],
  [{ op: 'add', path: '/data', value: { from: 'webhook' } }],
  [{ op: 'add', path: '/data/more', value: 'x' }],
  [
    { op: 'test', path: '/data/a', value: '1' },
    { op: 'add', path: '/data/b', value: '2' },
  ],
  [{ op: 'add', path: '/spec/replicas', value: 5 }],
  [{ op: 'copy', from: '/metadata/name', path: '/metadata/labels/name' }],
  [{ op: 'move', from: '/data/a', path: '/data/moved' }],
  [{ op: 'add', path: '/data', value: 7 }],
  [{ op: 'add', path: '/unknown', value: 7 }],
  [
    { op: 'add', path: '/metadata/finalizers', value: ['example.com/held'] },
    { op: 'remove', path: '/metadata/finalizers' },
  ],
  [{ op: 'replace', path: '/immutable', value: false }],
  [{ op: 'add', path: '/metadata/labels', value: { 'not valid': '' } }],
  [],
];

const refusals: readonly object[] = [
  { allowed: false },
  { allowed: false, status: { message: 'not today' } },
  { allowed: false, status: { code: 403, reason: 'Forbidden', message: 'not you' } },
  {
    allowed: false,
    status: {
      code: 422,
      reason: 'Invalid',
      message: 'odd',
      details: { name: 'n', kind: 'k', causes: [{ reason: 'FieldValueInvalid', message: 'm', field: 'f' }] },
    },
  },
  { allowed: false, status: { reason: 'TooManyRequests', code: 429, details: { retryAfterSeconds: 2 } } },
  { allowed: false, status: { code: 200, status: 'Success', message: 'is that so' } },
  { allowed: false, warnings: ['refused with care'], status: { code: 409, reason: 'Conflict' } },
];

const failures: readonly ((review: Review) => Reply)[] = [
  () => 'close',
  () => ({ bytes: Buffer.from('no json') }),
  () => ({ bytes: Buffer.from('') }),
  () => ({ bytes: Buffer.from('broken'), status: 500 }),
  () => ({ bytes: Buffer.from('gone'), status: 404 }),
  () => ({ response: { uid: 'another', allowed: true } }),
  ({ apiVersion, kind }) => ({ body: { apiVersion, kind } }),
  ({ request }) => ({ body: { response: { uid: request.uid, allowed: true } } }),
  () => ({ response: { allowed: 'yes' } }),
  () => ({ response: { allowed: true, patchType: 'JSONPatch' } }),
  () => ({ response: { allowed: true, patch: Buffer.from('[1]').toString('base64'), patchType: 'JSONPatch' } }),
  () => ({ response: { allowed: true, patch: Buffer.from('[]').toString('base64') } }),
];

const conditions = [
  "request.operation == 'CREATE'",
  "request.operation != 'DELETE' && has(object.metadata.labels) && 'tier' in object.metadata.labels",
  "oldObject == null || oldObject.metadata.name != 'b'",
  "!request.name.startsWith('x')",
  'object.spec.replicas > 1',
  'request.userInfo.username.size() > 0 && request.dryRun == false',
  "request.kind.version == 'v1' && request.resource.resource in ['configmaps', 'deployments', 'gadgets']",
  'object.data.a == "1"',
  "request.namespace == '' || request.requestKind.kind != 'Lease'",
  "request.?subResource.orValue('') == ''",
];

const resources = [
  ['', 'configmaps'],
  ['', 'configmaps'],
  ['apps', 'deployments'],
  ['apps', 'deployments/scale'],
  ['apps', 'deployments/*'],
  ['autoscaling', 'horizontalpodautoscalers'],
  ['', 'events'],
  ['events.k8s.io', 'events'],
  ['coordination.k8s.io', 'leases'],
  ['', 'pods'],
  ['', 'pods/binding'],
  ['', 'pods/eviction'],
  ['', 'pods/status'],
  ['*', '*/*'],
  ['*', '*'],
  ['', 'serviceaccounts/token'],
  ['', 'namespaces'],
  ['', 'pods/*'],
  ['', '*/status'],
  ['webhooks.example.com', 'gadgets'],
  ['webhooks.example.com', 'gadgets/status'],
] as const;

class CaseMaker {
  readonly #random: SeededRandom;
  readonly #name: string;
  readonly #replies = new Map<string, (review: Review) => Reply>();
  #hasRefusal = false;

  constructor(seed: number) {
    this.#random = new SeededRandom(seed);
    this.#name = `case-${seed}`;
  }

  make(): WebhookCase {
    const configurations: Configuration[] = [];
    if (this.#chance(0.8)) configurations.push(this.#configuration('Mutating', 'b'));
    if (this.#chance(0.4)) configurations.push(this.#configuration('Mutating', 'a'));
    if (configurations.length === 0 || this.#chance(0.7)) configurations.push(this.#configuration('Validating', 'c'));
    return { name: this.#name, configurations, replies: this.#replies, requests: this.#requests() };
  }

  #configuration(type: 'Mutating' | 'Validating', letter: string): Configuration {
    const count = 1 + this.#random.integer(3);
    return {
      kind: `${type}WebhookConfiguration`,
      metadata: { name: `${this.#name}-${letter}`, labels: { run: 'cases' } },
      webhooks: Array.from({ length: count }, (_, index) => this.#webhook(type, `${letter}${index}`)),
    };
  }

  #webhook(type: 'Mutating' | 'Validating', id: string) {
    const path = `/${this.#name}/${id}`;
    this.#replies.set(path, this.#reply(type));
    const isOnObjects = this.#chance(0.2);
    return {
      path,
      name: `${id}.${this.#name}.example.com`,
      rules: Array.from({ length: 1 + this.#random.integer(2) }, () => this.#rule()),
      sideEffects: this.#pick(['None', 'None', 'NoneOnDryRun']),
      admissionReviewVersions: this.#pick([
        ['v1'],
        ['v1'],
        ['v1', 'v1beta1'],
        ['v1beta1', 'v1'],
        ['v1beta1'],
        ['v2', 'v1'],
      ]),
      failurePolicy: this.#pick(['Fail', 'Fail', 'Ignore']),
      matchPolicy: this.#pick(['Equivalent', 'Equivalent', 'Exact']),
      timeoutSeconds: 10,
      namespaceSelector: this.#namespaceSelector(),
      ...(isOnObjects && {
        objectSelector: this.#pick([
          { matchLabels: { tier: 'gold' } },
          { matchExpressions: [{ key: 'tier', operator: 'DoesNotExist' }] },
          { matchExpressions: [{ key: 'tier', operator: 'In', values: ['gold', 'lead'] }] },
        ]),
      }),
      ...(type === 'Mutating' && { reinvocationPolicy: this.#pick(['Never', 'IfNeeded']) }),
      ...(this.#chance(0.25) && {
        matchConditions: Array.from({ length: 1 + this.#random.integer(2) }, (_, index) => ({
          name: `c${index}`,
          expression: this.#pick(conditions),
        })),
      }),
    };
  }

  #namespaceSelector(): object {
    const own = { matchLabels: { [caseLabel]: this.#name } };
    return this.#pick([
      own,
      own,
      own,
      { ...own, matchExpressions: [{ key: 'zone', operator: 'Exists' }] },
      { ...own, matchExpressions: [{ key: 'zone', operator: 'NotIn', values: ['north'] }] },
    ]);
  }

  #rule(): object {
    const [group, resource] = this.#pick(resources);
    const scope = this.#pick(['*', '*', '*', 'Namespaced', 'Cluster']);
    return {
      operations: this.#pick([
        ['*'],
        ['CREATE'],
        ['UPDATE'],
        ['CREATE', 'UPDATE'],
        ['DELETE'],
        ['DELETE', 'CONNECT'],
        ['CREATE', 'UPDATE', 'DELETE'],
      ]),
      apiGroups: [group],
      apiVersions: this.#pick([['v1'], ['v1'], ['*'], ['v2'], ['v1', 'v2']]),
      resources: [resource],
      scope,
    };
  }

  #reply(type: 'Mutating' | 'Validating'): (review: Review) => Reply {
    const chosen = this.#random.next();
    if (chosen < 0.12 && !this.#hasRefusal) {
      this.#hasRefusal = true;
      const response = this.#pick(refusals);
      return () => ({ response });
    }
    if (chosen < 0.22 && !this.#hasRefusal) {
      this.#hasRefusal = true;
      return this.#pick(failures);
    }
    if (chosen < 0.3) return () => ({ response: { allowed: true, warnings: ['mind the gap', `from ${this.#name}`] } });
    if (type === 'Validating' || chosen < 0.45) return () => ({ response: { allowed: true } });
    const patch = Buffer.from(JSON.stringify(this.#pick(patches))).toString('base64');
    return () => ({ response: { allowed: true, patch, patchType: 'JSONPatch' } });
  }

  #requests(): CaseRequest[] {
    const all = requestsIn(this.#name);
    const chains = Array.from({ length: 3 }, () => this.#pick(all));
    return [...new Set(chains)].flat();
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#random.integer(list.length)] as T;
  }

  #chance(share: number): boolean {
    return this.#random.next() < share;
  }
}

const merge = 'application/merge-patch+json';
const apply = 'application/apply-patch+yaml';

/** Requests that belong together. */
function requestsIn(namespace: string): readonly (readonly CaseRequest[])[] {
  const core = `/api/v1/namespaces/${namespace}`;
  const named = (name: string, tier?: string) => ({ name, labels: { ...(tier && { tier }), app: 'x' } });
  const template = { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`;
  const scalers = (version: string) => `/apis/autoscaling/${version}/namespaces/${namespace}/horizontalpodautoscalers`;
  const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };
  const gadgets = (version: string) => `/apis/webhooks.example.com/${version}/namespaces/${namespace}/gadgets`;
  return [
    [
      { method: 'POST', path: `${core}/configmaps`, body: { metadata: named('a', 'lead'), data: { a: '1' } } },
      {
        method: 'POST',
        path: `${core}/configmaps?dryRun=All`,
        body: { metadata: named('dry', 'gold'), data: { a: '1' } },
      },
      { method: 'PATCH', path: `${core}/configmaps/a?fieldManager=me`, type: merge, body: { data: { a: '2' } } },
      { method: 'PUT', path: `${core}/configmaps/a`, body: { metadata: named('a'), data: { c: '3' } } },
      { method: 'DELETE', path: `${core}/configmaps/a`, body: { propagationPolicy: 'Background' } },
    ],
    [
      {
        method: 'PATCH',
        path: `${core}/configmaps/b?fieldManager=me&force=true`,
        type: apply,
        body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: named('b', 'gold'), data: { a: '1' } },
      },
      {
        method: 'PATCH',
        path: `${core}/configmaps/b?fieldManager=me`,
        type: apply,
        body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: named('b'), data: { z: '1' } },
      },
      { method: 'DELETE', path: `${core}/configmaps?labelSelector=app%3Dx` },
    ],
    [
      {
        method: 'POST',
        path: deployments,
        body: {
          metadata: named('d', 'gold'),
          spec: { replicas: 2, selector: { matchLabels: { app: 'x' } }, template },
        },
      },
      { method: 'PATCH', path: `${deployments}/d/scale`, type: merge, body: { spec: { replicas: 3 } } },
      { method: 'PATCH', path: `${deployments}/d/status`, type: merge, body: { status: { replicas: 1 } } },
      { method: 'PATCH', path: `${deployments}/d`, type: merge, body: { metadata: { labels: { tier: 'lead' } } } },
      { method: 'DELETE', path: `${deployments}/d` },
    ],
    [
      {
        method: 'POST',
        path: scalers('v1'),
        body: {
          metadata: named('h1'),
          spec: { scaleTargetRef: target, maxReplicas: 3, targetCPUUtilizationPercentage: 50 },
        },
      },
      {
        method: 'POST',
        path: scalers('v2'),
        body: { metadata: named('h2', 'gold'), spec: { scaleTargetRef: target, maxReplicas: 3 } },
      },
      { method: 'PATCH', path: `${scalers('v2')}/h1`, type: merge, body: { spec: { maxReplicas: 4 } } },
      { method: 'DELETE', path: `${scalers('v1')}/h2` },
    ],
    [
      { method: 'POST', path: `${core}/events`, body: { metadata: named('e1'), involvedObject: { namespace } } },
      {
        method: 'POST',
        path: `/apis/events.k8s.io/v1/namespaces/${namespace}/events`,
        body: {
          metadata: named('e2'),
          regarding: { namespace },
          eventTime: '2026-01-01T00:00:00.000000Z',
          reportingController: 'example.com/c',
          reportingInstance: 'c-1',
          action: 'Act',
          reason: 'Because',
          type: 'Normal',
        },
      },
      { method: 'DELETE', path: `/apis/events.k8s.io/v1/namespaces/${namespace}/events/e1` },
    ],
    [
      {
        method: 'PUT',
        path: `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/l`,
        body: { metadata: named('l', 'gold'), spec: { holderIdentity: 'me' } },
      },
      { method: 'DELETE', path: `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/l` },
    ],
    [
      {
        method: 'POST',
        path: `${core}/pods`,
        body: { metadata: named('p', 'gold'), spec: { containers: [{ name: 'c', image: 'i' }] } },
      },
      {
        method: 'POST',
        path: `${core}/pods/p/binding`,
        body: { metadata: { name: 'p' }, target: { kind: 'Node', name: 'n' } },
      },
      { method: 'PATCH', path: `${core}/pods/p/status`, type: merge, body: { status: { message: 'hello' } } },
      {
        method: 'POST',
        path: `${core}/pods/p/eviction`,
        body: { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } },
      },
    ],
    [
      { method: 'POST', path: `${core}/serviceaccounts`, body: { metadata: named('s') } },
      { method: 'POST', path: `${core}/serviceaccounts/s/token`, body: { spec: { expirationSeconds: 900 } } },
    ],
    [
      {
        method: 'PATCH',
        path: `/api/v1/namespaces/${namespace}`,
        type: merge,
        body: { metadata: { labels: { zone: 'north' } } },
      },
      { method: 'POST', path: `${core}/configmaps`, body: { metadata: named('n', 'gold'), data: { a: '1' } } },
      {
        method: 'PATCH',
        path: `/api/v1/namespaces/${namespace}`,
        type: merge,
        body: { metadata: { labels: { zone: null } } },
      },
    ],
    [
      {
        method: 'POST',
        path: gadgets('v1'),
        body: {
          apiVersion: 'webhooks.example.com/v1',
          kind: 'Gadget',
          metadata: named('g', 'gold'),
          spec: { replicas: 1 },
        },
      },
      { method: 'PATCH', path: `${gadgets('v2')}/g`, type: merge, body: { spec: { replicas: 2 } } },
      { method: 'PATCH', path: `${gadgets('v2')}/g/status`, type: merge, body: { status: { ready: true } } },
      {
        method: 'PUT',
        path: `${gadgets('v1')}/g/scale`,
        body: { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'g' }, spec: { replicas: 4 } },
      },
      { method: 'DELETE', path: `${gadgets('v2')}/g` },
    ],
  ];
}

/** The definition of the custom resource in the requests. */
export const gadgetDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'gadgets.webhooks.example.com' },
  spec: {
    group: 'webhooks.example.com',
    names: { plural: 'gadgets', kind: 'Gadget' },
    scope: 'Namespaced',
    versions: ['v1', 'v2'].map((name) => ({
      name,
      served: true,
      storage: name === 'v2',
      schema: {
        openAPIV3Schema: {
          type: 'object',
          properties: {
            spec: {
              type: 'object',
              properties: { replicas: { type: 'integer' }, kept: { type: 'string', default: name } },
            },
            status: { type: 'object', properties: { ready: { type: 'boolean' }, replicas: { type: 'integer' } } },
            data: { type: 'object', additionalProperties: { type: 'string' } },
          },
        },
      },
      subresources: {
        status: {},
        scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
      },
    })),
  },
};
