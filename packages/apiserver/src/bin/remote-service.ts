/**
 * A service that judges tokens or requests, from the kubeconfig file that a flag names: its cluster is the service, its user this server.
 */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fieldsAt, itemsAt, textAt, type Fields } from '@reeve/registry';
import { parse } from 'yaml';
import type { RemoteService } from '../outbound/remote-review.ts';

/** Reads the file; what it lacks is an error that names the file. */
export function remoteService(file: string): RemoteService {
  const config: unknown = parse(readFileSync(file, 'utf8'));
  const wrong = (problem: string): Error => new Error(`the kubeconfig ${file} ${problem}`);
  const named = (list: string, entry: string, name: string): Fields =>
    fieldsAt(
      itemsAt(config, list).find((one) => textAt(one, 'name') === name),
      entry,
    );
  const contexts = itemsAt(config, 'contexts');
  const current = textAt(config, 'current-context');
  if (current === '' && contexts.length > 0) throw wrong('has contexts and no current-context');
  const context = named('contexts', 'context', current);
  const cluster = named('clusters', 'cluster', textAt(context, 'cluster'));
  const user = named('users', 'user', textAt(context, 'user'));
  const url = textAt(cluster, 'server');
  if (!/^https?:\/\//.test(url))
    throw wrong('names no server to ask: give its current context a cluster with a server');
  const unsupported = ['exec', 'auth-provider', 'username'].find((field) => user[field] !== undefined);
  if (unsupported !== undefined) throw wrong(`has ${unsupported} for its user: give a certificate or a token`);
  const pem = (entry: Fields, field: string): string | undefined => textIn(entry, field, dirname(file));
  const [ca, cert, key] = [
    pem(cluster, 'certificate-authority'),
    pem(user, 'client-certificate'),
    pem(user, 'client-key'),
  ];
  const serverName = textAt(cluster, 'tls-server-name');
  const tokenFile = textAt(user, 'tokenFile');
  const token = textAt(user, 'token') || (tokenFile === '' ? '' : readFileSync(tokenFile, 'utf8').trim());
  return {
    url,
    tls: {
      ...(ca !== undefined && { ca }),
      ...(cert !== undefined && key !== undefined && { cert, key }),
      ...(serverName !== '' && { serverName }),
      ...(cluster['insecure-skip-tls-verify'] === true && { isUnverified: true }),
    },
    ...(token !== '' && { token }),
  };
}

/** Data in place, or the file that it is in. */
function textIn(entry: Fields, field: string, folder: string): string | undefined {
  const data = textAt(entry, `${field}-data`);
  if (data !== '') return Buffer.from(data, 'base64').toString('utf8');
  const file = textAt(entry, field);
  return file === '' ? undefined : readFileSync(resolve(folder, file), 'utf8');
}
