/**
 * Everything that is needed to talk to one server as one identity. A kubeconfig gives one, a pod's environment gives one, a program may write its own.
 * What is secret is wrapped, so a configuration can be logged.
 * Upstream: rest.Config.
 */
import type { ExecCluster, ExecSettings } from '../credentials/exec-settings.ts';
import type { Secret } from '../credentials/secret.ts';

/** Whom to act as. Groups, uid and extra need a user. */
export interface Impersonation {
  readonly user: string;
  readonly uid?: string | undefined;
  readonly groups?: readonly string[] | undefined;
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** How to reach a server. */
export interface ConnectionConfig {
  /** `https://host:port`, with a path if the server is behind one. */
  readonly server: string;
  readonly tls?: TlsConfig | undefined;
  readonly identity?: IdentityConfig | undefined;
  readonly impersonate?: Impersonation | undefined;
  /** `http://`, `https://` or `socks5://`; wrapped when it holds a user or a password. */
  readonly proxyUrl?: Secret | string | undefined;
  readonly disableCompression?: boolean | undefined;
  /** The namespace for what is not said to be elsewhere; `default` unless given. */
  readonly namespace?: string | undefined;
  /** Where this comes from, for people: `context kind-dev of team.yaml`. */
  readonly source?: string | undefined;
}

/** How to trust the server, and a certificate to be trusted by. Texts are PEM; files are read again when they change. */
export interface TlsConfig {
  readonly ca?: string | undefined;
  readonly caFile?: string | undefined;
  /** Where `ca` comes from, for messages. */
  readonly caFrom?: string | undefined;
  readonly cert?: string | undefined;
  readonly certFile?: string | undefined;
  readonly key?: Secret | string | undefined;
  readonly keyFile?: string | undefined;
  readonly serverName?: string | undefined;
  readonly isInsecure?: boolean | undefined;
}

/** How to say who is calling, besides a certificate. */
export type IdentityConfig =
  | { readonly type: 'token'; readonly token: Secret | string }
  /** The file counts; the token is for as long as the file cannot be read. */
  | { readonly type: 'tokenFile'; readonly path: string; readonly token?: Secret | string | undefined }
  | { readonly type: 'basic'; readonly username: string; readonly password: Secret | string }
  /** `caFile` is what a plugin that asks for the cluster is told as data. */
  | {
      readonly type: 'exec';
      readonly settings: ExecSettings;
      readonly cluster: ExecCluster;
      readonly caFile?: string | undefined;
    }
  | { readonly type: 'oidc'; readonly settings: OidcConfig };

/** An OpenID Connect provider, and where its tokens are kept. */
export interface OidcConfig {
  readonly issuerUrl: string;
  readonly clientId: string;
  readonly clientSecret?: Secret | undefined;
  readonly idToken?: Secret | undefined;
  readonly refreshToken?: Secret | undefined;
  readonly ca?: string | undefined;
  readonly caFile?: string | undefined;
  /** The kubeconfig and the user in it to which new tokens are written. */
  readonly savedIn?: { readonly file: string; readonly user: string } | undefined;
}
