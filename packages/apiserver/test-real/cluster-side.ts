/**
 * One of two clusters that go through the same scenario: requests, waiting for what controllers do, and objects without what differs from run to run.
 */
import {
  canonicalJson,
  isJsonObject,
  nodeHost,
  parseJson,
  poll,
  type JsonValue,
  type OwnerReference,
  type UnstructuredObject,
} from '@reeve/machinery';

/** The way to a server, real or in memory. */
export interface Requests {
  request(request: {
    method: string;
    path: string;
    headers: Record<string, string>;
    body?: Uint8Array;
    signal: AbortSignal;
  }): Promise<{ readonly status: number; readonly body: AsyncIterable<Uint8Array> }>;
}

/** An object as scenarios look at it. */
export interface Seen extends UnstructuredObject {
  items?: Seen[];
}

const waitMs = 60_000;

export class ClusterSide {
  readonly #transport: Requests;
  readonly #signal: AbortSignal;
  /** The namespace of the scenario. */
  readonly namespace: string;

  constructor(transport: Requests, namespace: string, signal: AbortSignal) {
    this.#transport = transport;
    this.namespace = namespace;
    this.#signal = signal;
  }

  /** The path of a ConfigMap of the scenario, or of all of them. */
  configMap(name?: string): string {
    return `/api/v1/namespaces/${this.namespace}/configmaps${name === undefined ? '' : `/${name}`}`;
  }

  /** Sends a request; a refusal is an error, except that there is nothing, or nothing yet. */
  async ask(method: string, path: string, body?: object, form = 'json'): Promise<Seen | undefined> {
    const response = await this.#transport.request({
      method,
      path,
      headers: { 'content-type': `application/${form}`, 'user-agent': 'scenario' },
      ...(body && { body: Buffer.from(JSON.stringify(body)) }),
      signal: this.#signal,
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    if (response.status === 404 || response.status === 429) return undefined;
    if (response.status >= 400) throw new Error(`${method} ${path}: ${text}`);
    return parseJson(text) as unknown as Seen; // an object of the API
  }

  async create(path: string, object: object): Promise<Seen> {
    const created = await this.ask('POST', path, object);
    if (created === undefined) throw new Error(`there is no ${path}`);
    return created;
  }

  /** Creates a ConfigMap with owners, and finalizers. */
  made(name: string, owners: readonly OwnerReference[] = [], finalizers: readonly string[] = []): Promise<Seen> {
    return this.create(this.configMap(), { metadata: { name, ownerReferences: owners, finalizers } });
  }

  merge(path: string, patch: object): Promise<Seen | undefined> {
    return this.ask('PATCH', path, patch, 'merge-patch+json');
  }

  release(path: string): Promise<Seen | undefined> {
    return this.merge(path, { metadata: { finalizers: null } });
  }

  delete(path: string, propagationPolicy?: string): Promise<Seen | undefined> {
    return this.ask('DELETE', path, { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy });
  }

  /** Waits until what is at a path is as described, and gives it back. */
  async until(path: string, isThere: (object: Seen | undefined) => boolean): Promise<Seen | undefined> {
    let seen: Seen | undefined;
    const look = async (): Promise<boolean> => isThere((seen = await this.ask('GET', path)));
    await poll(nodeHost(), look, { intervalMs: 50, timeoutMs: waitMs, signal: this.#signal });
    return seen;
  }

  gone(path: string): Promise<Seen | undefined> {
    return this.until(path, (object) => object === undefined);
  }

  /** Waits until the ConfigMaps of the scenario are these, besides the one that every namespace holds. */
  async left(...names: readonly string[]): Promise<readonly Seen[]> {
    const own = (list: Seen | undefined) =>
      (list?.items ?? []).filter(({ metadata }) => metadata.name !== 'kube-root-ca.crt');
    const list = await this.until(
      this.configMap(),
      (seen) =>
        own(seen)
          .map(({ metadata }) => metadata.name)
          .join() === names.toSorted().join(),
    );
    return own(list);
  }
}

/** A reference to an owner. */
export const ownedBy = (owner: Seen, isBlocking = false): OwnerReference => ({
  apiVersion: owner.apiVersion ?? '',
  kind: owner.kind ?? '',
  name: owner.metadata.name ?? '',
  uid: owner.metadata.uid ?? '',
  ...(isBlocking && { blockOwnerDeletion: true }),
});

const uidPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Objects with their uids numbered as they come, their managers in order of name, and without times and versions. */
export function settledObjects(objects: unknown): unknown {
  const uids = new Map<string, string>();
  const numbered = (uid: string): string => {
    if (!uids.has(uid)) uids.set(uid, `<uid ${uids.size + 1}>`);
    return uids.get(uid) ?? '';
  };
  const text = canonicalJson(withSortedManagers(JSON.parse(JSON.stringify(objects)) as JsonValue))
    .replaceAll(/"resourceVersion":"\d*"/g, '"resourceVersion":"<version>"')
    .replaceAll(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"/g, '"<time>"')
    .replaceAll(/-----BEGIN.*?END CERTIFICATE-----(\\n)?/g, '<certificate>')
    .replaceAll(/(\w+)\.1[0-9a-f]{15}"/g, '$1.<moment>"')
    .replaceAll(uidPattern, numbered);
  return JSON.parse(text);
}

/** Managers stand in the order of their times, which two servers need not share. */
function withSortedManagers(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withSortedManagers);
  if (!isJsonObject(value)) return value;
  const sorted = (items: readonly JsonValue[]) =>
    items.toSorted((a, b) => (nameOfManager(a) < nameOfManager(b) ? -1 : 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === 'managedFields' && Array.isArray(item) ? sorted(item) : withSortedManagers(item),
    ]),
  );
}

const nameOfManager = (entry: JsonValue): string =>
  isJsonObject(entry) ? JSON.stringify([entry['manager'], entry['subresource']]) : '';
