/**
 * What a delete asks for, in its body or its parameters. Upstream: meta/v1 DeleteOptions.
 */
import { InvalidInputError, isJsonObject, parseJson } from '@reeve/machinery';
import {
  badRequest,
  invalid,
  invalidObject,
  notSupported,
  unsupportedMediaType,
  type FieldError,
  type ObjectCodec,
} from '@reeve/registry';
import { readEnvelope } from '../codec/protobuf-envelope.ts';
import { parseMediaType } from '../negotiate/media-type.ts';
import type { ApiRequest } from './api-request.ts';
import { typeProblem } from './check-kind.ts';
import { isTrue } from './request-info.ts';
import { dryRunProblems } from './write-options.ts';

export type Propagation = 'Background' | 'Foreground' | 'Orphan';

export interface DeleteOptions {
  readonly gracePeriodSeconds: number | undefined;
  readonly propagation: Propagation | undefined;
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
  readonly isDryRun: boolean;
  readonly orphanDependents: boolean | undefined;
  /** True where the object may go although it cannot be read, with whatever hangs on it. */
  readonly ignoresReadError: boolean;
}

const policies: readonly string[] = ['Foreground', 'Background', 'Orphan'];

/** Reads the options; the body, where there is one, counts alone. */
export function parseDeleteOptions(request: ApiRequest, codec: ObjectCodec): DeleteOptions {
  const given = request.body.length > 0 ? fromBody(request, codec) : fromQuery(request.query);
  const policy = given['propagationPolicy'];
  const orphan = given['orphanDependents'];
  const dryRun = Array.isArray(given['dryRun']) ? given['dryRun'].map(String) : [];
  const problems: FieldError[] = [
    ...(policy !== undefined && orphan !== undefined
      ? [invalid('propagationPolicy', policy, 'orphanDependents and deletionPropagation cannot be both set')]
      : []),
    ...(policy !== undefined && !(typeof policy === 'string' && policies.includes(policy))
      ? [notSupported('propagationPolicy', policy, [...policies, 'nil'])]
      : []),
    ...dryRunProblems(dryRun),
    ...readErrorProblems(given),
  ];
  if (problems.length > 0) throw invalidObject('meta.k8s.io', 'DeleteOptions', '', problems);
  const preconditions = isJsonObject(given['preconditions']) ? given['preconditions'] : {};
  return {
    gracePeriodSeconds: typeof given['gracePeriodSeconds'] === 'number' ? given['gracePeriodSeconds'] : undefined,
    propagation: policy as Propagation | undefined,
    uid: preconditions['uid'] as string | undefined,
    resourceVersion: preconditions['resourceVersion'] as string | undefined,
    isDryRun: dryRun.length > 0,
    orphanDependents: typeof orphan === 'boolean' ? orphan : undefined,
    ignoresReadError: given[readErrorField] === true,
  };
}

const readErrorField = 'ignoreStoreReadErrorWithClusterBreakingPotential';

/** Of an object that cannot be read nothing can be asked. */
function readErrorProblems(given: Readonly<Record<string, unknown>>): readonly FieldError[] {
  if (given[readErrorField] !== true) return [];
  return ['propagationPolicy', 'orphanDependents', 'gracePeriodSeconds', 'preconditions']
    .filter((name) => given[name] !== undefined && given[name] !== null)
    .map((name) => invalid(readErrorField, true, `cannot be set together with .${name}`));
}

/** A collection is read before it is deleted. */
export function refuseUnreadable({ ignoresReadError }: DeleteOptions): void {
  if (!ignoresReadError) return;
  const problem = 'is not allowed with DELETECOLLECTION, try again after removing the option';
  throw invalidObject('meta.k8s.io', 'DeleteOptions', '', [invalid(readErrorField, true, problem)]);
}

function fromBody({ headers, body }: ApiRequest, codec: ObjectCodec): Readonly<Record<string, unknown>> {
  const type = parseMediaType(headers['content-type'] || 'application/json')?.type;
  try {
    if (type === 'application/vnd.kubernetes.protobuf' && codec.protobuf)
      return codec.protobuf.decode(readEnvelope(body).raw);
    if (type !== 'application/json')
      throw unsupportedMediaType(['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf']);
    const value = parseJson(body);
    if (!isJsonObject(value)) throw new InvalidInputError('', 'the body is not an object');
    const problem = typeProblem(value);
    if (problem !== undefined) throw new InvalidInputError('', problem);
    refuseOtherKind(value);
    return codec.decode(value).object;
  } catch (error) {
    if (error instanceof InvalidInputError)
      throw badRequest(`couldn't get version/kind; json parse error: ${error.message}`);
    throw error;
  }
}

/** Options of any group and version are the same; another kind is none. */
function refuseOtherKind({ kind = 'DeleteOptions', apiVersion = 'v1' }: Readonly<Record<string, unknown>>): void {
  if (kind === 'DeleteOptions' || kind === '' || kind === null) return;
  throw badRequest(
    `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "pkg/runtime/scheme.go:111"`,
  );
}

function fromQuery(query: URLSearchParams): Readonly<Record<string, unknown>> {
  const grace = query.get('gracePeriodSeconds');
  const policy = query.get('propagationPolicy');
  const orphan = query.get('orphanDependents');
  return {
    ...(grace !== null && { gracePeriodSeconds: wholeNumber(grace) }),
    ...(policy !== null && { propagationPolicy: policy }),
    ...(orphan !== null && { orphanDependents: isTrue(orphan) }),
    ...(query.has(readErrorField) && { [readErrorField]: isTrue(query.get(readErrorField)) }),
    dryRun: query.getAll('dryRun'),
  };
}

function wholeNumber(text: string): number {
  if (!/^[+-]?[0-9]+$/.test(text))
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  return Number(text);
}
