/**
 * Tells people of an owner that is there, but in another namespace than the object that names it: such an owner does not count.
 * Upstream: the event OwnerRefInvalidNamespace of kube-controller-manager's garbage collector.
 */
import { formatTime, type Host, type OwnerReference } from '@reeve/machinery';
import { StatusError, type ApiObject, type ServedResource, type Store } from '@reeve/registry';
import { namedOwner } from './classify-owners.ts';
import type { ControllerClient } from './controller-client.ts';
import type { KnownKinds } from './known-kinds.ts';
import type { Dependent } from './owner-graph.ts';

const component = 'garbage-collector-controller';

export interface StrayOwnersOptions {
  readonly store: Store;
  readonly kinds: KnownKinds;
  readonly client: ControllerClient;
  readonly host: Host;
}

export class StrayOwners {
  readonly #options: StrayOwnersOptions;

  constructor(options: StrayOwnersOptions) {
    this.#options = options;
  }

  /** Writes an event about each owner that is elsewhere, once. Owners known to be gone are nowhere. */
  async report(entry: Dependent, object: ApiObject, gone: ReadonlyMap<string, unknown>): Promise<void> {
    for (const owner of entry.owners) {
      if (entry.reported.has(owner.uid) || gone.has(owner.uid) || !this.#isStray(owner, object)) continue;
      entry.reported.add(owner.uid);
      await this.#write(strayOwnerEvent(object, owner, this.#options.host.clock.now()));
    }
  }

  /** An event that is refused is lost: what it tells of matters more. */
  async #write(event: ApiObject): Promise<void> {
    const { kinds, client } = this.#options;
    const resource = kinds.ofTable('events');
    try {
      if (resource !== undefined) await client.create(resource, event);
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
    }
  }

  #isStray({ apiVersion, kind, name, uid }: Dependent['owners'][number], { metadata }: ApiObject): boolean {
    const { store, kinds } = this.#options;
    const { namespace } = metadata;
    const resource = kinds.ofKind(apiVersion, kind);
    if (resource?.scope !== 'Namespaced') return false;
    const named = namespace === undefined ? undefined : namedOwner(store, resource, name, namespace);
    return named?.metadata.uid !== uid && isElsewhere(store, resource, uid, namespace);
  }
}

/** True where the object with this uid lives in another namespace. Looks at all objects of the resource: for the rare case only. */
function isElsewhere(store: Store, { storage }: ServedResource, uid: string, namespace: string | undefined): boolean {
  for (const { object } of store.table(storage.table).current())
    if (object.metadata.uid === uid) return object.metadata.namespace !== namespace;
  return false;
}

/** The event about such an owner. */
function strayOwnerEvent(object: ApiObject, owner: Readonly<OwnerReference>, now: number): ApiObject {
  const { name = '', namespace = '', uid } = object.metadata;
  const time = formatTime(now);
  const ref = `${owner.apiVersion}/${owner.kind}, namespace: ${namespace}, name: ${owner.name}, uid: ${owner.uid}`;
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `${name}.${suffixOf(now, owner.uid)}`, namespace: namespace || 'default' },
    involvedObject: { apiVersion: object.apiVersion, kind: object.kind, name, ...(namespace && { namespace }), uid },
    type: 'Warning',
    reason: 'OwnerRefInvalidNamespace',
    message: `ownerRef [${ref}] does not exist in namespace ${JSON.stringify(namespace)}`,
    source: { component },
    reportingComponent: component,
    reportingInstance: '',
    count: 1,
    firstTimestamp: time,
    lastTimestamp: time,
  };
}

/** The time in nanoseconds, as recorders write it, with a part of the owner's uid for what is below our clock. */
const suffixOf = (now: number, uid: string): string => {
  const below = Number.parseInt(uid.replaceAll('-', '').slice(0, 5), 16);
  return (BigInt(Math.trunc(now)) * 1_000_000n + BigInt((Number.isNaN(below) ? 0 : below) % 1_000_000)).toString(16);
};
