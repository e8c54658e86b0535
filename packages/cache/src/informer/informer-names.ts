/**
 * Names of informers, each used once at a time: two informers that wrote to the same metrics would make nonsense of both.
 * Upstream: client-go cache.InformerName.
 */
import { formatGvr, InvalidInputError, type GroupVersionResource } from '@reeve/machinery';

/** A claim to a name, for one resource. */
export interface InformerIdentity {
  readonly name: string;
  readonly resource: GroupVersionResource;

  /** False when somebody had the name for this resource already: then no metrics are kept. */
  readonly isUnique: boolean;

  /** Gives the name back. Twice is harmless. */
  release(): void;
}

/** Who has which name. One per process or per manager; there is no global one. */
export class InformerNames {
  readonly #owners = new Map<string, symbol>();
  readonly #resources = new Map<string, symbol>();

  /** Takes a name for a group of informers. One that is taken is an `InvalidInputError`. */
  reserve(name: string): NameReservation {
    if (this.#owners.has(name)) {
      throw new InvalidInputError(name, `The informer name "${name}" is taken: choose another, or release it first`);
    }
    const owner = Symbol(name);
    this.#owners.set(name, owner);
    return {
      name,
      identify: (resource) => this.#identify(name, owner, resource),
      release: () => this.#release(name, owner),
    };
  }

  #identify(name: string, owner: symbol, resource: GroupVersionResource): InformerIdentity {
    const key = `${name} ${formatGvr(resource)}`;
    const claim = Symbol(key);
    const isUnique = this.#owners.get(name) === owner && !this.#resources.has(key);
    if (isUnique) this.#resources.set(key, claim);
    const release = (): void => {
      if (this.#resources.get(key) === claim) this.#resources.delete(key);
    };
    return { name, resource, isUnique, release };
  }

  #release(name: string, owner: symbol): void {
    if (this.#owners.get(name) !== owner) return;
    this.#owners.delete(name);
    for (const key of this.#resources.keys()) if (key.startsWith(`${name} `)) this.#resources.delete(key);
  }
}

/** A name that is taken. */
export interface NameReservation {
  readonly name: string;

  /** The identity of the informer of a resource under this name. The first one is unique. */
  identify(resource: GroupVersionResource): InformerIdentity;

  /** Gives the name back, with all its identities. */
  release(): void;
}
