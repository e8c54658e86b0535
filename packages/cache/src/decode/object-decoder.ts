/**
 * From the bytes of one object to what a cache holds: managedFields cut, parsed once, typed, transformed, equal parts shared, frozen. Integers
 * beyond 2^53 become bigint.
 */
import {
  deepFreeze,
  InvalidInputError,
  isJsonObject,
  mayHaveBigInteger,
  parseJson,
  removeNestedField,
} from '@reeve/machinery';
import type { AnyKind, DeepReadonly, KubeObject, ReadonlyJsonObject } from '@reeve/machinery';
import { ObjectScan, type ByteRange } from '../bytes/object-scan.ts';
import { WireText } from '../bytes/wire-text.ts';
import type { DecodeOptions, Transform } from './decode-options.ts';
import type { Peek } from './known-objects.ts';
import { KnownParts, sizeOf, type Abridged, type ObjectText } from './known-parts.ts';
import { fillFrom, shareWith } from './share-with.ts';
import { StructuralInterner } from './structural-interner.ts';
import { TransformError } from './transform-error.ts';
import { UnexpectedObjectError } from './unexpected-object-error.ts';

/** What a decoder is for. */
export interface DecoderOptions<T extends KubeObject> extends DecodeOptions<T> {
  /** The kind that the objects must be of; without it any object will do. */
  readonly kind?: AnyKind | undefined;

  /** True when the server sends PartialObjectMetadata in place of the objects. They are given their own kind again. */
  readonly metadataOnly?: boolean;
}

/** An object as it was received: what came with it counts even when a transform leaves it out. */
export interface Decoded<T> {
  readonly object: DeepReadonly<T>;
  readonly resourceVersion: string;
  readonly uid: string | undefined;
}

const partialKind = 'PartialObjectMetadata';

/** An object of fewer bytes is parsed as quickly as it is compared with its state before. */
const SMALL = 1500;

/** Decodes the objects of one kind, and remembers what they have in common. */
export class ObjectDecoder<T extends KubeObject> {
  readonly #options: DecoderOptions<T>;
  readonly #interner: StructuralInterner | undefined;
  readonly #typePrefix: string;
  readonly #scan = new ObjectScan();
  readonly #known = new KnownParts();

  constructor(options: DecoderOptions<T>) {
    this.#options = options;
    this.#interner =
      options.intern === false ? undefined : new StructuralInterner({ meetsFrozen: options.transform !== undefined });
    const { apiVersion, kind } = options.kind ?? {};
    this.#typePrefix =
      kind === undefined ? '' : `{"apiVersion":${JSON.stringify(apiVersion)},"kind":${JSON.stringify(kind)},`;
  }

  /**
   * Decodes an object: its bytes, or what somebody else has parsed and gives away. Throws `InvalidInputError` when the bytes are no JSON or no UTF-8,
   * `REEVE_UNEXPECTED_OBJECT` when they are another kind's, and `REEVE_TRANSFORM` when the transform throws. Where `peek` knows the state before, the new one shares
   * what did not change, and only what changed is parsed.
   */
  decode(source: WireText | Buffer | object, peek?: Peek<DeepReadonly<T>>): Decoded<T> {
    if (source instanceof WireText) return this.#decodeText(source, peek);
    return Buffer.isBuffer(source)
      ? this.#decodeText(WireText.of(source), peek)
      : this.#finish(this.#checked(source), peek, false);
  }

  #decodeText(wire: WireText, peek: Peek<DeepReadonly<T>> | undefined): Decoded<T> {
    if (!this.#scan.begin(wire)) return this.#finish(this.#checked(parseJson(wire.toString())), peek, true);
    const place = { wire, metadata: this.#scan.metadata, cut: this.#unwanted() };
    const change = peek && this.#decodeChange(place, peek);
    return change ?? this.#finish(this.#checked(this.#parse(place)), peek, true);
  }

  /** The usual way to the end: transformed, shared, frozen. */
  #finish(object: T, peek: Peek<DeepReadonly<T>> | undefined, isOurs: boolean): Decoded<T> {
    const { namespace, name = '', resourceVersion = '', uid } = object.metadata;
    if (!isText(name) || !isText(resourceVersion) || !isTextOrAbsent(namespace) || !isTextOrAbsent(uid))
      throw notText();
    const { transform } = this.#options;
    const result = transform === undefined ? object : transformed(object, transform);
    const before = this.#interner && peek?.(namespace, name);
    if (before !== undefined && uid !== undefined && before.metadata.uid === uid) {
      const meetsFrozen = !isOurs || transform !== undefined;
      return { object: shareWith(before, result as DeepReadonly<T>, meetsFrozen), resourceVersion, uid };
    }
    if (isOurs) this.#interner?.intern(result);
    return { object: deepFreeze(result) as DeepReadonly<T>, resourceVersion, uid };
  }

  /**
   * A state of an object whose state before is held: only what changed is parsed. Undefined where the usual way has to be gone: a transform must see all of
   * an object as its own, and a small object is parsed as quickly as it is compared with its state before.
   */
  #decodeChange(place: ObjectText, peek: Peek<DeepReadonly<T>>): Decoded<T> | undefined {
    const { kind, transform } = this.#options;
    if (this.#interner === undefined || transform !== undefined || sizeOf(place) < SMALL) return undefined;
    const { name } = this.#scan;
    const before = name === undefined ? name : peek(kind?.scope === 'Cluster' ? undefined : this.#scan.namespace, name);
    const short = before && this.#known.leaveOut(place, before);
    return short && this.#fill(short, before);
  }

  /** Parses what was left, and puts back what was left out of it. */
  #fill({ text, count }: Abridged, before: DeepReadonly<T>): Decoded<T> | undefined {
    const object = count === 0 ? undefined : readable(this.#typed(text));
    if (object === undefined) return undefined;
    const fresh = this.#checked(object);
    const { resourceVersion = '', uid } = fresh.metadata;
    if (uid === undefined || before.metadata.uid !== uid) return undefined;
    if (!isText(resourceVersion)) throw notText();
    const whole = fillFrom(before, fresh as DeepReadonly<T>, count);
    return whole && { object: whole, resourceVersion, uid };
  }

  /** Parses without managedFields. Where they were cut in the wrong place, which parsing tells, they are cut afterwards. */
  #parse({ wire, cut }: ObjectText): unknown {
    if (cut === undefined) return parse(this.#typed(wire.toString()), wire);
    const text = this.#typed(wire.textWithout(cut.from, cut.to));
    try {
      return parse(text, wire);
    } catch {
      const object = parseJson(this.#typed(wire.toString()));
      return isJsonObject(object) ? removeNestedField(object, ['metadata', 'managedFields']) : object;
    }
  }

  #unwanted(): ByteRange | undefined {
    return this.#options.keepManagedFields === true ? undefined : this.#scan.managedFields;
  }

  /** The text with the type that the items of a list leave out. */
  #typed(text: string): string {
    return this.#scan.hasType || this.#typePrefix === '' ? text : this.#typePrefix + text.slice(text.indexOf('{') + 1);
  }

  #checked(value: unknown): T {
    if (!isJsonObject(value) || !isJsonObject(value['metadata']))
      throw new UnexpectedObjectError(this.#expected, value);
    const object = this.#withOwnKind(value);
    const { kind } = this.#options;
    const isExpected =
      kind === undefined ? !isTable(object) : object['kind'] === kind.kind && object['apiVersion'] === kind.apiVersion;
    if (!isExpected) throw new UnexpectedObjectError(this.#expected, value);
    return object as unknown as T; // its type says that it is one
  }

  /** Partial metadata, or the whole object where the server does not know that, as the metadata of an object of the kind. */
  #withOwnKind(object: ReadonlyJsonObject): ReadonlyJsonObject {
    const { kind, metadataOnly = false } = this.#options;
    if (!metadataOnly || kind === undefined || isTable(object)) return object;
    const isForeign = object['kind'] !== partialKind && object['kind'] !== kind.kind;
    return isForeign ? object : { apiVersion: kind.apiVersion, kind: kind.kind, metadata: object['metadata'] ?? {} };
  }

  get #expected(): string {
    const { kind } = this.#options;
    return kind === undefined ? 'an object' : `${kind.apiVersion} ${kind.kind}`;
  }
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isTextOrAbsent = (value: unknown): boolean => value === undefined || typeof value === 'string';

/** Stores and versions are kept by these fields. */
const notText = (): InvalidInputError =>
  new InvalidInputError('metadata', 'name, namespace, resourceVersion or uid of an object is no text');

function transformed<T extends KubeObject>(object: T, transform: Transform<T>): T | DeepReadonly<T> {
  try {
    return transform(object);
  } catch (cause) {
    throw new TransformError(object, cause);
  }
}

/** Most objects have no integer that the parser would round, and their bytes tell that sooner than their text. What is no JSON is read again, to say where. */
function parse(text: string, { bytes, from, to }: WireText): unknown {
  if (mayHaveBigInteger(bytes, from, to)) return parseJson(text);
  try {
    return JSON.parse(text);
  } catch {
    return parseJson(text);
  }
}

/** What the text says; undefined when it is no JSON, which happens where managedFields were cut in the wrong place. */
function readable(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** True of what a server prints for people; it is no object of the kind that was asked for. */
export const isTable = (value: Readonly<Record<string, unknown>>): boolean =>
  (value['kind'] === 'Table' || value['kind'] === 'TableList') &&
  (value['apiVersion'] === 'meta.k8s.io/v1' || value['apiVersion'] === 'meta.k8s.io/v1beta1');
