/**
 * A CustomResourceDefinition as the server reads it. Upstream: apiextensions.k8s.io/v1.
 */
import type { DeepReadonly } from '@reeve/machinery';
import type { ApiObject } from '@reeve/registry';

export interface DefinitionNames {
  readonly plural?: string;
  readonly singular?: string;
  readonly kind?: string;
  readonly listKind?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

export interface PrinterColumn {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly jsonPath: string;
}

export interface DefinitionVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
  readonly schema?: { readonly openAPIV3Schema?: DeepReadonly<Record<string, unknown>> };
  readonly subresources?: {
    readonly status?: object;
    readonly scale?: {
      readonly specReplicasPath: string;
      readonly statusReplicasPath: string;
      readonly labelSelectorPath?: string;
    };
  };
  readonly additionalPrinterColumns?: readonly PrinterColumn[];
  readonly selectableFields?: readonly { readonly jsonPath: string }[];
}

export interface WebhookClientConfig {
  readonly url?: string;
  readonly service?: {
    readonly name?: string;
    readonly namespace?: string;
    readonly path?: string;
    readonly port?: number;
  };
  readonly caBundle?: string;
}

export interface Conversion {
  readonly strategy?: string;
  readonly webhook?: {
    readonly clientConfig?: WebhookClientConfig;
    readonly conversionReviewVersions?: readonly string[];
  };
}

/** What a definition says. Before it is validated, anything may be missing. */
export interface DefinitionSpec {
  readonly group?: string;
  readonly names?: DefinitionNames;
  readonly scope?: 'Namespaced' | 'Cluster';
  readonly versions?: readonly DefinitionVersion[];
  readonly conversion?: Conversion;
  readonly preserveUnknownFields?: boolean;
}

/** What a definition that passed validation says. */
export interface ValidDefinitionSpec extends Required<Pick<DefinitionSpec, 'group' | 'scope' | 'versions'>> {
  readonly conversion?: Conversion;
  readonly names: DefinitionNames & { readonly plural: string; readonly kind: string };
}

export interface DefinitionCondition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionTime: string;
}

export interface DefinitionStatus {
  readonly conditions: readonly DefinitionCondition[];
  readonly acceptedNames: Partial<DefinitionNames>;
  readonly storedVersions: readonly string[];
}

export const definitionTable = 'apiextensions.k8s.io/customresourcedefinitions';
export const cleanupFinalizer = 'customresourcecleanup.apiextensions.k8s.io';

/** The spec of a stored definition, which validation has let in. */
export const specOf = (definition: ApiObject): ValidDefinitionSpec => definition['spec'] as ValidDefinitionSpec;
export const statusOf = (definition: ApiObject): Partial<DefinitionStatus> => definition['status'] ?? {};

export const isConditionTrue = (definition: ApiObject, type: string): boolean =>
  (statusOf(definition).conditions ?? []).some((condition) => condition.type === type && condition.status === 'True');
