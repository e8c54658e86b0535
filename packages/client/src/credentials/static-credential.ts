/**
 * Credentials that do not change: a bearer token, or a name and a password.
 * Upstream: client-go transport's bearer and basic authentication round trippers.
 */
import type { Credential } from './credential.ts';
import { revealed, type Secret } from './secret.ts';

/** Shows a token. */
export const bearerToken = (token: Secret | string): Credential => fixed(`Bearer ${revealed(token).trim()}`);

/** Shows a name and a password. */
export const basicCredential = (username: string, password: Secret | string): Credential =>
  fixed(`Basic ${Buffer.from(`${username}:${revealed(password)}`).toString('base64')}`);

const fixed = (authorization: string): Credential => ({ authorization: () => authorization });
