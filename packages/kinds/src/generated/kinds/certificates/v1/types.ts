// Written by `npm run facts:kinds`: do not edit.

import type { Condition, ObjectMeta } from '@reeve/machinery';

export interface CertificateSigningRequest {
  apiVersion?: 'certificates.k8s.io/v1';
  kind?: 'CertificateSigningRequest';
  metadata: ObjectMeta;
  spec: CertificateSigningRequestSpec;
  status?: CertificateSigningRequestStatus;
}

export interface CertificateSigningRequestCondition {
  lastTransitionTime?: string;
  lastUpdateTime?: string;
  message?: string;
  reason?: string;
  status: string;
  type: string;
}

export interface CertificateSigningRequestSpec {
  expirationSeconds?: number;
  extra?: Record<string, string[]>;
  groups?: string[];
  request: string;
  signerName: string;
  uid?: string;
  usages?: ('any' | 'cert sign' | 'client auth' | 'code signing' | 'content commitment' | 'crl sign' | 'data encipherment' | 'decipher only' | 'digital signature' | 'email protection' | 'encipher only' | 'ipsec end system' | 'ipsec tunnel' | 'ipsec user' | 'key agreement' | 'key encipherment' | 'microsoft sgc' | 'netscape sgc' | 'ocsp signing' | 's/mime' | 'server auth' | 'signing' | 'timestamping')[];
  username?: string;
}

export interface CertificateSigningRequestStatus {
  certificate?: string;
  conditions?: CertificateSigningRequestCondition[];
}

export interface ClusterTrustBundle {
  apiVersion?: 'certificates.k8s.io/v1';
  kind?: 'ClusterTrustBundle';
  metadata: ObjectMeta;
  spec: ClusterTrustBundleSpec;
}

export interface ClusterTrustBundleSpec {
  signerName?: string;
  trustBundle: string;
}

export interface PodCertificateRequest {
  apiVersion?: 'certificates.k8s.io/v1';
  kind?: 'PodCertificateRequest';
  metadata: ObjectMeta;
  spec: PodCertificateRequestSpec;
  status?: PodCertificateRequestStatus;
}

export interface PodCertificateRequestSpec {
  maxExpirationSeconds?: number;
  nodeName: string;
  nodeUID: string;
  podName: string;
  podUID: string;
  serviceAccountName: string;
  serviceAccountUID: string;
  signerName: string;
  stubPKCS10Request: string;
  unverifiedUserAnnotations?: Record<string, string>;
}

export interface PodCertificateRequestStatus {
  beginRefreshAt?: string;
  certificateChain?: string;
  conditions?: Condition[];
  notAfter?: string;
  notBefore?: string;
}
