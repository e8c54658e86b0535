/**
 * Who is measured, and how each is started. The address of the server comes last. Ours and the bare loop have the young generation that `reeve render` gives an operator; client-node's loop has
 * Node's own, which it does better with: it keeps more of what it parses.
 */
import { fileURLToPath } from 'node:url';

/** How `reeve render` starts operators. */
export const nodeFlags = ['--max-semi-space-size=2'];

/**
 * @param {{ objects: number, peers?: string | undefined, go?: string | undefined }} options
 * @returns {Record<string, import('./measure-events.mjs').Subject>}
 */
export function subjectsOf({ objects, peers, go }) {
  const count = String(objects);
  return {
    floor: asDeployed(node('floor', count)),
    informer: asDeployed(node('reeve', count, 'informer')),
    reeve: asDeployed(node('reeve', count, 'controller')),
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

/** @param {import('./measure-events.mjs').Subject} subject */
const asDeployed = ({ command, args }) => ({ command, args: [...nodeFlags, ...args] });
