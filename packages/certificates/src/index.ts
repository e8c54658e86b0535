export { fixedCertificates } from './certificate-source.ts';
export type { CertificatePair, CertificateSource } from './certificate-source.ts';
export { issueCertificate, makeAuthority, selfSignedCertificate } from './authority.ts';
export type { AuthorityTerms, CertificateTerms, CertificateUse } from './authority.ts';
export { certificateFacts, isIssuedBy, joinBundles, splitBundle } from './certificate-facts.ts';
export type { CertificateFacts } from './certificate-facts.ts';
export { signRequest, subjectOfRequest } from './signing-request.ts';
export type { RequestedSubject } from './signing-request.ts';
