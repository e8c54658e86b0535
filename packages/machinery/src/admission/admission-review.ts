/**
 * What an API server asks a webhook about a request, and what it is answered, as they are on the wire. Objects are those that the client sent, with every field that it sent.
 * Upstream: k8s.io/api admission/v1.
 */
import type { DeepReadonly } from '../json/deep-readonly.ts';
import type { GroupVersionKind } from '../kind/group-kind.ts';
import type { GroupVersionResource } from '../kind/group-resource.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { Status } from '../object/status.ts';

/** What is done to an object. */
export type AdmissionOperation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/** Who sent a request. */
export interface UserInfo {
  readonly username?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** One request, before it is stored. */
export interface AdmissionRequest {
  readonly uid: string;
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  readonly subResource?: string;
  /** What the client sent, where the server converted it to a version that the webhook asked for. */
  readonly requestKind?: GroupVersionKind;
  readonly requestResource?: GroupVersionResource;
  readonly requestSubResource?: string;
  /** Empty for a create with a generated name. */
  readonly name?: string;
  readonly namespace?: string;
  readonly operation: AdmissionOperation;
  readonly userInfo: UserInfo;
  /** The new object; absent for a delete. */
  readonly object?: DeepReadonly<KubeObject> | null;
  /** The object as it is; absent for a create. */
  readonly oldObject?: DeepReadonly<KubeObject> | null;
  readonly dryRun?: boolean;
  readonly options?: DeepReadonly<Record<string, unknown>> | null;
}

/** What a webhook answers. */
export interface AdmissionResponse {
  readonly uid: string;
  readonly allowed: boolean;
  readonly status?: DeepReadonly<Status>;
  /** A JSON Patch in base64. */
  readonly patch?: string;
  readonly patchType?: 'JSONPatch';
  readonly auditAnnotations?: Readonly<Record<string, string>>;
  readonly warnings?: readonly string[];
}
