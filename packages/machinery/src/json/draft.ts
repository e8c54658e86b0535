/**
 * A writable view of an array or object that leaves the original alone: the level is copied on its first change, and parts
 * become drafts when they are read. It behaves like the array or object it stands for, to loops, spread and methods too.
 *
 * Invariant: a draft in `#drafted` speaks for the part under its key as long as that part is the draft's base. A part that
 * was set is in `#copy` as it was given, which may be a proxy of this edit.
 */
import { checkDepth } from './depth.ts';
import type { DraftScope, Settling } from './draft-scope.ts';
import { copyParts, hasParts, partOf, sameParts, setPart } from './parts.ts';
import type { Parts } from './parts.ts';

export class Draft implements ProxyHandler<object>, Settling {
  readonly proxy: object;
  readonly #scope: DraftScope;
  readonly #base: Parts;
  /** True if the base was assigned during the edit, so that it may hold drafts and may be changed by others. */
  readonly #assigned: boolean;
  readonly #drafted = new Map<PropertyKey, Draft>();
  #copy: Parts | undefined;
  #settled: Parts | undefined;

  constructor(scope: DraftScope, base: Parts, assigned: boolean) {
    this.#scope = scope;
    this.#base = base;
    this.#assigned = assigned;
    // The traps answer from base or copy; the target is empty, since a frozen one would forbid other answers than its own.
    this.proxy = new Proxy(Array.isArray(base) ? [] : {}, this);
    scope.add(this.proxy, this);
  }

  get(_target: object, key: PropertyKey): unknown {
    const parts = this.#read();
    if (Object.hasOwn(parts, key)) return this.#part(key, parts[key]);
    const inherited: unknown = Reflect.get(parts, key);
    return typeof inherited === 'function' ? inherited : undefined; // methods, but no way to a prototype
  }

  set(_target: object, key: PropertyKey, value: unknown): boolean {
    this.#scope.check();
    this.#drafted.delete(key);
    setPart(this.#write(), key, value);
    return true;
  }

  deleteProperty(_target: object, key: PropertyKey): boolean {
    this.#scope.check();
    return Reflect.deleteProperty(this.#write(), key);
  }

  defineProperty(target: object, key: PropertyKey, descriptor: PropertyDescriptor): boolean {
    return 'value' in descriptor && this.set(target, key, descriptor.value); // accessors are not JSON
  }

  getOwnPropertyDescriptor(_target: object, key: PropertyKey): PropertyDescriptor | undefined {
    const parts = this.#read();
    if (!Object.hasOwn(parts, key)) return undefined;
    const isLength = key === 'length' && Array.isArray(parts);
    return { value: this.#part(key, parts[key]), writable: true, enumerable: !isLength, configurable: !isLength };
  }

  has(_target: object, key: PropertyKey): boolean {
    return Reflect.has(this.#read(), key);
  }

  ownKeys(): (string | symbol)[] {
    return Reflect.ownKeys(this.#read());
  }

  preventExtensions(): boolean {
    return false;
  }

  /** What this became: the base itself if nothing changed, else a copy that shares all parts that did not. */
  settle(depth: number, twin: unknown): Parts {
    if (this.#settled !== undefined) return this.#settled;
    checkDepth(depth, 'the edited object');
    const composed = this.#compose(depth);
    const settled = this.#assigned ? this.#scope.adopt(composed, twin, depth) : composed;
    this.#settled = settled as Parts; // adopting a value with parts gives one
    return this.#settled;
  }

  #compose(depth: number): Parts {
    const keys = this.#copy === undefined ? [...this.#drafted.keys()] : Object.keys(this.#copy);
    const parts = this.#copy ?? this.#base;
    for (const key of keys) {
      const settled = this.#settlePart(key, parts[key], depth + 1);
      if (settled !== parts[key]) setPart(this.#write(), key, settled);
    }
    return this.#copy === undefined || sameParts(this.#copy, this.#base) ? this.#base : this.#copy;
  }

  #settlePart(key: PropertyKey, part: unknown, depth: number): unknown {
    const before = partOf(this.#base, key);
    const draft = this.#drafted.get(key);
    if (draft !== undefined && draft.#base === part) return draft.settle(depth, before);
    return part === before ? part : this.#scope.adopt(part, before, depth);
  }

  #part(key: PropertyKey, value: unknown): unknown {
    if (!hasParts(value) || this.#scope.owns(value)) return value;
    let draft = this.#drafted.get(key);
    if (draft === undefined || draft.#base !== value) {
      const assigned = this.#assigned || value !== partOf(this.#base, key);
      this.#drafted.set(key, (draft = new Draft(this.#scope, value, assigned)));
    }
    return draft.proxy;
  }

  #read(): Parts {
    this.#scope.check();
    return this.#copy ?? this.#base;
  }

  #write(): Parts {
    return (this.#copy ??= copyParts(this.#base));
  }
}
