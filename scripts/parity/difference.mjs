/**
 * The difference of two texts, line by line, for a reader: removed and added lines under the Markdown heading they belong to.
 */

/**
 * @param {string} before
 * @param {string} after
 */
export function difference(before, after) {
  const [a, b] = [before.split('\n'), after.split('\n')];
  const common = commonLengths(a, b);
  /** @type {string[]} */
  const out = [];
  let heading = '';
  const report = (/** @type {string} */ line) => {
    if (heading) out.push(heading);
    heading = '';
    out.push(line);
  };
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      if (a[i]?.startsWith('#')) heading = a[i] ?? '';
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && at(common, i + 1, j) >= at(common, i, j + 1))) {
      report(`- ${a[i]}`);
      i += 1;
    } else {
      report(`+ ${b[j]}`);
      j += 1;
    }
  }
  return out.join('\n');
}

/**
 * How many lines the rests from `i` and from `j` have in common, in order.
 * @param {readonly string[]} a
 * @param {readonly string[]} b
 */
function commonLengths(a, b) {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const length =
        a[i] === b[j] ? at(lengths, i + 1, j + 1) + 1 : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1));
      /** @type {Uint32Array} */ (lengths[i])[j] = length;
    }
  }
  return lengths;
}

/**
 * @param {readonly Uint32Array[]} lengths
 * @param {number} i
 * @param {number} j
 */
function at(lengths, i, j) {
  return lengths[i]?.[j] ?? 0;
}
