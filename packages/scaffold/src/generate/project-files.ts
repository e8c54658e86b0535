/**
 * The files of a new project: what npm, the compiler, git and reeve need to know. In a folder that has some of them already, what is missing is added.
 */
import { ProjectFileError } from '../problem/problems.ts';
import { defaultPrograms, projectFileName, projectVersion } from '../project/project-file.ts';
import type { PluginRecord } from '../project/project-file.ts';
import { requireDomain, requireProjectName } from '../names/kind-names.ts';
import { jsonText, setInJson } from '../text/edit-json.ts';
import type { Json } from '../text/edit-json.ts';
import type { ProjectTree } from '../tree/tree.ts';

/** The answers of a person. */
export interface ProjectAnswers {
  readonly name: string;
  readonly domain?: string | undefined;
  readonly plugins?: readonly PluginRecord[];
  /** The version of reeve that the project is to use. */
  readonly reeve: string;
}

/** The domain where nobody says one. */
export const defaultDomain = 'example.com';

/** What a project depends on; a test compares the versions with ours. */
export const toolVersions = { zod: '^4.0.0', typescript: '^7.0.2', vitest: '^4.1.0' };

/** Makes the files. */
export async function createProject(
  tree: ProjectTree,
  { name, domain = defaultDomain, plugins = [], reeve }: ProjectAnswers,
): Promise<void> {
  requireProjectName(name);
  requireDomain(domain);
  const isProject = await tree.exists(projectFileName);
  await packageFile(tree, name, reeve);
  tree.write('tsconfig.json', tsconfig, { ifExists: isProject ? 'never' : 'keep' });
  tree.write(projectFileName, jsonText(projectOf(name, domain, plugins)), { ifExists: 'never' });
  await ignoreFile(tree);
}

const tsconfig = `{
  "extends": "reeve/tsconfig",
  "compilerOptions": { "noEmit": true, "allowImportingTsExtensions": true },
  "include": ["src", "plugins"]
}
`;

const projectOf = (name: string, domain: string, plugins: readonly PluginRecord[]): Json => ({
  $schema: './node_modules/reeve/reeve.schema.json',
  version: projectVersion,
  name,
  domain,
  programs: defaultPrograms,
  resources: [],
  ...(plugins.length > 0 && { plugins: plugins as unknown as Json }), // read from JSON, or given as text
});

const scripts = { dev: 'reeve dev --sample', test: 'vitest run', check: 'tsc', render: 'reeve render' };

async function packageFile(tree: ProjectTree, name: string, reeve: string): Promise<void> {
  const { zod, ...tools } = toolVersions;
  const dependencies = { reeve: `^${reeve}`, zod };
  const path = 'package.json';
  const text = await tree.read(path);
  if (text === undefined) {
    const devDependencies = tools;
    tree.edit(
      path,
      jsonText({ name, version: '0.1.0', private: true, type: 'module', scripts, dependencies, devDependencies }),
    );
    return;
  }
  const found = objectIn(text, path);
  if (found['type'] !== undefined && found['type'] !== 'module')
    throw new ProjectFileError(
      path,
      'type',
      `is ${JSON.stringify(found['type'])}, and programs are ECMAScript modules`,
      {
        next: 'change it to "module", or make the project in a folder of its own',
      },
    );
  const dependsOn = { ...recordOf(found['dependencies']), ...recordOf(found['devDependencies']) };
  let next = found['type'] === undefined ? setInJson(text, ['type'], 'module') : text;
  const add = (section: string, wanted: Readonly<Record<string, string>>, has: object): void => {
    for (const [key, value] of Object.entries(wanted))
      if (!Object.hasOwn(has, key)) next = setInJson(next, [section, key], value);
  };
  add('scripts', scripts, recordOf(found['scripts']));
  add('dependencies', dependencies, dependsOn);
  add('devDependencies', tools, dependsOn);
  if (next !== text) tree.edit(path, next);
}

async function ignoreFile(tree: ProjectTree): Promise<void> {
  const path = '.gitignore';
  const text = (await tree.read(path)) ?? '';
  const lines = new Set(text.split(/\r?\n/).map((line) => line.trim().replace(/\/$/, '')));
  const missing = ['node_modules/', '.reeve/'].filter((line) => !lines.has(line.replace(/\/$/, '')));
  if (missing.length === 0) return;
  const start = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  tree.edit(path, `${start}${missing.join('\n')}\n`);
}

function objectIn(text: string, path: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch (cause) {
    throw new ProjectFileError(path, '', 'is no JSON', { cause, next: `correct ${path}` });
  }
  throw new ProjectFileError(path, '', 'is no JSON object', { next: `correct ${path}` });
}

const recordOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});
