// schema
export { compileSchema, SchemaEngine } from './engine.ts';
export type { Pruned } from './engine.ts';
export { requireStructural, structuralSchema, StructuralSchema } from './structural/structural-schema.ts';
export type { StructuralResult, StructuralSchemaOptions } from './structural/structural-schema.ts';
export { unrecognizedFormats } from './structural/unrecognized-formats.ts';
export type {
  AdditionalProperties,
  Extensions,
  SchemaNode,
  UnsupportedKeyword,
  ValidationRule,
  ValueValidation,
} from './structural/schema-node.ts';

// rules
export { celTypeOf, ruleTypeOf } from './rules/rule-type.ts';
export type { RuleField, RuleType, RuleTypeOptions } from './rules/rule-type.ts';
export { compileRules, ruleEnvironment } from './rules/compiled-rule.ts';
export type { CompiledRule, CompiledRules, RuleProblem } from './rules/compiled-rule.ts';
export { ruleCostLimit, schemaRuleCostLimit } from './rules/rule-checks.ts';
export type { CheckedRule } from './rules/rule-checks.ts';

// objects
export type { Conformed, ConformOptions } from './conform/conform-object.ts';
export { coerceObjectMeta } from './metadata/coerce-object-meta.ts';
export type { CoercedObjectMeta, CoerceOptions } from './metadata/coerce-object-meta.ts';
export type { ValidateOptions, ValidatorOptions } from './validate/object-validator.ts';
export type { ObjectMetaValidator } from './validate/embedded-check.ts';
export { scaleValue } from './validate/scale-check.ts';
export type { ScalePaths } from './validate/scale-check.ts';

// fields
export { printFieldError } from './field/field-error.ts';
export type { FieldError, FieldErrorType } from './field/field-error.ts';
export { findField } from './path/find-field.ts';
export type { FindFieldOptions, FoundField } from './path/find-field.ts';
export { checkSelectableFields, selectableField } from './path/selectable-field.ts';
export type { SelectableField } from './path/selectable-field.ts';

// patterns and formats
export { compilePattern, formatTest } from '@reeve/cel';
export type { FormatTest, PatternTest } from '@reeve/cel';

// texts as Go writes them
