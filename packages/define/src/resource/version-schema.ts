/**
 * The schema of a whole object of one version: type, metadata, spec and status. A spec in which nothing is required defaults to an empty one, so that the defaults
 * inside it apply when it is left out.
 */
import type { ReadonlyJson } from '@reeve/machinery';
import { structuralSchema } from '@reeve/schema';
import type { Notes } from '../front-end/json-schema-of.ts';
import { jsonSchemaOf } from '../front-end/json-schema-of.ts';
import type { AnySchema } from '../front-end/standard-schema.ts';
import { isStandardSchema } from '../front-end/standard-schema.ts';
import type { Rule, RuleMeta } from '../k/rules.ts';
import type { Structural } from '../structural/structuralize.ts';
import { structuralize } from '../structural/structuralize.ts';
import type { VersionOptions } from './resource-options.ts';

/** The `openAPIV3Schema` of a version. */
export function versionSchema(options: VersionOptions, notes: Notes): Structural {
  const parts = Object.entries({ ...options.fields, spec: options.spec, status: options.status });
  const fields = parts.flatMap(([name, schema]) =>
    schema === undefined ? [] : [[name, partSchema(schema, name, notes)] as const],
  );
  const spec = fields.find(([name]) => name === 'spec')?.[1];
  const required = options.required ?? (Array.isArray(spec?.['required']) ? ['spec'] : []);
  return {
    type: 'object',
    ...(options.description === undefined ? {} : { description: options.description }),
    ...(required.length === 0 ? {} : { required: [...required] }),
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: metadataSchema(options),
      ...Object.fromEntries(fields),
    },
    ...options.keywords,
    ...(options.rules === undefined ? {} : { 'x-kubernetes-validations': options.rules.flatMap(plainRules) }),
  };
}

function partSchema(schema: AnySchema, name: string, notes: Notes): Structural {
  const json = jsonSchemaOf(schema, name, notes);
  if (json === undefined) return {};
  if (!isStandardSchema(schema) && isStructural(json)) return json;
  const structural = structuralize(json, name, notes);
  if (name !== 'spec' && name !== 'status') return structural;
  if (structural['type'] !== 'object') notes.problems.add(name, 'it must be an object', 'write z.object({ … })');
  const needsDefault = name === 'spec' && structural['required'] === undefined && structural['default'] === undefined;
  return needsDefault ? { ...structural, default: {} } : structural;
}

/** JSON Schema that a server would take is taken as it is. */
const isStructural = (json: Structural): boolean =>
  structuralSchema({ type: 'object', properties: { part: json } } as ReadonlyJson, { rules: 'not compiled' }).violations
    .length === 0;

const plainRules = (rule: Rule | RuleMeta): readonly Rule[] =>
  isRuleMeta(rule) ? rule['x-kubernetes-validations'] : [rule];

const isRuleMeta = (rule: Rule | RuleMeta): rule is RuleMeta => 'x-kubernetes-validations' in rule;

const metadataSchema = ({ name }: VersionOptions): Structural =>
  name === undefined ? { type: 'object' } : { type: 'object', properties: { name: { type: 'string', ...name } } };
