/**
 * What a process can tell about itself as JSON: what ran lately and why, what the queues hold, what the cache knows. Pages and commands read it; objects themselves are not in it.
 */
import type { CacheReport } from '@reeve/cache';
import type { Host } from '@reeve/machinery';
import type { Controller } from '../controller/controller.ts';
import { loggedFields } from '../log/object-fields.ts';
import type { RecentRuns } from '../history/recent-runs.ts';
import { jsonAnswer, readsOnly, routed } from '../server/request-handler.ts';
import type { RequestHandler } from '../server/request-handler.ts';
import { loopbackOnly } from './loopback-only.ts';
import { cpuProfile, heapSnapshot, noHeapSnapshot } from './profiles.ts';

/** What is told of. */
export interface DebugSubjects {
  readonly host: Host;
  readonly recentRuns: RecentRuns;
  readonly controllers: ReadonlyMap<string, Controller>;
  readonly cache: { report(): CacheReport };
}

/** Who may ask, and for what. */
export interface DebugAccess {
  /** What a request must bring as its bearer token. */
  readonly token: string;
  /** True gives out heap snapshots too: they hold everything in memory, credentials and Secrets included. False unless given. */
  readonly heap?: boolean;
}

/** Answers `/debug/runs`, `/debug/controllers`, `/debug/cache`, `/debug/heap` and `/debug/cpu`, to programs on this machine that know the token. */
export function debugHandler(subjects: DebugSubjects, { token, heap = false }: DebugAccess): RequestHandler {
  const routes: readonly (readonly [string, RequestHandler])[] = [
    ['/debug/runs', ({ query }) => jsonAnswer({ runs: runsFor(subjects, query) })],
    ['/debug/controllers', () => jsonAnswer({ controllers: controllersOf(subjects) })],
    ['/debug/cache', () => jsonAnswer(told({ ...subjects.cache.report() }))],
    ['/debug/heap', heap ? heapSnapshot() : noHeapSnapshot],
    ['/debug/cpu', cpuProfile(subjects.host)],
  ];
  return readsOnly(loopbackOnly(token)(routed(new Map(routes))));
}

/** The latest runs, of one controller with `?controller=`, of one object with `?key=` too. */
function runsFor({ recentRuns }: DebugSubjects, query: URLSearchParams): readonly unknown[] {
  const [controller, key] = [query.get('controller'), query.get('key')];
  return recentRuns
    .all()
    .filter((run) => controller === null || run.controller === controller)
    .filter(({ request }) => key === null || request.key === key)
    .map((run) => told({ ...run }));
}

const controllersOf = ({ controllers }: DebugSubjects): readonly unknown[] =>
  [...controllers.values()].map(({ name, group, settings, load }) => told({ name, group, settings, queue: load }));

/** As a log would tell it: errors by their message, nothing secret. */
const told = (value: Readonly<Record<string, unknown>>): Record<string, unknown> => loggedFields(value);
