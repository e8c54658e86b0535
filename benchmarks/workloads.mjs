/**
 * What the controllers of a cluster cost: so many Deployments of three pods each to ready, and then nothing. Some more follow and are told apart: a program that has just begun is still being compiled, or grows
 * its heap, and a controller manager runs for weeks. Ours beside kube-controller-manager with the same controllers switched
 * on, each on a real kube-apiserver and etcd of its own with our scheduler and virtual kubelets, so that only the controllers differ. CPU and memory are the controllers' process';
 * requests are what the server's audit log says. `REEVE_BENCH_DEPLOYMENTS` (1,000), `REEVE_BENCH_FURTHER` (500), `REEVE_BENCH_ROUNDS` (1) and `REEVE_BENCH_SUBJECTS` (a pattern of names) make it shorter.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { divided } from '../scripts/bench/report.mjs';
import { builtAssets } from '../tools/real-cluster/assets.mjs';
import { runRound } from './workloads/round.mjs';
import { subjects } from './workloads/subjects.mjs';

/** @typedef {import('./workloads/round.mjs').Figures} Figures */

const deployments = Number(process.env['REEVE_BENCH_DEPLOYMENTS'] ?? 1000);
const further = Number(process.env['REEVE_BENCH_FURTHER'] ?? 500);
const rounds = Number(process.env['REEVE_BENCH_ROUNDS'] ?? 1);
const wanted = new RegExp(process.env['REEVE_BENCH_SUBJECTS'] ?? '');

/** @param {{ log: (line: string) => void }} options */
export default async function benchmark({ log }) {
  const assets = process.env['KUBEBUILDER_ASSETS'] ?? builtAssets(process.env);
  if (!existsSync(join(assets, 'kube-controller-manager'))) {
    log(`nothing to measure on: ${assets} has no kube-controller-manager; npm run cluster:real builds it`);
    return { name: 'workloads', measurements: [], ...barsOf({}) };
  }
  /** @type {Record<string, Figures>} */
  const best = {};
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, start] of Object.entries(subjects)) {
      if (!wanted.test(name)) continue;
      const figures = await runRound({ assets, start, deployments, further });
      log(`${name}, round ${round}: ${figures.readySeconds.toFixed(1)} s to ready; ${wordsOf(figures)}`);
      best[name] = better(best[name], figures);
    }
  }
  return { name: 'workloads', measurements: Object.entries(best).flatMap(rowsOf), ...barsOf(best) };
}

/** Noise only ever adds. @param {Figures | undefined} one @param {Figures} other */
const better = (one, other) => (one === undefined || other.cpuMs < one.cpuMs ? other : one);

/** @param {Figures} figures */
const wordsOf = ({ byVerb }) =>
  Object.entries(byVerb)
    .toSorted(([, one], [, other]) => other - one)
    .map(([verb, count]) => `${verb} ${count}`)
    .join(', ');

/** @param {[string, Figures]} entry */
const rowsOf = ([name, figures]) => [
  { name: `${name}: to ready`, value: figures.readySeconds, unit: 's' },
  { name: `${name}: to ready, per Deployment`, value: figures.cpuMs / deployments, unit: 'ms CPU' },
  { name: `${name}: to ready, per Deployment`, value: figures.requests / deployments, unit: 'requests' },
  {
    name: `${name}: to ready, per Deployment, but for events`,
    value: butForEvents(figures) / deployments,
    unit: 'requests',
  },
  ...(further > 0
    ? [{ name: `${name}: ${further} more, per Deployment`, value: figures.furtherCpuMs / further, unit: 'ms CPU' }]
    : []),
  { name: `${name}: memory after that`, value: figures.rss, unit: 'MB' },
  { name: `${name}: memory at its highest`, value: figures.peakRss, unit: 'MB' },
  { name: `${name}: ten seconds at rest`, value: figures.idleCpuMs, unit: 'ms CPU' },
  { name: `${name}: ten seconds at rest`, value: figures.idleRequests, unit: 'requests' },
];

/** What keeps the cluster true. Of events kube-controller-manager drops those that come faster than it writes them, and ours writes nearly all. @param {Figures} figures */
const butForEvents = ({ requests, byVerb }) =>
  requests - (byVerb['create events'] ?? 0) - (byVerb['patch events'] ?? 0);

/** @param {Record<string, Figures>} best */
function barsOf({ reeve = unknown, 'kube-controller-manager': theirs = unknown }) {
  const all = [
    atLeast('CPU to ready, kube-controller-manager against ours', theirs.cpuMs / reeve.cpuMs, 1),
    atLeast('requests to ready, kube-controller-manager against ours', butForEvents(theirs) / butForEvents(reeve), 1),
    atMost('CPU of ten seconds at rest, ms, against kube-controller-manager', reeve.idleCpuMs, theirs.idleCpuMs),
    atMost('requests of ten seconds at rest, against kube-controller-manager', reeve.idleRequests, theirs.idleRequests),
  ];
  return divided(all, 'kube-controller-manager, or ours, did not run: npm run cluster:real builds the programs');
}

/** The figures of a subject that did not run. @type {Figures} */
const unknown = {
  readySeconds: NaN,
  cpuMs: NaN,
  requests: NaN,
  byVerb: {},
  furtherCpuMs: NaN,
  rss: NaN,
  peakRss: NaN,
  idleCpuMs: NaN,
  idleRequests: NaN,
};

/** @param {string} name @param {number} value @param {number} limit */
const atLeast = (name, value, limit) => ({ name, value, limit, held: value >= limit, atLeast: true });

/** @param {string} name @param {number} value @param {number} limit */
const atMost = (name, value, limit) => ({ name, value, limit, held: value <= limit });
