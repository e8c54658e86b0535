/**
 * What the Go types say about JSON and protobuf: field numbers, pointers, what is left out when empty. Asked of the types themselves, by reflection.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * The table of the stable group-versions, or of all of them.
 * @param {{ all?: boolean }} [options]
 * @returns {Promise<{ kinds: Record<string, string>, types: Record<string, object[]> }>}
 */
export async function readTypeTable({ all = false } = {}) {
  const printed = execFileSync('go', ['run', '.', ...(all ? ['--all'] : [])], {
    cwd: fileURLToPath(new URL('typetable', import.meta.url)),
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { kinds, types } = JSON.parse(printed);
  return { kinds: sorted(kinds), types: sorted(types) };
}

/**
 * @template T
 * @param {Record<string, T>} record
 * @returns {Record<string, T>}
 */
function sorted(record) {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
