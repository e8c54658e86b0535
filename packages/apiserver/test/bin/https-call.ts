/**
 * Requests by Node alone, as a stranger to this package would send them; and whether anybody listens on a port.
 */
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { connect } from 'node:net';
import type { TLSSocket } from 'node:tls';

/** Who is asking, and whom it trusts; without a CA any certificate will do. */
export interface Caller {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly token?: string;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The fingerprint of the certificate that the server showed. */
  readonly fingerprint: string;
  json(): Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- objects of any kind are looked at
}

export async function call(
  url: string,
  { ca, cert, key, token }: Caller = {},
  { method = 'GET', body }: { method?: string; body?: unknown } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = url.startsWith('https:') ? requestSecure : requestPlain;
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const sent = request(
      url,
      { method, headers, agent: false, ca, cert, key, rejectUnauthorized: ca !== undefined },
      (response) => {
        const fingerprint = (response.socket as TLSSocket).getPeerCertificate?.().fingerprint256 ?? '';
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text, fingerprint, json: () => JSON.parse(text) }),
        );
      },
    );
    sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** True when a connection to this port of loopback is accepted. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}
