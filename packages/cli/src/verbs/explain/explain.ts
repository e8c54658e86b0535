/**
 * `reeve explain`: the fields of a kind, from what the server publishes of it. Upstream: kubectl explain.
 */
import type { KindSchema } from '@reeve/client';
import { isJsonArray, isJsonObject, nearest, type AnyKind } from '@reeve/machinery';
import type { CommandContext } from '../../command/command-context.ts';
import { CliError } from '../../error/cli-error.ts';
import { UsageError, exitCodes } from '../../error/usage-error.ts';
import { targetsOf } from '../resource/target.ts';
import { schemaOf, typeOf, type Field } from './field.ts';
import { wrapped } from './wrapped.ts';

const nothing = '<empty>';
const noDescription = '<no description>';

export async function run(context: CommandContext): Promise<number> {
  const { args, flags, signal } = context;
  const [word, ...more] = args;
  if (word === undefined || more.length > 0)
    throw new UsageError('You must specify the type of resource to explain', {
      next: 'reeve explain deployment.spec',
      exitCode: exitCodes.failed,
    });
  const [type = '', ...path] = word.split('.');
  const { client } = await context.cluster();
  const [target] = await targetsOf(client, [type], signal);
  if (target === undefined) return exitCodes.failed;
  const version = flags.text('api-version');
  const kind =
    version === undefined
      ? target.kind
      : await client.kindOf({ apiVersion: version, kind: target.kind.kind, metadata: {} }, { signal });
  const schemas = await client.openApi.schemaOf(kind, { signal });
  const field = path.reduce<Field>((parent, name) => childOf(parent, name, schemas), {
    name: '',
    schema: schemas.schema,
    isRequired: false,
  });
  for (const line of linesOf(kind, path, schemaOf(field, schemas), schemas, flags.has('recursive')))
    context.print(line);
  return exitCodes.done;
}

function childOf(parent: Field, name: string, schemas: KindSchema): Field {
  const fields = schemaOf(parent, schemas).fields;
  const found = fields.find((field) => field.name === name);
  if (found !== undefined) return found;
  const meant = nearest(
    name,
    fields.map((field) => field.name),
  );
  throw new CliError('REEVE_NO_FIELD', `field "${name}" does not exist`, {
    next: meant === undefined ? undefined : `did you mean ${meant}?`,
  });
}

function linesOf(
  kind: AnyKind,
  path: readonly string[],
  described: ReturnType<typeof schemaOf>,
  schemas: KindSchema,
  isRecursive: boolean,
): string[] {
  const { description, fields, type, values } = described;
  return [
    ...(kind.group === '' ? [] : [`GROUP:      ${kind.group}`]),
    `KIND:       ${kind.kind}`,
    `VERSION:    ${kind.version}`,
    '',
    ...(path.length === 0 ? [] : [`FIELD: ${path.at(-1)} <${type}>`, ...enumLines(values, ''), '', '']),
    'DESCRIPTION:',
    ...wrapped(description ?? nothing, 4),
    ...(description === undefined ? [] : ['    ']), // as kubectl ends a description
    ...(fields.length === 0
      ? ['']
      : ['FIELDS:', ...fields.flatMap((field) => fieldLines(field, schemas, isRecursive)), '']),
  ];
}

function fieldLines(field: Field, schemas: KindSchema, isRecursive: boolean): string[] {
  if (isRecursive) return treeLines(field, schemas, 1, new Set());
  const { description, values } = schemaOf(field, schemas);
  return [headOf(field, schemas, 1), ...enumLines(values, '  '), ...wrapped(description ?? noDescription, 4), ''];
}

/** A field and all below it; what contains itself is shown once. */
function treeLines(field: Field, schemas: KindSchema, depth: number, above: ReadonlySet<string>): string[] {
  const { fields, reference, values } = schemaOf(field, schemas);
  const head = [headOf(field, schemas, depth), ...enumLines(values, '  '.repeat(depth), 4)];
  if (reference !== undefined && above.has(reference)) return head;
  const within = reference === undefined ? above : new Set([...above, reference]);
  return [...head, ...fields.flatMap((child) => treeLines(child, schemas, depth + 1, within))];
}

const headOf = (field: Field, schemas: KindSchema, depth: number): string =>
  `${'  '.repeat(depth)}${field.name}\t<${typeOf(field.schema, schemas)}>${field.isRequired ? ' -required-' : ''}`;

/** The values that a field may have; in a tree only the first of many. */
function enumLines(values: readonly unknown[], indent: string, most = Infinity): string[] {
  if (values.length === 0) return [];
  const texts = values
    .map((value) => (isJsonObject(value) || isJsonArray(value) ? JSON.stringify(value) : String(value)))
    .toSorted();
  const named = texts.map((text) => (text === '' ? '""' : text));
  const shown = named.length > most ? [...named.slice(0, most), '....'].join(', ') : named.join(', ');
  return [`${indent}enum: ${shown}`];
}
