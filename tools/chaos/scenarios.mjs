/**
 * The scenarios that can be stormed, by name.
 */
import { estate } from '../../packages/testing/test/chaos/estate.mjs';
import { busyCluster } from '../../packages/workloads/test/chaos/busy-cluster.mjs';

/** @type {Readonly<Record<string, import('@reeve/testing').ChaosScenario>>} */
export const scenarios = { operator: estate, workloads: busyCluster };

/** The scenario of a name; ends the program when there is none. @param {string} name */
export function scenarioNamed(name) {
  const scenario = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined;
  if (scenario !== undefined) return scenario;
  console.error(`chaos: there is no scenario ${name}; there are: ${Object.keys(scenarios).join(', ')}`);
  process.exit(2);
}
