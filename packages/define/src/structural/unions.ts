/**
 * Unions: a server wants one type per field. A union of words is an enum; a union of objects told apart by a field becomes one object whose `oneOf` says what each
 * variant requires, and rules that name the field that does not belong. Rules of a variant hold for it alone.
 */
import { escapePropertyName } from '@reeve/cel';
import { isJsonObject } from '@reeve/machinery';
import { normalized } from './normalized.ts';
import type { Place, Structural } from './structuralize.ts';

/** The schema without a union that a server would refuse. */
export function withoutUnion(schema: Structural, place: Place): Structural {
  const { anyOf, oneOf, ...rest } = schema;
  const given = oneOf ?? anyOf;
  if (rest['type'] !== undefined || !Array.isArray(given)) return schema;
  const branches = given.filter(isJsonObject).map(normalized);
  const types = [...new Set(branches.map((branch) => branch['type']))];
  if (rest['x-kubernetes-preserve-unknown-fields'] === true) return rest;
  if (types.length !== 1) return mixed(rest, types, place);
  if (types[0] === 'object') return { ...rest, ...objectUnion(branches, rest, place) };
  return { ...rest, type: types[0], ...scalarUnion(branches, oneOf === undefined ? 'anyOf' : 'oneOf') };
}

function mixed(rest: Structural, types: readonly unknown[], { path, notes }: Place): Structural {
  const isIntOrString =
    types.length === 2 && types.includes('string') && (types.includes('integer') || types.includes('number'));
  const advice = isIntOrString
    ? 'write k.intOrString()'
    : 'give each its own field, or use k.preserveUnknown() for any value';
  notes.problems.add(path, `a field has one type, and this may be ${types.map(String).join(' or ')}`, advice);
  return { ...rest, 'x-kubernetes-preserve-unknown-fields': true };
}

/** Words become one enum; other restrictions stay alternatives. */
function scalarUnion(branches: readonly Structural[], junctor: string): Structural {
  if (branches.every((branch) => Array.isArray(branch['enum']))) {
    return { enum: [...new Set(branches.flatMap((branch) => branch['enum'] as unknown[]))] };
  }
  return { [junctor]: branches.map(withoutType) };
}

function withoutType(schema: Structural): Structural {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== 'type'));
}

function objectUnion(branches: readonly Structural[], rest: Structural, place: Place): Structural {
  const { path, notes } = place;
  const field = discriminator(branches);
  if (field === undefined) {
    const advice = 'use z.discriminatedUnion(), or one object with optional fields and k.exactlyOneOf()';
    notes.problems.add(path, 'variants of an object need a field that tells them apart', advice);
    return { type: 'object' };
  }
  const words = branches.map((branch) => wordOf(branch, field));
  const properties = mergedProperties(branches, field, path, notes.problems.add.bind(notes.problems));
  return {
    type: 'object',
    properties: { [field]: { type: 'string', enum: words }, ...properties },
    required: [field],
    oneOf: branches.map((branch) => variant(branch, field)),
    'x-kubernetes-validations': [
      ...rulesOf(rest),
      ...branches.flatMap((branch) => variantRules(branch, field, properties, place)),
    ],
  };
}

/** The field that has one word of its own in every branch. */
function discriminator(branches: readonly Structural[]): string | undefined {
  const [first] = branches;
  return Object.keys(propertiesOf(first)).find((field) =>
    branches.every((branch) => wordOf(branch, field) !== undefined),
  );
}

function wordOf(branch: Structural, field: string): string | undefined {
  const property = propertiesOf(branch)[field];
  const words = isJsonObject(property) ? normalized(property)['enum'] : undefined;
  return Array.isArray(words) && words.length === 1 && typeof words[0] === 'string' ? words[0] : undefined;
}

const propertiesOf = (branch: Structural | undefined): Record<string, unknown> =>
  isJsonObject(branch?.['properties']) ? branch['properties'] : {};

type Add = (path: string, reason: string, advice: string) => void;

function mergedProperties(
  branches: readonly Structural[],
  field: string,
  path: string,
  add: Add,
): Record<string, unknown> {
  const merged: Record<string, unknown> = {};
  for (const branch of branches) {
    for (const [name, schema] of Object.entries(propertiesOf(branch))) {
      if (name === field) continue;
      if (Object.hasOwn(merged, name) && JSON.stringify(merged[name]) !== JSON.stringify(schema)) {
        add(
          `${path}.${name}`,
          'the variants describe this field differently',
          'give the field one schema, or different names',
        );
      }
      merged[name] ??= schema;
    }
  }
  return merged;
}

const variant = (branch: Structural, field: string): Structural => ({
  properties: { [field]: { enum: [wordOf(branch, field)] } },
  required: [...new Set([field, ...requiredOf(branch)])],
});

const requiredOf = (branch: Structural): readonly string[] =>
  Array.isArray(branch['required']) ? branch['required'].map(String) : [];

/** The rules of one variant: they name the fields that do not belong to it, and its own rules hold for it alone. */
function variantRules(
  branch: Structural,
  field: string,
  properties: Record<string, unknown>,
  place: Place,
): readonly Structural[] {
  const word = wordOf(branch, field) ?? '';
  const isOther = `self.${nameInRules(field, place)} != ${literal(word)}`;
  const strangers = Object.keys(properties)
    .filter((name) => !Object.hasOwn(propertiesOf(branch), name))
    .map((name) => ({
      rule: `${isOther} || !has(self.${nameInRules(name, place)})`,
      message: `${name} is not allowed when ${field} is ${word}`,
      reason: 'FieldValueForbidden',
      fieldPath: /^[\w-]+$/u.test(name) ? `.${name}` : `['${name}']`,
    }));
  const own = rulesOf(branch)
    .filter(isRule)
    .map((given) => ({ ...given, rule: `${isOther} || (${given.rule})` }));
  return [...strangers, ...own];
}

function nameInRules(name: string, { path, notes }: Place): string {
  const escaped = escapePropertyName(name);
  if (escaped !== undefined) return escaped;
  const advice = 'rename it: letters, digits, _, -, . and /, and no digit at the beginning';
  notes.problems.add(`${path}.${name}`, 'the rules of a union cannot name this field', advice);
  return name;
}

/** A word as CEL writes it. */
const literal = (word: string): string => (/^[ !#-&(-[\]-~]*$/u.test(word) ? `'${word}'` : JSON.stringify(word));

const isRule = (given: unknown): given is { readonly rule: string } =>
  isJsonObject(given) && typeof given['rule'] === 'string';

const rulesOf = (rest: Structural): readonly unknown[] =>
  Array.isArray(rest['x-kubernetes-validations']) ? rest['x-kubernetes-validations'] : [];
