/**
 * `reeve get`: objects as the server's tables, or whole in other formats; once, or as they change.
 */
import type { Table } from '@reeve/client';
import { type KubeObject, isAbort, isNotFound } from '@reeve/machinery';
import type { CommandContext } from '../../command/command-context.ts';
import { UsageError, exitCodes } from '../../error/usage-error.ts';
import { manifestTargets } from '../manifest/manifest-targets.ts';
import { printerFor, type Printer } from '../output/printer.ts';
import { TextTable } from '../output/text-table.ts';
import { resourceRequest, type Place } from '../resource/resource-request.ts';
import { serverMessage } from '../resource/server-message.ts';
import { tableLines, type Asked } from './asked.ts';
import { sortedBy } from './sorted-by.ts';
import { targetsOf, type Target } from '../resource/target.ts';
import { watchTarget } from './watch-target.ts';

export async function run(context: CommandContext): Promise<number> {
  const asked = await understand(context);
  if (context.flags.has('watch') || context.flags.has('watch-only')) return watched(asked);
  return asked.printer === undefined ? printTables(asked) : printObjects(asked, asked.printer);
}

async function understand(context: CommandContext): Promise<Asked> {
  const { flags, args, signal } = context;
  const printer = printerFor(flags.text('output') ?? '', {
    showsManagers: flags.has('show-managed-fields'),
    hasHeader: flags.has('headers'),
  });
  const files = flags.all('filename');
  if (args.length === 0 && files.length === 0)
    throw new UsageError('You must specify the type of resource to get', {
      next: 'reeve get pods',
      exitCode: exitCodes.failed,
    });
  if (args.length > 0 && files.length > 0)
    throw new UsageError(
      'when paths, URLs, or stdin is provided as resource input, you may not specify resource arguments as well',
      { exitCode: exitCodes.failed },
    );
  const { client, namespace } = await context.cluster();
  const targets = files.length > 0 ? await manifestTargets(context) : await targetsOf(client, args, signal);
  const isEverywhere = flags.has('all-namespaces');
  refuseContradictions(context, targets, isEverywhere);
  const showsKind = flags.has('show-kind') || new Set(targets.map(({ kind }) => kind)).size > 1;
  return {
    context,
    targets,
    namespace: isEverywhere ? undefined : namespace,
    selection: { labelSelector: flags.text('selector'), fieldSelector: flags.text('field-selector') },
    printer,
    hasHeader: flags.has('headers'),
    style: {
      isWide: flags.text('output') === 'wide',
      showsNamespace: isEverywhere,
      showsLabels: flags.has('show-labels'),
      labelColumns: flags.all('label-columns').flatMap((text) => text.split(',')),
      showsKind,
    },
  };
}

function refuseContradictions({ flags }: CommandContext, targets: readonly Target[], isEverywhere: boolean): void {
  const isNamed = targets.some(({ named }) => named !== undefined);
  const refuse = (message: string): never => {
    throw new UsageError(message, { exitCode: exitCodes.failed });
  };
  if (isNamed && isEverywhere) refuse('a resource cannot be retrieved by name across all namespaces');
  if (isNamed && (flags.text('selector') ?? flags.text('field-selector')) !== undefined)
    refuse('name cannot be provided when a selector is specified');
  if (!flags.has('watch') && !flags.has('watch-only')) return;
  if (targets.length > 1) refuse('you may only specify a single resource type');
  if ((targets[0]?.named?.length ?? 1) > 1)
    refuse('you may only watch a single resource or type of resource at a time');
}

async function watched(asked: Asked): Promise<number> {
  const [target] = asked.targets;
  if (target === undefined) return exitCodes.done;
  try {
    await watchTarget(asked, target);
  } catch (error) {
    if (!isAbort(error)) throw error;
  }
  return exitCodes.done;
}

/** Prints a table per kind, with an empty line between two. */
async function printTables(asked: Asked): Promise<number> {
  const { context } = asked;
  let [code, isFirst, printedRows]: [number, boolean, number] = [exitCodes.done, true, 0];
  for (const target of asked.targets) {
    const { tables, failed } = await tablesOf(asked, target);
    if (failed) code = exitCodes.failed;
    const rows = tables.flatMap(({ rows: found }) => found);
    const [table] = tables;
    if (table === undefined || rows.length === 0) continue;
    if (!isFirst && asked.hasHeader) context.print('');
    for (const line of tableLines(asked, { ...table, rows }, target.kind, new TextTable(), asked.hasHeader))
      context.print(line);
    isFirst = false;
    printedRows += rows.length;
  }
  if (printedRows === 0 && code === exitCodes.done) sayEmpty(asked);
  return code;
}

/** The tables of a target: one for a list, one per name. What the server refuses is said, and the rest goes on. */
async function tablesOf(asked: Asked, { kind, named }: Target): Promise<{ tables: Table[]; failed: boolean }> {
  const { context, namespace, selection } = asked;
  const places: Place[] = named?.map((one) => ({ namespace, ...one })) ?? [{ namespace }];
  const { client } = await context.cluster();
  const includeObject = context.flags.text('sort-by') === undefined ? undefined : 'Object';
  const tables: Table[] = [];
  let failed = false;
  for (const place of places) {
    try {
      const request = resourceRequest(client, kind, place, { ...selection, includeObject });
      const result = await context.progress(`reading ${kind.plural}`, () =>
        request.as('Table').do({ signal: context.signal }),
      );
      tables.push(result.get() as unknown as Table); // the shape that was asked for
    } catch (error) {
      const said = say(context, error);
      if (said === undefined) throw error;
      failed ||= said === 'failed';
    }
  }
  return { tables, failed };
}

async function printObjects(asked: Asked, printer: Printer): Promise<number> {
  const { context } = asked;
  const found: KubeObject[] = [];
  let failed = false;
  for (const target of asked.targets) {
    const { objects, failed: hasFailed } = await objectsOf(asked, target);
    found.push(...objects);
    failed ||= hasFailed;
  }
  const isSingle = asked.targets.length === 1 && asked.targets[0]?.named?.length === 1;
  const [only] = found;
  const path = context.flags.text('sort-by');
  const items = path === undefined ? found : sortedBy(path, found, (object) => object);
  if (!isSingle || only !== undefined)
    context.terminal.stdout.write(await printer.print(isSingle && only !== undefined ? { object: only } : { items }));
  if (failed) return exitCodes.failed;
  const isQuiet = ['yaml', 'json'].includes(context.flags.text('output') ?? '');
  if (found.length === 0 && !isQuiet && !(context.flags.text('output') ?? '').startsWith('jsonpath')) sayEmpty(asked);
  return exitCodes.done;
}

async function objectsOf(asked: Asked, { kind, named }: Target): Promise<{ objects: KubeObject[]; failed: boolean }> {
  const { context, namespace, selection } = asked;
  const { client } = await context.cluster();
  const { signal } = context;
  const objects: KubeObject[] = [];
  let failed = false;
  for (const one of named ?? [{}]) {
    try {
      const request = resourceRequest(client, kind, { namespace, ...one }, selection);
      const answer = (
        await context.progress(`reading ${kind.plural}`, () => request.do({ signal }))
      ).get() as unknown as KubeObject | { items: KubeObject[] }; // one by its name, a list otherwise
      const { apiVersion, kind: kindName } = kind;
      objects.push(
        ...('items' in answer ? answer.items.map((item) => ({ apiVersion, kind: kindName, ...item })) : [answer]),
      );
    } catch (error) {
      const said = say(context, error);
      if (said === undefined) throw error;
      failed ||= said === 'failed';
    }
  }
  return { objects, failed };
}

/** Says what a server refused; undefined when it was something else. */
function say(context: CommandContext, error: unknown): 'failed' | 'ignored' | undefined {
  if (isNotFound(error) && context.flags.has('ignore-not-found')) return 'ignored';
  const message = serverMessage(error);
  if (message !== undefined) context.say(message);
  return message === undefined ? undefined : 'failed';
}

function sayEmpty({ context, targets, namespace }: Asked): void {
  if (context.flags.has('ignore-not-found')) return;
  const isInNamespace = namespace !== undefined && targets.some(({ kind }) => kind.scope === 'Namespaced');
  context.say(isInNamespace ? `No resources found in ${namespace} namespace.` : 'No resources found');
}
