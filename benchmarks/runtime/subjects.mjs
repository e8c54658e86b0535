/**
 * Who is measured, and how each is started. The address of the server comes last.
 */
import { fileURLToPath } from 'node:url';

/**
 * @param {{ objects: number, peers?: string | undefined, go?: string | undefined }} options
 * @returns {Record<string, import('./measure-events.mjs').Subject>}
 */
export function subjectsOf({ objects, peers, go }) {
  const count = String(objects);
  return {
    floor: node('floor', count),
    informer: node('reeve', count, 'informer'),
    reeve: node('reeve', count, 'controller'),
    ...(peers !== undefined && {
      'client-node 1': node('client-node', count, `${peers}/node_modules/client-node-1`),
      'client-node 2': node('client-node', count, `${peers}/node_modules/client-node-2`),
    }),
    ...(go !== undefined && { 'controller-runtime': { command: go, args: [count] } }),
  };
}

/** @param {string} script @param {readonly string[]} args */
const node = (script, ...args) => ({
  command: process.execPath,
  args: [fileURLToPath(new URL(`subjects/${script}.mjs`, import.meta.url)), ...args],
});
