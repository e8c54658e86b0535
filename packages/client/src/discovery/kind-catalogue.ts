/**
 * `Kind` values for what discovery found, each made once: whoever asks for a kind twice gets the same value, and with it the same
 * client.
 */
import { canonicalJson, defineKind } from '@reeve/machinery';
import type { Kind, UnstructuredObject } from '@reeve/machinery';
import type { DiscoveredResource } from './discovered.ts';

/** The kinds that were asked for. */
export class KindCatalogue {
  readonly #kinds = new Map<string, { readonly facts: string; readonly kind: Kind<UnstructuredObject> }>();

  /** The kind of a resource; a new one when the resource has changed. */
  kindOf(resource: DiscoveredResource): Kind<UnstructuredObject> {
    const id = `${resource.group}/${resource.version}/${resource.plural}`;
    const definition = definitionOf(resource);
    const facts = canonicalJson(definition);
    const known = this.#kinds.get(id);
    if (known?.facts === facts) return known.kind;
    const kind: Kind<UnstructuredObject> = defineKind(definition);
    this.#kinds.set(id, { facts, kind });
    return kind;
  }
}

function definitionOf({
  group,
  version,
  kind,
  plural,
  singular,
  scope,
  shortNames,
  categories,
  subresources,
}: DiscoveredResource) {
  return {
    group,
    version,
    kind,
    plural,
    scope,
    ...(singular && { singular }),
    shortNames,
    categories,
    subresources: subresources.map(({ name }) => name),
  };
}
