/**
 * What a version of a definition must satisfy: its schema, subresources, columns and selectable fields.
 */
import { isJsonObject, type ReadonlyJson } from '@reeve/machinery';
import { checkSelectableFields, structuralSchema } from '@reeve/schema';
import { invalid, required, type FieldError } from '@reeve/registry';
import type { DefinitionVersion, PrinterColumn } from './definition.ts';

type Parts = Pick<DefinitionVersion, 'schema' | 'subresources' | 'additionalPrinterColumns' | 'selectableFields'>;

const columnTypes = ['boolean', 'date', 'integer', 'number', 'string'];
const columnFormats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

/** Where the parts stand: those that all versions share are called otherwise. */
interface Place {
  readonly path: string;
  readonly schema: 'schema' | 'validation';
  readonly hasStatus: boolean;
  /** Whether the schema is the one that the version had before, whose rules may cost any amount. */
  readonly isUnchanged: boolean;
}

/** The problems of a version by itself. */
export function versionProblems(version: DefinitionVersion, place: Omit<Place, 'schema'>): FieldError[] {
  return [
    ...deprecationProblems(version, `${place.path}.deprecationWarning`),
    ...partProblems(version, { ...place, schema: 'schema' }),
  ];
}

/** The problems of what a version has, or what all of them share. */
export function partProblems(parts: Parts, { path, schema, hasStatus, isUnchanged }: Place): FieldError[] {
  const openApiSchema = parts.schema?.openAPIV3Schema;
  const { violations, schema: structural } =
    openApiSchema === undefined
      ? { violations: [], schema: undefined }
      : structuralSchema(openApiSchema as unknown as ReadonlyJson, {
          path: `${path}.${schema}.openAPIV3Schema`,
          statusSubresource: hasStatus,
          rules: isUnchanged ? 'any cost' : 'checked',
        });
  const fields = parts.selectableFields ?? [];
  return [
    ...violations,
    ...subresourceProblems(parts.subresources, `${path}.subresources`),
    ...(parts.additionalPrinterColumns ?? []).flatMap((column, index) =>
      columnProblems(column, `${path}.additionalPrinterColumns[${index}]`),
    ),
    ...(fields.length > 0 && structural ? checkSelectableFields(fields, structural, `${path}.selectableFields`) : []),
  ];
}

function deprecationProblems({ deprecated, deprecationWarning: text }: DefinitionVersion, field: string): FieldError[] {
  if (text === undefined || text === null) return [];
  if (!deprecated) return [invalid(field, text, 'can only be set for deprecated versions')];
  const odd = [...text.matchAll(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu)][0];
  return [
    ...(Buffer.byteLength(text) > 256 ? [invalid(field, text, 'must be <= 256 characters long')] : []),
    ...(text === '' ? [invalid(field, text, 'must not be an empty string')] : []),
    ...(odd === undefined
      ? []
      : [
          invalid(
            field,
            text,
            `must only contain printable UTF-8 characters; non-printable character found at index ${Buffer.byteLength(text.slice(0, odd.index))}`,
          ),
        ]),
  ];
}

function subresourceProblems(subresources: DefinitionVersion['subresources'], field: string): FieldError[] {
  const scale: Partial<NonNullable<typeof subresources>['scale']> = subresources?.scale;
  if (!isJsonObject(scale)) return [];
  const { specReplicasPath = '', statusReplicasPath = '', labelSelectorPath = '' } = scale;
  const needed = (name: string, path: string, root: string) =>
    path === ''
      ? [required(`${field}.scale.${name}`, '')]
      : pathProblems(`${field}.scale.${name}`, path, [root], `should be a json path under .${root}`);
  return [
    ...needed('specReplicasPath', specReplicasPath, 'spec'),
    ...needed('statusReplicasPath', statusReplicasPath, 'status'),
    ...(labelSelectorPath === ''
      ? []
      : pathProblems(
          `${field}.scale.labelSelectorPath`,
          labelSelectorPath,
          ['spec', 'status'],
          'should be a json path under either .spec or .status',
        )),
  ];
}

function pathProblems(field: string, path: string, roots: readonly string[], otherwise: string): FieldError[] {
  if (!path.startsWith('.')) return [notSimple(field, path)];
  return roots.some((root) => path.startsWith(`.${root}.`)) ? [] : [invalid(field, path, otherwise)];
}

function columnProblems({ name, type, format, jsonPath }: PrinterColumn, field: string): FieldError[] {
  const types = `must be one of ${columnTypes.join(',')}`;
  return [
    ...(name ? [] : [required(`${field}.name`, '')]),
    ...(type ? [] : [required(`${field}.type`, types)]),
    ...(type && !columnTypes.includes(type) ? [invalid(`${field}.type`, type, types)] : []),
    ...(format && !columnFormats.includes(format)
      ? [invalid(`${field}.format`, format, `must be one of ${columnFormats.join(',')}`)]
      : []),
    ...(jsonPath ? [] : [required(`${field}.JSONPath`, '')]),
    ...(jsonPath && !jsonPath.startsWith('.') ? [notSimple(`${field}.JSONPath`, jsonPath)] : []),
  ];
}

const notSimple = (field: string, path: string): FieldError =>
  invalid(field, path, 'must be a simple json path starting with .');
