/**
 * A process that storms one scenario: it is sent seeds and sends back what came of each.
 */
import { calmState, runChaos } from '@reeve/testing';
import { scenarioNamed } from './scenarios.mjs';

const scenario = scenarioNamed(process.argv[2] ?? '');
const right = calmState(scenario);

process.on('message', (seed) => void storm(Number(seed)));

/** @param {number} seed */
async function storm(seed) {
  const state = await right;
  const before = process.cpuUsage();
  const { problems, crashes, writes } = await runChaos(scenario, { seed }, state);
  const { user, system } = process.cpuUsage(before);
  process.send?.({ seed, problems, crashes, writes, cpuMs: (user + system) / 1000 });
}
