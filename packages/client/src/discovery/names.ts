/**
 * What a name may mean: plural, singular or short, a resource or a kind, with or without version and group. The first reading that the
 * server serves counts.
 * Upstream: client-go restmapper's shortcut expander; cli-runtime's resource arguments.
 */
import { formatGroupResource, parseKindArg, parseResourceArg } from '@reeve/machinery';
import type { DiscoveredResource } from './discovered.ts';
import type { PartialResource, ResourceIndex } from './resource-index.ts';

/** Hears when a short name stands for several resources and the first is taken. */
export type AmbiguityHandler = (message: string) => void;

/** The resources of a name. A plural or singular name goes before a short one. */
export function namedIn(
  index: ResourceIndex,
  resource: PartialResource,
  onAmbiguity?: AmbiguityHandler,
): DiscoveredResource[] {
  const named = index.named(resource);
  return named.length > 0 ? named : firstOf(index.shortNamed(resource), resource.resource, onAmbiguity);
}

/** The resources that text may mean: `deploy`, `deployments.apps`, `Deployment.v1.apps`. Resources go before kinds. */
export function meantBy(index: ResourceIndex, text: string, onAmbiguity?: AmbiguityHandler): DiscoveredResource[] {
  const { gvr, groupResource } = parseResourceArg(text);
  const { gvk, groupKind } = parseKindArg(text);
  const isBare = !text.includes('.');
  const readings = [
    () => (gvr === undefined ? [] : index.named(gvr)),
    () => namedIn(index, isBare ? { resource: text } : groupResource, onAmbiguity),
    () => (gvk === undefined ? [] : index.ofKind(gvk, [gvk.version])),
    () => (isBare ? index.resources.filter(({ kind }) => kind === text) : index.ofKind(groupKind)),
  ];
  for (const reading of readings) {
    const found = reading();
    if (found.length > 0) return found;
  }
  return [];
}

/** Of several resources with one short name the first, in all its versions. */
function firstOf(found: DiscoveredResource[], name: string, onAmbiguity?: AmbiguityHandler): DiscoveredResource[] {
  const [first, ...others] = new Set(found.map(fullName));
  if (others.length === 0) return found;
  onAmbiguity?.(`the short name ${name} could mean ${first} or ${others.join(' or ')}: ${first} is taken`);
  return found.filter((resource) => fullName(resource) === first);
}

const fullName = ({ group, plural }: DiscoveredResource): string => formatGroupResource({ group, resource: plural });
