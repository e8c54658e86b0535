/**
 * Whether a body is of the kind that the URL asks for, and what the server says when it is not: custom resources must say what they are, built-ins may
 * leave it to the URL.
 */
import { stringifyJson } from '@reeve/machinery';
import { badRequest, invalid, invalidObject, type ObjectCodec } from '@reeve/registry';
import { bodyExcerpt } from './body-excerpt.ts';

/** What the body must be: a kind with its codec, as messages name it. */
export interface ExpectedKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly codec: ObjectCodec;
  readonly isCustom: boolean;
  /** True for the built-in kinds, which have another refusal than what nobody knows. */
  isKnownKind?(apiVersion: string, kind: string): boolean;
}

/** What a body says it is. */
interface Claim {
  readonly apiVersion?: unknown;
  readonly kind?: unknown;
  readonly metadata?: unknown;
}

/** Refuses a body of another kind. */
export function checkKind(claim: Claim, expected: ExpectedKind): void {
  const [apiVersion, kind] = [textOf(claim.apiVersion), textOf(claim.kind)];
  if (expected.isCustom) checkCustomKind(apiVersion, kind, claim, expected);
  else checkBuiltinKind(apiVersion || expected.apiVersion, kind || expected.kind, expected);
}

function checkCustomKind(apiVersion: string, kind: string, claim: Claim, expected: ExpectedKind): void {
  if (kind === '') {
    const text = stringifyJson(claim);
    throw badRequest(
      `the object provided is unrecognized (must be of type ${expected.kind}): Object 'Kind' is missing in '${text}' (${bodyExcerpt(Buffer.from(text))})`,
    );
  }
  if (apiVersion !== expected.apiVersion) {
    throw badRequest(
      `the API version in the data (${apiVersion}) does not match the expected API version (${expected.apiVersion})`,
    );
  }
  if (kind !== expected.kind) throw wrongField(claim, 'kind', kind, expected.kind);
}

/** The refusal of an object whose kind or version a patch has changed. */
export function wrongField(claim: Claim, field: 'kind' | 'apiVersion', value: string, wanted: string) {
  const [group = ''] = textOf(claim.apiVersion).split('/');
  const { name = '' } = (claim.metadata ?? {}) as { name?: string };
  return invalidObject(group, textOf(claim.kind), name, [invalid(field, value, `must be ${wanted}`)]);
}

function checkBuiltinKind(apiVersion: string, kind: string, expected: ExpectedKind): void {
  if (apiVersion === expected.apiVersion && kind === expected.kind) return;
  const version = apiVersion.slice(apiVersion.indexOf('/') + 1);
  const subject = `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${expected.kind}`;
  throw badRequest(`${subject}: ${kindProblem(apiVersion, kind, expected)}`);
}

/** Why one built-in kind cannot stand for another, in the words of Go's scheme. */
export function kindProblem(apiVersion: string, kind: string, expected: ExpectedKind): string {
  if (expected.isKnownKind?.(apiVersion, kind) === false)
    return `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "pkg/runtime/scheme.go:111"`;
  const version = apiVersion.slice(apiVersion.indexOf('/') + 1);
  return `converting (${version}.${kind}) to (${internalPackage(expected.apiVersion)}.${expected.kind}): unknown conversion`;
}

/** Where Go keeps a group's types: `core`, `apps`, `rbac`. */
function internalPackage(apiVersion: string): string {
  return apiVersion.includes('/') ? (apiVersion.split(/[./]/)[0] ?? '') : 'core';
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What Go finds wrong with a body that does not say in texts what it is; undefined where it does, or says nothing. */
export function typeProblem(value: Readonly<Record<string, unknown>>): string | undefined {
  for (const name of ['apiVersion', 'kind']) {
    const told = value[name];
    if (told !== undefined && told !== null && typeof told !== 'string')
      return `json: cannot unmarshal ${jsonType(told)} into Go struct field .${name} of type string`;
  }
  return undefined;
}

/** What a value is to Go's decoder. */
export function jsonType(value: unknown): string {
  if (typeof value === 'bigint') return 'number';
  return Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
}
