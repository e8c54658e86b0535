/**
 * What subresources read and write where that is not the object itself. Only the fields that callers need; servers may send more.
 * Upstream: autoscaling/v1 Scale, policy/v1 Eviction, core/v1 Binding, authentication/v1 TokenRequest.
 */
import type { AnyKind, KindObject, KubeObject, ObjectMeta, TypeMeta } from '@reeve/machinery';

/** How many replicas there shall be, and are, of anything that has a `scale`. */
export interface Scale extends KubeObject {
  spec?: { replicas?: number };
  status?: { replicas: number; selector?: string };
}

/** Asks a pod to leave, if its disruption budgets allow. */
export interface Eviction extends TypeMeta {
  metadata?: ObjectMeta;
  deleteOptions?: {
    gracePeriodSeconds?: number;
    preconditions?: { uid?: string; resourceVersion?: string };
    propagationPolicy?: string;
    dryRun?: string[];
  };
}

/** Puts a pod on a node. */
export interface Binding extends TypeMeta {
  metadata?: ObjectMeta;
  target: { apiVersion?: string; kind?: string; name?: string };
}

/** Asks for a token of a service account. The answer has it in its status. */
export interface TokenRequest extends TypeMeta {
  metadata?: ObjectMeta;
  spec: {
    audiences?: string[];
    expirationSeconds?: number;
    boundObjectRef?: { apiVersion?: string; kind?: string; name?: string; uid?: string };
  };
  status?: { token: string; expirationTimestamp: string };
}

/** What a subresource of a kind reads and writes. */
export type SubresourceObject<K extends AnyKind, Name extends string> = Name extends keyof Bodies
  ? Bodies[Name]
  : KindObject<K>;

interface Bodies {
  scale: Scale;
  eviction: Eviction;
  binding: Binding;
  token: TokenRequest;
}

/** The type of each of them, for bodies that do not say it. */
export const subresourceTypes: Readonly<Record<string, Required<TypeMeta> | undefined>> = {
  scale: { apiVersion: 'autoscaling/v1', kind: 'Scale' },
  eviction: { apiVersion: 'policy/v1', kind: 'Eviction' },
  binding: { apiVersion: 'v1', kind: 'Binding' },
  token: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest' },
};
