/**
 * A defined resource: a kind whose CustomResourceDefinition is known, and which does with objects what a server does with them.
 */
import type {
  Kind,
  KindInput,
  KindWithInput,
  KubeObject,
  Named,
  ReadonlyJsonObject,
  ResourceScope,
  ResourceWebhooks,
} from '@reeve/machinery';
import type { Conformed, FieldError, SchemaEngine } from '@reeve/schema';
import type { CustomResourceDefinition } from './custom-resource-definition.ts';

/** What can be done with objects of one version of a defined resource. */
export interface LocalSchema<T, Input> {
  /** Makes an object: fills in apiVersion, kind and defaults. */
  of(this: void, input: Input): T;

  /** The object with the server's defaults. */
  default(this: void, object: Input): T;

  /** The object as the server would store it: unknown fields gone, defaults in; and which fields those were. */
  conform(this: void, object: object): Conformed;

  /**
   * What the server would refuse a new object for, or with `old` an update of that one; empty if nothing. Rules are evaluated. What was wrong before and has not
   * changed is tolerated.
   */
  validate(this: void, object: object, old?: object): readonly FieldError[];

  /** The compiled schema, for more than that. */
  readonly engine: SchemaEngine;
}

/** A kind with its definition. */
export interface ResourceDefinition<
  T extends KubeObject = KubeObject,
  Input = object,
  Scope extends ResourceScope = ResourceScope,
  Subresources extends string = string,
>
  extends Kind<T, Scope, Subresources>, KindWithInput<Input>, Omit<LocalSchema<T, Input>, 'of'> {
  /** Makes an object: fills in apiVersion, kind and defaults. */
  of(this: void, input: KindInput<T> & Named): T & Named;
  of(this: void, input: Input & Named): T & Named;
  of(this: void, input: KindInput<T>): T;
  of(this: void, input: Input): T;

  readonly crd: CustomResourceDefinition;
  /** What API servers call; a webhook server serves it. */
  readonly webhooks?: ResourceWebhooks;
  /** What deserves a second look. */
  readonly warnings: readonly string[];
}

/** Objects as the engine takes them. */
export const asJson = (object: object): ReadonlyJsonObject => object as ReadonlyJsonObject;
