/**
 * Objects in all versions of their kind, each converted once.
 */
import type { ApiObject } from '@reeve/registry';
import { convert, type TypedKind } from './typed-kind.ts';
import { TypedValueError } from './typed-problem.ts';
import { problemsOf } from './validate-value.ts';

export interface Typed {
  readonly kind: TypedKind;
  readonly object: ApiObject;
}

export class Versions {
  readonly kind: TypedKind;
  readonly #converted = new Map<ApiObject, Map<string, Typed | undefined>>();

  /** Objects come in the version of this kind. */
  constructor(kind: TypedKind) {
    this.kind = kind;
  }

  /** The object in a version; undefined where there is no such version. */
  of(object: ApiObject, apiVersion: string): Typed | undefined {
    if (apiVersion === this.kind.apiVersion) return { kind: this.kind, object };
    const known = this.#converted.get(object) ?? new Map<string, Typed | undefined>();
    this.#converted.set(object, known);
    if (!known.has(apiVersion)) known.set(apiVersion, this.#convert(object, apiVersion));
    return known.get(apiVersion);
  }

  /** An object in the version of the kind, from one in another. */
  back({ object, kind }: Typed): ApiObject {
    return kind === this.kind ? object : convert(object, kind, this.kind);
  }

  #convert(object: ApiObject, apiVersion: string): Typed | undefined {
    const kind = this.kind.inVersion(apiVersion);
    if (kind === undefined) return undefined;
    const converted = convert(object, this.kind, kind);
    const problems = kind.isLoose ? problemsOf(kind.schema, converted, false) : [];
    if (problems.length > 0) throw new TypedValueError(problems);
    return { kind, object: converted };
  }
}
