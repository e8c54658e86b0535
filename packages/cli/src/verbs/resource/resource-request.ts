/**
 * Requests for objects of a kind in any shape, as tables above all, which the typed verbs do not give of single objects.
 */
import type { Client, Params, Request } from '@reeve/client';
import type { AnyKind } from '@reeve/machinery';

/** Where objects are: in a namespace, in all of them (undefined), and by name or not. */
export interface Place {
  readonly namespace: string | undefined;
  readonly name?: string;
}

/** A GET for objects of a kind. */
export function resourceRequest(
  client: Client,
  kind: AnyKind,
  { namespace, name }: Place,
  params: Params = {},
): Request {
  const { group, version, plural, scope } = kind;
  const root = group === '' ? ['api', version] : ['apis', group, version];
  const request = client.raw.get().absPath(...root);
  if (scope === 'Namespaced' && namespace !== undefined) request.namespace(namespace);
  request.resource(plural).params(params);
  return name === undefined ? request : request.name(name);
}

/** A kind as kubectl prints it before a name: `deployment.apps`. */
export const printedKind = ({ group, kind }: AnyKind): string =>
  group === '' ? kind.toLowerCase() : `${kind.toLowerCase()}.${group}`;
