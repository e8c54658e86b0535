/**
 * `npm create reeve`: a project with a resource, a controller and a test, in files only. An edge: it reads arguments, asks at a terminal, and writes files.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { carryOut, createApi, createProject, labelOf, planLines, planOf, ScaffoldError } from '@reeve/scaffold';
import type { ProjectReader, ProjectWriter } from '@reeve/scaffold';

/** Where it runs. */
export interface Surroundings {
  readonly folder: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Whether somebody can be asked. */
  readonly isTty: boolean;
  print(line: string): void;
  say(line: string): void;
}

/** The version of reeve that projects get. A test compares it with package.json. */
export const reeveVersion = '0.0.0';

const help = `Usage: npm create reeve [folder] -- [options]

Makes a project of reeve: package.json, tsconfig.json, reeve.json, .gitignore, a resource with its controller, and a test.

  --name <name>      the name of the operator; that of the folder by default
  --domain <domain>  what API groups are named under; example.com by default
  --kind <kind>      the kind of the first resource; Website by default
  --group <group>    its API group; the domain by default
  --scope <scope>    Namespaced or Cluster
  --no-api           no resource: what reeve init makes
  --dry-run          write nothing, and say what would be written
  -y, --yes          ask nothing
  -h, --help         print this help`;

/** Runs it, and gives the exit code. */
export async function createReeve(words: readonly string[], around: Surroundings): Promise<number> {
  try {
    return await create(words, around);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` [${String(error.code)}]` : '';
    around.say(`error: ${error instanceof Error ? error.message : String(error)}${code}`);
    if (error instanceof ScaffoldError && error.next !== undefined) around.say(`  next: ${error.next}`);
    if (error instanceof ScaffoldError) return error.exitCode;
    return code.includes('ERR_PARSE_ARGS') ? 2 : 1;
  }
}

async function create(words: readonly string[], around: Surroundings): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true, allowNegative: true });
  if (values.help === true) {
    around.print(help);
    return 0;
  }
  const [place = await answer('the folder', 'my-operator', values.yes, around), ...more] = positionals;
  if (more.length > 0)
    throw new ScaffoldError('REEVE_USAGE', `one folder is made at a time: ${more.join(' ')} is too much`, {
      exitCode: 2,
    });
  const folder = resolve(around.folder, place);
  const name = values.name ?? labelOf(basename(folder));
  const domain = values.domain ?? (await answer('the domain of API groups', 'example.com', values.yes, around));
  const hasApi = values.api;
  const kind =
    values.kind ?? (hasApi ? await answer('the kind of the first resource', 'Website', values.yes, around) : '');
  const { group, scope } = values;
  const api = { group, scope, kind, controller: true, test: true };
  const disk = filesIn(folder);
  const plan = await planOf({
    reader: disk,
    steps: [
      {
        by: 'reeve',
        generator: 'init',
        answers: { name, domain },
        generate: (tree) => createProject(tree, { name, domain, reeve: reeveVersion }),
      },
      ...(hasApi
        ? [
            {
              by: 'reeve',
              generator: 'create api',
              answers: withoutUndefined(api),
              generate: async (tree: Parameters<typeof createApi>[0]) => void (await createApi(tree, api)),
            },
          ]
        : []),
    ],
  });
  if (values['dry-run'] === true) {
    planLines(plan).forEach(around.print);
    return 0;
  }
  await carryOut(plan, disk);
  for (const { path, state } of plan.files)
    around.print(`${state === 'new' ? '+' : state === 'kept' ? '!' : '~'} ${path}`);
  const steps = [
    ...(folder === around.folder ? [] : [`cd ${relative(around.folder, folder)}`]),
    'npm install',
    hasApi ? 'npm run dev' : 'npx reeve create api --kind Shop',
  ];
  around.say(`\nnext:\n${steps.map((step) => `  ${step}`).join('\n')}`);
  return 0;
}

const options = {
  name: { type: 'string' },
  domain: { type: 'string' },
  kind: { type: 'string' },
  group: { type: 'string' },
  scope: { type: 'string' },
  api: { type: 'boolean', default: true },
  'dry-run': { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** The answer of a person, or what it is when nobody is there: in CI, in a pipe, with `--yes`. */
async function answer(
  asks: string,
  preset: string,
  isYes: boolean | undefined,
  { isTty, variables }: Surroundings,
): Promise<string> {
  const { CI: ci } = variables;
  if (!isTty || isYes === true || (ci !== undefined && ci !== '' && ci !== 'false')) return preset;
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await reader.question(`${asks} (${preset}): `)).trim() || preset;
  } finally {
    reader.close();
  }
}

/** A folder on disk. A file is written beside its place and renamed. */
function filesIn(folder: string): ProjectReader & ProjectWriter {
  const at = (path: string): string => join(folder, path);
  return {
    read: (path) => Promise.resolve(unlessMissing(() => readFileSync(at(path), 'utf8'))),
    list: (path) =>
      Promise.resolve(
        unlessMissing(() =>
          readdirSync(at(path), { withFileTypes: true }).map((entry) => ({
            name: entry.name,
            isFolder: entry.isDirectory(),
          })),
        ),
      ),
    write: async (path, text) => {
      mkdirSync(dirname(at(path)), { recursive: true });
      const draft = `${at(path)}.${process.pid}.tmp`;
      writeFileSync(draft, text, { flag: 'wx' });
      renameSync(draft, at(path));
      return Promise.resolve();
    },
    remove: (path) => Promise.resolve(rmSync(at(path), { force: true })),
  };
}

function unlessMissing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined;
    throw error;
  }
}

const withoutUndefined = (value: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));
