/**
 * What a newcomer may have to do until an operator works, and what it took.
 */

/**
 * @typedef {object} Taken
 * @property {number} commands commands typed until the first reconcile
 * @property {number} files files in the folder at the end, whoever wrote them; what git ignores is left out
 * @property {number} lines lines that the newcomer has to keep: programs, tests, settings
 * @property {number} seconds from the first command to the first reconcile, the installation included
 * @property {number} reloadMs from saving a change to its reconcile
 */

/** @type {readonly { name: keyof Taken, what: string, limit: number, isCount: boolean }[]} */
const rows = [
  { name: 'commands', what: 'commands to the first reconcile', limit: 3, isCount: true },
  { name: 'files', what: 'files', limit: 6, isCount: true },
  { name: 'lines', what: 'lines to keep', limit: 150, isCount: true },
  { name: 'seconds', what: 'seconds to the first reconcile', limit: 60, isCount: false },
  { name: 'reloadMs', what: 'milliseconds from save to reconcile', limit: 500, isCount: false },
];

/**
 * A small table, and whether a count is missed. Times depend on the machine: they are told and judge nothing.
 * @param {Taken} taken
 */
export function yardstick(taken) {
  const judged = rows.map((row) => ({ ...row, took: taken[row.name], isOver: taken[row.name] > row.limit }));
  return {
    lines: judged.map(
      ({ what, took, limit, isCount, isOver }) =>
        `${what.padEnd(36)} ${String(Math.round(took)).padStart(6)}   at most ${String(limit).padStart(4)}   ${isOver ? (isCount ? 'MISSED' : 'slow') : 'ok'}`,
    ),
    isMissed: judged.some(({ isCount, isOver }) => isCount && isOver),
  };
}
