/**
 * Objects from manifests, and back: what is exported has nothing that only a server knows, and can be applied to another cluster.
 * Upstream: rancher/wrangler pkg/yaml.
 */
import { parseManifests } from '@reeve/client';
import type { ManifestOptions } from '@reeve/client';
import { isJsonObject } from '@reeve/machinery';
import type { DeepReadonly, KubeObject, UnstructuredObject } from '@reeve/machinery';

/** The objects of a text of JSON or YAML: several documents, lists give their items, empty documents nothing. */
export async function objectsFromManifests(text: string, options?: ManifestOptions): Promise<UnstructuredObject[]> {
  return (await parseManifests(text, options)).map(({ object }) => object);
}

/** The object without its status, and without the metadata that a server or kubectl has written. */
export function withoutServerFields(object: DeepReadonly<KubeObject>): UnstructuredObject {
  const { status: _status, ...rest } = object as DeepReadonly<KubeObject> & { readonly status?: unknown };
  return { ...rest, metadata: keptMetadata(object) }; // the same object, with less
}

/** Objects as a YAML text of several documents, without what only a server knows. The YAML library is loaded when it is needed. */
export async function manifestsOf(objects: Iterable<DeepReadonly<KubeObject>>): Promise<string> {
  const { stringify } = await import('yaml');
  return Array.from(objects, (object) =>
    stringify(withoutServerFields(object), { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false }),
  ).join('---\n');
}

const serverMetadata: ReadonlySet<string> = new Set([
  'creationTimestamp',
  'deletionGracePeriodSeconds',
  'deletionTimestamp',
  'generation',
  'managedFields',
  'resourceVersion',
  'selfLink',
  'uid',
]);

function keptMetadata({ metadata }: DeepReadonly<KubeObject>): object {
  const entries = Object.entries(metadata).filter(([field]) => !serverMetadata.has(field));
  return Object.fromEntries(
    entries.flatMap(([field, value]) => {
      const kept = field === 'annotations' && isJsonObject(value) ? withoutToolAnnotations(value) : value;
      return kept === undefined ? [] : [[field, kept]];
    }),
  );
}

function withoutToolAnnotations(annotations: object): object | undefined {
  const kept = Object.entries(annotations).filter(([name]) => !/^(kubectl\.kubernetes\.io|reeve\.dev)\//.test(name));
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
