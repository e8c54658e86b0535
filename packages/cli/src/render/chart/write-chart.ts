/**
 * Writes a Helm chart with the objects of an operator. Files that are made anew each time say so in their first line; Chart.yaml, values and templates of a
 * person's own are kept. Nothing is written before everything could be made.
 */
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { KubeObject } from '@reeve/machinery';
import { CliError } from '../../error/cli-error.ts';
import type { Files } from '../../terminal/files.ts';
import { chartObjects } from './chart-objects.ts';
import { helpers, templateOf } from './template.ts';
import { defaultValues, mergedValues, valuesSchema } from './values.ts';

const generated =
  '{{- /* Made by reeve render --chart, which writes it anew. Write templates of your own beside it. */ -}}\n';

/** What a chart is made of. */
export interface ChartOptions {
  readonly files: Files;
  /** The chart's folder. */
  readonly folder: string;
  readonly name: string;
  readonly image: string;
  readonly replicas: number;
  /** The objects, made with the marks as their names. */
  readonly objects: readonly KubeObject[];
  /** True writes over files of a person's own that are in the way. */
  readonly isForced: boolean;
}

/** What was done to a file of the chart. */
export interface ChartFile {
  readonly path: string;
  readonly change: 'wrote' | 'kept' | 'unchanged' | 'removed';
}

/** Writes the chart, and says what became of each file. */
export async function writeChart(options: ChartOptions): Promise<readonly ChartFile[]> {
  const { files, folder, name } = options;
  const wanted = await chartFiles(options);
  const before = await existingTemplates(files, join(folder, 'templates'), 'templates');
  const inTheWay: string[] = [];
  const stale: string[] = [];
  for (const [path, text] of before) {
    const isOurs = text.startsWith(generated);
    if (wanted.has(path) && !isOurs && text !== wanted.get(path)) inTheWay.push(path);
    if (!wanted.has(path) && isOurs) stale.push(path);
  }
  if (inTheWay.length > 0 && !options.isForced)
    throw new CliError(
      'REEVE_FILE_EXISTS',
      `${inTheWay.join(' and ')} of the chart ${name} stand where files of the operator belong`,
      {
        next: 'rename them, or write over them: --force',
      },
    );
  return await write(files, folder, { wanted, stale });
}

/** All files by their path in the chart. */
async function chartFiles({
  files,
  folder,
  name,
  image,
  replicas,
  objects,
}: ChartOptions): Promise<Map<string, string>> {
  const prepared = chartObjects(objects);
  const values = defaultValues({ image, replicas, resources: prepared.defaults.resources });
  const [ownChart, ownValues] = await Promise.all(
    ['Chart.yaml', 'values.yaml'].map((file) => files.read(join(folder, file))),
  );
  return new Map([
    ['Chart.yaml', ownChart ?? chartYaml(name)],
    ['values.yaml', ownValues === undefined ? values : mergedValues(ownValues, values, join(folder, 'values.yaml'))],
    ['values.schema.json', valuesSchema()],
    ['templates/_reeve.tpl', `${generated}${helpers(name)}`],
    ...prepared.objects.map(
      ({ object, file, condition }) =>
        [`templates/${file}`, `${generated}${templateOf(object, { chart: name, condition })}`] as const,
    ),
  ]);
}

const chartYaml = (name: string): string =>
  stringify({
    apiVersion: 'v2',
    name,
    description: `The operator ${name}`,
    type: 'application',
    version: '0.1.0',
    appVersion: 'latest',
  });

/** The texts of the templates that are there. */
async function existingTemplates(files: Files, folder: string, below: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { name, isFolder } of (await files.list(folder)) ?? []) {
    const path = `${below}/${name}`;
    if (isFolder)
      for (const [inner, text] of await existingTemplates(files, join(folder, name), path)) found.set(inner, text);
    else found.set(path, (await files.read(join(folder, name))) ?? '');
  }
  return found;
}

async function write(
  files: Files,
  folder: string,
  { wanted, stale }: { readonly wanted: ReadonlyMap<string, string>; readonly stale: readonly string[] },
): Promise<readonly ChartFile[]> {
  const done: ChartFile[] = [];
  for (const [path, text] of wanted) {
    const before = await files.read(join(folder, path));
    if (before !== text) await files.write(join(folder, path), text);
    done.push({ path, change: before === text ? (path === 'Chart.yaml' ? 'kept' : 'unchanged') : 'wrote' });
  }
  for (const path of stale) {
    await files.remove(join(folder, path));
    done.push({ path, change: 'removed' });
  }
  return done;
}
