/**
 * `/healthz`, `/livez` and `/readyz`, whole or one check at a time. The server is up when it answers, so the checks are about what has been started.
 */
import type { PlainResponse } from '../request/api-request.ts';

/** The checks of each endpoint, by its name. */
export const healthChecks = (endpoint: string): readonly string[] =>
  endpoint === 'readyz' ? [...checks, ...readyOnly] : checks;

const checks = [
  'ping',
  'log',
  'etcd',
  'poststarthook/start-apiextensions-controllers',
  'poststarthook/crd-informer-synced',
];
const readyOnly = ['shutdown'];

/** The answer to a health path, or undefined when it is none. */
export function health(path: string, query: URLSearchParams, isReady: boolean): PlainResponse | undefined {
  const [, endpoint = '', sub] = /^\/(healthz|livez|readyz)(?:\/(.+))?$/.exec(path) ?? [];
  if (endpoint === '') return undefined;
  const names = healthChecks(endpoint);
  if (sub !== undefined) return names.includes(sub) ? text(200, 'ok') : text(404, '404 page not found\n');
  const excluded = new Set(query.getAll('exclude'));
  const failed =
    endpoint === 'readyz' && !isReady ? names.filter((name) => name === 'shutdown' && !excluded.has(name)) : [];
  if (!query.has('verbose') && failed.length === 0) return text(200, 'ok');
  const lines = names.map((name) =>
    excluded.has(name)
      ? `[+]${name} excluded: ok`
      : failed.includes(name)
        ? `[-]${name} failed: reason withheld`
        : `[+]${name} ok`,
  );
  return failed.length === 0
    ? text(200, `${lines.join('\n')}\n${endpoint} check passed\n`)
    : text(500, `${lines.join('\n')}\n${endpoint} check failed\n`);
}

export function text(status: number, body: string): PlainResponse {
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
    body: Buffer.from(body),
  };
}
