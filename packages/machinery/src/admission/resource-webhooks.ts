/**
 * The functions that belong to a kind and that an API server calls: defaulting, validation, and conversion between versions. They are data that a definition carries; a
 * webhook server calls them.
 * Upstream: controller-runtime admission.Defaulter, admission.Validator, conversion.Hub and Convertible.
 */
import type { DeepReadonly, DeepWritable } from '../json/deep-readonly.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { AdmissionContext } from './admission-context.ts';

/** Judges requests. What is not there allows everything. Methods, so that functions for one kind are functions for some kind. */
export interface ValidateFunctions<T extends KubeObject = KubeObject> {
  create?(object: DeepReadonly<T>, context: AdmissionContext): void | Promise<void>;
  update?(object: DeepReadonly<T>, old: DeepReadonly<T>, context: AdmissionContext): void | Promise<void>;
  delete?(object: DeepReadonly<T>, context: AdmissionContext): void | Promise<void>;
  /** A connection to a subresource such as `exec`; the object is its options. */
  connect?(options: DeepReadonly<KubeObject>, context: AdmissionContext): void | Promise<void>;
}

/** Changes and judges requests. */
export interface AdmissionFunctions<T extends KubeObject = KubeObject> {
  /** Changes a draft of what is created or updated, before it is validated. */
  default?(draft: DeepWritable<T>, context: AdmissionContext): void | Promise<void>;
  readonly validate?: ValidateFunctions<T>;
}

/** How one version becomes the hub and comes from it. What is left out of the answer of apiVersion, kind and metadata is that of the object. */
export interface ConversionFunctions<
  T extends KubeObject = KubeObject,
  Hub extends KubeObject = KubeObject,
  Converted = object,
  ConvertedHub = object,
> {
  from(hub: DeepReadonly<Hub>): Converted;
  to(object: DeepReadonly<T>): ConvertedHub;
  /** True keeps what the other version cannot say in an annotation, and puts it back on the way back where nobody has changed it meanwhile. */
  readonly lossless?: boolean;
}

/** The webhooks of a defined resource. */
export interface ResourceWebhooks extends AdmissionFunctions {
  /** The version through which all conversions go. */
  readonly hub: string;
  /** By version; none for the hub. */
  readonly conversions: Readonly<Record<string, ConversionFunctions>>;
}
