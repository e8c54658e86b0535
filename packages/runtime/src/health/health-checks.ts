/**
 * Named checks behind one path: all together, or one by name. `?verbose` lists them, `?exclude=name` leaves some out; a failure lists them always. The reason of a failure is for
 * this machine only (`kubectl port-forward`): it may tell what an operator works on.
 * Upstream: controller-runtime pkg/healthz.
 */
import { redact } from '@reeve/machinery';
import { isLoopback } from '../server/listen-address.ts';
import { textAnswer } from '../server/request-handler.ts';
import type { RequestHandler, ServerAnswer, ServerRequest } from '../server/request-handler.ts';

/** Throws, or rejects, with what is wrong. */
export type HealthCheck = (request: ServerRequest) => void | Promise<void>;

/** Checks of one path. */
export class HealthChecks {
  readonly #path: string;
  readonly #checks = new Map<string, HealthCheck>();

  /** `path` is such as `/healthz`. */
  constructor(path: string) {
    this.#path = path;
  }

  /** Adds a check, or replaces the one of this name. */
  add(name: string, check: HealthCheck): this {
    this.#checks.set(name, check);
    return this;
  }

  /** True of the path itself and of what is below it. */
  owns(path: string): boolean {
    return path === this.#path || path.startsWith(`${this.#path}/`);
  }

  /** Answers for all checks or for one; 404 for one that does not exist. Without any there is `ping`, which is always well. */
  readonly handle: RequestHandler = async (request) => {
    const checks = this.#checks.size === 0 ? new Map([['ping', ping]]) : this.#checks;
    const name = request.path.slice(this.#path.length).replaceAll(/^\/+|\/+$/g, '');
    if (name === '') return this.#all(checks, request);
    const check = checks.get(decoded(name));
    return check === undefined ? textAnswer(404, '404 page not found\n') : one(check, request);
  };

  async #all(checks: ReadonlyMap<string, HealthCheck>, request: ServerRequest): Promise<ServerAnswer> {
    const excluded = new Set(request.query.getAll('exclude').flatMap((names) => names.split(',')));
    excluded.delete('');
    const results = await Promise.all(
      [...checks].map(async ([name, check]) => ({
        name,
        isExcluded: excluded.has(name),
        problem: excluded.has(name) ? undefined : await problemOf(check, request),
      })),
    );
    const hasFailed = results.some(({ problem }) => problem !== undefined);
    if (!hasFailed && !request.query.has('verbose')) return textAnswer(200, 'ok');
    const unknown = [...excluded].filter((name) => !checks.has(name)).map((name) => `"${name}"`);
    const lines = [
      ...results.map(lineOf),
      ...(unknown.length === 0
        ? []
        : [`warn: some health checks cannot be excluded: no matches for ${unknown.join(', ')}`]),
      `${this.#path.slice(1)} check ${hasFailed ? 'failed' : 'passed'}`,
    ];
    return textAnswer(hasFailed ? 500 : 200, `${lines.join('\n')}\n`);
  }
}

/** A check that is always well. */
export const ping: HealthCheck = () => undefined;

/** Answers liveness and readiness. */
export const healthHandler =
  (...groups: readonly HealthChecks[]): RequestHandler =>
  (request) =>
    groups.find((group) => group.owns(request.path))?.handle(request) ?? textAnswer(404, '404 page not found\n');

async function one(check: HealthCheck, request: ServerRequest): Promise<ServerAnswer> {
  const problem = await problemOf(check, request);
  return problem === undefined ? textAnswer(200, 'ok') : textAnswer(500, `internal server error: ${problem}\n`);
}

async function problemOf(check: HealthCheck, request: ServerRequest): Promise<string | undefined> {
  try {
    await check(request);
    return undefined;
  } catch (error) {
    if (!isLoopback(request.remoteAddress)) return 'reason withheld';
    return redact(error instanceof Error ? error.message : String(error));
  }
}

const lineOf = ({
  name,
  isExcluded,
  problem,
}: {
  name: string;
  isExcluded: boolean;
  problem: string | undefined;
}): string => {
  if (isExcluded) return `[+]${name} excluded: ok`;
  return problem === undefined ? `[+]${name} ok` : `[-]${name} failed: ${problem}`;
};

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
