/**
 * The targets that the runtime is held to: ratios within one run, and figures that hold on any machine of today.
 */
import { rates } from './measure-events.mjs';

/**
 * @param {{ events: import('./measure-events.mjs').Results, shares: Record<number, import('./measure-share.mjs').Shares>, estate?: import('./estate.mjs').Estate | undefined, imports: Record<string, { ms: number, megabytes: number }> }} results
 */
export function barsOf({ events, shares, estate, imports }) {
  return [
    ...rates.flatMap((rate) => [...eventBars(events, rate), ...shareBars(shares[rate], rate)]),
    ...(estate === undefined ? [] : estateBars(estate)),
    ...Object.entries(imports).flatMap(([name, { ms, megabytes }]) => [
      atMost(`importing ${name}, ms`, ms, 150),
      atMost(`importing ${name}, MB above bare Node`, megabytes, 25),
    ]),
  ].filter(({ value }) => !Number.isNaN(value));
}

/** @param {import('./measure-events.mjs').Results} events @param {number} rate */
function eventBars({ floor = {}, informer: _informer, reeve = {}, ...others }, rate) {
  const at = atRate(rate);
  const cpu = (/** @type {Record<number, { cpuMicros: number }>} */ result) => result[rate]?.cpuMicros ?? NaN;
  return [
    atMost(`${at}: p99 of event to start, against the bare loop`, ratio(reeve[rate]?.p99, floor[rate]?.p99), 2),
    ...Object.entries(others).map(([name, result]) =>
      atLeast(`${at}: CPU per event, ${name} against ours`, cpu(result) / cpu(reeve), 1),
    ),
  ];
}

/**
 * At 5,000 events a second the process is awake. At 1,000 each event wakes it, nothing is in the processor's caches any more, and the loop written by hand already adds more than 5 µs: so what an event
 * costs with the controller is held against what it costs with that loop, at both rates.
 * @param {import('./measure-share.mjs').Shares | undefined} shares @param {number} rate
 */
function shareBars(shares, rate) {
  if (shares === undefined) return [];
  const { informer, hand, controller, metrics } = shares;
  const at = atRate(rate);
  const byHand = informer + hand;
  const ratios = [
    atMost(`${at}: CPU per event, the controller against a loop by hand`, (informer + controller) / byHand, 1.1),
    atMost(`${at}: the same with metrics`, (informer + metrics) / byHand, 1.15),
  ];
  const share = atMost(`${at}: the controller's share, µs of CPU per event`, controller, 5);
  return rate < 5000 ? ratios : [share, ...ratios];
}

/** @param {number} rate */
const atRate = (rate) => `${rate.toLocaleString('en')}/s`;

/** @param {import('./estate.mjs').Estate} estate */
const estateBars = ({ first, again }) => [
  atMost('writes per primary with three children', first.writes / first.primaries, 4),
  atMost('writes after a restart', again.writes, 0),
];

/** @param {number | undefined} one @param {number | undefined} other */
const ratio = (one = NaN, other = NaN) => one / other;

/** @param {string} name @param {number} value @param {number} limit */
const atMost = (name, value, limit) => ({ name, value, limit, held: value <= limit });

/** @param {string} name @param {number} value @param {number} limit */
const atLeast = (name, value, limit) => ({ name, value, limit, held: value >= limit, atLeast: true });
