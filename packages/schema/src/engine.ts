/**
 * A compiled schema: prunes, defaults and validates objects as the server does with custom resources. Everything is pure:
 * what is passed in may be frozen, what needs no change is returned as it is, and parts that did not change are shared.
 * Upstream: apiserver customresource_handler, registry/customresource.
 */
import { compareText } from '@reeve/machinery';
import type { ReadonlyJson, ReadonlyJsonObject } from '@reeve/machinery';
import { conformObject } from './conform/conform-object.ts';
import type { Conformed, ConformOptions } from './conform/conform-object.ts';
import { ConformingPass } from './conform/conform-value.ts';
import type { Shape } from './conform/shape.ts';
import { compileShape } from './conform/shape.ts';
import type { FieldError } from './field/field-error.ts';
import type { StructuralSchema } from './structural/structural-schema.ts';
import { requireStructural, StructuralSchema as Structural } from './structural/structural-schema.ts';
import type { ValidateOptions, ValidatorOptions } from './validate/object-validator.ts';
import { ObjectValidator } from './validate/object-validator.ts';

/** What pruning did. */
export interface Pruned {
  readonly object: ReadonlyJsonObject;
  /** The paths of the fields that are gone, as in `spec.ports[0].extra`, sorted. */
  readonly unknownFields: readonly string[];
}

/** Does with objects what their schema says. */
export class SchemaEngine {
  readonly schema: StructuralSchema;
  readonly #shape: Shape;
  readonly #validator: ObjectValidator;

  constructor(schema: StructuralSchema, options: ValidatorOptions) {
    this.schema = schema;
    this.#shape = compileShape(schema.root);
    this.#validator = new ObjectValidator(schema.root, options);
  }

  /** Drops fields that the schema does not know. apiVersion, kind and metadata of the object are left alone. */
  prune(object: ReadonlyJsonObject): Pruned {
    const pass = new ConformingPass({ prune: true, fill: false, embedded: 'leave' });
    const pruned = pass.root(object, this.#shape);
    return { object: pruned, unknownFields: pass.pruned.toSorted(compareText) };
  }

  /** Puts in defaults, also in place of nulls that are not allowed, and drops such nulls where there is no default. */
  default(object: ReadonlyJsonObject): ReadonlyJsonObject {
    return new ConformingPass({ prune: false, fill: true, embedded: 'leave' }).root(object, this.#shape);
  }

  /** Everything that the server does to an object that it reads, in one pass: coerces metadata, prunes, and defaults. */
  conform(object: ReadonlyJsonObject, options: ConformOptions = {}): Conformed {
    return conformObject(object, this.#shape, options);
  }

  /** What is wrong with a new object; empty if nothing is. The object is pruned and defaulted before. */
  validate(object: ReadonlyJsonObject, options: ValidateOptions = {}): readonly FieldError[] {
    return this.#validator.validate(object, undefined, options);
  }

  /** What is wrong with an object that replaces another one. What was wrong before and did not change is tolerated. */
  validateUpdate(
    object: ReadonlyJsonObject,
    old: ReadonlyJsonObject,
    options: ValidateOptions = {},
  ): readonly FieldError[] {
    return this.#validator.validate(object, old, options);
  }

  /** What is wrong with an object whose status was replaced through the subresource. */
  validateStatusUpdate(
    object: ReadonlyJsonObject,
    old: ReadonlyJsonObject,
    options: ValidateOptions = {},
  ): readonly FieldError[] {
    return this.#validator.validateStatus(object, old, options);
  }
}

/**
 * Compiles a schema. An `openAPIV3Schema` is checked first, and refused with `InvalidInputError` if it is not structural;
 * what `structuralSchema` returned is not checked again.
 */
export function compileSchema(schema: StructuralSchema | ReadonlyJson, options: ValidatorOptions = {}): SchemaEngine {
  const structural = schema instanceof Structural ? schema : requireStructural(schema);
  return new SchemaEngine(structural, options);
}
