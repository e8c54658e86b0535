/**
 * What requests for certificates must be, and who may say what about them: an approver that it is fine, a signer what came of it. Upstream: kubernetes
 * pkg/apis/certificates/validation.
 */
import { deepEqual } from '@reeve/machinery';
import {
  dnsLabel,
  dnsSubdomain,
  duplicate,
  forbiddenField,
  hasAt,
  invalid,
  itemsAt,
  notSupported,
  numberAt,
  required,
  textAt,
  textsAt,
  tooLong,
  valueAt,
  type ApiObject,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { eachItem, none, when } from './checks.ts';

const usages = [
  'any',
  'cert sign',
  'client auth',
  'code signing',
  'content commitment',
  'crl sign',
  'data encipherment',
  'decipher only',
  'digital signature',
  'email protection',
  'encipher only',
  'ipsec end system',
  'ipsec tunnel',
  'ipsec user',
  'key agreement',
  'key encipherment',
  'microsoft sgc',
  'netscape sgc',
  'ocsp signing',
  's/mime',
  'server auth',
  'signing',
  'timestamping',
];
const leastSeconds = 600;
const decisions = ['Approved', 'Denied'];
const conditions = 'status.conditions';

export const requestProblems = (request: ApiObject): readonly FieldError[] => {
  const given = textsAt(request, 'spec', 'usages');
  const seconds = numberAt(request, 'spec', 'expirationSeconds');
  return [
    ...pemProblems(valueAt(request, 'spec', 'request')),
    ...when(given.length === 0, required('spec.usages', '')),
    ...given.flatMap((usage, index) =>
      when(!usages.includes(usage), notSupported(`spec.usages[${index}]`, usage, usages)),
    ),
    ...given.flatMap((usage, index) => when(given.indexOf(usage) < index, duplicate(`spec.usages[${index}]`, usage))),
    ...signerProblems(textAt(request, 'spec', 'signerName'), 'spec.signerName'),
    ...when(
      hasAt(request, 'spec', 'expirationSeconds') && seconds < leastSeconds,
      invalid('spec.expirationSeconds', seconds, 'may not specify a duration less than 600 seconds (10 minutes)'),
    ),
    ...conditionProblems(itemsAt(request, 'status', 'conditions')),
  ];
};

/** A write of the main resource decides nothing and signs nothing. */
export const requestChangeProblems = (request: ApiObject, old: ApiObject): readonly FieldError[] => [
  ...lostProblems(request, old),
  ...decisionProblems(request, old),
  ...certificateProblems(request, old, false),
];

/** An approver decides. */
export const approvalProblems = (request: ApiObject, old: ApiObject): readonly FieldError[] => [
  ...requestProblems(request),
  ...lostProblems(request, old),
  ...certificateProblems(request, old, false),
  ...declaredRequestProblems(request, old),
];

/** A signer signs. */
export const requestStatusProblems = (request: ApiObject, old: ApiObject): readonly FieldError[] => [
  ...requestProblems(request),
  ...lostProblems(request, old),
  ...decisionProblems(request, old),
  ...certificateProblems(request, old, true),
  ...declaredRequestProblems(request, old),
];

/** A request is not both approved and denied. Upstream declares this with the field, and tells it last. */
export function declaredRequestProblems(request: ApiObject, old?: ApiObject): readonly FieldError[] {
  const isBoth = (each: ApiObject): boolean => decisions.every((type) => ofType(each, type).length > 0);
  if (!isBoth(request) || (old !== undefined && isBoth(old))) return none;
  const members = decisions.map((type) => `conditions[{"type": ${JSON.stringify(type)}}]`);
  const problem = `must specify at most one of: ${members.map((member) => `\`${member}\``).join(', ')}`;
  return [invalid(conditions, `{${members.join(', ')}}`, problem)];
}

function pemProblems(request: unknown): readonly FieldError[] {
  const text = typeof request === 'string' ? Buffer.from(request, 'base64').toString('latin1') : '';
  const isRequest = /-----BEGIN CERTIFICATE REQUEST-----\s[\s\S]*-----END CERTIFICATE REQUEST-----/u.test(text);
  return when(!isRequest, invalid('spec.request', request ?? null, 'PEM block type must be CERTIFICATE REQUEST'));
}

const longestDomain = 253;

/** The name of a signer. */
export function signerProblems(name: string, field: string): readonly FieldError[] {
  const [domain = '', path = '', ...rest] = name.split('/');
  if (name === '') return [required(field, '')];
  if (name === 'kubernetes.io/legacy-unknown')
    return [invalid(field, name, 'the legacy signerName is not allowed via this API version')];
  if (rest.length > 0 || !name.includes('/'))
    return [invalid(field, name, "must be a fully qualified domain and path of the form 'example.com/signer-name'")];
  const labels = domain.split('.');
  return [
    ...when(domain.length > longestDomain, tooLong(field, longestDomain)),
    ...labelProblems(labels, domain, dnsLabel, field),
    ...when(
      labels.length < 2,
      invalid(field, domain, 'should be a domain with at least two segments separated by dots'),
    ),
    ...labelProblems(path.split('.'), path, dnsSubdomain, field),
  ];
}

/** Only the first label that is wrong is told. */
function labelProblems(
  labels: readonly string[],
  whole: string,
  rule: typeof dnsLabel,
  field: string,
): readonly FieldError[] {
  const wrong = labels.find((label) => rule(label).length > 0);
  return wrong === undefined
    ? none
    : rule(wrong).map((problem) => invalid(field, whole, `validating label ${JSON.stringify(wrong)}: ${problem}`));
}

function conditionProblems(given: readonly Fields[]): readonly FieldError[] {
  const types = given.map((condition) => textAt(condition, 'type'));
  return eachItem(given, conditions, (condition, field) => {
    const [type, status] = [textAt(condition, 'type'), textAt(condition, 'status')];
    const allowed = ['Approved', 'Denied', 'Failed'].includes(type) ? ['True'] : ['False', 'True', 'Unknown'];
    const earlier = types.slice(0, given.indexOf(condition));
    return [
      ...when(type === '', required(`${field}.type`, '')),
      ...(status === ''
        ? [required(`${field}.status`, '')]
        : when(!allowed.includes(status), notSupported(`${field}.status`, status, allowed))),
      ...when(earlier.includes(type), duplicate(`${field}.type`, type)),
    ];
  });
}

const ofType = (request: ApiObject, type: string): readonly Fields[] =>
  itemsAt(request, 'status', 'conditions').filter((condition) => textAt(condition, 'type') === type);

const lostProblems = (request: ApiObject, old: ApiObject): readonly FieldError[] =>
  [...decisions, 'Failed'].flatMap((type) =>
    when(
      ofType(request, type).length < ofType(old, type).length,
      forbiddenField(conditions, `updates may not remove a condition of type ${JSON.stringify(type)}`),
    ),
  );

function decisionProblems(request: ApiObject, old: ApiObject): readonly FieldError[] {
  return decisions.flatMap((type) => {
    const [now, before] = [ofType(request, type), ofType(old, type)];
    const word =
      now.length > before.length ? 'add' : now.length === before.length && !deepEqual(now, before) ? 'modify' : '';
    return when(
      word !== '',
      forbiddenField(conditions, `updates may not ${word} a condition of type ${JSON.stringify(type)}`),
    );
  });
}

function certificateProblems(request: ApiObject, old: ApiObject, maySign: boolean): readonly FieldError[] {
  const [now, before] = [textAt(request, 'status', 'certificate'), textAt(old, 'status', 'certificate')];
  const field = 'status.certificate';
  if (now === before) return none;
  if (!maySign) return [forbiddenField(field, 'updates may not set certificate content')];
  return when(before !== '', forbiddenField(field, 'updates may not modify existing certificate content'));
}
