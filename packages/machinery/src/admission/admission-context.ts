/**
 * What a function that defaults or validates is given beside the object: who asks, and ways to say what is wrong.
 * Upstream: controller-runtime admission.RequestFromContext; apimachinery util/validation/field.
 */
import type { Logger } from '../log/logger.ts';
import type { AdmissionOperation, AdmissionRequest, UserInfo } from './admission-review.ts';

/** Says what is wrong with fields. All that is said refuses the request, in the API server's words. */
export interface FieldProblems {
  /** `spec.replicas: Invalid value: -1: must not be negative` */
  invalid(field: string, value: unknown, detail: string): void;
  /** `spec.image: Required value: say which image to run` */
  required(field: string, detail?: string): void;
  /** `spec.nodeName: Forbidden: it is set by the scheduler` */
  forbidden(field: string, detail: string): void;
  /** `spec.policy: Unsupported value: "Never": supported values: "Allow", "Forbid"` */
  notSupported(field: string, value: unknown, supported: readonly string[]): void;
  /** `spec.ports[1].name: Duplicate value: "http"` */
  duplicate(field: string, value: unknown): void;
  /** `spec.name: Too long: may not be more than 52 bytes` */
  tooLong(field: string, maximum: number): void;
}

/** What a function of an admission webhook is given. */
export interface AdmissionContext extends FieldProblems {
  readonly operation: AdmissionOperation;
  readonly user: UserInfo;
  /** True when nothing will be stored: effects outside the object must not happen. */
  readonly dryRun: boolean;
  /** Empty for objects of the cluster. */
  readonly namespace: string;
  /** Empty for a create with a generated name. */
  readonly name: string;
  /** `scale`, `status` and so on; empty for the object itself. */
  readonly subresource: string;
  /** The request as the server sent it. */
  readonly request: AdmissionRequest;
  readonly log: Logger;
  /** Aborts when the server does not wait any more. */
  readonly signal: AbortSignal;
  /** Shows the client a warning; the request may still succeed. */
  warn(message: string): void;
  /** Refuses the request for a reason that no single field has; 403 unless a code is given. */
  deny(message: string, options?: { readonly code?: number; readonly reason?: string }): never;
  /** A fact for the server's audit log. */
  audit(key: string, value: string): void;
}
