/**
 * The test calls of a parsed file (`test(…)`, `it.each(…)(…)`, `clusterTest(…)`) with what is known of their titles, and the literals
 * that might be titles in a table.
 */

/**
 * @typedef {{ start: number, end: number }} Located
 * @typedef {Located & { type: string } & Record<string, unknown>} Node
 * @typedef {{ node: Node, title: unknown, loop: Node | undefined, table: string | undefined }} TestCall `loop` is the nearest one around
 *   the call, `table` the name of what `each` or the loop goes through
 * @typedef {{ value: string | undefined, fixed: string, pattern: RegExp }} TitleText
 */

/** What `test.each` fills in: `%s` and its like, `$name`, `$user.name`, `$#`. */
const placeholder = /%[sdifjoOc#$]|\$[\w.#]+/;

/**
 * @param {unknown} program
 * @returns {TestCall[]}
 */
export function testCallsOf(program) {
  return nodesOf(program).flatMap(({ node, ancestors }) => {
    const args = /** @type {unknown[]} */ (node['arguments'] ?? []);
    const isWhole = ancestors.at(-1)?.['callee'] !== node;
    if (node.type !== 'CallExpression' || !isWhole || args.length < 2 || !/^(it|test|\w+Test)$/.test(rootName(node)))
      return [];
    const loop = ancestors.findLast(isLoop);
    return [{ node, title: args[0], loop, table: tableName(node) ?? (loop && tableName(loop)) }];
  });
}

/**
 * The declarations of a name.
 * @param {unknown} program
 * @param {string | undefined} name
 */
export function declarationsOf(program, name) {
  const declares = (/** @type {Node} */ node) => node.type === 'VariableDeclarator' && nameOf(node['id']) === name;
  return nodesOf(program).flatMap(({ node }) => (name !== undefined && declares(node) ? [node] : []));
}

/**
 * The string literals of a file, each with the object, array or property that it is a row of.
 * @param {unknown} program
 */
export function rowsOf(program) {
  return nodesOf(program).flatMap(({ node, ancestors }) => {
    const isRow = (/** @type {Node} */ { type, key }) =>
      type === 'ObjectExpression' || type === 'ArrayExpression' || (type === 'Property' && key === node);
    return node.type === 'Literal' || node.type === 'TemplateLiteral'
      ? [{ literal: node, row: ancestors.findLast(isRow) ?? node }]
      : [];
  });
}

/**
 * The words of a title expression. `value` is the whole of a plain literal, `fixed` what is certain, `pattern` fits every result.
 * @param {unknown} expression
 * @returns {TitleText}
 */
export function titleText(expression) {
  const texts = textsOf(/** @type {Node} */ (expression));
  const [value] = texts.length === 1 ? texts : [];
  const fixed = texts.map((text) => (text ?? '').split(placeholder));
  const source = texts
    .map((text) => (text === undefined ? '[^]*' : text.split(placeholder).map(literally).join('[^]*')))
    .join('');
  return { value, fixed: fixed.flat().join(''), pattern: new RegExp(`^${source}$`) };
}

/**
 * The pieces of a string expression; undefined stands for a piece that only running the program would tell.
 * @param {Node} node
 * @returns {(string | undefined)[]}
 */
function textsOf(node) {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return [node['value']];
  if (node.type === 'BinaryExpression')
    return [...textsOf(/** @type {Node} */ (node['left'])), ...textsOf(/** @type {Node} */ (node['right']))];
  if (node.type !== 'TemplateLiteral') return [undefined];
  const quasis = /** @type {{ value: { cooked: string } }[]} */ (node['quasis']);
  return quasis.flatMap(({ value }, index) => (index === 0 ? [value.cooked] : [undefined, value.cooked]));
}

/**
 * The name a call chain begins with: `test` for `test.each(rows)(…)`.
 * @param {Node} node
 * @returns {string}
 */
function rootName(node) {
  const inner = node['callee'] ?? node['object'] ?? node['tag'];
  return inner ? rootName(/** @type {Node} */ (inner)) : (nameOf(node) ?? '');
}

/**
 * What a table test goes through, when that is a name: `rows` in `test.each(rows)(…)`, `for (const row of rows)`, `rows.forEach(…)`.
 * @param {Node} node
 */
function tableName({ type, callee, right }) {
  if (type !== 'CallExpression') return nameOf(right);
  const called = /** @type {{ arguments?: unknown[], object?: unknown }} */ (callee);
  return nameOf(called.arguments?.[0] ?? called.object);
}

/**
 * @param {unknown} node
 * @returns {string | undefined}
 */
function nameOf(node) {
  const { type, name } = /** @type {Partial<Node>} */ (node ?? {});
  return type === 'Identifier' && typeof name === 'string' ? name : undefined;
}

/** @param {Node} node */
function isLoop({ type, callee }) {
  const method = /** @type {{ property?: { name?: string } } | undefined} */ (callee)?.property?.name;
  return (
    /^For(Of|In)?Statement$/.test(type) || (type === 'CallExpression' && (method === 'forEach' || method === 'map'))
  );
}

/**
 * Every node with its ancestors, outermost first.
 * @param {unknown} value
 * @param {readonly Node[]} [ancestors]
 * @returns {{ node: Node, ancestors: readonly Node[] }[]}
 */
function nodesOf(value, ancestors = []) {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => nodesOf(item, ancestors));
  const node = /** @type {Node} */ (value);
  const isNode = typeof node.type === 'string';
  const inner = Object.values(node).flatMap((child) => nodesOf(child, isNode ? [...ancestors, node] : ancestors));
  return isNode ? [{ node, ancestors }, ...inner] : inner;
}

/** @param {string} text */
function literally(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
