// Written by `npm run facts:kinds`: do not edit.

export { CertificateSigningRequest } from './v1/certificate-signing-request.ts';
export type { CertificateSigningRequestCondition, CertificateSigningRequestSpec, CertificateSigningRequestStatus } from './v1/types.ts';
