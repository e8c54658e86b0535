// Written by `npm run facts:kinds`: do not edit.

export { CertificateSigningRequest } from './v1/certificate-signing-request.ts';
export { ClusterTrustBundle } from './v1/cluster-trust-bundle.ts';
export { PodCertificateRequest } from './v1/pod-certificate-request.ts';
export type { CertificateSigningRequestCondition, CertificateSigningRequestSpec, CertificateSigningRequestStatus, ClusterTrustBundleSpec, PodCertificateRequestSpec, PodCertificateRequestStatus } from './v1/types.ts';
