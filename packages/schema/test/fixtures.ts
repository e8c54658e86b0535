/**
 * What a real API server said, recorded by tools/differential/record-schema-verdicts.mjs, and the same from the engine.
 */
import { readFileSync } from 'node:fs';
import type { JsonObject, ReadonlyJsonObject } from '@reeve/machinery';
import type { FieldError, SchemaEngine } from '@reeve/schema';

export interface Cause {
  readonly reason: string;
  readonly message: string;
  readonly field: string;
}

export interface Refusal {
  readonly status: number;
  readonly message?: string;
  readonly causes?: readonly Cause[];
  readonly anyOrder?: boolean;
}

export interface Verdict extends Partial<Refusal> {
  readonly object?: JsonObject;
  readonly warnings?: readonly string[];
}

export interface Verdicts {
  readonly cases: readonly {
    readonly name: string;
    readonly schema: JsonObject;
    readonly objects: readonly { readonly object: JsonObject; readonly verdict: Verdict }[];
  }[];
  readonly updates: readonly {
    readonly name: string;
    readonly schema: JsonObject;
    readonly updates: readonly { readonly old: JsonObject; readonly object: JsonObject; readonly verdict: Verdict }[];
  }[];
}

export interface BadSchemas {
  readonly schemas: readonly {
    readonly name: string;
    readonly schema: JsonObject;
    readonly statusSubresource?: boolean;
    readonly refusal?: Refusal;
  }[];
}

/** What the server says about rules, and to schemas that it refuses for them. */
export interface RuleVerdicts extends Verdicts, Omit<BadSchemas, 'cases'> {}

export const ruleVerdicts = (): RuleVerdicts => read('rule-verdicts.json') as RuleVerdicts;

export const verdicts = (): Verdicts => read('verdicts.json') as Verdicts;

export const badSchemas = (): BadSchemas => read('bad-schemas.json') as BadSchemas;

const read = (file: string): unknown => JSON.parse(readFileSync(new URL(`fixtures/${file}`, import.meta.url), 'utf8'));

/** An object as it comes with a request. */
export const requested = (object: JsonObject): JsonObject => ({
  apiVersion: 'verdicts.reeve.test/v1',
  kind: 'Widget',
  metadata: { name: 'probe' },
  ...object,
});

/** The verdict of the engine on a new object, or on one that replaces another. */
export function verdictOf(engine: SchemaEngine, object: JsonObject, old?: JsonObject): Verdict {
  const { object: conformed, unknownFields, problem } = engine.conform(requested(object));
  if (problem !== undefined)
    return { status: 400, message: `Widget in version "v1" cannot be handled as a Widget: ${problem}` };
  const warnings = unknownFields.map((field) => `unknown field "${field}"`);
  const warn = (text: string): number => warnings.push(text);
  const errors =
    old === undefined ? engine.validate(conformed) : engine.validateUpdate(conformed, stored(engine, old), { warn });
  if (errors.length > 0) return { status: 422, causes: causesOf(errors) };
  const { apiVersion: _version, kind: _kind, metadata: _metadata, ...rest } = conformed;
  return { object: rest as JsonObject, ...(warnings.length > 0 && { warnings }) };
}

const stored = (engine: SchemaEngine, old: JsonObject): ReadonlyJsonObject =>
  engine.conform(requested(old), { malformedMetadata: 'drop' }).object;

export const causesOf = (errors: readonly FieldError[]): Cause[] =>
  errors.map(({ type, field, body }) => ({ reason: type, message: body, field }));

/** Causes whose order the server leaves to chance are compared without it. */
export function comparable<Compared extends Partial<Refusal>>(
  verdict: Compared,
  { anyOrder }: Partial<Refusal>,
): Compared {
  const { anyOrder: _, causes, ...rest } = verdict;
  if (causes === undefined) return verdict;
  return { ...rest, causes: anyOrder === true ? causes.toSorted(byText) : causes } as Compared;
}

const byText = (one: Cause, other: Cause): number => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
