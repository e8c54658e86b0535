/**
 * The entries of a kubeconfig in its own words. Fields that are not listed here are kept when a file is written back, and otherwise have no meaning.
 * Upstream: clientcmd api/v1.
 */
import type { ReadonlyJson } from '@reeve/machinery';
import type { ExecInteractiveMode } from '../credentials/exec-settings.ts';

/** Where a server is, and how to trust it. */
export interface ClusterEntry {
  readonly server?: string;
  readonly 'tls-server-name'?: string;
  readonly 'insecure-skip-tls-verify'?: boolean;
  readonly 'certificate-authority'?: string;
  /** PEM in base64. */
  readonly 'certificate-authority-data'?: string;
  readonly 'proxy-url'?: string;
  readonly 'disable-compression'?: boolean;
  readonly extensions?: readonly NamedExtension[];
}

/** How to say who is calling. */
export interface UserEntry {
  readonly 'client-certificate'?: string;
  readonly 'client-certificate-data'?: string;
  readonly 'client-key'?: string;
  readonly 'client-key-data'?: string;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly as?: string;
  readonly 'as-uid'?: string;
  readonly 'as-groups'?: readonly string[];
  readonly 'as-user-extra'?: Readonly<Record<string, readonly string[]>>;
  readonly username?: string;
  readonly password?: string;
  readonly 'auth-provider'?: { readonly name?: string; readonly config?: Readonly<Record<string, string>> };
  readonly exec?: ExecEntry;
  readonly extensions?: readonly NamedExtension[];
}

/** A credential plugin. */
export interface ExecEntry {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name?: string; readonly value?: string }[];
  readonly apiVersion?: string;
  readonly installHint?: string;
  readonly provideClusterInfo?: boolean;
  readonly interactiveMode?: ExecInteractiveMode;
}

/** A cluster, a user and a namespace under one name. */
export interface ContextEntry {
  readonly cluster?: string;
  readonly user?: string;
  readonly namespace?: string;
  readonly extensions?: readonly NamedExtension[];
}

/** Somebody else's data, kept as it is. */
export interface NamedExtension {
  readonly name: string;
  readonly extension: ReadonlyJson;
}

/** A named entry, and where it was read. */
export interface Placed<Entry> {
  readonly value: Entry;
  readonly origin: Origin;
}

/** Where something in a configuration comes from. */
export interface Origin {
  /** The file; undefined for what a program gave. */
  readonly file: string | undefined;
  /** Where a field of the entry is. */
  at(field: readonly (string | number)[]): ConfigPlace;
}

/** A place in a file, for people; lines and columns count from 1. */
export interface ConfigPlace {
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** The field from the top of the file: `users[0].user.token`. */
  readonly field: string;
}

/** The entries of one file, or of several merged. */
export interface KubeConfigEntries {
  readonly clusters: ReadonlyMap<string, Placed<ClusterEntry>>;
  readonly users: ReadonlyMap<string, Placed<UserEntry>>;
  readonly contexts: ReadonlyMap<string, Placed<ContextEntry>>;
  readonly currentContext: string | undefined;
  /** Where the current context is named. */
  readonly currentContextFile: string | undefined;
}
