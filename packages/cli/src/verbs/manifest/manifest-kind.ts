/**
 * The kind of a manifest as the server serves it, and the namespace it belongs to.
 */
import type { Client } from '@reeve/client';
import { formatApiVersion, hasCode, nearest, visibleText, type AnyKind, type GroupVersion } from '@reeve/machinery';
import type { CommandContext } from '../../command/command-context.ts';
import { ManifestError } from './manifest-error.ts';
import type { Manifest } from './read-manifests.ts';

/** The kind that the server serves; undefined when it serves none of that name. A server that cannot be asked is an error of its own. */
export async function servedKind(
  client: Client,
  { object }: Manifest,
  signal: AbortSignal,
): Promise<AnyKind | undefined> {
  try {
    return await client.kindOf(object, { signal });
  } catch (error) {
    if (hasCode(error, 'REEVE_NO_MATCH')) return undefined;
    throw error;
  }
}

/** The kind that the server serves, which it must. */
export async function kindOfManifest(client: Client, manifest: Manifest, signal: AbortSignal): Promise<AnyKind> {
  return (await servedKind(client, manifest, signal)) ?? refuseUnknownKind(client, manifest, signal);
}

/** Says what the server does not serve, and what was probably meant. */
export async function refuseUnknownKind(client: Client, manifest: Manifest, signal: AbortSignal): Promise<never> {
  const { apiVersion, kind } = named(manifest);
  const { resources } = await client.mapper.index({ signal });
  const hint = hintFor(manifest.object.kind ?? '', resources);
  throw new ManifestError(`${manifest.place}: no matches for kind "${kind}" in version "${apiVersion}": ${hint}`);
}

/** As a message shows them. */
const named = ({ object: { apiVersion = '', kind = '' } }: Manifest): { apiVersion: string; kind: string } => ({
  apiVersion: visibleText(apiVersion),
  kind: visibleText(kind),
});

function hintFor(kind: string, served: readonly (GroupVersion & { readonly kind: string })[]): string {
  const elsewhere = served.find((resource) => resource.kind === kind);
  if (elsewhere !== undefined) return `the server has it in ${formatApiVersion(elsewhere)}`;
  const near = nearest(kind, new Set(served.map((resource) => resource.kind)));
  return near === undefined ? 'install its definition, or check the name, group and version' : `did you mean ${near}?`;
}

/** Where the object of a manifest is: what the manifest says, else the command. A contradiction between the two is refused. */
export async function namespaceOfManifest(context: CommandContext, { object, place }: Manifest): Promise<string> {
  const { namespace, isNamespaceGiven } = await context.cluster();
  const own = object.metadata.namespace;
  if (!isNamespaceGiven || own === undefined || own === namespace) return own ?? namespace;
  throw new ManifestError(
    `${place}: the namespace from the provided object "${own}" does not match the namespace "${namespace}". You must pass '--namespace=${own}' to perform this operation.`,
  );
}
