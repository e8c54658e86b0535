/**
 * What Kubernetes' own signers sign, and which requests need nobody's approval. Pure: who is asked for and what for comes in, a verdict goes out.
 * Upstream: kubernetes pkg/apis/certificates, and the approver and signers of kube-controller-manager.
 */
import type { RequestedSubject } from '@reeve/certificates';

/** A request as the rules see it. */
export interface CertificateOrder {
  readonly signer: string;
  readonly username: string;
  readonly usages: readonly string[];
  readonly subject: RequestedSubject;
}

const clientSigner = 'kubernetes.io/kube-apiserver-client';
const kubeletClientSigner = 'kubernetes.io/kube-apiserver-client-kubelet';
const kubeletServingSigner = 'kubernetes.io/kubelet-serving';

/** The signers that a cluster has of its own. */
export const ownSigners: ReadonlySet<string> = new Set([clientSigner, kubeletClientSigner, kubeletServingSigner]);

/** The message of an approval that nobody needs to give; undefined where somebody must. */
export function automaticApproval(order: CertificateOrder): string | undefined {
  if (order.signer !== kubeletClientSigner || problemOf(order) !== undefined) return undefined;
  const whose = order.username === order.subject.commonName ? 'self kubelet' : 'kubelet';
  return `Auto approving ${whose} client certificate after SubjectAccessReview.`;
}

/** Why a signer will not sign, although the request was approved; undefined when it will. */
export function problemOf(order: CertificateOrder): string | undefined {
  const { signer, usages, subject } = order;
  if (signer === clientSigner) return usages.includes('client auth') ? undefined : usagesProblem(['client auth']);
  if (subject.organizations.join() !== 'system:nodes') return 'subject organization is not system:nodes';
  if (!subject.commonName.startsWith('system:node:')) return 'subject common name does not begin with system:node:';
  return signer === kubeletServingSigner ? servingProblem(order) : clientProblem(order);
}

function clientProblem({ usages, subject: { otherNames } }: CertificateOrder): string | undefined {
  const [unwanted] = ['dns', 'email', 'ip', 'url'].filter((type) => otherNames.has(type));
  return unwanted === undefined ? exactProblem(usages, 'client auth') : notAllowed(unwanted);
}

function servingProblem({ usages, subject: { otherNames } }: CertificateOrder): string | undefined {
  const [unwanted] = ['email', 'url'].filter((type) => otherNames.has(type));
  if (unwanted !== undefined) return notAllowed(unwanted);
  return otherNames.size === 0 ? 'DNS or IP subjectAltName is required' : exactProblem(usages, 'server auth');
}

const nameTypes: ReadonlyMap<string, string> = new Map([
  ['dns', 'DNS'],
  ['ip', 'IP'],
  ['email', 'Email'],
  ['url', 'URI'],
]);

const notAllowed = (type: string): string => `${nameTypes.get(type)} subjectAltNames are not allowed`;

/** A node may use its certificate to sign, in its role, and to encipher keys where they can. */
function exactProblem(usages: readonly string[], role: string): string | undefined {
  const required = [role, 'digital signature'].toSorted();
  const isRight =
    required.every((usage) => usages.includes(usage)) &&
    usages.every((usage) => required.includes(usage) || usage === 'key encipherment');
  return isRight ? undefined : usagesProblem(required);
}

const usagesProblem = (required: readonly string[]): string => `usages did not match [${required.join(' ')}]`;
