/**
 * One version of a CustomResourceDefinition from its options, checked as a server checks it.
 */
import { checkSelectableFields, printFieldError, structuralSchema, unrecognizedFormats } from '@reeve/schema';
import type { ReadonlyJson } from '@reeve/machinery';
import type { Notes } from '../front-end/json-schema-of.ts';
import { ruleProblems } from '../rules/rule-problems.ts';
import type { Structural } from '../structural/structuralize.ts';
import { printerColumns } from './columns.ts';
import type { CustomResourceVersion } from './custom-resource-definition.ts';
import type { ServedVersionOptions } from './resource-options.ts';
import { schemaAt } from './schema-at.ts';
import { versionSchema } from './version-schema.ts';

/** The version; problems are noted. */
export function makeVersion(
  name: string,
  options: ServedVersionOptions,
  storage: boolean,
  notes: Notes,
): CustomResourceVersion {
  const before = notes.problems.found.length;
  const schema = versionSchema(options, notes);
  if (notes.problems.found.length === before) checkStructural(schema, options, notes);
  const subresources = subresourcesOf(options, schema, notes);
  const { columns, selectableFields, deprecated } = options;
  return {
    name,
    served: options.served ?? true,
    storage,
    ...(deprecated === undefined || deprecated === false ? {} : { deprecated: true }),
    ...(typeof deprecated === 'string' ? { deprecationWarning: deprecated } : {}),
    schema: { openAPIV3Schema: schema },
    ...(Object.keys(subresources).length === 0 ? {} : { subresources }),
    ...(columns === undefined ? {} : { additionalPrinterColumns: printerColumns(columns, schema, notes.problems) }),
    ...(selectableFields === undefined ? {} : { selectableFields: selectableFields.map((jsonPath) => ({ jsonPath })) }),
  };
}

/** What a server would refuse the schema for. Defaults and list keys are checked here too. */
function checkStructural(
  json: Structural,
  { selectableFields = [] }: ServedVersionOptions,
  { problems, warnings }: Notes,
): void {
  const { schema, violations, rules } = structuralSchema(json as ReadonlyJson);
  for (const violation of violations) {
    const found = ruleProblems(violation, rules, json as ReadonlyJson);
    if (found === undefined) problems.add(objectPath(violation.field), violation.body, 'a server refuses it');
    for (const problem of found ?? []) problems.note(problem);
  }
  if (schema === undefined) return;
  for (const format of unrecognizedFormats(schema)) warnings.add('schema', format, 'servers ignore it');
  const selected = selectableFields.map((jsonPath) => ({ jsonPath }));
  for (const problem of checkSelectableFields(selected, schema, 'selectableFields')) {
    problems.add(problem.field, printFieldError(problem), 'select by a scalar field that the schema describes');
  }
}

/** Where in the object a place in the schema is: `properties[spec].properties[tags].items` is `spec.tags[]`. */
function objectPath(field: string): string {
  const inner = field.replace(/^spec\.validation\.openAPIV3Schema\.?/u, '');
  const path = inner.replaceAll(/\.?properties\[([^\]]*)\]/gu, '.$1').replaceAll(/\.items\b/gu, '[]');
  return path.replace(/^\./u, '') || 'schema';
}

function subresourcesOf(
  options: ServedVersionOptions,
  schema: Structural,
  { problems }: Notes,
): NonNullable<CustomResourceVersion['subresources']> {
  const { scale, status, statusSubresource = status !== undefined } = options;
  for (const path of scale === undefined ? [] : [scale.specReplicas, scale.statusReplicas]) {
    if (schemaAt(schema, path) === undefined) {
      problems.add(
        'scale',
        `the schema does not describe ${path}`,
        'name a field of the spec or status that is an integer',
      );
    }
  }
  return {
    ...(statusSubresource ? { status: {} } : {}),
    ...(scale === undefined
      ? {}
      : {
          scale: {
            specReplicasPath: scale.specReplicas,
            statusReplicasPath: scale.statusReplicas,
            ...(scale.labelSelector === undefined ? {} : { labelSelectorPath: scale.labelSelector }),
          },
        }),
  };
}
