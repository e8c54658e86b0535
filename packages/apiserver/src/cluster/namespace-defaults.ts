/**
 * What every namespace holds from its beginning: the service account `default`, and the authority by which pods know the server. Both come back when they
 * are deleted. Upstream: the service account controller and the root CA publisher of kube-controller-manager.
 */
import { deepEqual, deletionStarted } from '@reeve/machinery';
import type { ApiObject, Store } from '@reeve/registry';
import type { Controller, Observed } from './controller.ts';
import { unlessGone, type ControllerClient } from './controller-client.ts';
import type { KnownKinds } from './known-kinds.ts';

const accountName = 'default';
const authorityName = 'kube-root-ca.crt';
const descriptionKey = 'kubernetes.io/description';
const description =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.';

export interface NamespaceDefaultsOptions {
  readonly store: Store;
  readonly kinds: KnownKinds;
  /** Writes service accounts. */
  readonly accounts: ControllerClient;
  /** Writes the authority. */
  readonly publisher: ControllerClient;
  /** The authority of the server's certificate, in PEM; empty where there is none. */
  readonly authority: string;
  add(this: void, namespace: string): void;
}

export class NamespaceDefaults implements Controller {
  readonly #options: NamespaceDefaultsOptions;

  constructor(options: NamespaceDefaultsOptions) {
    this.#options = options;
  }

  clear(): void {}

  observe({ resource, key, object, isDeleted }: Observed): void {
    if (resource === 'namespaces' && !isDeleted && !deletionStarted(object)) this.#options.add(key);
    const { name, namespace = '' } = object.metadata;
    if (resource === 'serviceaccounts' && name === accountName && isDeleted) this.#options.add(namespace);
    if (resource === 'configmaps' && name === authorityName) this.#options.add(namespace);
  }

  async handle(namespace: string): Promise<void> {
    const found = this.#options.store.table('namespaces').get(namespace)?.object;
    if (found === undefined || deletionStarted(found)) return;
    await this.#ensureAccount(namespace);
    await this.#ensureAuthority(namespace);
  }

  async #ensureAccount(namespace: string): Promise<void> {
    const { store, kinds, accounts } = this.#options;
    const resource = kinds.ofTable('serviceaccounts');
    if (resource === undefined || store.table('serviceaccounts').get(`${namespace}/${accountName}`)) return;
    await accounts.create(resource, {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: accountName, namespace },
    });
  }

  async #ensureAuthority(namespace: string): Promise<void> {
    const { store, kinds, publisher, authority } = this.#options;
    const resource = kinds.ofTable('configmaps');
    const current = store.table('configmaps').get(`${namespace}/${authorityName}`)?.object;
    const data = { 'ca.crt': authority };
    if (resource === undefined || (current && isRight(current, data))) return;
    if (current === undefined)
      await publisher.create(resource, {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: authorityName, namespace, annotations: { [descriptionKey]: description } },
        data,
      });
    else await unlessGone(publisher.update(resource, corrected(current, data)));
  }
}

const isRight = ({ metadata, ...rest }: ApiObject, data: Readonly<Record<string, string>>): boolean =>
  deepEqual(rest['data'], data) && Boolean(metadata.annotations?.[descriptionKey]);

const corrected = (current: ApiObject, data: Readonly<Record<string, string>>): ApiObject => ({
  ...current,
  metadata: { ...current.metadata, annotations: { ...current.metadata.annotations, [descriptionKey]: description } },
  data,
});
