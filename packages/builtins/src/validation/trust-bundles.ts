/**
 * What bundles of trusted certificates must be: certificates of authorities, each once, under a name that begins with their signer's. Upstream:
 * ValidateClusterTrustBundle in kubernetes pkg/apis/certificates/validation.
 */
import { X509Certificate } from 'node:crypto';
import { asPrefix, dnsSubdomain, invalid, textAt, tooLong, type ApiObject, type FieldError } from '@reeve/registry';
import { signerProblems } from './certificate-request.ts';
import { none, when } from './checks.ts';

const longestBundle = 1024 * 1024;
const bundleField = 'spec.trustBundle';

export const trustBundleProblems = (bundle: ApiObject): readonly FieldError[] => [
  ...namedAndSigned(bundle),
  ...certificateProblems(textAt(bundle, 'spec', 'trustBundle')),
];

/** Certificates that were taken once are taken again, whatever a newer reader says of them. */
export function trustBundleUpdateProblems(bundle: ApiObject, old: ApiObject): readonly FieldError[] {
  const [certificates, before] = [textAt(bundle, 'spec', 'trustBundle'), textAt(old, 'spec', 'trustBundle')];
  const [signer, signerBefore] = [textAt(bundle, 'spec', 'signerName'), textAt(old, 'spec', 'signerName')];
  return [
    ...namedAndSigned(bundle),
    ...(certificates === before ? none : certificateProblems(certificates)),
    ...when(signer !== signerBefore, invalid('spec.signerName', signer, 'field is immutable')),
  ];
}

function namedAndSigned(bundle: ApiObject): readonly FieldError[] {
  const signer = textAt(bundle, 'spec', 'signerName');
  return [...nameProblems(bundle, signer), ...(signer === '' ? none : signerProblems(signer, 'spec.signerName'))];
}

function nameProblems({ metadata }: ApiObject, signer: string): readonly FieldError[] {
  const { name, generateName } = metadata;
  const problems = (field: string, value: string, isPrefix: boolean): readonly FieldError[] =>
    nameRule(value, signer, isPrefix).map((problem) => invalid(field, value, problem));
  return [
    ...(generateName ? problems('metadata.generateName', generateName, true) : none),
    ...(name ? problems('metadata.name', name, false) : none),
  ];
}

function nameRule(name: string, signer: string, isPrefix: boolean): readonly string[] {
  const start = signer === '' ? '' : `${signer.replaceAll('/', ':')}:`;
  if (signer === '' && name.includes(':'))
    return ['ClusterTrustBundle without signer name must not have ":" in its name'];
  if (!name.startsWith(start))
    return [`ClusterTrustBundle for signerName ${signer} must be named with prefix ${start}`];
  const rest = name.slice(start.length);
  return dnsSubdomain(isPrefix ? asPrefix(rest) : rest);
}

function certificateProblems(text: string): readonly FieldError[] {
  if (Buffer.byteLength(text) > longestBundle) return [tooLong(bundleField, longestBundle)];
  const blocks = [...text.matchAll(/-----BEGIN ([^\n-]+)-----\r?\n([\s\S]*?)-----END \1-----/gu)];
  const untold = (problem: string): FieldError => invalid(bundleField, '<value omitted>', problem);
  const malformed = blocks.flatMap(([block, type = '', body = ''], index) => {
    const problem = blockProblem(block, type, body);
    return problem === undefined ? [] : [untold(`entry ${index} ${problem}`)];
  });
  if (malformed.length > 0) return malformed;
  if (blocks.length === 0) return [untold('at least one trust anchor must be provided')];
  const bodies = blocks.map(([, , body = '']) => body.replaceAll(/\s/gu, ''));
  return [...new Set(bodies)].flatMap((body) => {
    const places = bodies.flatMap((each, index) => (each === body ? [index] : []));
    return when(places.length > 1, untold(`duplicate trust anchor (indices [${places.join(' ')}])`));
  });
}

function blockProblem(block: string, type: string, body: string): string | undefined {
  if (type !== 'CERTIFICATE') return `has bad block type: ${type}`;
  if (body.includes(':')) return 'has PEM block headers';
  try {
    return new X509Certificate(block).ca ? undefined : 'does not have the CA bit set';
  } catch {
    return 'does not parse as X.509';
  }
}
