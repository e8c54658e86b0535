/**
 * The targets that the runtime is held to: ratios within one run, and figures that hold on any machine of today.
 */
import { rates } from './measure-events.mjs';

/**
 * @param {{ events: import('./measure-events.mjs').Results, shares: Record<number, import('./measure-share.mjs').Share>, estate?: import('./estate.mjs').Estate | undefined, imports: Record<string, { ms: number, megabytes: number }> }} results
 */
export function barsOf({ events, shares, estate, imports }) {
  return [
    ...rates.flatMap((rate) => [...eventBars(events, rate), shareBar(shares, rate)]),
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

/** @param {Record<number, import('./measure-share.mjs').Share>} shares @param {number} rate */
const shareBar = (shares, rate) =>
  atMost(`${atRate(rate)}: the controller's share, µs of CPU per event`, shares[rate]?.share ?? NaN, 5);

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
