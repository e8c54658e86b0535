/**
 * `reeve.json`: what a project is called, which files are programs, which plugins it uses, and what was generated. A record: what programs export decides.
 * Upstream: kubebuilder's PROJECT.
 */
import { ProjectFileError } from '../problem/problems.ts';
import type { ProjectTree } from '../tree/tree.ts';
import { projectSchema, schemaProblem } from './project-schema.ts';

/** The name of the file, in the folder of the project. */
export const projectFileName = 'reeve.json';

/** The version that is written. */
export const projectVersion = 1;

/** A resource that was made. */
export interface ResourceRecord {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural?: string;
  readonly scope?: 'Namespaced' | 'Cluster';
  readonly file: string;
  readonly controller?: boolean;
  readonly webhooks?: { readonly defaulting?: boolean; readonly validation?: boolean; readonly conversion?: boolean };
}

/** A plugin: an npm package or a folder of the project, or an executable. */
export interface PluginRecord {
  readonly package?: string;
  readonly external?: string;
  readonly universe?: 'all';
  readonly options?: Readonly<Record<string, unknown>>;
}

/** A file that was generated. */
export interface GeneratedRecord {
  /** The generator. */
  readonly by: string;
  /** The answers that it was given. */
  readonly with?: Readonly<Record<string, unknown>>;
  readonly sha256: string;
  /** The text as it was generated, compressed. */
  readonly text?: string;
}

/** A project file that was read. */
export interface Project {
  readonly version: number;
  readonly name: string;
  readonly domain: string;
  readonly programs: readonly string[];
  readonly resources: readonly ResourceRecord[];
  readonly image?: { readonly base?: string; readonly node?: string; readonly user?: number };
  readonly bundle?: Readonly<Record<string, unknown>>;
  readonly plugins: readonly PluginRecord[];
  readonly generated: Readonly<Record<string, GeneratedRecord>>;
}

/** Where programs are when nobody says it. */
export const defaultPrograms: readonly string[] = ['src/*.ts'];

/** Reads a project file. What is wrong is said with its place; a later version is refused, an earlier one is read as it is meant. */
export function parseProject(text: string, file = projectFileName): Project {
  const value = jsonIn(text, file);
  if (isObject(value) && Number.isSafeInteger(value['version']) && Number(value['version']) > projectVersion)
    throw new ProjectFileError(
      file,
      'version',
      `is ${String(value['version'])}, and this reeve reads up to ${projectVersion}`,
      {
        next: 'install the reeve that made it: npm install reeve@latest',
      },
    );
  const problem = schemaProblem(value, projectSchema);
  if (problem !== undefined) throw new ProjectFileError(file, problem.path, problem.message, { next: problem.next });
  const {
    version = 0,
    programs = defaultPrograms,
    resources = [],
    plugins = [],
    generated = {},
    ...rest
  } = value as Partial<Project> & { name: string; domain: string }; // the schema was held
  for (const [at, one] of plugins.entries())
    if ((one.package === undefined) === (one.external === undefined))
      throw new ProjectFileError(file, `plugins[${at}]`, 'must have either package or external', {
        next: 'name an npm package, or the key of an executable',
      });
  return { version, programs, resources, plugins, generated, ...rest };
}

/** The project in a tree. */
export async function projectIn(tree: Pick<ProjectTree, 'read'>): Promise<Project> {
  const text = await tree.read(projectFileName);
  if (text === undefined)
    throw new ProjectFileError(projectFileName, '', 'is not here', { next: 'make a project here: npx reeve init' });
  return parseProject(text);
}

function jsonIn(text: string, file: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new ProjectFileError(file, '', 'is no JSON', {
      cause,
      next: `correct ${file}, or take it back from version control`,
    });
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
