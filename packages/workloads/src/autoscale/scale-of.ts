/**
 * The scale of an object of any kind, through its subresource `scale`: how many replicas it wants and has, and which pods are its own.
 * Upstream: client-go scale.
 */
import type { Client, Scale } from '@reeve/client';
import { formatGroupResource, isNotFound, objectKey } from '@reeve/machinery';
import type { Kind, KubeObject, OwnerReference } from '@reeve/machinery';

/** Whose scale. */
export interface ScaledObject extends Pick<OwnerReference, 'kind' | 'name'> {
  readonly apiVersion?: string | undefined;
  readonly namespace: string | undefined;
}

type Scalable = Kind<KubeObject, 'Namespaced', 'scale'>;

/** Reads and writes scales. */
export class Scales {
  readonly #client: Client;
  readonly #signal: AbortSignal;

  constructor(client: Client, signal: AbortSignal) {
    this.#client = client;
    this.#signal = signal;
  }

  /** The scale; undefined where there is no such object, or it has none. */
  async get(object: ScaledObject): Promise<Scale | undefined> {
    const kind = await this.#kindOf(object);
    if (!kind.subresources.includes('scale')) return undefined;
    try {
      const key = objectKey(object.namespace, object.name);
      return await this.#client.subresource(kind, 'scale').get(key, { signal: this.#signal });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  /** Asks for so many replicas; what somebody else changed since the scale was read is a conflict. */
  async set(object: ScaledObject, scale: Scale, replicas: number): Promise<Scale> {
    const kind = await this.#kindOf(object);
    const wanted = { ...scale, spec: { ...scale.spec, replicas } };
    const key = objectKey(object.namespace, object.name);
    return await this.#client.subresource(kind, 'scale').update(key, wanted, { signal: this.#signal });
  }

  /** The name of the kind's resource, with its group: `deployments.apps`. */
  async resourceOf(object: ScaledObject): Promise<string> {
    const { plural, group } = await this.#kindOf(object);
    return formatGroupResource({ group, resource: plural });
  }

  async #kindOf({ apiVersion = 'v1', kind }: ScaledObject): Promise<Scalable> {
    const found = await this.#client.kindOf({ apiVersion, kind, metadata: {} }, { signal: this.#signal });
    return found as unknown as Scalable; // whether it has a scale is looked at before it is asked for
  }
}
