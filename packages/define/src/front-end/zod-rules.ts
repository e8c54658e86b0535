/**
 * The rules of a zod schema. Metadata that is set again replaces what was set before, and that of `.optional()`, `.nullable()` and their like replaces what they
 * wrap: for rules this would lose some in silence, so they are collected here and put into what zod prints.
 */
import { isJsonObject } from '@reeve/machinery';
import { globalRegistry } from 'zod';
import type { $ZodType } from 'zod/v4/core';

/** What zod hands over for each schema that it has printed. */
interface Printed {
  readonly zodSchema: $ZodType;
  readonly jsonSchema: Record<string, unknown>;
}

const keyword = 'x-kubernetes-validations';

/** Puts all rules of a schema into what zod printed of it. */
export function printRules({ zodSchema, jsonSchema }: Printed): void {
  const rules = rulesOf(zodSchema);
  if (rules.length > 0) jsonSchema[keyword] = rules;
  if (zodSchema._zod.def.type === 'intersection') takeRulesOutOf(jsonSchema['allOf']);
}

/** Makes the parts of an intersection plain objects, of which zod makes one. It knows the list by its identity. */
function takeRulesOutOf(parts: unknown): void {
  if (!Array.isArray(parts)) return;
  for (const [index, part] of parts.entries()) {
    if (!isJsonObject(part) || !Object.hasOwn(part, keyword)) continue;
    const { [keyword]: _, ...rest } = part;
    parts[index] = rest;
  }
}

/** The rules of a schema in the order in which they were written. */
function rulesOf(schema: $ZodType): readonly unknown[] {
  const before = schema._zod.parent;
  const inherited = before === undefined ? undefined : metadataRules(before);
  const own = metadataRules(schema);
  const added = own === inherited ? [] : own;
  return [...(before === undefined ? innerRules(schema) : rulesOf(before)), ...(Array.isArray(added) ? added : [])];
}

const metadataRules = (schema: $ZodType): unknown => globalRegistry.get(schema)?.[keyword];

/** The rules of the schemas that describe the same value. */
function innerRules(schema: $ZodType): readonly unknown[] {
  const { innerType, left, right } = schema._zod.def as {
    readonly innerType?: $ZodType;
    readonly left?: $ZodType;
    readonly right?: $ZodType;
  };
  return [innerType, left, right].flatMap((part) => (part === undefined ? [] : rulesOf(part)));
}
