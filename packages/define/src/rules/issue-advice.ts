/**
 * What to write instead of an expression that does not compile.
 */
import type { CompileIssue } from '@reeve/cel';
import { escapePropertyName } from '@reeve/cel';
import { isJsonObject, nearest } from '@reeve/machinery';
import type { ReadonlyJson } from '@reeve/machinery';
import { schemaPlaces } from './schema-place.ts';

/** The advice for an issue of an expression about values of a schema. */
export function issueAdvice({ message }: CompileIssue, schema: ReadonlyJson): string {
  const [, field] = /^undefined field '(.*)'$/u.exec(message) ?? [];
  if (field !== undefined) return fieldAdvice(field, schema);
  const [, name] = /^undeclared reference to '(.*?)'/u.exec(message) ?? [];
  if (name !== undefined) return nameAdvice(name, schema);
  if (message.startsWith('found no matching overload'))
    return 'convert one of the values, as in int(self.a), or compare values of one type';
  if (message.startsWith('Syntax error')) return 'correct the expression; reeve cel tries it out';
  return 'correct the expression';
}

function fieldAdvice(field: string, schema: ReadonlyJson): string {
  const names = fieldNames(schema);
  const meant = field.length > 2 ? nearest(field, names) : undefined; // short names are all near each other
  if (meant !== undefined) return `did you mean ${meant}?`;
  return names.length === 0 ? 'the schema describes no fields here' : `the fields are ${names.slice(0, 12).join(', ')}`;
}

function nameAdvice(name: string, schema: ReadonlyJson): string {
  if (fieldNames(schema).includes(name)) return `write self.${name}`;
  return `the variables are self and oldSelf${name === 'this' ? ': write self' : ''}`;
}

/** The fields that expressions can name, at the place of the rule and below. */
function fieldNames(schema: ReadonlyJson): readonly string[] {
  const names = new Set<string>();
  for (const { schema: part } of schemaPlaces(schema)) {
    if (isJsonObject(part['properties']))
      for (const name of Object.keys(part['properties'])) names.add(escapePropertyName(name) ?? name);
  }
  return [...names];
}
