/**
 * One node of a schema, read from JSON and normalized: every keyword is there, with the value that stands for its absence.
 * Nodes inside allOf, anyOf, oneOf and not have the same form; what they must not use is checked, not typed.
 * Upstream: apiextensions JSONSchemaProps, and apiserver/schema Structural.
 */
import type { ReadonlyJson } from '@reeve/machinery';

/** A rule of `x-kubernetes-validations`, carried through for whoever evaluates it. */
export interface ValidationRule {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

/** What `additionalProperties` says: a schema, or whether others are allowed at all. */
export interface AdditionalProperties {
  readonly allows: boolean;
  readonly schema: SchemaNode | undefined;
}

/** Keywords that restrict a value; in logical junctors these are the only ones allowed. */
export interface ValueValidation {
  readonly format: string;
  readonly maximum: number | undefined;
  readonly exclusiveMaximum: boolean;
  readonly minimum: number | undefined;
  readonly exclusiveMinimum: boolean;
  readonly maxLength: number | undefined;
  readonly minLength: number | undefined;
  readonly pattern: string;
  readonly maxItems: number | undefined;
  readonly minItems: number | undefined;
  readonly uniqueItems: boolean;
  readonly multipleOf: number | undefined;
  readonly enum: readonly ReadonlyJson[];
  readonly maxProperties: number | undefined;
  readonly minProperties: number | undefined;
  readonly required: readonly string[];
  readonly allOf: readonly SchemaNode[];
  readonly anyOf: readonly SchemaNode[];
  readonly oneOf: readonly SchemaNode[];
  readonly not: SchemaNode | undefined;
}

/** What `x-kubernetes-…` keywords say. */
export interface Extensions {
  /** `x-kubernetes-preserve-unknown-fields`; false is not the same as absent, it is forbidden. */
  readonly preserveUnknownFields: boolean | undefined;
  readonly embeddedResource: boolean;
  readonly intOrString: boolean;
  readonly listType: string | undefined;
  readonly listMapKeys: readonly string[];
  readonly mapType: string | undefined;
  readonly validations: readonly ValidationRule[];
}

/** A schema. */
export interface SchemaNode extends ValueValidation, Extensions {
  /** Empty when the schema does not say. */
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly nullable: boolean;
  /** Undefined when there is none; null is none, too. */
  readonly default: ReadonlyJson | undefined;
  readonly items: SchemaNode | undefined;
  readonly properties: ReadonlyMap<string, SchemaNode>;
  readonly additionalProperties: AdditionalProperties | undefined;
  /** Keywords of JSON Schema that Kubernetes does not support, as far as this node uses them. */
  readonly unsupported: readonly UnsupportedKeyword[];
  /** Whether there is an `example` or `externalDocs`, which metadata must not have either. */
  readonly documented: boolean;
}

/** A keyword of JSON Schema that a schema in Kubernetes must not use. */
export type UnsupportedKeyword =
  | 'id'
  | '$schema'
  | '$ref'
  | 'patternProperties'
  | 'dependencies'
  | 'additionalItems'
  | 'definitions'
  | 'items as a list';
