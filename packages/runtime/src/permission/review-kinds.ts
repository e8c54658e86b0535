/**
 * Questions to the cluster: who is this, and may they do that?
 * Upstream: authentication.k8s.io/v1 TokenReview, authorization.k8s.io/v1 SubjectAccessReview and SelfSubjectAccessReview.
 */
import { defineKind } from '@reeve/machinery';
import type { Kind, KubeObject } from '@reeve/machinery';

/** Somebody whom the cluster knows. */
export interface ReviewedUser {
  username?: string;
  uid?: string;
  groups?: string[];
  extra?: Record<string, string[]>;
}

/** A verb on resources. Empty parts mean all. */
export interface ResourceAttributes {
  group?: string;
  version?: string;
  resource?: string;
  subresource?: string;
  namespace?: string;
  name?: string;
  verb?: string;
}

/** What was answered. */
export interface AccessStatus {
  allowed: boolean;
  denied?: boolean;
  reason?: string;
}

/** Asks whose token this is. */
export interface TokenReview extends KubeObject {
  spec: { token?: string; audiences?: string[] };
  status?: { authenticated?: boolean; user?: ReviewedUser; error?: string };
}

/** Asks whether somebody may. */
export interface SubjectAccessReview extends KubeObject {
  spec: {
    user?: string;
    uid?: string;
    groups?: string[];
    extra?: Record<string, string[]>;
    nonResourceAttributes?: { path?: string; verb?: string };
    resourceAttributes?: ResourceAttributes;
  };
  status?: AccessStatus;
}

/** Asks whether this client may. */
export interface SelfSubjectAccessReview extends KubeObject {
  spec: {
    nonResourceAttributes?: { path?: string; verb?: string };
    resourceAttributes?: ResourceAttributes;
  };
  status?: AccessStatus;
}

export const TokenReview: Kind<TokenReview, 'Cluster', never> = defineKind<TokenReview, 'Cluster'>({
  group: 'authentication.k8s.io',
  version: 'v1',
  kind: 'TokenReview',
  plural: 'tokenreviews',
  scope: 'Cluster',
});

export const SubjectAccessReview: Kind<SubjectAccessReview, 'Cluster', never> = defineKind<
  SubjectAccessReview,
  'Cluster'
>({
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'SubjectAccessReview',
  plural: 'subjectaccessreviews',
  scope: 'Cluster',
});

export const SelfSubjectAccessReview: Kind<SelfSubjectAccessReview, 'Cluster', never> = defineKind<
  SelfSubjectAccessReview,
  'Cluster'
>({
  group: 'authorization.k8s.io',
  version: 'v1',
  kind: 'SelfSubjectAccessReview',
  plural: 'selfsubjectaccessreviews',
  scope: 'Cluster',
});
