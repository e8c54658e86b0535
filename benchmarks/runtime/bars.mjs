/**
 * The targets that the runtime is held to: ratios within one run, and figures that hold on any machine of today.
 */
import { divided } from '../../scripts/bench/report.mjs';
import { imported } from './import-cost.mjs';
import { rates } from './measure-events.mjs';

/**
 * @param {{ events: import('./measure-events.mjs').Results, shares: Record<number, import('./measure-share.mjs').Shares>, estate?: import('./estate.mjs').Estate | undefined, imports: Record<string, { ms: number, megabytes: number }> }} results
 */
export function barsOf({ events, shares, estate, imports }) {
  const all = [
    ...rates.flatMap((rate) => [...eventBars(events, rate), ...shareBars(shares[rate], rate)]),
    ...estateBars(estate),
    ...imported.flatMap((name) => [
      atMost(`importing ${name}, ms`, imports[name]?.ms ?? NaN, 150),
      atMost(`importing ${name}, MB above bare Node`, imports[name]?.megabytes ?? NaN, 25),
    ]),
  ];
  return divided(all, 'a subject did not run: its tools are missing, or it was not asked for');
}

/** Whom the controller is held against. */
const rivals = ['client-node 1', 'client-node 2', 'controller-runtime'];

/** @param {import('./measure-events.mjs').Results} events @param {number} rate */
function eventBars({ floor = {}, reeve = {}, ...others }, rate) {
  const at = atRate(rate);
  const cpu = (/** @type {Record<number, { cpuMicros: number }>} */ result) => result[rate]?.cpuMicros ?? NaN;
  return [
    atMost(`${at}: p99 of event to start, against the bare loop`, ratio(reeve[rate]?.p99, floor[rate]?.p99), 2),
    ...rivals.map((name) =>
      atLeast(`${at}: CPU per event, ${name} against ours`, cpu(others[name] ?? {}) / cpu(reeve), 1),
    ),
  ];
}

/**
 * At 5,000 events a second the process is awake. At 1,000 each event wakes it, nothing is in the processor's caches any more, and the loop written by hand already adds more than 5 µs: so what an event
 * costs with the controller is held against what it costs with that loop, at both rates.
 * @param {import('./measure-share.mjs').Shares | undefined} shares @param {number} rate
 */
function shareBars(shares, rate) {
  const { informer, hand, controller, metrics } = shares ?? noShares;
  const at = atRate(rate);
  const byHand = informer + hand;
  const ratios = [
    atMost(`${at}: CPU per event, the controller against a loop by hand`, (informer + controller) / byHand, 1.1),
    atMost(`${at}: the same with metrics`, (informer + metrics) / byHand, 1.15),
  ];
  const share = atMost(`${at}: the controller's share, µs of CPU per event`, controller, 5);
  return rate < 5000 ? ratios : [share, ...ratios];
}

const noShares = { informer: NaN, hand: NaN, controller: NaN, metrics: NaN };

/** @param {number} rate */
const atRate = (rate) => `${rate.toLocaleString('en')}/s`;

/** @param {import('./estate.mjs').Estate | undefined} estate */
const estateBars = (estate) => [
  atMost('writes per primary with three children', ratio(estate?.first.writes, estate?.first.primaries), 4),
  atMost('writes after a restart', estate?.again.writes ?? NaN, 0),
];

/** @param {number | undefined} one @param {number | undefined} other */
const ratio = (one = NaN, other = NaN) => one / other;

/** @param {string} name @param {number} value @param {number} limit */
const atMost = (name, value, limit) => ({ name, value, limit, held: value <= limit });

/** @param {string} name @param {number} value @param {number} limit */
const atLeast = (name, value, limit) => ({ name, value, limit, held: value >= limit, atLeast: true });
