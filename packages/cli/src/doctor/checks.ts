/**
 * The checks of `reeve doctor`, in order. What stands on something that is wrong is not looked at.
 */
import type { Client } from '@reeve/client';
import { compareDefinitions } from '@reeve/define';
import { CustomResourceDefinition } from '@reeve/kinds/apiextensions/v1/custom-resource-definition';
import { isConditionTrue, isNotFound } from '@reeve/machinery';
import { controllerNeeds, describeRule, missingRules } from '@reeve/runtime';
import type { OpenCluster } from '../cluster/open-cluster.ts';
import type { CommandContext } from '../command/command-context.ts';
import { isBreaking } from '../definition/breaking-changes.ts';
import { nextStepInDoctor } from '../error/next-step.ts';
import { openProgram } from '../source/open-program.ts';
import type { Defined, Program } from '../program/program.ts';
import { doubtful, well, wrong } from './finding.ts';
import type { Finding } from './finding.ts';

/** Looks at everything, one thing after the other. */
export async function* checks(context: CommandContext): AsyncGenerator<Finding, void, void> {
  yield nodeCheck(process.versions.node);
  const program = yield* programCheck(context);
  yield* pluginChecks(context);
  const opened = yield* configurationCheck(context);
  if (opened === undefined || !(yield* connectionCheck(opened, context))) return;
  if (program !== undefined) yield* permissionCheck(program, opened.client, context.signal);
  yield* program === undefined
    ? allDefinitions(opened.client, context.signal)
    : ownDefinitions(program, opened.client, context.signal);
}

/** The floor is Node 20.19. */
export function nodeCheck(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return well('Node', version);
  return wrong('Node', `${version} is too old`, 'install Node 20.19 or later');
}

async function* programCheck(context: CommandContext): AsyncGenerator<Finding, Program | undefined, void> {
  const { args, project } = context;
  try {
    if (args[0] === undefined && project.file === undefined && project.programs.length === 0) return undefined;
    const opening = await openProgram(context);
    const program = await opening.load();
    const kinds = program.controllers.map(({ for: kind }) => kind.kind).join(', ');
    yield well('program', `${opening.title} has controllers for ${kinds}`);
    return program;
  } catch (error) {
    yield failed('program', error);
    return undefined;
  }
}

/** What plugins look at. One that fails is a finding itself. */
async function* pluginChecks({ project, terminal, host, signal }: CommandContext): AsyncGenerator<Finding, void, void> {
  try {
    for (const { name, checks: all } of await project.plugins())
      for (const check of all) {
        try {
          const { folder, variables } = terminal;
          yield* await check({ project: project.file, folder, variables, host, signal });
        } catch (error) {
          yield failed(name, error);
        }
      }
  } catch (error) {
    yield failed('plugins', error);
  }
}

async function* configurationCheck(context: CommandContext): AsyncGenerator<Finding, OpenCluster | undefined, void> {
  try {
    const opened = await context.cluster();
    yield well('kubeconfig', `${opened.source}, namespace ${opened.namespace}`);
    return opened;
  } catch (error) {
    yield failed('kubeconfig', error);
    return undefined;
  }
}

async function* connectionCheck(
  { client, cluster }: OpenCluster,
  { signal, progress }: CommandContext,
): AsyncGenerator<Finding, boolean, void> {
  try {
    const { gitVersion } = await progress(`asking ${cluster.server}`, () => client.serverVersion({ signal }));
    yield well('server', `${cluster.server} answers, version ${gitVersion}`);
    await client.list(CustomResourceDefinition, { limit: 1, signal });
    return true;
  } catch (error) {
    yield failed('server', error);
    return false;
  }
}

async function* permissionCheck(
  program: Program,
  client: Client,
  signal: AbortSignal,
): AsyncGenerator<Finding, void, void> {
  const missing = await missingRules(client, program.controllers.flatMap(controllerNeeds), signal);
  if (missing.length === 0) return yield well('permissions', 'everything that the controllers need');
  for (const rule of missing)
    yield wrong('permissions', `may not ${describeRule(rule)}`, 'grant it: reeve render FILE has the rules');
}

/** The definitions of the program, against those on the server. */
async function* ownDefinitions(
  program: Program,
  client: Client,
  signal: AbortSignal,
): AsyncGenerator<Finding, void, void> {
  for (const defined of program.definitions) yield await definitionCheck(defined, client, signal);
}

const update = 'bring it up to date: reeve render FILE | kubectl apply --server-side -f -';

async function definitionCheck(defined: Defined, client: Client, signal: AbortSignal): Promise<Finding> {
  const { name } = defined.crd.metadata;
  try {
    const stored = await client.get(CustomResourceDefinition, name, { signal });
    const { changes } = compareDefinitions({ crd: stored as Defined['crd'] }, defined); // as servers store them
    if (changes.length === 0) return well('definition', `${name} is as the program has it`);
    const worst = changes.find(isBreaking);
    const { path, what } = worst ?? changes[0] ?? { path: '', what: '' };
    return doubtful('definition', `${name} differs: ${path} ${what}`, worst?.advice ?? update);
  } catch (error) {
    if (!isNotFound(error)) return failed('definition', error);
    return wrong(
      'definition',
      `${name} is not installed`,
      'install it: reeve render FILE | kubectl apply --server-side -f -',
    );
  }
}

/** All definitions of the server: whether they are established. */
async function* allDefinitions(client: Client, signal: AbortSignal): AsyncGenerator<Finding, void, void> {
  const { items } = await client.list(CustomResourceDefinition, { signal });
  const bad = items.filter(({ status }) => !isConditionTrue(status?.conditions ?? [], 'Established'));
  if (bad.length === 0) return yield well('definitions', `${items.length}, all served`);
  for (const { metadata } of bad) {
    yield wrong('definitions', `${metadata.name} is not served`, `see why: reeve describe crd ${metadata.name}`);
  }
}

const failed = (about: string, error: unknown): Finding =>
  wrong(about, error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error), nextStepInDoctor(error));
