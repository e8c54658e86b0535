/**
 * What the words of a command mean: kinds by any of their names, with or without names of objects. `pods`, `po,svc`, `pods a b`, `pod/a svc/b`, `all`.
 * Upstream: cli-runtime's resource builder.
 */
import type { Client } from '@reeve/client';
import { hasCode, nearest, type AnyKind } from '@reeve/machinery';
import { CliError } from '../../error/cli-error.ts';

/** Objects of one kind: those that are named, or all of them. */
export interface Target {
  readonly kind: AnyKind;
  readonly named: readonly NamedObject[] | undefined;
}

/** An object by its name, in the namespace of the command or in one of its own. */
export interface NamedObject {
  readonly name: string;
  readonly namespace?: string;
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
  return joined(targets);
}

/** Neighbours of one kind become one target, so that they stand in one table. */
export function joined(targets: readonly Target[]): Target[] {
  const all: Target[] = [];
  for (const target of targets) {
    const last = all.at(-1);
    if (last?.kind === target.kind && last.named !== undefined && target.named !== undefined)
      all.splice(-1, 1, { kind: last.kind, named: [...last.named, ...target.named] });
    else all.push(target);
  }
  return all;
}

async function targetsOfKinds(
  client: Client,
  kinds: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<Target[]> {
  const found: AnyKind[] = [];
  for (const word of kinds.split(',')) found.push(...(await kindsNamed(client, word, signal)));
  const named = names.length === 0 ? undefined : names.map((name) => ({ name }));
  return found.map((kind) => ({ kind, named }));
}

async function targetOfPair(client: Client, word: string, signal: AbortSignal): Promise<Target> {
  const [type = '', name = '', ...more] = word.split('/');
  if (type === '' || name === '' || more.length > 0)
    throw new TargetError(`arguments in resource/name form must have a single resource and name`);
  const [kind] = await kindsNamed(client, type, signal);
  if (kind === undefined) throw noResource(type, []);
  return { kind, named: [{ name }] };
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
    if (!hasCode(error, 'REEVE_NO_MATCH')) throw error;
    const { resources } = await client.mapper.index({ signal });
    const known = resources.flatMap(({ plural, singular, shortNames }) => [plural, singular, ...shortNames]);
    throw noResource(word, known, error);
  }
}

function noResource(word: string, known: readonly string[], cause?: unknown): TargetError {
  const meant = nearest(word.split('.')[0] ?? '', known);
  const error = new TargetError(
    `the server doesn't have a resource type "${word}"`,
    meant === undefined ? undefined : `did you mean ${meant}?`,
  );
  if (cause instanceof Error && cause.cause !== undefined) error.cause = cause.cause;
  return error;
}
