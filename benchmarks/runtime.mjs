/**
 * What a controller costs: from the event on the wire to the start of the run, and CPU per event, for ours beside the bare loop (bytes, lines, `JSON.parse`, a call), the informer
 * alone, a loop written by hand over client-node's informer, and controller-runtime where Go is; what the controller adds to the informer, beside a loop written by hand, all in one process in turns; an estate of primaries with three children each; and what importing costs. Every
 * subject is a process of its own and the best of the rounds counts, because noise only ever adds. `REEVE_BENCH_SECTIONS` (`events,share,estate,import`), `REEVE_BENCH_ROUNDS`,
 * `REEVE_BENCH_OBJECTS`, `REEVE_BENCH_PRIMARIES` and `REEVE_BENCH_SUBJECTS` (a pattern of names) make it shorter: bars whose figures are missing are told as not measured.
 */
import { installPeers } from './client/peers.mjs';
import { barsOf } from './runtime/bars.mjs';
import { measureEstate } from './runtime/estate.mjs';
import { buildController } from './runtime/go-program.mjs';
import { importCosts } from './runtime/import-cost.mjs';
import { measureEvents, rates } from './runtime/measure-events.mjs';
import { measureShares } from './runtime/measure-share.mjs';
import { subjectsOf } from './runtime/subjects.mjs';

const sections = (process.env.REEVE_BENCH_SECTIONS ?? 'events,share,estate,import').split(',');
const wanted = new RegExp(process.env.REEVE_BENCH_SUBJECTS ?? '');
const rounds = Number(process.env.REEVE_BENCH_ROUNDS ?? 4);
const objects = Number(process.env.REEVE_BENCH_OBJECTS ?? 5000);
const primaries = Number(process.env.REEVE_BENCH_PRIMARIES ?? 10_000);

/** @param {{ log: (line: string) => void }} options */
export default async function benchmark({ log }) {
  const events = sections.includes('events')
    ? await measureEvents({ ...(await subjects(log)), rounds, objects, log })
    : {};
  const shares = sections.includes('share') ? await measureShares({ objects, rates, log }) : {};
  const estate = sections.includes('estate') ? await measureEstate({ primaries, log }) : undefined;
  const imports = sections.includes('import') ? importCosts(log) : {};
  return {
    name: 'runtime',
    measurements: [...eventRows(events), ...shareRows(shares), ...estateRows(estate), ...importRows(imports)],
    ...barsOf({ events, shares, estate, imports }),
  };
}

/** @param {(line: string) => void} log */
async function subjects(log) {
  const peers = wanted.test('client-node') ? await installPeers(log) : undefined;
  const go = wanted.test('controller-runtime') ? await buildController(log) : undefined;
  const all = subjectsOf({ objects, peers, go });
  return { subjects: Object.fromEntries(Object.entries(all).filter(([name]) => wanted.test(name))) };
}

/** @param {import('./runtime/measure-events.mjs').Results} results */
function eventRows(results) {
  return Object.entries(results).flatMap(([name, result]) =>
    rates.flatMap((rate) => {
      const phase = result[rate];
      if (phase === undefined) return [];
      const at = `${name}, ${rate.toLocaleString('en')}/s`;
      return [
        { name: `${at}, event to start, p50`, value: phase.p50, unit: 'µs' },
        { name: `${at}, event to start, p99`, value: phase.p99, unit: 'µs' },
        { name: `${at}, CPU per event`, value: phase.cpuMicros, unit: 'µs CPU' },
        { name: `${at}, memory`, value: phase.rss / 2 ** 20, unit: 'MB' },
      ];
    }),
  );
}

/** @param {Record<number, import('./runtime/measure-share.mjs').Shares>} shares */
const shareRows = (shares) =>
  Object.entries(shares).flatMap(([rate, { informer, hand, controller, metrics }]) => {
    const row = (/** @type {string} */ what, /** @type {number} */ value) => {
      return { name: `in one process, ${Number(rate).toLocaleString('en')}/s, ${what}`, value, unit: 'µs CPU' };
    };
    return [
      row('the informer', informer),
      row('a loop by hand adds', hand),
      row('the controller adds', controller),
      row('with metrics it adds', metrics),
    ];
  });

/** @param {import('./runtime/estate.mjs').Estate | undefined} estate */
function estateRows(estate) {
  if (estate === undefined) return [];
  const { first, again } = estate;
  return [
    { name: `${primaries} primaries: time to converge`, value: first.seconds, unit: 's' },
    { name: `${primaries} primaries: CPU of the operator`, value: first.cpuSeconds, unit: 's CPU' },
    { name: `${primaries} primaries: writes`, value: first.writes, unit: 'requests' },
    { name: `${primaries} primaries: other requests`, value: first.reads, unit: 'requests' },
    { name: `${primaries} primaries: memory of the operator`, value: first.rss / 2 ** 20, unit: 'MB' },
    { name: `${primaries} primaries: runs`, value: first.runs, unit: 'runs' },
    { name: 'after a restart: time to look at all', value: again.seconds, unit: 's' },
    { name: 'after a restart: memory of the operator', value: again.rss / 2 ** 20, unit: 'MB' },
  ];
}

/** @param {Record<string, { ms: number, megabytes: number }>} imports */
const importRows = (imports) =>
  Object.entries(imports).flatMap(([name, { ms, megabytes }]) => [
    { name: `importing ${name}`, value: ms, unit: 'ms' },
    { name: `importing ${name}, above bare Node`, value: megabytes, unit: 'MB' },
  ]);
