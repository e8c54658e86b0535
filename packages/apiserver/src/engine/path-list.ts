/**
 * The paths that the server answers, as `kubectl get --raw /` shows them.
 */
import type { PlainResponse } from '../request/api-request.ts';
import type { ResourceRegistry } from '../resource/resource-registry.ts';

const fixed = ['/healthz', '/livez', '/metrics', '/openapi/v3', '/openapi/v3/', '/readyz', '/version'];

export function pathList(path: string, registry: ResourceRegistry): PlainResponse | undefined {
  if (path !== '/' && path !== '/index.html') return undefined;
  const groups = registry
    .groups()
    .flatMap(({ name, versions }) =>
      name === ''
        ? versions.map((version) => `/api/${version}`)
        : [`/apis/${name}`, ...versions.map((version) => `/apis/${name}/${version}`)],
    );
  const paths = ['/api', '/apis', ...groups, ...fixed].toSorted();
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ paths }, undefined, 2)),
  };
}
