/**
 * The paths that the server answers, as `kubectl get --raw /` shows them.
 */
import type { PlainResponse } from '../request/api-request.ts';
import type { ResourceRegistry } from '@reeve/registry';
import { healthChecks } from './health.ts';

const fixed = [
  '/.well-known/openid-configuration',
  '/api',
  '/apis',
  '/apis/',
  '/metrics',
  '/openapi/v2',
  '/openapi/v3',
  '/openapi/v3/',
  '/openid/v1/jwks',
  '/version',
  ...['/healthz', '/livez', '/readyz'].flatMap((path) => [
    path,
    ...healthChecks(path.slice(1)).map((check) => `${path}/${check}`),
  ]),
];

export function pathList(path: string, registry: ResourceRegistry): PlainResponse | undefined {
  if (path !== '/' && path !== '/index.html') return undefined;
  const groups = registry
    .groups()
    .flatMap(({ name, versions }) =>
      name === ''
        ? versions.map((version) => `/api/${version}`)
        : [`/apis/${name}`, ...versions.map((version) => `/apis/${name}/${version}`)],
    );
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ paths: [...groups, ...fixed].toSorted() }, undefined, 2)),
  };
}
