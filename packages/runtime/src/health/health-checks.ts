/**
 * Named checks behind one path: all together, or one by name. `?verbose` lists them, `?exclude=name` leaves some out; a failure lists them always. The reason of a failure is for
 * this machine only (`kubectl port-forward`): it may tell what an operator works on.
 * Upstream: controller-runtime pkg/healthz.
 */
import { redact } from '@reeve/machinery';
import { messageOf } from '../failure/thrown.ts';
import { isLoopback } from '../server/listen-address.ts';
import { textAnswer } from '../server/request-handler.ts';
import type { RequestHandler, ServerAnswer, ServerRequest } from '../server/request-handler.ts';

/** Throws, or rejects, with what is wrong. A text that it answers is shown beside its name where checks are listed. */
export type HealthCheck = (request: ServerRequest) => string | void | Promise<string | void>;

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
        ...(excluded.has(name) ? {} : await resultOf(check, request)),
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

/**
 * Says how long the longest run of controllers takes, where one takes a second or more. It never fails: a run that does not end holds up its own object alone, and a process that was ended for it
 * would find the same object again. The log says which object it is when the time for the run is over.
 */
export const longestRun =
  (controllers: ReadonlyMap<string, { readonly longestRunMs: number }>): HealthCheck =>
  () => {
    let [name, longestMs] = ['', 0];
    for (const [controller, { longestRunMs }] of controllers)
      if (longestRunMs > longestMs) [name, longestMs] = [controller, longestRunMs];
    return longestMs < 1000 ? undefined : `a run of ${name} goes on since ${Math.floor(longestMs / 1000)}s`;
  };

/** Answers liveness and readiness. */
export const healthHandler =
  (...groups: readonly HealthChecks[]): RequestHandler =>
  (request) =>
    groups.find((group) => group.owns(request.path))?.handle(request) ?? textAnswer(404, '404 page not found\n');

async function one(check: HealthCheck, request: ServerRequest): Promise<ServerAnswer> {
  const { problem } = await resultOf(check, request);
  return problem === undefined ? textAnswer(200, 'ok') : textAnswer(500, `internal server error: ${problem}\n`);
}

async function resultOf(check: HealthCheck, request: ServerRequest): Promise<CheckResult> {
  try {
    const detail = await check(request);
    return typeof detail === 'string' ? { detail: redact(detail) } : {};
  } catch (error) {
    return { problem: isLoopback(request.remoteAddress) ? redact(messageOf(error)) : 'reason withheld' };
  }
}

/** How a check went. */
interface CheckResult {
  readonly problem?: string;
  readonly detail?: string;
}

function lineOf({
  name,
  isExcluded,
  problem,
  detail,
}: CheckResult & { readonly name: string; readonly isExcluded: boolean }): string {
  if (isExcluded) return `[+]${name} excluded: ok`;
  if (problem !== undefined) return `[-]${name} failed: ${problem}`;
  return detail === undefined ? `[+]${name} ok` : `[+]${name} ok: ${detail}`;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
