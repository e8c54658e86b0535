/**
 * The object that comes of a patch: it is decoded, judged and defaulted like any other that comes in. What cannot be an object of the kind is refused as a
 * patch, which is quoted.
 */
import { canonicalJson, type JsonObject } from '@reeve/machinery';
import { causeOf, invalid, printFieldError, StatusError, type ApiObject } from '@reeve/registry';
import { DecodeError } from '../codec/decode-error.ts';
import { goType } from '../managed-fields/go-value.ts';
import { kindProblem, wrongField } from '../request/check-kind.ts';
import { fromJson, type Body } from '../request/read-body.ts';
import type { WriteOptions } from '../request/write-options.ts';
import { applyFieldValidation } from '../write/field-validation.ts';
import { checkName, checkNamespace } from '../write/system-fields.ts';
import type { Call } from './call.ts';

/** A patch as it was understood. */
export interface Patch {
  /** What it makes of an object. */
  change(old: ApiObject): unknown;
  /** What is odd about the patch itself. */
  readonly oddities: readonly string[];
  /** How a refusal quotes it, where it does not quote what came of it. */
  quoted?(): string;
  /** True where the version and kind that come of it do not count, since the real server restores them from the type. */
  readonly ignoresKind?: boolean;
  /** How a refusal words what cannot be read of what came of it. */
  worded?(problem: string): string;
}

/** The outcome of a patch is an object like any other that comes in. */
export function outcomeOf(call: Call, given: Patch, old: ApiObject, { fieldValidation }: WriteOptions): ApiObject {
  const { resource } = call;
  const changed = given.change(old) as JsonObject;
  const refuse = (problem: string) =>
    badPatch(given.quoted?.() ?? canonicalJson(changed), given.worded?.(problem) ?? problem);
  const result = given.ignoresKind ? ofOwnKind(changed, resource, refuse) : changed;
  const { object, oddities: unknown } = decodePatched(result, call, refuse);
  const oddities = [...given.oddities, ...unknown];
  if (oddities.length > 0 && fieldValidation === 'Strict')
    throw refuse(`strict decoding error: ${oddities.join(', ')}`);
  applyFieldValidation(oddities, fieldValidation, resource, call.warnings);
  const { name = '', namespace } = old.metadata;
  checkName(object, name);
  checkNamespace(object, resource, namespace);
  return resource.strategy.defaults({
    ...object,
    metadata: {
      ...object.metadata,
      name: object.metadata.name ?? name,
      ...(namespace && { namespace: object.metadata.namespace ?? namespace }),
    },
  });
}

function ofOwnKind(
  result: JsonObject,
  { apiVersion, kind }: Call['resource'],
  refuse: (problem: string) => StatusError,
) {
  for (const given of [result['apiVersion'], result['kind']]) {
    if (given !== undefined && given !== null && typeof given !== 'string')
      throw refuse(`cannot convert ${goType(given)} to string`);
  }
  return { ...result, apiVersion, kind };
}

/** A patch that makes of the object what its kind cannot hold is refused as a patch, with what came of it. */
function decodePatched(result: JsonObject, call: Call, refuse: (problem: string) => StatusError): Body {
  const { resource } = call;
  const { apiVersion, kind } = result;
  if (resource.isCustom && typeof apiVersion === 'string' && apiVersion !== resource.apiVersion)
    throw wrongField(result, 'apiVersion', apiVersion, resource.apiVersion);
  if (!resource.isCustom && apiVersion === undefined) return ofNoVersion(result);
  const isOther = apiVersion !== resource.apiVersion || (kind ?? resource.kind) !== resource.kind;
  try {
    if (!resource.isCustom && isOther) throw refuse(otherKindProblem(result, call));
    return fromJson(result, [], resource);
  } catch (error) {
    throw error instanceof DecodeError ? refuse(error.problem) : error;
  }
}

/** Why what came of a patch is not of the kind it should be; where it is of another, it has to be one of those first. */
function otherKindProblem(result: JsonObject, { resource, context }: Call): string {
  const [apiVersion, kind] = [textOf(result['apiVersion']), textOf(result['kind'])];
  const [version = '', group = ''] = apiVersion.split('/').toReversed();
  const other = context.registry.inVersion(group, version).find((each) => each.kind === kind);
  if (other !== undefined && !other.isCustom) other.codec.decode(result);
  return kindProblem(apiVersion, kind, resource);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Without a version, none of the fields of an object means anything. */
function ofNoVersion(result: JsonObject): Body {
  const unknown = Object.keys(result).filter((name) => name !== 'kind');
  return {
    object: { metadata: {} },
    oddities: unknown.toSorted().map((name) => `unknown field ${JSON.stringify(name)}`),
  };
}

function badPatch(quoted: string, problem: string): StatusError {
  const error = invalid('patch', quoted, problem);
  return new StatusError(422, 'Invalid', ` "" is invalid: ${printFieldError(error)}`, { causes: [causeOf(error)] });
}
