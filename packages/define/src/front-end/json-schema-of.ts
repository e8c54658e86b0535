/**
 * The JSON Schema of whatever a definition was given, and what of it JSON Schema cannot say.
 */
import type { Problems } from '../problem/definition-problem.ts';
import type { AnySchema, JsonSchema } from './standard-schema.ts';
import { isStandardSchema } from './standard-schema.ts';
import { findInZod, isZodSchema } from './zod-problems.ts';
import { printRules } from './zod-rules.ts';

/** What reading a schema notes. */
export interface Notes {
  readonly problems: Problems;
  readonly warnings: Problems;
}

/** Prints a schema as JSON Schema; undefined, with a problem noted, when it cannot be. */
export function jsonSchemaOf(schema: AnySchema, path: string, notes: Notes): JsonSchema | undefined {
  if (!isStandardSchema(schema)) return schema.jsonSchema;
  const { vendor, jsonSchema } = schema['~standard'];
  if (isZodSchema(schema)) findInZod(schema, path, notes);
  if (jsonSchema === undefined) {
    const advice =
      'use a version that implements Standard JSON Schema (zod from 4.2), or pass JSON Schema with k.json()';
    notes.problems.add(path, `this schema of ${vendor} cannot print itself as JSON Schema`, advice);
    return undefined;
  }
  const override = isZodSchema(schema) ? printRules : undefined;
  return jsonSchema.input({ target: 'openapi-3.0', libraryOptions: { ...libraryOptions, override } }) as JsonSchema;
}

/** Everything inline, since a definition has no references; what cannot be represented was refused before. */
const libraryOptions = { unrepresentable: 'any', reused: 'inline', cycles: 'ref' };
