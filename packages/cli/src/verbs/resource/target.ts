/**
 * What the words of a command mean: kinds by any of their names, with or without names of objects. `pods`, `po,svc`, `pods a b`, `pod/a svc/b`, `all`.
 * Upstream: cli-runtime's resource builder.
 */
import type { Client } from '@reeve/client';
import type { AnyKind } from '@reeve/machinery';
import { CliError } from '../../error/cli-error.ts';
import { nearest } from '../../terminal/nearest.ts';

/** Objects of one kind: those that are named, or all of them. */
export interface Target {
  readonly kind: AnyKind;
  readonly names: readonly string[] | undefined;
}

/** Words that do not say what is meant, in kubectl's words. */
export class TargetError extends CliError {
  constructor(message: string, next?: string) {
    super('REEVE_TARGET', message, { next });
  }
}

/** Resolves words to targets, in the order in which they stand. */
export async function targetsOf(client: Client, words: readonly string[], signal: AbortSignal): Promise<Target[]> {
  const [first = '', ...names] = words;
  const slashed = words.filter((word) => word.includes('/'));
  if (slashed.length === 0) return targetsOfKinds(client, first, names, signal);
  if (slashed.length < words.length)
    throw new TargetError(
      "there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. 'reeve get resource/<resource_name>' instead of 'reeve get resource resource/<resource_name>'",
    );
  const targets: Target[] = [];
  for (const word of words) targets.push(await targetOfPair(client, word, signal));
  return targets;
}

async function targetsOfKinds(
  client: Client,
  kinds: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<Target[]> {
  const found: AnyKind[] = [];
  for (const word of kinds.split(',')) found.push(...(await kindsNamed(client, word, signal)));
  const isNamed = names.length > 0;
  return found.map((kind) => ({ kind, names: isNamed ? [...new Set(names)] : undefined }));
}

async function targetOfPair(client: Client, word: string, signal: AbortSignal): Promise<Target> {
  const [type = '', name = '', ...more] = word.split('/');
  if (type === '' || name === '' || more.length > 0)
    throw new TargetError(`arguments in resource/name form must have a single resource and name`);
  const [kind] = await kindsNamed(client, type, signal);
  if (kind === undefined) throw noResource(type, []);
  return { kind, names: [name] };
}

/** The kinds behind one word: several for a category such as `all`. */
async function kindsNamed(client: Client, word: string, signal: AbortSignal): Promise<AnyKind[]> {
  if (word === '') throw new TargetError('you must specify the type of resource', 'reeve get pods');
  const category = await client.mapper.category(word, { signal });
  if (category.length > 0) {
    const kinds: AnyKind[] = [];
    for (const resource of category) kinds.push(await client.kind(resource, { signal }));
    return kinds;
  }
  try {
    return [await client.kind(word, { signal })];
  } catch (error) {
    if (!isNoMatch(error)) throw error;
    const { resources } = await client.mapper.index({ signal });
    const known = resources.flatMap(({ plural, singular, shortNames }) => [plural, singular, ...shortNames]);
    throw noResource(word, known, error);
  }
}

const isNoMatch = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'REEVE_NO_MATCH';

function noResource(word: string, known: readonly string[], cause?: unknown): TargetError {
  const meant = nearest(word.split('.')[0] ?? '', known);
  const error = new TargetError(
    `the server doesn't have a resource type "${word}"`,
    meant === undefined ? undefined : `did you mean ${meant}?`,
  );
  if (cause instanceof Error && cause.cause !== undefined) error.cause = cause.cause;
  return error;
}
