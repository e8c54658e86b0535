/**
 * Reads what a credential plugin printed. Whatever it is, the message about it repeats nothing of it: it may hold the credential.
 * Upstream: client-go plugin/pkg/client/auth/exec.
 */
import { isJsonObject, parseJson, parseTime, type ReadonlyJsonObject } from '@reeve/machinery';
import { CredentialError } from './credential-error.ts';
import type { ClientCertificate } from './credential.ts';

/** What a plugin gave. */
export interface ExecAnswer {
  readonly authorization: string | undefined;
  readonly certificate: ClientCertificate | undefined;
  /** Wall time in milliseconds until which it holds; for ever when absent. */
  readonly expiresAt: number | undefined;
}

/** The credential in a plugin's output. */
export const readExecAnswer = (output: string, command: string, apiVersion: string): ExecAnswer => {
  const answer = objectIn(output, command);
  if (answer['kind'] !== 'ExecCredential' || answer['apiVersion'] !== apiVersion) {
    const printed = [answer['apiVersion'], answer['kind']].map((word) =>
      typeof word === 'string' ? word.slice(0, 80) : 'nothing',
    );
    throw wrong(
      command,
      `is to print an ExecCredential of ${apiVersion} and printed ${printed.join(' ')}: make apiVersion fit the plugin`,
    );
  }
  const status = answer['status'];
  if (!isJsonObject(status)) throw wrong(command, 'printed an ExecCredential without status');
  return credentialIn(status, command);
};

const credentialIn = (status: ReadonlyJsonObject, command: string): ExecAnswer => {
  const { token, clientCertificateData: cert, clientKeyData: key } = textsIn(status);
  if (token === '' && cert === '' && key === '') throw wrong(command, 'printed neither a token nor a certificate');
  if ((cert === '') !== (key === '')) throw wrong(command, 'printed only one of certificate and key');
  return {
    authorization: token === '' ? undefined : `Bearer ${token}`,
    certificate: cert === '' ? undefined : { cert, key },
    expiresAt: expiryIn(status, command),
  };
};

const textsIn = (status: ReadonlyJsonObject) => {
  const text = (name: string): string => (typeof status[name] === 'string' ? status[name] : '');
  return {
    token: text('token').trim(),
    clientCertificateData: text('clientCertificateData'),
    clientKeyData: text('clientKeyData'),
  };
};

const expiryIn = ({ expirationTimestamp: text }: ReadonlyJsonObject, command: string): number | undefined => {
  if (text === undefined || text === null) return undefined;
  if (typeof text !== 'string') throw wrong(command, 'printed an expirationTimestamp that is no text');
  try {
    return parseTime(text);
  } catch {
    throw wrong(command, 'printed an expirationTimestamp that is no time such as 2026-01-02T15:04:05Z');
  }
};

const objectIn = (output: string, command: string): ReadonlyJsonObject => {
  let value: unknown;
  try {
    value = parseJson(output);
  } catch {
    throw wrong(command, 'printed no JSON'); // without the parser's own words, which quote the text
  }
  if (!isJsonObject(value)) throw wrong(command, 'printed no JSON object');
  return value;
};

const wrong = (command: string, problem: string): CredentialError =>
  new CredentialError(`the credential plugin ${command} ${problem}`);
