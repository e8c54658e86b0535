/**
 * The programs in a page of documentation: every block that opens with ```ts, as modules that can be compiled. Blocks of other languages, ```typescript among them, are
 * there to be read.
 *
 * A block is a module by itself. A word behind the language names it (```ts website.ts), and later blocks of the page import it by that name; a block that has the name of an
 * earlier one is its next state. What a block takes for granted stands before it in a comment, `<!-- given: declare const client: Client; -->`, which holds until the next.
 */

/**
 * @typedef {object} DocModule
 * @property {string} file where it is, relative to the folder of its page: a folder per state of the page's named blocks
 * @property {string} code the block, and behind it what is given
 * @property {number} line the line of the page on which the block begins
 */

const part = /^<!-- given:(?<given>.*?)-->$|^```ts(?: (?<name>\S+))?\n(?<code>.*?)^```$/gms;

/**
 * The modules of a page.
 * @param {string} page its text
 * @returns {DocModule[]}
 */
export function docModules(page) {
  let given = '';
  let state = 1;
  /** @type {Map<string, DocModule>} The named blocks so far. */
  const named = new Map();
  /** @type {DocModule[]} */
  const modules = [];
  for (const { groups = {}, index } of page.matchAll(part)) {
    if (groups['code'] === undefined) {
      given = groups['given']?.trim() ?? '';
      continue;
    }
    const { name } = groups;
    if (name !== undefined && named.has(name)) {
      state += 1;
      for (const earlier of named.values()) if (!earlier.file.endsWith(`/${name}`)) modules.push(moved(earlier, state));
    }
    const file = `${state}/${name ?? `block-${modules.length + 1}.ts`}`;
    const made = { file, code: `${groups['code']}${given}\n`, line: page.slice(0, index).split('\n').length + 1 };
    modules.push(made);
    if (name !== undefined) named.set(name, made);
  }
  return modules;
}

/**
 * A named block as it stands in a later state.
 * @param {DocModule} module
 * @param {number} state
 */
function moved(module, state) {
  return { ...module, file: module.file.replace(/^\d+/, String(state)) };
}
