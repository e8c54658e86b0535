/**
 * A CustomResourceDefinition as plain JSON, as far as definitions write and read it.
 * Upstream: apiextensions/v1 CustomResourceDefinition.
 */
import type { ObjectMeta } from '@reeve/machinery';

/** A column that `kubectl get` prints. */
export interface PrinterColumn {
  name: string;
  type: string;
  jsonPath: string;
  format?: string;
  priority?: number;
  description?: string;
}

/** One version of a resource. */
export interface CustomResourceVersion {
  name: string;
  served: boolean;
  storage: boolean;
  deprecated?: boolean;
  deprecationWarning?: string;
  schema?: { openAPIV3Schema?: Record<string, unknown> };
  subresources?: {
    status?: Record<string, never>;
    scale?: { specReplicasPath: string; statusReplicasPath: string; labelSelectorPath?: string };
  };
  additionalPrinterColumns?: PrinterColumn[];
  selectableFields?: { jsonPath: string }[];
}

/** How objects of one version become objects of another. */
export interface CustomResourceConversion {
  strategy: 'None' | 'Webhook';
  webhook?: {
    conversionReviewVersions: string[];
    clientConfig?: {
      url?: string;
      caBundle?: string;
      service?: { namespace: string; name: string; path?: string; port?: number };
    };
  };
}

/** The definition as a server takes it. */
export interface CustomResourceDefinition {
  apiVersion: 'apiextensions.k8s.io/v1';
  kind: 'CustomResourceDefinition';
  metadata: ObjectMeta & { name: string };
  spec: {
    group: string;
    scope: 'Namespaced' | 'Cluster';
    names: {
      kind: string;
      plural: string;
      singular?: string;
      listKind?: string;
      shortNames?: string[];
      categories?: string[];
    };
    versions: CustomResourceVersion[];
    conversion?: CustomResourceConversion;
    preserveUnknownFields?: boolean;
  };
}
