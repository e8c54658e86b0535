/**
 * What requests for certificates of pods must be, and what a signer may say of them: issued, denied or failed, and nothing after that. Upstream:
 * ValidatePodCertificateRequest… in kubernetes pkg/apis/certificates/validation.
 */
import { X509Certificate } from 'node:crypto';
import { annotationsBytes, deepEqual, maxAnnotationsBytes } from '@reeve/machinery';
import {
  dnsSubdomain,
  fieldsAt,
  invalid,
  invalidUntold,
  isSet,
  itemsAt,
  notSupported,
  numberAt,
  required,
  textAt,
  tooLong,
  type ApiObject,
  type FieldError,
  type Fields,
} from '@reeve/registry';
import { signerProblems } from './certificate-request.ts';
import { domainPath, eachItem, when, wordProblems } from './checks.ts';

const longestUid = 128;
const longestStub = 10 * 1024;
const longestChain = 100 * 1024;
const leastSeconds = 3600;
const mostSeconds = 91 * 24 * 3600;
const mostSecondsOfKubernetes = 24 * 3600;
const states = ['Issued', 'Denied', 'Failed'];

export function podCertificateRequestProblems(request: ApiObject): readonly FieldError[] {
  const spec = fieldsAt(request, 'spec');
  const signer = textAt(spec, 'signerName');
  const annotations = fieldsAt(spec, 'unverifiedUserAnnotations');
  return [
    ...signerProblems(signer, 'spec.signerName'),
    ...Object.keys(annotations).flatMap((key) => domainPath(key.toLowerCase(), 'spec.unverifiedUserAnnotations')),
    ...when(
      annotationsBytes(annotations as Record<string, string>) > maxAnnotationsBytes, // decoded as texts
      tooLong('spec.unverifiedUserAnnotations', maxAnnotationsBytes),
    ),
    ...['pod', 'serviceAccount', 'node'].flatMap((about) => aboutProblems(spec, about)),
    ...secondsProblems(spec, signer),
  ];
}

export const podCertificateRequestChange = (request: ApiObject, old: ApiObject): readonly FieldError[] =>
  when(
    !deepEqual(fieldsAt(request, 'spec'), fieldsAt(old, 'spec')),
    invalid('spec', request['spec'], 'field is immutable'),
  );

export function podCertificateStatusProblems(request: ApiObject, old: ApiObject): readonly FieldError[] {
  const [status, before] = [fieldsAt(request, 'status'), fieldsAt(old, 'status')];
  const ofConditions = conditionProblems(itemsAt(status, 'conditions'));
  if (ofConditions.length > 0) return ofConditions;
  if (stateOf(before) !== undefined) {
    const problem = 'immutable after PodCertificateRequest is issued, denied, or failed';
    return when(!deepEqual(status, before), invalid('status', status, problem));
  }
  const state = stateOf(status);
  if (state === 'Issued') return issuedProblems(status, fieldsAt(request, 'spec'));
  const { conditions: _conditions, ...rest } = status;
  if (state === undefined) {
    const problem = 'status is immutable unless transitioning to "Issued", "Denied", or "Failed"';
    return when(!deepEqual(status, before), invalid('status', status, problem));
  }
  const problem = 'non-condition status fields must be empty when denying or failing the PodCertificateRequest';
  return when(Object.keys(rest).length > 0, invalid('status', status, problem));
}

function aboutProblems(spec: Fields, about: string): readonly FieldError[] {
  const [name, uid] = [textAt(spec, `${about}Name`), textAt(spec, `${about}UID`)];
  const uidField = `spec.${about}UID`;
  return [
    ...wordProblems(dnsSubdomain, name, `spec.${about}Name`),
    ...when(uid === '', invalid(uidField, uid, 'must not be empty')),
    ...when(uid.length > longestUid, tooLong(uidField, longestUid)),
  ];
}

function secondsProblems(spec: Fields, signer: string): readonly FieldError[] {
  const field = 'spec.maxExpirationSeconds';
  if (!isSet(spec['maxExpirationSeconds'])) return [required(field, 'must be set')];
  const seconds = numberAt(spec, 'maxExpirationSeconds');
  const most = /^(?:[^/]+\.)?kubernetes\.io\//u.test(signer) ? mostSecondsOfKubernetes : mostSeconds;
  const isFine = seconds >= leastSeconds && seconds <= most;
  return [
    ...when(!isFine, invalid(field, seconds, `must be in the range [${leastSeconds}, ${most}]`)),
    ...keyProblems(spec),
  ];
}

/** One way to say which key the certificate is for: a request in the usual form, without anything else in it. */
function keyProblems(spec: Fields): readonly FieldError[] {
  const stub = Buffer.from(textAt(spec, 'stubPKCS10Request'), 'base64');
  const problem = 'exactly one of (stubPKCS10Request) or (pkixPublicKey, proofOfPossession) must be set';
  if (stub.length === 0) return [invalidUntold('spec', problem)];
  if (stub.length > longestStub) return [tooLong('spec.stubPKCS10Request', longestStub)];
  return when(!isSequence(stub), invalidUntold('spec.stubPKCS10Request', 'must be a valid PKCS#10 CSR'));
}

/** Whether bytes are one sequence of DER and nothing else; what is in it is for the signer to check. */
function isSequence(bytes: Uint8Array): boolean {
  const [tag, first = 0, ...rest] = bytes;
  if (tag !== 0x30) return false;
  if (first < 0x80) return bytes.length === 2 + first;
  const size = first - 0x80;
  const length = rest.slice(0, size).reduce((sum, byte) => sum * 256 + byte, 0);
  return size > 0 && size <= 4 && bytes.length === 2 + size + length;
}

function conditionProblems(conditions: readonly Fields[]): readonly FieldError[] {
  const known = conditions.filter((condition) => states.includes(textAt(condition, 'type')));
  return eachItem(conditions, 'status.conditions', (condition, field) => {
    const [type, status] = [textAt(condition, 'type'), textAt(condition, 'status')];
    if (!states.includes(type)) return [notSupported(`${field}.type`, type, states)];
    const problem = 'There may be at most one condition with type "Issued", "Denied", or "Failed"';
    return [
      ...when(known.indexOf(condition) > 0, invalid(`${field}.type`, type, problem)),
      ...when(status !== 'True', notSupported(`${field}.status`, status, ['True'])),
    ];
  });
}

const stateOf = (status: Fields): string | undefined =>
  itemsAt(status, 'conditions')
    .filter((condition) => textAt(condition, 'status') === 'True')
    .map((condition) => textAt(condition, 'type'))
    .find((type) => states.includes(type));

const chainField = 'status.certificateChain';
const hourMs = 3_600_000;
const refreshMs = 600_000;

/** The certificate is for the key that was asked for, and the status says when it is valid. */
function issuedProblems(status: Fields, spec: Fields): readonly FieldError[] {
  const chain = textAt(status, 'certificateChain');
  if (Buffer.byteLength(chain) > longestChain) return [tooLong(chainField, longestChain)];
  const [leaf, ...others] = chain.match(/-----BEGIN [\s\S]*?-----END [^-]+-----/gu) ?? [];
  const wrong = (problem: string): readonly FieldError[] => [invalid(chainField, chain, problem)];
  if (leaf === undefined) return wrong('issued certificate chain must contain at least one certificate');
  if (!isCertificate(leaf)) return wrong('issued certificate chain must consist entirely of CERTIFICATE PEM blocks');
  const certificate = readCertificate(leaf);
  if (certificate === undefined) return wrong('leaf certificate does not parse as valid X.509');
  const key = certificate.publicKey.export({ type: 'spki', format: 'der' });
  if (!Buffer.from(textAt(spec, 'stubPKCS10Request'), 'base64').includes(key))
    return wrong('leaf certificate was not issued to the requested public key');
  const [problem] = [...missingTimes(status), ...timeProblems(status, spec, certificate)];
  if (problem !== undefined) return missingTimes(status).length > 0 ? missingTimes(status) : [problem];
  const odd = others.find((block) => !isCertificate(block));
  if (odd !== undefined) return wrong('issued certificate chain must consist entirely of CERTFICATE PEM blocks'); // as upstream spells it
  return when(
    others.some((block) => readCertificate(block) === undefined),
    ...wrong('intermediate certificate does not parse as valid X.509'),
  );
}

const missingTimes = (status: Fields): readonly FieldError[] => {
  const consistent = 'must be present and consistent with the issued certificate';
  const inRange = 'must be present and in the range [notbefore+10min, notafter-10min]';
  return Object.entries({ notBefore: consistent, notAfter: consistent, beginRefreshAt: inRange }).flatMap(
    ([name, problem]) => when(!isSet(status[name]), required(`status.${name}`, problem)),
  );
};

/** What is wrong with the times, in the order in which the real server looks; it tells the first only. */
function timeProblems(status: Fields, spec: Fields, certificate: X509Certificate): readonly FieldError[] {
  const at = (name: string): number => Date.parse(textAt(status, name));
  const [from, until] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
  const told = (name: string, problem: string): FieldError => invalid(`status.${name}`, status[name], problem);
  const most = numberAt(spec, 'maxExpirationSeconds');
  const tooLate = `leaf certificate lifetime must be <= spec.maxExpirationSeconds (${most})`;
  return [
    ...when(
      at('notBefore') !== from,
      told('notBefore', 'must be set to the NotBefore time encoded in the leaf certificate'),
    ),
    ...when(
      at('notAfter') !== until,
      told('notAfter', 'must be set to the NotAfter time encoded in the leaf certificate'),
    ),
    ...when(
      until - from < hourMs,
      invalid(chainField, (until - from) * 1e6, 'leaf certificate lifetime must be >= 1 hour'),
    ),
    ...when(until - from > most * 1000, invalid(chainField, (until - from) * 1e6, tooLate)),
    ...when(
      at('beginRefreshAt') < from + refreshMs,
      told('beginRefreshAt', 'must be at least 10 minutes after status.notBefore'),
    ),
    ...when(
      at('beginRefreshAt') > until - refreshMs,
      told('beginRefreshAt', 'must be at least 10 minutes before status.notAfter'),
    ),
  ];
}

const isCertificate = (block: string): boolean => block.startsWith('-----BEGIN CERTIFICATE-----');

function readCertificate(block: string): X509Certificate | undefined {
  try {
    return new X509Certificate(block);
  } catch {
    return undefined;
  }
}
