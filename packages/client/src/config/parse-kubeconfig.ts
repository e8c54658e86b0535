/**
 * Reads the text of a kubeconfig, YAML or JSON. What is broken is reported with file, line, column and field, all of it at once, and never with a
 * quotation from the file.
 * Upstream: clientcmd.Load.
 */
import { dirname } from 'node:path';
import type { ReadonlyJson, ReadonlyJsonObject } from '@reeve/machinery';
import { isJsonObject } from '@reeve/machinery';
import { mismatches } from './check-fields.ts';
import type {
  ClusterEntry,
  ContextEntry,
  KubeConfigEntries,
  ConfigPlace,
  Placed,
  UserEntry,
} from './kubeconfig-entries.ts';
import { KubeConfigError, type ConfigProblem } from './kubeconfig-error.ts';
import { kubeConfigFields } from './kubeconfig-fields.ts';
import { readYaml } from './read-yaml.ts';
import { resolveClusterPaths, resolveUserPaths } from './resolve-paths.ts';

type Path = readonly (string | number)[];

/** Reads one file's text. `file` is where it came from: relative paths count from its folder. */
export const parseKubeConfig = async (text: string, file?: string): Promise<KubeConfigEntries> => {
  const { value, locate } = await readFields(text, file);
  const problems = problemsIn(value, locate);
  if (problems.length > 0) throw new KubeConfigError(problems);
  const folder = file === undefined ? undefined : dirname(file);
  const entries = <Entry>(list: string, field: string, finish: (entry: Entry) => Entry): Map<string, Placed<Entry>> =>
    new Map(
      itemsOf(value, list).map(({ name, entry, at }) => {
        const origin = { file, at: (path: Path) => locate([list, at, field, ...path]) };
        return [name, { value: finish(entry(field) as Entry), origin }] as const;
      }),
    );
  const currentContext = value['current-context'];
  const isNamed = typeof currentContext === 'string' && currentContext !== '';
  return {
    clusters: entries<ClusterEntry>('clusters', 'cluster', (entry) => resolveClusterPaths(entry, folder)),
    users: entries<UserEntry>('users', 'user', (entry) => resolveUserPaths(entry, folder)),
    contexts: entries<ContextEntry>('contexts', 'context', (entry) => entry),
    currentContext: isNamed ? currentContext : undefined,
    currentContextFile: isNamed ? file : undefined,
  };
};

type Locate = (path: Path) => ConfigPlace;

/** A kubeconfig with thousands of contexts is within these. */
const bounds = { deepest: 100, mostLexemes: 500_000 };

const readFields = async (
  text: string,
  file: string | undefined,
): Promise<{ value: ReadonlyJsonObject; locate: Locate }> => {
  const read = await readYaml(text, bounds);
  if (read === undefined) throw excessive(file);
  const placeAt = (offset: number | undefined, field: string): ConfigPlace => ({
    file,
    line: undefined,
    column: undefined,
    ...(offset !== undefined && read.placeOf(offset)),
    field,
  });
  const [first, second] = read.documents;
  const problem = first?.problem ?? (second && { code: 'MULTIPLE_DOCS', offset: second.offset });
  if (problem?.code === 'BAD_ALIAS') throw excessive(file);
  if (problem !== undefined) {
    const message = `is no YAML (${yamlProblems[problem.code] ?? problem.code.toLowerCase().replaceAll('_', ' ')})`;
    throw new KubeConfigError([{ place: placeAt(problem.offset, ''), message }]);
  }
  const value = first?.value ?? {};
  if (!isJsonObject(value)) {
    throw new KubeConfigError([
      { place: placeAt(0, ''), message: 'is no kubeconfig: it holds no fields such as clusters and users' },
    ]);
  }
  const locate: Locate = (path) => {
    const field = describePath(path);
    for (let depth = path.length; depth > 0; depth -= 1) {
      const offset = first?.offsetOf(path.slice(0, depth));
      if (offset !== undefined) return placeAt(offset, field);
    }
    return placeAt(undefined, field);
  };
  return { value, locate };
};

/** The library's own messages quote the text; these do not. */
const yamlProblems: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'a tab where spaces should be',
  BAD_INDENT: 'the indentation does not fit',
  MISSING_CHAR: 'a colon, a quote or a bracket is missing',
  DUPLICATE_KEY: 'a field is there twice',
  MULTIPLE_DOCS: 'there is more than one document',
};

const excessive = (file: string | undefined): KubeConfigError => {
  const place = { file, line: undefined, column: undefined, field: '' };
  return new KubeConfigError([
    { place, message: 'is nested too deeply, is too long or repeats itself too often to be a kubeconfig' },
  ]);
};

/** More than these nobody reads, and finding the place of each takes its time. */
const mostProblems = 100;

const problemsIn = (value: ReadonlyJsonObject, locate: Locate): ConfigProblem[] => {
  const problems: ConfigProblem[] = [];
  for (const { path, message } of mismatches(value, kubeConfigFields)) {
    problems.push({ place: locate(path), message });
    if (problems.length === mostProblems) return problems;
  }
  if (problems.length > 0) return problems;
  if ((value['kind'] ?? 'Config') !== 'Config') problems.push({ place: locate(['kind']), message: 'must be Config' });
  if ((value['apiVersion'] ?? 'v1') !== 'v1') problems.push({ place: locate(['apiVersion']), message: 'must be v1' });
  for (const list of ['clusters', 'users', 'contexts']) problems.push(...repeatedNames(value, list, locate));
  return problems;
};

const repeatedNames = (value: ReadonlyJsonObject, list: string, locate: Locate): ConfigProblem[] => {
  const seen = new Set<string>();
  const repeated = itemsOf(value, list).filter(({ name }) => seen.size === seen.add(name).size);
  return repeated.slice(0, mostProblems).map(({ name, at }) => ({
    place: locate([list, at, 'name']),
    message: `the name ${JSON.stringify(name)} is there twice: rename or remove one`,
  }));
};

const itemsOf = (value: ReadonlyJsonObject, list: string) =>
  ((value[list] ?? []) as readonly ReadonlyJson[]).flatMap((item, at) => {
    if (!isJsonObject(item)) return [];
    return [
      {
        at,
        name: typeof item['name'] === 'string' ? item['name'] : '',
        entry: (field: string) => withoutNulls(item[field]),
      },
    ];
  });

const withoutNulls = (entry: ReadonlyJson | undefined): ReadonlyJsonObject =>
  isJsonObject(entry) ? Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null)) : {};

const describePath = (path: Path): string =>
  path.map((part, at) => (typeof part === 'number' ? `[${part}]` : at === 0 ? part : `.${part}`)).join('');
