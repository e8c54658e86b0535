// Written by `npm run facts:kinds`: do not edit.

import type { ObjectMeta } from '@reeve/machinery';

export interface BoundObjectReference {
  apiVersion?: string;
  kind?: string;
  name?: string;
  uid?: string;
}

export interface SelfSubjectReview {
  apiVersion?: 'authentication.k8s.io/v1';
  kind?: 'SelfSubjectReview';
  metadata: ObjectMeta;
  status?: SelfSubjectReviewStatus;
}

export interface SelfSubjectReviewStatus {
  userInfo?: UserInfo;
}

export interface TokenRequest {
  apiVersion?: 'authentication.k8s.io/v1';
  kind?: 'TokenRequest';
  metadata?: ObjectMeta;
  spec?: TokenRequestSpec;
  status?: TokenRequestStatus;
}

export interface TokenRequestSpec {
  attestations?: Record<string, string[]>;
  audiences?: string[];
  boundObjectRef?: BoundObjectReference;
  expirationSeconds?: number;
}

export interface TokenRequestStatus {
  expirationTimestamp?: string;
  token?: string;
}

export interface TokenReview {
  apiVersion?: 'authentication.k8s.io/v1';
  kind?: 'TokenReview';
  metadata: ObjectMeta;
  spec: TokenReviewSpec;
  status?: TokenReviewStatus;
}

export interface TokenReviewSpec {
  audiences?: string[];
  token: string;
}

export interface TokenReviewStatus {
  audiences?: string[];
  authenticated?: boolean;
  error?: string;
  user?: UserInfo;
}

export interface UserInfo {
  extra?: Record<string, string[]>;
  groups?: string[];
  uid?: string;
  username?: string;
}
