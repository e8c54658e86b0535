/**
 * Runs webhook cases against a server: what the webhooks were asked, request by request, and what the server answered, with what changes from run to run replaced.
 */
import { canonicalJson, nodeHost, type Transport, type TransportResponse } from '@reeve/machinery';
import type { NotedCall, TestWebhook } from './test-webhook.ts';
import { caseLabel, gadgetDefinition, type CaseRequest, type WebhookCase } from './webhook-cases.ts';

interface CaseAnswer {
  readonly status: number;
  readonly warnings: readonly string[];
  readonly text: string;
}

/** One request with what came of it. */
export interface CaseStep {
  readonly request: string;
  readonly status: number;
  readonly warnings: readonly string[];
  readonly body: unknown;
  readonly calls: readonly unknown[];
}

/** Whom the server takes the client for, and what a plugin gives to pods that is compared elsewhere. */
const unlike = new Set(['userInfo', 'tolerations']);

/** Since 1.37 autoscalers count their changes, which the facts of the server decide and not its webhooks. */
function ungenerated(metadata: unknown): object {
  const { generation: _count, ...rest } = Object(metadata) as Record<string, unknown>;
  return rest;
}

const registration = '/apis/admissionregistration.k8s.io/v1';

export class CaseRunner {
  readonly #transport: Pick<Transport, 'request'>;
  readonly #webhook: TestWebhook;
  /** The beginning of the paths by which this server calls the webhook. */
  readonly #side: string;

  constructor(transport: Pick<Transport, 'request'>, webhook: TestWebhook, side: string) {
    this.#transport = transport;
    this.#webhook = webhook;
    this.#side = side;
  }

  /** Puts up everything that the cases need, and waits until the server asks webhooks. */
  async prepare(cases: readonly WebhookCase[]): Promise<void> {
    await this.#post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', gadgetDefinition);
    await this.#served();
    for (const { name, configurations, replies } of cases) {
      await this.#post('/api/v1/namespaces', { metadata: { name, labels: { [caseLabel]: name } } });
      for (const [path, reply] of replies) this.#webhook.on(`/${this.#side}${path}`, reply);
      for (const { kind, metadata, webhooks } of configurations) {
        const hooks = webhooks.map(({ path, ...webhook }) => ({ ...webhook, clientConfig: this.#client(path) }));
        await this.#post(`${registration}/${kind.toLowerCase()}s`, { metadata, webhooks: hooks });
      }
    }
    await this.#marked();
  }

  /** Takes the webhooks down again: on a server that others use they would be asked about the others' objects. */
  async clean(): Promise<void> {
    for (const type of ['mutating', 'validating'])
      await this.#send({
        method: 'DELETE',
        path: `${registration}/${type}webhookconfigurations?labelSelector=run%3Dcases`,
      });
    await this.#send({
      method: 'DELETE',
      path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/gadgets.webhooks.example.com',
    });
  }

  async run({ requests }: WebhookCase): Promise<CaseStep[]> {
    const steps: CaseStep[] = [];
    for (const request of requests) {
      const before = this.#webhook.calls.length;
      const answer = await this.#send(request);
      const calls = this.#webhook.calls.slice(before).filter(({ path }) => path.startsWith(`/${this.#side}/`));
      steps.push(this.#normalised(request, answer, calls));
      await this.#settled(request, answer);
    }
    return steps;
  }

  async #send({ method, path, body, type = 'application/json' }: CaseRequest): Promise<CaseAnswer> {
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const signal = new AbortController().signal;
    const response: TransportResponse = await this.#transport.request({
      method,
      path,
      headers: { ...(bytes && { 'content-type': type }), 'user-agent': 'cases' },
      ...(bytes && { body: bytes }),
      signal,
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body) chunks.push(chunk);
    const warnings = [response.headers['warning'] ?? []].flat();
    return { status: response.status, warnings, text: Buffer.concat(chunks).toString() };
  }

  /**
   * Waits until the server's cache has what was written: a real one first tries the next update on what is in it, and asks webhooks about that. A list without a version is
   * answered when the cache is as new as the storage.
   */
  async #settled({ path }: CaseRequest, { status }: CaseAnswer): Promise<void> {
    const [collection] = /^\/(?:api|apis\/[^/]+)\/[^/]+(?:\/namespaces\/[^/]+)?\/[^/?]+/.exec(path) ?? [];
    if (status < 300 && collection !== undefined) await this.#send({ method: 'GET', path: collection });
  }

  async #post(path: string, body: unknown): Promise<void> {
    const { status, text } = await this.#send({ method: 'POST', path, body });
    if (status !== 201) throw new Error(`POST ${path}: ${status} ${text}`);
  }

  async #served(): Promise<void> {
    let last = '';
    for (let attempt = 0; attempt < 20_000; attempt += 1) {
      const { status, text } = await this.#send({ method: 'GET', path: '/apis/webhooks.example.com/v2/gadgets' });
      if (status === 200) return;
      await nodeHost().yield();
      last = text;
    }
    throw new Error(`the custom resource is not served: ${last}`);
  }

  /** The last webhook that is put up is asked when all are known. */
  async #marked(): Promise<void> {
    for (const type of ['mutating', 'validating']) {
      const rules = [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }];
      const path = `/zz-${type}`;
      await this.#post(`${registration}/${type}webhookconfigurations`, {
        metadata: { name: `zz-${type}`, labels: { run: 'cases' } },
        webhooks: [
          {
            name: `zz.${type}.example.com`,
            clientConfig: this.#client(path),
            rules,
            sideEffects: 'None',
            admissionReviewVersions: ['v1'],
            objectSelector: { matchLabels: { mark: 'yes' } },
          },
        ],
      });
      const isAsked = () => this.#webhook.calls.some((call) => call.path === `/${this.#side}${path}`);
      for (let attempt = 0; !isAsked() && attempt < 2000; attempt += 1)
        await this.#send({
          method: 'POST',
          path: '/api/v1/namespaces/default/configmaps?dryRun=All',
          body: { metadata: { name: 'mark', labels: { mark: 'yes' } } },
        });
    }
  }

  #client(path: string): object {
    return { url: `${this.#webhook.url}/${this.#side}${path}`, caBundle: this.#webhook.caBundle };
  }

  #normalised({ method, path }: CaseRequest, answer: CaseAnswer, calls: readonly NotedCall[]): CaseStep {
    const { status, warnings, text } = answer;
    const seen = calls.map((call) => ({ path: call.path, query: call.query, review: call.review }));
    // Validating webhooks are asked at the same time.
    const mutating = seen.filter((call) => !/\/c[0-9]$/.test(call.path));
    const validating = seen
      .filter((call) => /\/c[0-9]$/.test(call.path))
      .toSorted((a, b) => (a.path < b.path ? -1 : 1));
    return {
      request: `${method} ${path}`,
      status,
      warnings: warnings.flatMap((each) => each.split(/, (?=299 )/)),
      body: this.#plain(JSON.parse(text)),
      calls: this.#plain([...mutating, ...validating]) as unknown[],
    };
  }

  /** Replaces what differs from run to run. */
  #plain(value: unknown, key = ''): unknown {
    if (Array.isArray(value)) {
      const plain = value.map((each) => this.#plain(each));
      // Entries of the same second have no order of their own.
      return key === 'managedFields' ? plain.toSorted((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1)) : plain;
    }
    if (typeof value === 'object' && value !== null) {
      const isScaler = Object(value).kind === 'HorizontalPodAutoscaler';
      return Object.fromEntries(
        Object.entries(value)
          .filter(([name]) => !unlike.has(name))
          .map(([name, each]) => [name, this.#plain(isScaler && name === 'metadata' ? ungenerated(each) : each, name)]),
      );
    }
    if (typeof value !== 'string') return value;
    if (['uid', 'resourceVersion', 'token'].includes(key)) return `<${key}>`;
    return value
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>')
      .replaceAll(/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z/g, '<time>')
      .replaceAll(`/${this.#side}/`, '/side/');
  }
}
