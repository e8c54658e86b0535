/**
 * Kinds by one of their names: the kind itself, the resource, or the list. A name belongs to one kind only.
 */
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import type { GroupVersion } from './group-version.ts';
import { KindNotRegisteredError } from './kind-not-registered-error.ts';
import { sameKind } from './kind.ts';
import type { AnyKind } from './kind.ts';

/** Where the names come from, and how they are printed; equal names print alike. */
interface KindNaming<Name extends GroupVersion> {
  nameOf(kind: AnyKind): Name;
  format(name: Name): string;
}

/** An immutable index of kinds. Of two that agree the later one stays; two that contradict each other are refused. */
export class KindIndex<Name extends GroupVersion> {
  readonly #naming: KindNaming<Name>;
  readonly #kinds = new Map<string, AnyKind>();

  constructor(naming: KindNaming<Name>, kinds: Iterable<AnyKind>) {
    this.#naming = naming;
    for (const kind of kinds) this.#insert(naming.format(naming.nameOf(kind)), kind);
  }

  /** The kinds, each once, in the order in which they first came. */
  get kinds(): AnyKind[] {
    return [...this.#kinds.values()];
  }

  /** True when a kind has this name. */
  has(name: Name): boolean {
    return this.#kinds.has(this.#naming.format(name));
  }

  /** The kind with this name, or a `KindNotRegisteredError`. */
  get(name: Name): AnyKind {
    const wanted = this.#naming.format(name);
    const kind = this.#kinds.get(wanted);
    if (kind === undefined) throw new KindNotRegisteredError(wanted, this.#similarTo(name));
    return kind;
  }

  #insert(name: string, kind: AnyKind): void {
    const existing = this.#kinds.get(name);
    if (existing !== undefined && !agree(existing, kind)) {
      throw new InvalidInputError(
        name,
        `Two kinds contradict each other about ${name}: ${describe(existing)}, and ${describe(kind)}. Keep one of them`,
      );
    }
    this.#kinds.set(name, kind);
  }

  /** The same name in other groups and versions; where there is none, everything in the group. */
  #similarTo(name: Name): string[] {
    const names = this.kinds.map((kind) => this.#naming.nameOf(kind));
    const bare = this.#bare(name);
    const namesakes = names.filter((other) => this.#bare(other) === bare);
    const similar = namesakes.length > 0 ? namesakes : names.filter((other) => other.group === name.group);
    return similar.map((other) => this.#naming.format(other));
  }

  #bare(name: Name): string {
    return this.#naming.format({ ...name, group: '', version: '' });
  }
}

const agree = (one: AnyKind, other: AnyKind): boolean =>
  sameKind(one, other) && one.plural === other.plural && one.scope === other.scope && one.listKind === other.listKind;

const describe = ({ kind, plural, scope, listKind }: AnyKind): string =>
  `${kind} served as ${plural}, listed as ${listKind}, scope ${scope}`;
