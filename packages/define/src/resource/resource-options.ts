/**
 * What a definition says. Only `group`, `kind`, a version and a spec are needed; all else has the default that most resources want.
 */
import type { ResourceScope } from '@reeve/machinery';
import type { AnySchema, JsonSchema } from '../front-end/standard-schema.ts';
import type { Rule, RuleMeta } from '../k/rules.ts';
import type { CustomResourceConversion, PrinterColumn } from './custom-resource-definition.ts';

/** A column: where its value is, or that and more. The type is found in the schema. */
export type Column = string | (Partial<Omit<PrinterColumn, 'name' | 'jsonPath'>> & { readonly path: string });

/** Where the number of replicas is, so that `kubectl scale` and autoscalers find it. */
export interface ScalePaths {
  readonly specReplicas: string;
  readonly statusReplicas: string;
  readonly labelSelector?: string;
}

/** What one version says. */
export interface VersionOptions {
  /** What users want. Nearly every resource has one. */
  readonly spec?: AnySchema;
  /** What is. A status makes the status subresource. */
  readonly status?: AnySchema;
  /** Other fields beside spec and status, for resources that are data rather than wishes. */
  readonly fields?: Readonly<Record<string, AnySchema>>;
  /** The fields that must be there: the spec, if something in it must, unless this says otherwise. */
  readonly required?: readonly string[];
  /** More keywords of the whole object's schema, such as `oneOf` or `x-kubernetes-preserve-unknown-fields`. */
  readonly keywords?: JsonSchema;
  /** Columns of `kubectl get` by their title, and an `Age` column last unless there is one; or a list, which is taken as it is. */
  readonly columns?: Readonly<Record<string, Column>> | readonly PrinterColumn[];
  readonly scale?: ScalePaths;
  /** Fields by which lists can be selected: `['.spec.color']`. */
  readonly selectableFields?: readonly string[];
  /** Rules about the whole object, its name included: `[k.rule("self.metadata.name != 'all'")]`. */
  readonly rules?: readonly (Rule | RuleMeta)[];
  /** Restrictions on `metadata.name`, as JSON Schema: `{ maxLength: 30 }`. */
  readonly name?: { readonly maxLength?: number; readonly minLength?: number; readonly pattern?: string };
  readonly description?: string;
  /** False lets the spec's writers write the status too. */
  readonly statusSubresource?: boolean;
}

/** What one of several versions says besides. */
export interface ServedVersionOptions extends VersionOptions {
  /** The version that objects are stored in. Needed on one of several. */
  readonly storage?: boolean;
  readonly served?: boolean;
  /** Clients are warned; with a text, in these words. */
  readonly deprecated?: boolean | string;
}

/** What all versions have in common. */
export interface ResourceOptions<Scope extends ResourceScope = ResourceScope> {
  readonly group: string;
  readonly kind: string;
  /** `Namespaced` unless given. */
  readonly scope?: Scope;
  readonly names?: {
    readonly plural?: string;
    readonly singular?: string;
    readonly listKind?: string;
    readonly shortNames?: readonly string[];
    readonly categories?: readonly string[];
  };
  readonly conversion?: CustomResourceConversion;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  /** Hears of what deserves a second look; warnings of the process by default. */
  readonly onWarning?: (message: string) => void;
}
