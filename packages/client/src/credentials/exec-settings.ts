/**
 * How to get a credential from another program: `aws`, `gke-gcloud-auth-plugin`, `kubelogin`. The words are those of a kubeconfig's `exec` section.
 * Upstream: clientcmd api.ExecConfig, client.authentication.k8s.io.
 */
import type { ReadonlyJson } from '@reeve/machinery';
import type { Secret } from './secret.ts';

/** A program that prints an ExecCredential. */
export interface ExecSettings {
  readonly command: string;
  /** Wrapped when they come from a kubeconfig: a plugin may be given a token as `--token=…`. */
  readonly args?: readonly (Secret | string)[] | undefined;
  /** Added to the environment of this process. Values are wrapped when they come from a kubeconfig. */
  readonly env?: readonly { readonly name: string; readonly value: Secret | string }[] | undefined;
  readonly apiVersion: string;
  /** What to do when the program is not there. */
  readonly installHint?: string | undefined;
  /** Tells the program about the cluster that it is for. */
  readonly provideClusterInfo?: boolean | undefined;
  readonly interactiveMode: ExecInteractiveMode;
}

/** Whether the program may talk to whoever sits at the terminal. */
export type ExecInteractiveMode = 'Never' | 'IfAvailable' | 'Always';

/** What a program that asked for it is told about the cluster. */
export interface ExecCluster {
  readonly server: string;
  readonly 'tls-server-name'?: string;
  readonly 'insecure-skip-tls-verify'?: boolean;
  readonly 'certificate-authority-data'?: string;
  /** Wrapped when it holds a user or a password. */
  readonly 'proxy-url'?: Secret | string;
  readonly 'disable-compression'?: boolean;
  /** The cluster's extension for plugins. Wrapped, as JSON, when it comes from a kubeconfig. */
  readonly config?: Secret | ReadonlyJson;
}

/** Which programs may be started at all: a kubeconfig from elsewhere must not start whatever it names. */
export type ExecPolicy = 'AllowAll' | 'DenyAll' | { readonly allow: readonly string[] };

/** The versions of the protocol that are spoken. */
export const execApiVersions = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'] as const;

/** The extension of a cluster that plugins are told about. */
export const execExtensionName = 'client.authentication.k8s.io/exec';
