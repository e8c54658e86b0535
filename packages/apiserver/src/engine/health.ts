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

interface Checked {
  /** False from the moment on that the server ends. */
  readonly isReady: boolean;
  /** Rejects when writes could not be recorded. */
  checkStorage(): Promise<void>;
}

/** The answer to a health path, or undefined when it is none. */
export function health(path: string, query: URLSearchParams, checked: Checked): Promise<PlainResponse> | undefined {
  const [, endpoint = '', sub] = /^\/(healthz|livez|readyz)(?:\/(.+))?$/.exec(path) ?? [];
  if (endpoint === '') return undefined;
  return sub === undefined ? allChecks(endpoint, query, checked) : oneCheck(endpoint, sub, checked);
}

async function oneCheck(endpoint: string, name: string, checked: Checked): Promise<PlainResponse> {
  if (!healthChecks(endpoint).includes(name)) return text(404, '404 page not found\n');
  const problem = await problemWith(name, checked);
  return problem === undefined ? text(200, 'ok') : text(500, `internal server error: ${problem}\n`);
}

async function allChecks(endpoint: string, query: URLSearchParams, checked: Checked): Promise<PlainResponse> {
  const excluded = new Set(query.getAll('exclude'));
  const lines: string[] = [];
  let hasFailed = false;
  for (const name of healthChecks(endpoint)) {
    const isExcluded = excluded.has(name);
    const problem = isExcluded ? undefined : await problemWith(name, checked);
    hasFailed ||= problem !== undefined;
    if (problem === undefined) lines.push(isExcluded ? `[+]${name} excluded: ok` : `[+]${name} ok`);
    else lines.push(`[-]${name} failed: reason withheld`);
  }
  if (hasFailed) return text(500, `${lines.join('\n')}\n${endpoint} check failed\n`);
  return text(200, query.has('verbose') ? `${lines.join('\n')}\n${endpoint} check passed\n` : 'ok');
}

/** Why a check fails, or undefined. */
async function problemWith(name: string, { isReady, checkStorage }: Checked): Promise<string | undefined> {
  if (name === 'shutdown') return isReady ? undefined : 'process is shutting down';
  if (name !== 'etcd') return undefined;
  try {
    await checkStorage();
    return undefined;
  } catch (error) {
    return `etcd: ${error instanceof Error ? error.message : String(error)}`;
  }
}

export function text(status: number, body: string): PlainResponse {
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
    body: Buffer.from(body),
  };
}
