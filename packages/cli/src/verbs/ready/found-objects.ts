/**
 * The objects that the words or files of a command name, and the pods of those that have some.
 */
import type { Client } from '@reeve/client';
import { isNotFound, isJsonObject, type AnyKind, type KubeObject } from '@reeve/machinery';
import type { CommandContext } from '../../command/command-context.ts';
import { UsageError, exitCodes } from '../../error/usage-error.ts';
import { manifestTargets } from '../manifest/manifest-targets.ts';
import { targetsOf } from '../resource/target.ts';

/** An object that a command names; undefined when there is none. */
export interface Found {
  readonly kind: AnyKind;
  readonly name: string;
  readonly object: KubeObject | undefined;
}

/** The objects, as they are now. A type without names stands for all of its objects in the namespace. */
export async function foundObjects(context: CommandContext): Promise<Found[]> {
  const { args, flags, signal } = context;
  const { client, namespace } = await context.cluster();
  if (args.length === 0 && flags.all('filename').length === 0)
    throw new UsageError('say which objects: TYPE/NAME, TYPE NAME, or -f with files', { exitCode: exitCodes.failed });
  const targets = args.length === 0 ? await manifestTargets(context) : await targetsOf(client, args, signal);
  const found: Found[] = [];
  for (const { kind, named } of targets)
    if (named === undefined)
      found.push(...(await all(client, kind, flags.has('all-namespaces') ? undefined : namespace, context)));
    else for (const one of named) found.push(await single(client, kind, { namespace, ...one }, signal));
  return found;
}

async function all(
  client: Client,
  kind: AnyKind,
  namespace: string | undefined,
  { flags, signal }: CommandContext,
): Promise<Found[]> {
  const place = kind.scope === 'Cluster' ? undefined : namespace;
  const { items } = await client.listAll<AnyKind>(kind, { namespace: place, labels: flags.text('selector'), signal });
  return items.map((object) => ({ kind, name: nameIn(kind, object.metadata.name), object }));
}

async function single(
  client: Client,
  kind: AnyKind,
  { name, namespace }: { readonly name: string; readonly namespace: string },
  signal: AbortSignal,
): Promise<Found> {
  const key = kind.scope === 'Cluster' ? name : `${namespace}/${name}`;
  try {
    return { kind, name: nameIn(kind, name), object: await client.get<AnyKind>(kind, key, { signal }) };
  } catch (error) {
    if (isNotFound(error)) return { kind, name: nameIn(kind, name), object: undefined };
    throw error;
  }
}

const nameIn = ({ singular }: AnyKind, name: string): string => `${singular}/${name}`;

/** The pods that a workload selects; none for other objects. */
export async function podsOf(
  client: Client,
  { spec, metadata }: KubeObject & { readonly spec?: unknown },
  signal: AbortSignal,
): Promise<KubeObject[]> {
  const selector = isJsonObject(spec) ? spec['selector'] : undefined;
  const labels = isJsonObject(selector) ? selector['matchLabels'] : undefined;
  if (!isJsonObject(labels) || metadata.namespace === undefined) return [];
  const pods = await client.kind('pods', { signal });
  const { items } = await client.list<AnyKind>(pods, {
    namespace: metadata.namespace,
    labels: labels as Record<string, string>,
    signal,
  });
  return items;
}
