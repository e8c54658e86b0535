/**
 * Objects embedded in an object: they say what they are, and their metadata is as good as anybody's. Who knows the rules
 * for metadata brings them.
 * Upstream: apiserver/schema/objectmeta Validate.
 */
import type { ReadonlyJson, ReadonlyJsonObject } from '@reeve/machinery';
import { isDns1035Label, isJsonObject } from '@reeve/machinery';
import type { FieldError } from '../field/field-error.ts';
import { invalid, required } from '../field/field-error.ts';
import { joinFields } from '../field/join-fields.ts';
import { coerceObjectMeta } from '../metadata/coerce-object-meta.ts';
import type { SchemaNode } from '../structural/schema-node.ts';
import { compileSpineWalk } from './spine.ts';

/** Finds what is wrong with the metadata of an embedded object; `field` is where the metadata is. */
export type ObjectMetaValidator = (metadata: ReadonlyJsonObject, field: string) => readonly FieldError[];

/** The check of all embedded objects in an object. */
export function compileEmbeddedCheck(
  root: SchemaNode,
  validateObjectMeta: ObjectMetaValidator = () => [],
): (object: ReadonlyJson, field?: string) => FieldError[] {
  const walk = compileSpineWalk(root, isEmbedded);
  return (object, base = '') => {
    const errors: FieldError[] = [];
    walk(object, (node, value, field) => {
      if (!node.embeddedResource || !isJsonObject(value)) return;
      errors.push(...checkObject(value, joinFields(base, field()), validateObjectMeta));
    });
    return errors;
  };
}

const isEmbedded = ({ embeddedResource }: SchemaNode): boolean => embeddedResource;

/** What is wrong with one embedded object itself. */
export function checkObject(object: ReadonlyJsonObject, field: string, validate: ObjectMetaValidator): FieldError[] {
  const at = (name: string): string => (field === '' ? name : `${field}.${name}`);
  return [
    ...['apiVersion', 'kind'].filter((name) => !Object.hasOwn(object, name)).map((name) => required(at(name))),
    ...checkText(object, 'apiVersion', at('apiVersion'), apiVersionProblem),
    ...checkText(object, 'kind', at('kind'), kindProblem),
    ...checkMetadata(object, at('metadata'), validate),
  ];
}

function checkText(
  object: ReadonlyJsonObject,
  name: string,
  field: string,
  problemOf: (text: string) => string | undefined,
): FieldError[] {
  if (!Object.hasOwn(object, name)) return [];
  const value = object[name] ?? null;
  if (typeof value !== 'string') return [invalid(field, value, 'must be a string')];
  const problem = value === '' ? 'must not be empty' : problemOf(value);
  return problem === undefined ? [] : [invalid(field, value, problem)];
}

const apiVersionProblem = (text: string): string | undefined =>
  text.split('/').length > 2 ? `unexpected GroupVersion string: ${text}` : undefined;

function kindProblem(text: string): string | undefined {
  if (isDns1035Label(text.toLowerCase())) return undefined;
  const tooLong = text.length > 63 ? 'must be no more than 63 characters' : undefined;
  const misspelt = label.test(text.toLowerCase()) ? undefined : labelRule;
  return `may have mixed case, but should otherwise match: ${[tooLong, misspelt].filter((each) => each !== undefined).join(',')}`;
}

const label = /^[a-z](?:[-a-z0-9]*[a-z0-9])?$/;

const labelRule =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";

function checkMetadata(object: ReadonlyJsonObject, field: string, validate: ObjectMetaValidator): FieldError[] {
  if (!Object.hasOwn(object, 'metadata')) return [];
  const raw = object['metadata'] ?? null;
  const { metadata, problem } = coerceObjectMeta(raw);
  return problem === undefined ? [...validate(metadata, field)] : [invalid(field, raw, problem)];
}
