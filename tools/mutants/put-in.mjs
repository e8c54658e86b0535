/**
 * The plugin that puts a defect into its module when vitest loads it.
 */
import { fileURLToPath } from 'node:url';

/** What the plugin prints when the module is loaded: a defect in a module that no test loads cannot be noticed. */
export const loadedMark = 'mutant: the defect is in';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @param {Pick<import('./mutant-list.mjs').Mutant, 'file' | 'find' | 'replace'>} mutant
 * @returns {import('vite').Plugin}
 */
export function putIn({ file, find, replace }) {
  return {
    name: 'mutant',
    enforce: 'pre',
    transform(code, id) {
      if (id.split('?')[0] !== `${root}${file}`) return undefined;
      if (!code.includes(find)) throw new Error(`${file} was loaded, but the text of the defect is not in it`);
      console.log(loadedMark);
      return { code: code.replace(find, () => replace), map: null };
    },
  };
}
