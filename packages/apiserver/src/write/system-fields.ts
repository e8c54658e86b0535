/**
 * The metadata that belongs to the server: who wrote it does not matter, what the server says counts.
 */
import { formatTime, generateName, setOwn, type Host } from '@reeve/machinery';
import { badRequest, type ApiObject, type ServedResource } from '@reeve/registry';

/** What of its metadata a new object does not bring along. */
const serverFields: ReadonlySet<string> = new Set([
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'selfLink',
  'generation',
  'namespace',
]);

/** A new object without what belongs to the server, in the namespace of the request: what mutation sees of it. */
export function withoutSystemFields(
  object: ApiObject,
  resource: ServedResource,
  namespace: string | undefined,
): ApiObject {
  const sent = object.metadata;
  const metadata: Record<string, unknown> = {};
  for (const field in sent)
    if (!serverFields.has(field)) setOwn(metadata, field, (sent as Readonly<Record<string, unknown>>)[field]);
  if (resource.scope === 'Namespaced' && namespace !== undefined) metadata['namespace'] = namespace;
  if (sent.generation && !resource.strategy.countsGenerations) metadata['generation'] = sent.generation;
  return { ...object, metadata };
}

/** A new object's metadata: uid, creation time and, where asked, a generated name. */
export function withSystemFields(
  object: ApiObject,
  resource: ServedResource,
  namespace: string | undefined,
  host: Host,
): ApiObject {
  const sent = object.metadata;
  const name = sent.name || (sent.generateName ? generateName(sent.generateName, host.random) : '');
  const metadata: Record<string, unknown> = {};
  if (name !== '') metadata['name'] = name;
  for (const field in sent)
    if (!serverFields.has(field)) setOwn(metadata, field, (sent as Readonly<Record<string, unknown>>)[field]);
  if (name !== '') metadata['name'] = name;
  if (resource.scope === 'Namespaced' && namespace !== undefined) metadata['namespace'] = namespace;
  metadata['uid'] = host.uuid();
  const generation = resource.strategy.countsGenerations ? 1 : sent.generation;
  if (generation) metadata['generation'] = generation;
  metadata['creationTimestamp'] = formatTime(host.clock.now());
  return { ...object, metadata };
}

/** Body and URL must agree on the namespace; an object that leaves it out gets the URL's. */
export function checkNamespace(object: ApiObject, resource: ServedResource, namespace: string | undefined): void {
  const own = object.metadata.namespace;
  if (resource.scope === 'Namespaced' && own && own !== namespace) {
    throw badRequest(`the namespace of the provided object does not match the namespace sent on the request`);
  }
}

/** Body and URL must agree on the name, and the body must have one. */
export function checkName(object: ApiObject, name: string): void {
  const own = object.metadata.name;
  if (!own) throw badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
  if (own !== name) throw badRequest(`the name of the object (${own}) does not match the name on the URL (${name})`);
}
