/**
 * What expressions are evaluated on: the types of `self` and `oldSelf`, their values, and the place in a definition where a rule would stand.
 */
import { Optional, optionalType, types, toValue } from '@reeve/cel';
import type { Environment, Type } from '@reeve/cel';
import type { CustomResourceDefinition, CustomResourceVersion } from '@reeve/define';
import { isJsonObject } from '@reeve/machinery';
import type { ReadonlyJson } from '@reeve/machinery';
import { celTypeOf, compileSchema, requireStructural, ruleEnvironment, ruleTypeOf } from '@reeve/schema';
import type { SchemaNode } from '@reeve/schema';
import type { CommandContext } from '../command/command-context.ts';
import { UsageError } from '../error/usage-error.ts';
import { pathSteps, schemaAtPath, valueAtPath } from './path.ts';
import type { PathStep } from './path.ts';
import { readDefinitions, readValue } from './read-value.ts';

/** What expressions may use, and the values that there are. */
export interface Subject {
  readonly environment: Environment;
  /** The variables that have a value. */
  readonly bindings: Readonly<Record<string, unknown>>;
  /** Where a rule would stand; undefined without a definition. */
  readonly place: RulePlace | undefined;
}

/** A place in the schema of a definition. */
export interface RulePlace {
  readonly schema: ReadonlyJson;
  readonly steps: readonly PathStep[];
  readonly optionalOldSelf: boolean;
}

type Context = Pick<CommandContext, 'flags' | 'terminal'>;

/** Reads what the flags name. */
export async function subjectOf(context: Context): Promise<Subject> {
  const { flags } = context;
  const path = flags.text('path') ?? '';
  const steps = pathSteps(path);
  const schema = await schemaOf(context);
  const isOptional = flags.has('optional-old-self');
  const type = schema === undefined ? types.dyn : typeAt(schema, steps, path);
  const read = async (flag: string): Promise<ReadonlyJson | undefined> => {
    const name = flags.text(flag);
    return name === undefined
      ? undefined
      : at(await readValue(flag, name, context), schema, steps, `--${flag} ${name}`);
  };
  const [self, old] = [await read('self'), await read('old')];
  const oldSelf = isOptional ? (old === undefined ? Optional.none : new Optional(toValue(old, type))) : old;
  return {
    environment: ruleEnvironment(type, isOptional ? optionalType(type) : type),
    bindings: { ...(self === undefined ? {} : { self }), ...(oldSelf === undefined ? {} : { oldSelf }) },
    place: schema === undefined ? undefined : { schema, steps, optionalOldSelf: isOptional },
  };
}

/** The value at the path. An object of a definition has its defaults, and no fields that the schema does not know. */
function at(
  object: ReadonlyJson,
  schema: ReadonlyJson | undefined,
  steps: readonly PathStep[],
  where: string,
): ReadonlyJson {
  const isObject = schema !== undefined && isJsonObject(object);
  const value = valueAtPath(isObject ? compileSchema(schema).conform(object).object : object, steps);
  if (value !== undefined) return value;
  throw new UsageError(`${where} has nothing at the path: a rule there would not be evaluated`);
}

/** The type of the values at a path, as rules see them. */
function typeAt(schema: ReadonlyJson, steps: readonly PathStep[], path: string): Type {
  const found = schemaAtPath(schema, steps);
  if (found === undefined) throw new UsageError(`--path ${path}: the schema does not describe it`);
  const node = nodeAt(requireStructural(schema).root, steps);
  const type = node === undefined ? undefined : ruleTypeOf(node, steps.length === 0 ? { isResource: true } : {});
  if (type !== undefined) return celTypeOf(type, 'self');
  throw new UsageError(`--path ${path}: a rule cannot stand there, as the schema does not say what the values are`);
}

const nodeAt = (root: SchemaNode, steps: readonly PathStep[]): SchemaNode | undefined =>
  steps.reduce<SchemaNode | undefined>(
    (node, step) => node?.items ?? node?.properties.get(String(step)) ?? node?.additionalProperties?.schema,
    root,
  );

/** The schema of the definition that the flags name. */
async function schemaOf(context: Context): Promise<ReadonlyJson | undefined> {
  const { flags } = context;
  const file = flags.text('crd');
  if (file === undefined) {
    for (const flag of ['kind', 'api-version'])
      if (flags.has(flag)) throw new UsageError(`--${flag} says which definition of a --crd FILE: name one`);
    return undefined;
  }
  const crd = oneDefinition(await readDefinitions(file, context), file, flags.text('kind'));
  const version = versionOf(crd, flags.text('api-version'));
  return (version.schema?.openAPIV3Schema ?? { type: 'object' }) as ReadonlyJson;
}

function oneDefinition(
  definitions: readonly CustomResourceDefinition[],
  file: string,
  kind: string | undefined,
): CustomResourceDefinition {
  const kinds = definitions.map(({ spec }) => spec.names.kind).join(', ');
  const found = definitions.filter(({ spec }) => kind === undefined || spec.names.kind === kind);
  const [only] = found;
  if (only === undefined) throw new UsageError(`${file} has no definition of ${kind}: it has ${kinds}`);
  if (found.length > 1) throw new UsageError(`${file} has several definitions: say which with --kind: ${kinds}`);
  return only;
}

/** The version by its name, with or without the group; the stored one if none is named. */
function versionOf({ spec }: CustomResourceDefinition, name: string | undefined): CustomResourceVersion {
  const wanted = name?.slice(name.lastIndexOf('/') + 1);
  const found = spec.versions.find((version) => (wanted === undefined ? version.storage : version.name === wanted));
  if (found !== undefined) return found;
  const known = spec.versions.map((version) => version.name).join(', ');
  throw new UsageError(`${spec.names.kind} has no version ${wanted ?? 'that objects are stored in'}: it has ${known}`);
}
