/**
 * The flags of `kube-apiserver` about who sends a request and what they may do, and the options that they stand for.
 */
import { readFileSync } from 'node:fs';
import { parseDuration } from '@reeve/machinery';
import type { ApiServerOptions } from '../api-server.ts';
import { parseModes } from '../authorization/authorizer-of.ts';
import type { WebhookAuthorizerOptions } from '../authorization/webhook-authorizer.ts';
import type { FlagTable, Flags } from './flags.ts';

export const accessFlags: FlagTable = {
  'authentication-token-webhook-cache-ttl': { help: 'how long answers about tokens are kept; 2m unless given' },
  'authentication-token-webhook-config-file': { help: 'the kubeconfig of a service that knows tokens' },
  'authentication-token-webhook-version': { help: 'the version of the reviews it gets: v1beta1 (unless given) or v1' },
  'authorization-config': { help: 'a file with an AuthorizationConfiguration, instead of --authorization-mode' },
  'authorization-mode': {
    help: 'who is asked whether a user may do something, in order: AlwaysAllow (unless given), AlwaysDeny, RBAC, Webhook',
  },
  'authorization-webhook-cache-authorized-ttl': { help: 'how long an answer that allows is kept; 5m unless given' },
  'authorization-webhook-cache-unauthorized-ttl': { help: 'how long one that does not is kept; 30s unless given' },
  'authorization-webhook-config-file': { help: 'the kubeconfig of the service that the mode Webhook asks' },
  'authorization-webhook-version': { help: 'the version of the reviews it gets: v1beta1 (unless given) or v1' },
  'requestheader-allowed-names': { help: 'the common names that a front proxy may have; any unless given' },
  'requestheader-client-ca-file': { help: 'the authority of proxies that say in headers who sends a request' },
  'requestheader-extra-headers-prefix': { help: 'prefixes of headers with extra; X-Remote-Extra- unless given' },
  'requestheader-group-headers': { help: 'headers with groups; X-Remote-Group unless given' },
  'requestheader-uid-headers': { help: 'headers with the uid' },
  'requestheader-username-headers': { help: 'headers with the name of the user; X-Remote-User unless given' },
};

type Access = Pick<ApiServerOptions, 'authorization' | 'tokenWebhook' | 'frontProxy'>;

/** The options that the flags stand for. Flags that need another one are refused without it. */
export async function accessOptions(flags: Flags): Promise<Access> {
  const authorization = await authorizationOf(flags);
  const tokenFile = flags.get('authentication-token-webhook-config-file');
  const frontProxy = frontProxyOf(flags);
  return {
    ...(authorization && { authorization }),
    ...(tokenFile !== undefined && { tokenWebhook: await tokenWebhookOf(tokenFile, flags) }),
    ...(frontProxy && { frontProxy }),
  };
}

async function authorizationOf(flags: Flags): Promise<ApiServerOptions['authorization']> {
  const file = flags.get('authorization-config');
  const modes = flags.get('authorization-mode');
  const webhookFile = flags.get('authorization-webhook-config-file');
  if (file !== undefined) {
    if (modes !== undefined || webhookFile !== undefined)
      throw new Error(
        '--authorization-config says all of it: leave out --authorization-mode and --authorization-webhook-config-file',
      );
    const { readAuthorizationFile } = await import('./authorization-file.ts');
    return { authorizers: readAuthorizationFile(file) };
  }
  return {
    ...(modes !== undefined && { modes: parseModes(modes) }),
    ...(webhookFile !== undefined && { webhook: await authorizationWebhook(webhookFile, flags) }),
  };
}

async function authorizationWebhook(file: string, flags: Flags): Promise<WebhookAuthorizerOptions> {
  const { remoteService } = await import('./remote-service.ts');
  return {
    service: remoteService(file),
    version: versionIn(flags, 'authorization-webhook-version'),
    authorizedTtlMs: durationIn(flags, 'authorization-webhook-cache-authorized-ttl', '5m'),
    unauthorizedTtlMs: durationIn(flags, 'authorization-webhook-cache-unauthorized-ttl', '30s'),
  };
}

async function tokenWebhookOf(file: string, flags: Flags): Promise<NonNullable<ApiServerOptions['tokenWebhook']>> {
  const { remoteService } = await import('./remote-service.ts');
  return {
    service: remoteService(file),
    version: versionIn(flags, 'authentication-token-webhook-version'),
    cacheTtlMs: durationIn(flags, 'authentication-token-webhook-cache-ttl', '2m'),
  };
}

function frontProxyOf(flags: Flags): ApiServerOptions['frontProxy'] {
  const file = flags.get('requestheader-client-ca-file');
  if (file === undefined) return undefined;
  const [allowedNames, usernameHeaders, groupHeaders, uidHeaders, extraHeaderPrefixes] = [
    listIn(flags, 'requestheader-allowed-names'),
    listIn(flags, 'requestheader-username-headers'),
    listIn(flags, 'requestheader-group-headers'),
    listIn(flags, 'requestheader-uid-headers'),
    listIn(flags, 'requestheader-extra-headers-prefix'),
  ];
  return {
    ca: readFileSync(file, 'utf8'),
    ...(allowedNames && { allowedNames }),
    ...(usernameHeaders && { usernameHeaders }),
    ...(groupHeaders && { groupHeaders }),
    ...(uidHeaders && { uidHeaders }),
    ...(extraHeaderPrefixes && { extraHeaderPrefixes }),
  };
}

function listIn(flags: Flags, name: string): readonly string[] | undefined {
  const values = flags.all(name).flatMap((value) => value.split(','));
  const given = values.map((value) => value.trim()).filter((value) => value !== '');
  return given.length === 0 ? undefined : given;
}

function versionIn(flags: Flags, name: string): 'v1' | 'v1beta1' {
  const version = flags.get(name) ?? 'v1beta1';
  if (version !== 'v1' && version !== 'v1beta1') throw new Error(`--${name} is v1 or v1beta1, and not ${version}`);
  return version;
}

const durationIn = (flags: Flags, name: string, usual: string): number => parseDuration(flags.get(name) ?? usual).ms;
