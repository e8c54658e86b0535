/**
 * reeve as an executable of kubebuilder: a request becomes the files that reeve's own generators write over its universe.
 */
import { isJsonObject } from '@reeve/machinery';
import { createApi } from '../generate/api.ts';
import { createProject, defaultDomain } from '../generate/project-files.ts';
import { labelOf } from '../names/kind-names.ts';
import { planOf } from '../plan/plan.ts';
import { memoryReader } from '../plugin/generated.ts';
import { projectFileName } from '../project/project-file.ts';
import type { ProjectTree } from '../tree/tree.ts';
import { externalVersion } from './protocol.ts';

/** What is printed. */
interface Answer {
  readonly apiVersion: string;
  readonly command: string;
  readonly [field: string]: unknown;
}

/** Answers a request. What is wrong is an answer, too. */
export async function answerRequest(text: string, reeve: string): Promise<Answer> {
  let command = '';
  try {
    const request = JSON.parse(text) as unknown;
    if (!isJsonObject(request) || typeof request['command'] !== 'string')
      throw new Error('the request is no JSON object with a command');
    command = request['command'];
    return { apiVersion: externalVersion, command, ...(await answered(command, request, reeve)) };
  } catch (error) {
    const errorMsgs = [error instanceof Error ? error.message : String(error)];
    return { apiVersion: externalVersion, command, error: true, errorMsgs };
  }
}

async function answered(command: string, request: Readonly<Record<string, unknown>>, reeve: string): Promise<object> {
  const args = Array.isArray(request['args']) ? request['args'].map(String) : [];
  if (command === 'flags') return { flags: args[0] === '--api' ? apiFlags : [] };
  if (command === 'metadata') return { metadata: { Description: description, Examples: examples } };
  if (!['init', 'create api', 'edit'].includes(command)) throw new Error(`reeve has no part in ${command}`);
  const universe = isJsonObject(request['universe']) ? (request['universe'] as Readonly<Record<string, string>>) : {};
  const config = isJsonObject(request['config']) ? request['config'] : {};
  const plan = await planOf({
    reader: memoryReader(universe),
    steps: [
      { by: 'reeve', generator: 'init', generate: (tree) => ensureProject(tree, config, reeve) },
      ...(command === 'create api'
        ? [{ by: 'reeve', generator: 'create api', generate: (tree: ProjectTree) => makeApi(tree, args) }]
        : []),
    ],
  });
  const kept = plan.files.filter(({ isInTheWay }) => isInTheWay).map(({ path }) => path);
  if (kept.length > 0) throw new Error(`${kept.join(', ')} would be overwritten: nothing was made`);
  const changed = plan.files.filter(({ state }) => state === 'new' || state === 'changed');
  return { universe: Object.fromEntries(changed.map(({ path, after }) => [path, after])) };
}

async function ensureProject(
  tree: ProjectTree,
  config: Readonly<Record<string, unknown>>,
  reeve: string,
): Promise<void> {
  if (await tree.exists(projectFileName)) return;
  const domain =
    typeof config['domain'] === 'string' && config['domain'].includes('.') ? config['domain'] : defaultDomain;
  const { projectName } = config;
  await createProject(tree, { name: labelOf(typeof projectName === 'string' ? projectName : ''), domain, reeve });
}

async function makeApi(tree: ProjectTree, args: readonly string[]): Promise<void> {
  const flag = (name: string): string | undefined => {
    const at = args.findIndex((word) => word === `--${name}` || word.startsWith(`--${name}=`));
    if (at < 0) return undefined;
    const [, value] = args[at]?.split('=') ?? [];
    return value ?? args[at + 1] ?? '';
  };
  const isNamespaced = flag('namespaced') !== 'false';
  await createApi(tree, {
    group: flag('group'),
    version: flag('version'),
    kind: flag('kind') ?? '',
    scope: isNamespaced ? 'Namespaced' : 'Cluster',
    controller: flag('controller') !== 'false',
  });
}

const description =
  'A controller in TypeScript on reeve, beside the one in Go: package.json, tsconfig.json, reeve.json, src/.';
const examples =
  'kubebuilder init --plugins go/v4,reeve/v1 --domain example.com\nkubebuilder create api --group web --version v1 --kind Shop';

/** What `create api` takes besides group, version and kind. */
const apiFlags = [
  { Name: 'namespaced', Type: 'bool', Default: 'true', Usage: 'objects live in namespaces' },
  { Name: 'controller', Type: 'bool', Default: 'true', Usage: 'with a controller' },
];
