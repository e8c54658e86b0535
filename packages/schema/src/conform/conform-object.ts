/**
 * What the server does to an object that it decodes, from a request or from storage: the metadata becomes what ObjectMeta
 * can hold, unknown fields go, and defaults come.
 * Upstream: apiserver unstructuredSchemaCoercer and unstructuredDefaulter.
 */
import { compareText } from '@reeve/machinery';
import type { ReadonlyJsonObject } from '@reeve/machinery';
import { printFieldError } from '../field/field-error.ts';
import { coerceObjectMeta } from '../metadata/coerce-object-meta.ts';
import { ConformingPass } from './conform-value.ts';
import type { Shape } from './shape.ts';

/** How an object is read. */
export interface ConformOptions {
  /** What becomes of metadata of a wrong type: a request is refused, an object in storage loses it. */
  readonly malformedMetadata?: 'refuse' | 'drop';
  /** False leaves out what the schema would fill in. */
  readonly fillsDefaults?: boolean;
}

/** An object that has the form of its schema. */
export interface Conformed {
  readonly object: ReadonlyJsonObject;
  /** The paths of all fields that are gone, in the order in which the server lists them. */
  readonly unknownFields: readonly string[];
  /** Why the request is refused, in the server's words; then the object is as it was. */
  readonly problem: string | undefined;
}

/** Conforms a whole object. */
export function conformObject(
  object: ReadonlyJsonObject,
  shape: Shape,
  { malformedMetadata: malformed = 'refuse', fillsDefaults = true }: ConformOptions,
): Conformed {
  const hasMetadata = Object.hasOwn(object, 'metadata');
  const meta = coerceObjectMeta(hasMetadata ? (object['metadata'] ?? null) : {}, { malformed });
  const pass = new ConformingPass({ prune: true, fill: fillsDefaults, embedded: malformed });
  const conformed = pass.root(object, shape);
  const problem = meta.problem ?? (pass.refusal && printFieldError(pass.refusal));
  if (problem !== undefined) return { object, unknownFields: [], problem };
  const isSame = !hasMetadata || conformed['metadata'] === meta.metadata;
  return {
    object: isSame ? conformed : { ...conformed, metadata: meta.metadata },
    unknownFields: [
      ...meta.unknownFields.map((name) => `metadata.${name}`),
      ...pass.pruned.toSorted(compareText),
      ...pass.unknownMetadata.toSorted(compareText),
    ],
    problem: undefined,
  };
}
