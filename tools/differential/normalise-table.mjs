/**
 * Ages in the cells of a table are replaced: they depend on when one looks. The documentation of columns goes.
 */

const ageNames = new Set(['Age', 'Last Seen', 'First Seen', 'Last Schedule', 'Duration']);
const age = /^(\d+[smhdy])+$/;

/**
 * @param {Record<string, unknown>} table
 * @param {readonly unknown[]} columns Its own, or those of the first event of its watch.
 * @returns {Record<string, unknown>}
 */
export function normaliseTable(table, columns) {
  const ages = columns.map((column) => {
    const { name, type } = Object(column);
    return ageNames.has(name) || type === 'date';
  });
  const { rows, columnDefinitions } = table;
  return {
    ...table,
    ...(Array.isArray(columnDefinitions) && { columnDefinitions: columnDefinitions.map(withoutDocumentation) }),
    ...(Array.isArray(rows) && { rows: rows.map((row) => normaliseRow(row, ages)) }),
  };
}

/** @param {unknown} column A word about a column is compared, the documentation of a built-in field is not. */
function withoutDocumentation(column) {
  const { description, ...rest } = Object(column);
  return typeof description === 'string' && description !== '' && description.length < 20
    ? { ...rest, description }
    : rest;
}

/**
 * @param {unknown} row
 * @param {readonly boolean[]} ages
 */
function normaliseRow(row, ages) {
  const cells = Object(row)['cells'];
  if (!Array.isArray(cells)) return row;
  const isAge = (/** @type {unknown} */ cell, /** @type {number} */ index) => ages[index] && age.test(String(cell));
  return { ...Object(row), cells: cells.map((cell, index) => (isAge(cell, index) ? '$age' : cell)) };
}
