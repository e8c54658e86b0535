/**
 * The operations of subresources that talk to a node: exec, attach, port forwarding and the proxies.
 */
import type { ServedResource, ServedSubresource } from '@reeve/registry';
import { inPath, type Method, type Operation, type Parameter } from './operation.ts';
import { connectParameters } from './operation-parameters.ts';
import { capital, idOf, tagOf } from './operation-names.ts';

const proxyMethods: readonly Method[] = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];
const streamMethods: readonly Method[] = ['get', 'post'];

export function connectOperations(
  { group, version }: ServedResource,
  { name, kind }: ServedSubresource,
  place: { path: string; parameters: readonly Parameter[]; suffix: string },
): Operation[] {
  const connecting = (method: Method, path: string, ending: string, parameters: readonly Parameter[]): Operation => ({
    path,
    method,
    tag: tagOf(group, version),
    id: `connect${idOf(group, version)}${capital(method)}${place.suffix}${ending}`,
    consumes: ['*/*'],
    produces: ['*/*'],
    parameters: [...parameters, ...(connectParameters.get(name) ?? [])],
    answers: [[200, undefined]],
    action: 'connect',
    kind: kind.version === '' ? { group, version, kind: kind.kind } : kind,
  });
  if (name !== 'proxy') return streamMethods.map((method) => connecting(method, place.path, '', place.parameters));
  return proxyMethods.flatMap((method) => [
    connecting(method, place.path, '', place.parameters),
    connecting(method, `${place.path}/{path}`, 'WithPath', [...place.parameters, inPath('path')]),
  ]);
}
