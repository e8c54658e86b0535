/**
 * Credentials for registries from Docker's configuration: what `docker login` has written there, and credential helpers.
 * Upstream: docker/cli config.json (`auths`, `credHelpers`, `credsStore`).
 */
import { join } from 'node:path';
import { ImageError } from '../image-error.ts';
import type { Machine } from '../machine/machine.ts';

/** What a registry is shown. */
export type Credentials =
  | { readonly type: 'password'; readonly user: string; readonly password: string }
  /** A token that is changed for others at the registry's token server. */
  | { readonly type: 'refresh token'; readonly token: string };

interface DockerConfig {
  readonly auths?: Readonly<Record<string, { readonly auth?: string; readonly identitytoken?: string }>>;
  readonly credHelpers?: Readonly<Record<string, string>>;
  readonly credsStore?: string;
}

/** The credentials for a registry; undefined where there are none, and it is asked without. */
export async function credentialsFor(machine: Machine, registry: string): Promise<Credentials | undefined> {
  const folder = machine.variables['DOCKER_CONFIG'] ?? join(machine.homeFolder, '.docker');
  const path = join(folder, 'config.json');
  const config = readDockerConfig(await machine.files.read(path), path);
  const helper = config.credHelpers?.[registry] ?? config.credsStore;
  if (helper !== undefined) return await askHelper(machine, helper, registry);
  const entry = Object.entries(config.auths ?? {}).find(([key]) => hostOf(key) === registry)?.[1];
  if (entry?.identitytoken !== undefined && entry.identitytoken !== '')
    return { type: 'refresh token', token: entry.identitytoken };
  if (entry?.auth === undefined || entry.auth === '') return undefined;
  const [user = '', ...password] = Buffer.from(entry.auth, 'base64').toString('utf8').split(':');
  if (password.length === 0)
    throw new ImageError('REEVE_IMAGE_INVALID', `the entry of ${registry} in ${path} is no base64 of user:password`, {
      next: `log in again: docker login ${registry}, or podman login --authfile ${path} ${registry}`,
    });
  return { type: 'password', user, password: password.join(':').replace(/\0+$/, '') };
}

function readDockerConfig(text: string | undefined, path: string): DockerConfig {
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch (cause) {
    throw new ImageError('REEVE_IMAGE_INVALID', `${path} is not JSON`, {
      cause,
      next: 'correct the file or remove it',
    });
  }
  throw new ImageError('REEVE_IMAGE_INVALID', `${path} is no JSON object`, { next: 'correct the file or remove it' });
}

/** Entries are written with a scheme and a path by some tools. */
const hostOf = (key: string): string => key.replace(/^https?:\/\//, '').replace(/\/.*$/, '');

async function askHelper(machine: Machine, helper: string, registry: string): Promise<Credentials | undefined> {
  const command = `docker-credential-${helper}`;
  if (!/^[\w.-]+$/.test(helper))
    throw new ImageError('REEVE_IMAGE_INVALID', `${JSON.stringify(helper)} is no name of a credential helper`);
  const result = await machine.run({ command, args: ['get'], input: `${registry}\n` }).catch((cause: unknown) => {
    throw new ImageError('REEVE_IMAGE_REGISTRY', `the credential helper ${command} cannot be started`, {
      cause,
      next: `install ${command}, or remove it from Docker's config.json`,
    });
  });
  if (result.exitCode !== 0) {
    if (/credentials not found/i.test(result.stdout + result.stderr)) return undefined;
    throw new ImageError(
      'REEVE_IMAGE_REGISTRY',
      `the credential helper ${command} ended with ${result.exitCode}: ${result.stderr.trim()}`,
    );
  }
  const { Username: user, Secret: secret } = readAnswer(result.stdout, command);
  if (user === undefined || secret === undefined || secret === '') return undefined;
  return user === '<token>' ? { type: 'refresh token', token: secret } : { type: 'password', user, password: secret };
}

function readAnswer(text: string, command: string): { readonly Username?: string; readonly Secret?: string } {
  try {
    return JSON.parse(text) as { Username?: string; Secret?: string };
  } catch {
    throw new ImageError('REEVE_IMAGE_REGISTRY', `the credential helper ${command} printed no JSON`); // what it printed may be a secret
  }
}
