/**
 * Converts objects of one kind between its versions: to the hub, from the hub, and through the hub. That every version but the hub has its functions is checked when the converter is
 * made, and not when the first object comes.
 * Upstream: controller-runtime webhook/conversion, its hub-spoke converter registry.
 */
import { InvalidInputError, isJsonObject, parseApiVersion } from '@reeve/machinery';
import type { ConversionFunctions, DeepReadonly, KubeObject } from '@reeve/machinery';
import { withLost, withoutLoss } from './lossless.ts';

/** A kind with its versions. */
export interface ConvertedKind {
  readonly group: string;
  readonly kind: string;
  /** All versions that are served or stored, the hub included. */
  readonly versions: readonly string[];
  readonly hub: string;
  /** By version; none for the hub. */
  readonly conversions: Readonly<Record<string, ConversionFunctions>>;
}

/** Converts objects of one kind. */
export class Converter {
  readonly kind: ConvertedKind;

  /** An `InvalidInputError` says which version has no functions, or functions that nobody would call. */
  constructor(kind: ConvertedKind) {
    const { versions, hub, conversions } = kind;
    const what = `${kind.kind} of ${kind.group}`;
    if (!versions.includes(hub))
      throw new InvalidInputError(
        hub,
        `the hub of ${what} is ${hub}, which is none of its versions ${versions.join(', ')}`,
      );
    const [missing] = versions.filter((version) => version !== hub && !isConversion(conversions[version]));
    if (missing !== undefined)
      throw new InvalidInputError(
        missing,
        `the version ${missing} of ${what} needs from and to: it is neither the hub nor can it become the hub`,
      );
    const [foreign] = Object.keys(conversions).filter((version) => version === hub || !versions.includes(version));
    if (foreign !== undefined)
      throw new InvalidInputError(
        foreign,
        `${what} has conversions for ${foreign}, which is ${foreign === hub ? 'the hub' : 'no version of it'}: remove them`,
      );
    this.kind = kind;
  }

  /** The object in another version. Throws when the object is of another kind, or is in this version already. */
  convert(object: DeepReadonly<KubeObject>, desired: string): KubeObject {
    const { group, version } = parseApiVersion(object.apiVersion ?? '');
    const wanted = parseApiVersion(desired);
    const { kind } = this.kind;
    if (group !== this.kind.group || wanted.group !== group)
      throw new InvalidInputError(
        desired,
        `${object.apiVersion ?? ''} ${kind} cannot become ${desired}: versions of one group convert, groups do not`,
      );
    if (version === wanted.version)
      throw new InvalidInputError(
        desired,
        `the ${kind} is ${desired} already: a conversion between the same version is a mistake of the caller`,
      );
    return this.#fromHub(this.#toHub(object, version), wanted.version);
  }

  #toHub(object: DeepReadonly<KubeObject>, version: string): DeepReadonly<KubeObject> {
    const { hub } = this.kind;
    if (version === hub) return object;
    const { functions, annotation } = this.#of(version);
    const converted = this.#whole(functions.to(object), object, hub);
    if (functions.lossless !== true) return converted;
    const whole = this.#whole(withoutLoss(converted, object, hubAnnotation), converted, hub);
    return withoutAnnotation(withLost(whole, object, functions.from(whole), annotation), hubAnnotation);
  }

  #fromHub(hub: DeepReadonly<KubeObject>, version: string): KubeObject {
    if (version === this.kind.hub) return hub as KubeObject; // made here, or what the caller sent
    const { functions, annotation } = this.#of(version);
    const converted = this.#whole(functions.from(hub), hub, version);
    if (functions.lossless !== true) return converted;
    const whole = this.#whole(withoutLoss(converted, hub, annotation), converted, version);
    return withoutAnnotation(withLost(whole, hub, functions.to(whole), hubAnnotation), annotation);
  }

  #of(version: string): { readonly functions: ConversionFunctions; readonly annotation: string } {
    const functions = this.kind.conversions[version];
    if (functions === undefined)
      throw new InvalidInputError(
        version,
        `there is no version ${version} of ${this.kind.kind}: it has ${this.kind.versions.join(', ')}`,
      );
    return { functions, annotation: `conversion.reeve.dev/${version}` };
  }

  /** What a function left out of the type and the metadata. */
  #whole(converted: object, { metadata }: DeepReadonly<KubeObject>, version: string): KubeObject {
    const { kind, group } = this.kind;
    if (!isJsonObject(converted)) throw new TypeError(`the conversion of ${kind} to ${version} returned no object`);
    return { metadata, ...converted, apiVersion: `${group}/${version}`, kind } as KubeObject;
  }
}

const hubAnnotation = 'conversion.reeve.dev/hub';

function withoutAnnotation(object: KubeObject, annotation: string): KubeObject {
  const { annotations, ...metadata } = object.metadata;
  if (annotations?.[annotation] === undefined) return object;
  const { [annotation]: _, ...others } = annotations;
  return { ...object, metadata: { ...metadata, ...(Object.keys(others).length > 0 && { annotations: others }) } };
}

const isConversion = (functions: ConversionFunctions | undefined): boolean =>
  typeof functions?.from === 'function' && typeof functions.to === 'function';
