/**
 * The credential that a configuration asks for.
 * Upstream: client-go rest.Config's TransportConfig and its auth plugins.
 */
import type { Clock } from '@reeve/machinery';
import type { IdentityConfig, OidcConfig } from '../config/connection-config.ts';
import type { OidcTokens } from '../credentials/oidc-credential.ts';
import { anonymous, type Credential } from '../credentials/credential.ts';
import { ExecCredential } from '../credentials/exec-credential.ts';
import type { ExecCluster, ExecPolicy } from '../credentials/exec-settings.ts';
import { issuerCaller } from './call-issuer.ts';
import { OidcCredential } from '../credentials/oidc-credential.ts';
import type { PluginResult, PluginRunner } from '../credentials/run-plugin.ts';
import { basicCredential, bearerToken } from '../credentials/static-credential.ts';
import { tokenFile } from '../credentials/token-file.ts';

/** What credentials need around them. */
export interface CredentialSurroundings {
  readonly clock: Clock;
  readonly read: (path: string) => Promise<string>;
  readonly runner: PluginRunner;
  readonly execPolicy?: ExecPolicy | undefined;
  readonly onPluginCall?: ((result: PluginResult) => void) | undefined;
  readonly saveTokens: (place: NonNullable<OidcConfig['savedIn']>, tokens: OidcTokens) => Promise<void>;
}

/** Makes the credential. Nothing is read or started before the first request. */
export const credentialFor = (
  identity: IdentityConfig | undefined,
  surroundings: CredentialSurroundings,
): Credential => {
  const { clock, read } = surroundings;
  switch (identity?.type) {
    case undefined:
      return anonymous;
    case 'token':
      return bearerToken(identity.token);
    case 'tokenFile':
      return tokenFile({ clock, read, path: identity.path, token: identity.token });
    case 'basic':
      return basicCredential(identity.username, identity.password);
    case 'exec':
      return exec(identity, surroundings);
    case 'oidc':
      return oidc(identity.settings, surroundings);
  }
};

const exec = (
  { settings, cluster, caFile }: Extract<IdentityConfig, { readonly type: 'exec' }>,
  { clock, read, runner, execPolicy: policy, onPluginCall: onCall }: CredentialSurroundings,
): Credential => {
  const described = async (): Promise<ExecCluster> => {
    if (caFile === undefined) return cluster;
    return { ...cluster, 'certificate-authority-data': Buffer.from(await read(caFile)).toString('base64') };
  };
  return new ExecCredential({ clock, settings, cluster: described, policy, runner, onCall });
};

const oidc = (settings: OidcConfig, { clock, read, saveTokens }: CredentialSurroundings): Credential => {
  const { savedIn, caFile, ca } = settings;
  return new OidcCredential({
    clock,
    settings,
    async call(request) {
      const authority = ca ?? (caFile ? await read(caFile) : undefined);
      return issuerCaller(clock, { ca: authority, caFrom: caFile ?? 'idp-certificate-authority-data' })(request);
    },
    save: async (tokens) => (savedIn === undefined ? undefined : saveTokens(savedIn, tokens)),
  });
};
