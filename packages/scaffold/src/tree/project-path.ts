/**
 * Paths inside a project: relative, with slashes, and never out of it. What plugins and answers name is checked here before anything is done with it.
 */

/** Why a text is no path of a file in a project; undefined when it is one. */
export function pathProblem(path: string): string | undefined {
  if (path === '') return 'is empty';
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u001F\u007F]/.test(path)) return 'has control characters';
  if (path.includes('\\')) return 'has a backslash: write it with slashes';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'is absolute: name it from the folder of the project';
  const parts = path.split('/');
  if (parts.includes('..')) return 'leaves the project';
  if (parts.some((part) => part === '' || part === '.')) return 'has an empty part';
  if (parts[0]?.toLowerCase() === '.git') return 'lies in .git';
  if (parts.includes('node_modules')) return 'lies in node_modules';
  return undefined;
}

/** Whether a pattern such as `src/*.ts` or `src/**\/*.ts` means a path. A star stands for part of a name, two for any folders. */
export function matchesGlob(path: string, pattern: string): boolean {
  return globExpression(pattern).test(path);
}

function globExpression(pattern: string): RegExp {
  const parts = pattern.split('/').map((part) => {
    if (part === '**') return undefined;
    return part.replaceAll(/[\\^$.+?()[\]{}|]/g, String.raw`\$&`).replaceAll('*', '[^/]*');
  });
  const text = parts.map((part, at) => {
    const isLast = at === parts.length - 1;
    if (part === undefined) return isLast ? '.*' : '(?:[^/]+/)*';
    return isLast ? part : `${part}/`;
  });
  return new RegExp(`^${text.join('')}$`);
}
