/**
 * Recognizes in the bytes of an object one that is held already, by name, uid and version, so that it need not be parsed. A relist of an
 * unchanged collection parses nothing, and everybody keeps the very objects they had.
 */
import { isJsonObject } from '@reeve/machinery';
import { ObjectScan } from '../bytes/object-scan.ts';
import type { WireText } from '../bytes/wire-text.ts';

/** What is held under a name at present. */
export type Peek<T> = (namespace: string | undefined, name: string) => T | undefined;

/** Looks up what bytes are about. */
export class KnownObjects<T> {
  readonly #peek: Peek<T>;
  readonly #isNamespaced: boolean;
  readonly #scan = new ObjectScan();

  constructor(peek: Peek<T>, isNamespaced: boolean) {
    this.#peek = peek;
    this.#isNamespaced = isNamespaced;
  }

  /** The object that is held, if it is the one in the bytes. */
  find(source: WireText | Buffer): T | undefined {
    if (!this.#scan.begin(source)) return undefined;
    const { name } = this.#scan;
    if (name === undefined) return undefined;
    const held = this.#peek(this.#isNamespaced ? this.#scan.namespace : undefined, name);
    return held !== undefined && this.#isSame(held) ? held : undefined;
  }

  #isSame(held: unknown): boolean {
    const metadata: unknown = isJsonObject(held) ? held['metadata'] : undefined;
    if (!isJsonObject(metadata)) return false; // a transform left it out
    const { uid, resourceVersion } = metadata;
    return (
      typeof uid === 'string' &&
      typeof resourceVersion === 'string' &&
      resourceVersion === this.#scan.resourceVersion &&
      uid === this.#scan.uid
    );
  }
}
