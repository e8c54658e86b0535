/**
 * Validates whole objects, and says what is wrong in the order of the server: the schema, the scale subresource, embedded
 * objects, duplicates in lists, and rules at last.
 * Upstream: registry/customresource customResourceStrategy and customResourceValidator.
 */
import type { ReadonlyJson, ReadonlyJsonObject } from '@reeve/machinery';
import type { FieldError } from '../field/field-error.ts';
import { objectCostBudget, RuleRun } from '../rules/rule-run.ts';
import type { RuleNode } from '../rules/schema-rules.ts';
import { compileSchemaRules, hasRules } from '../rules/schema-rules.ts';
import type { SchemaNode } from '../structural/schema-node.ts';
import { compileCheck } from './compile-check.ts';
import { Correlation } from './correlation.ts';
import type { ObjectMetaValidator } from './embedded-check.ts';
import { compileEmbeddedCheck } from './embedded-check.ts';
import { compileListTypeCheck } from './list-type-check.ts';
import { isBlocked, rulesNotChecked } from './rules.ts';
import type { Check } from './run.ts';
import { ValidationRun } from './run.ts';
import type { ScalePaths } from './scale-check.ts';
import { checkScaleSpec, checkScaleStatus } from './scale-check.ts';

/** What a schema does not say by itself. */
export interface ValidatorOptions {
  /** The scale subresource of the version, if it has one. */
  readonly scale?: ScalePaths;
  /** The rules for the metadata of embedded objects; without it, only its types are checked. */
  readonly validateObjectMeta?: ObjectMetaValidator;
}

/** What is known about an object before it is validated. */
export interface ValidateOptions {
  /** What is wrong with the object's own metadata. It comes first, and may keep rules from being evaluated. */
  readonly metadataErrors?: readonly FieldError[];
  /** Takes what a rule says about a part that an update has left alone, as the server warns of it. */
  readonly warn?: (text: string) => void;
}

/** The validation of one schema. */
export class ObjectValidator {
  readonly #root: SchemaNode;
  readonly #options: ValidatorOptions;
  readonly #check: Check;
  readonly #checkStatus: Check | undefined;
  readonly #checkEmbedded: (object: ReadonlyJson) => FieldError[];
  readonly #checkListTypes: (object: ReadonlyJson) => FieldError[];
  readonly #hasRules: boolean;
  #rules: RuleNode | undefined;

  constructor(root: SchemaNode, options: ValidatorOptions) {
    const status = root.properties.get('status');
    this.#root = root;
    this.#options = options;
    this.#check = compileCheck(root, 'objects');
    this.#checkStatus = status && compileCheck(status, 'objects');
    this.#checkEmbedded = compileEmbeddedCheck(root, options.validateObjectMeta);
    this.#checkListTypes = compileListTypeCheck(root);
    this.#hasRules = hasRules(root);
  }

  /** What is wrong with an object; `old` is what it replaces. */
  validate(object: ReadonlyJsonObject, old: ReadonlyJsonObject | undefined, options: ValidateOptions): FieldError[] {
    const { scale } = this.#options;
    const errors = [
      ...(options.metadataErrors ?? []),
      ...ratchetedErrors(this.#check, this.#root, object, old, ''),
      ...(scale === undefined ? [] : [...checkScaleSpec(object, scale), ...checkScaleStatus(object, scale)]),
      ...this.#checkEmbedded(object),
      ...this.#newDuplicates(object, old),
    ];
    return this.#withRules(errors, object, old, options);
  }

  /** What is wrong with an object whose status has changed. Sentences about the status start inside it. */
  validateStatus(object: ReadonlyJsonObject, old: ReadonlyJsonObject, options: ValidateOptions): FieldError[] {
    const { scale } = this.#options;
    const errors = [
      ...(options.metadataErrors ?? []),
      ...this.#statusErrors(object, old),
      ...(scale === undefined ? [] : checkScaleStatus(object, scale)),
      ...this.#newDuplicates(object, old),
    ];
    return this.#withRules(errors, object, old, options);
  }

  #statusErrors(object: ReadonlyJsonObject, old: ReadonlyJsonObject): FieldError[] {
    const node = this.#root.properties.get('status');
    if (this.#checkStatus === undefined || node === undefined || !Object.hasOwn(object, 'status')) return [];
    return ratchetedErrors(this.#checkStatus, node, object['status'] ?? null, old['status'], 'status');
  }

  /** Duplicates are tolerated when the old object had some, wherever they were. */
  #newDuplicates(object: ReadonlyJsonObject, old: ReadonlyJsonObject | undefined): FieldError[] {
    const errors = this.#checkListTypes(object);
    return errors.length > 0 && old !== undefined && this.#checkListTypes(old).length > 0 ? [] : errors;
  }

  #withRules(
    errors: FieldError[],
    object: ReadonlyJsonObject,
    old: ReadonlyJsonObject | undefined,
    { warn }: ValidateOptions,
  ): FieldError[] {
    if (!this.#hasRules) return errors;
    if (isBlocked(errors)) return [...errors, rulesNotChecked];
    const rules = (this.#rules ??= compileSchemaRules(this.#root, true));
    if (rules === undefined) return errors;
    const run = new RuleRun(objectCostBudget, { ratchets: true, warn });
    run.run(rules, object, old === undefined ? undefined : new Correlation(this.#root, object, old));
    return [...errors, ...run.errors];
  }
}

/** Old values are only looked at when something is wrong. */
function ratchetedErrors(
  check: Check,
  node: SchemaNode,
  value: ReadonlyJson,
  old: ReadonlyJson | undefined,
  field: string,
): FieldError[] {
  const errors = new ValidationRun(field).start(check, value);
  if (errors.length === 0 || old === undefined) return errors;
  return new ValidationRun(field, new Correlation(node, value, old)).start(check, value);
}
