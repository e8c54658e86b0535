/**
 * The log of what goes wrong in a manager's cache. Lists and watches that fail are tried again with growing pauses for as long as it takes: the first failure is logged, and of those that
 * repeat it the second, the fourth, the eighth and so on.
 * Upstream: client-go tools/cache DefaultWatchErrorHandler.
 */
import { watchErrorLevel } from '@reeve/cache';
import type { FactoryProblem } from '@reeve/cache';
import { RecentMap } from '@reeve/machinery';
import type { Logger } from '../log/logger.ts';
import { failureFields, reasonOf } from '../failure/thrown.ts';

/** So many informers are remembered. */
const informerLimit = 1000;

/** A listener for `onProblem` of a cache. */
export function cacheProblemLog(log: Logger): (problem: FactoryProblem) => void {
  const failing = new RecentMap<{ readonly reason: string; readonly times: number }>(informerLimit);
  const told = (what: string, error: unknown): void => {
    const reason = reasonOf(error);
    const before = failing.get(what);
    const times = before?.reason === reason ? before.times + 1 : 1;
    failing.set(what, { reason, times });
    if (!Number.isInteger(Math.log2(times))) return;
    const level = watchErrorLevel(error) === 'debug' ? 'debug' : 'warn';
    log[level]('the list or watch failed, and is tried again', { what, reason, times });
  };
  return (problem) => {
    const { type, what } = problem;
    if (type === 'watch') return told(what, problem.error);
    log.error(messages[type], { what, ...failureFields(problem.error) });
  };
}

const messages = {
  handler: 'an event handler of the informer threw',
  index: 'an index function of the informer threw: the object is in the cache, and not in the index',
  delta: 'an object could not be stored in the cache',
  'started twice': 'the informer was started twice',
  ended: 'the informer ended because of a bug: its objects are not kept up to date any more',
} as const satisfies Readonly<Record<Exclude<FactoryProblem['type'], 'watch'>, string>>;
