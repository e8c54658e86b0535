/**
 * Runs `reeve render`: prints manifests, or writes a file each.
 */
import { join, resolve } from 'node:path';
import { stringify } from 'yaml';
import type { KubeObject } from '@reeve/machinery';
import { dns1123LabelProblems } from '@reeve/machinery';
import type { CommandContext } from '../command/command-context.ts';
import { UsageError } from '../error/usage-error.ts';
import { openProgram } from '../source/open-program.ts';
import type { Program } from '../program/program.ts';
import { manifestsOf } from './manifests.ts';
import type { RenderOptions } from './manifests.ts';

/** Runs `reeve render FILE`. */
export async function run(context: CommandContext): Promise<void> {
  const { flags, terminal, print, say } = context;
  const opening = await openProgram(context);
  const program = await opening.load();
  const name = dnsLabel('name', flags.text('name') ?? opening.name);
  const namespace = dnsLabel('namespace', flags.text('namespace') ?? `${name}-system`);
  const image = flags.text('image') ?? `${name}:latest`;
  const replicas = flags.integer('replicas') ?? 1;
  const extras = {
    networkPolicy: flags.has('network-policy'),
    serviceMonitor: flags.has('service-monitor'),
    dashboard: flags.has('dashboard'),
  };
  const certificates = flags.text('certificates') === 'cert-manager' ? 'cert-manager' : 'own';
  const options = { name, namespace, image, replicas, file: opening.word, extras, certificates } as const;
  const [folder, chart] = [flags.text('out'), flags.text('chart')];
  if (folder !== undefined && chart !== undefined)
    throw new UsageError('--out and --chart write different things: choose one');
  if (chart !== undefined) return await writeAsChart(context, program, { ...options, chart });
  const objects = await objectsOf(context, program, options);
  if (folder === undefined) return print(objects.map(yamlOf).join('---\n').trimEnd());
  const names = objects.map((object, index) => `${String(index + 1).padStart(2, '0')}-${fileName(object)}`); // kubectl applies by name
  const kustomization = { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', resources: names };
  const files = [
    ...objects.map((object, index) => [names[index] ?? '', yamlOf(object)] as const),
    ['kustomization.yaml', stringify(kustomization)] as const,
  ];
  for (const [file, text] of files) {
    await terminal.files.write(resolve(terminal.folder, join(folder, file)), text);
    say(`wrote ${join(folder, file)}`);
  }
}

/** The objects of the program, as the plugins of the project leave them. */
async function objectsOf(
  { project }: CommandContext,
  program: Program,
  options: RenderOptions,
): Promise<readonly KubeObject[]> {
  const { name, namespace, image } = options;
  let objects: readonly KubeObject[] = manifestsOf(program, options);
  for (const { renderers } of await project.plugins())
    for (const render of renderers) objects = await render(objects, { name, namespace, image, ...program });
  return objects;
}

async function writeAsChart(
  context: CommandContext,
  program: Program,
  { chart, ...options }: RenderOptions & { readonly chart: string },
): Promise<void> {
  const { flags, terminal, say } = context;
  const { writeChart } = await import('./chart/write-chart.ts');
  const { marks } = await import('./chart/template.ts');
  const { name, image, replicas } = options;
  const objects = await objectsOf(context, program, { ...options, ...marks, replicas: 2 }); // with the budget of several replicas
  const folder = resolve(terminal.folder, chart);
  const isForced = flags.has('force');
  const files = await writeChart({ files: terminal.files, folder, name, image, replicas, objects, isForced });
  for (const { path, change } of files) if (change !== 'unchanged') say(`${change} ${join(chart, path)}`);
  say(
    `check it: helm lint ${chart}; install it: helm install ${name} ${chart} -n ${options.namespace} --create-namespace`,
  );
}

/** Long texts stay in one line, so that nothing in them changes. */
const yamlOf = (object: KubeObject): string => stringify(object, { lineWidth: 0, aliasDuplicateObjects: false });

const fileName = ({ kind = '', metadata }: KubeObject): string => `${kind.toLowerCase()}-${metadata.name ?? ''}.yaml`;

function dnsLabel(flag: string, value: string): string {
  const [problem] = dns1123LabelProblems(value);
  if (problem !== undefined) throw new UsageError(`--${flag} ${value} is no name for objects: ${problem}`);
  return value;
}
