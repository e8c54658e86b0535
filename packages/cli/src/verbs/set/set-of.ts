/**
 * The objects of a command's files as a set, and what they are called in its lines.
 */
import type { Client } from '@reeve/client';
import type { KubeObject } from '@reeve/machinery';
import { objectSet, waveAnnotation } from '@reeve/patterns';
import type { Adoption, ObjectSet } from '@reeve/patterns';
import type { CommandContext } from '../../command/command-context.ts';
import { namespaceOfManifest } from '../manifest/manifest-kind.ts';
import type { Manifest } from '../manifest/read-manifests.ts';

/** The set that the flags describe. */
export async function setOf(
  { flags, host, cluster }: CommandContext,
  client: Client,
  name: string,
): Promise<ObjectSet> {
  const { namespace } = await cluster();
  return objectSet(client, {
    id: name,
    namespace,
    host,
    adopt: (flags.text('adopt') ?? 'never') as Adoption, // one of the choices of the flag
    prune: flags.has('prune'),
    force: flags.has('force-conflicts'),
    fieldManager: flags.text('field-manager') ?? 'reeve',
    waveOf,
  });
}

/** Objects of the manifests, which must not contradict the namespace of the command. */
export async function objectsIn(context: CommandContext, manifests: readonly Manifest[]): Promise<KubeObject[]> {
  for (const manifest of manifests) await namespaceOfManifest(context, manifest);
  return manifests.map(({ object }) => object);
}

/** What others need goes first, unless the annotation says otherwise. */
function waveOf({
  kind,
  metadata,
}: {
  readonly kind?: string;
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
}): number {
  const wave = Number(metadata.annotations?.[waveAnnotation] ?? (isFoundation(kind) ? -1 : 0));
  return wave;
}

const isFoundation = (kind: string | undefined): boolean => kind === 'Namespace' || kind === 'CustomResourceDefinition';

/** As lines name an object: `deployment.apps/web`, with its namespace where that is not the command's. */
export function lineName({ kind, key }: { readonly kind: string; readonly key: string }, namespace: string): string {
  const own = key.startsWith(`${namespace}/`) ? key.slice(namespace.length + 1) : key;
  const [first = '', name] = own.split('/');
  return name === undefined ? `${kind.toLowerCase()}/${first}` : `${kind.toLowerCase()}/${name} in ${first}`;
}
