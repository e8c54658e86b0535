/**
 * Keeps the authorities of webhooks where API servers look for them: at the start, when they change, and when somebody takes them away. Any replica does it, whoever leads.
 * Upstream: cert-manager's cainjector; open-policy-agent cert-controller.
 */
import type { Client } from '@reeve/client';
import { jsonPatch } from '@reeve/client';
import { defineKind, isNotFound } from '@reeve/machinery';
import type { AnyKind, Host, KubeObject } from '@reeve/machinery';
import type { Logger } from '../log/logger.ts';
import { bundlePatch } from '@reeve/webhook';
import type { Runnable } from '../runnable/runnable.ts';

const clusterKind = (group: string, kind: string, plural: string): AnyKind =>
  defineKind<KubeObject, 'Cluster'>({ group, version: 'v1', kind, plural, scope: 'Cluster' });

/** The kinds that hold authorities. */
export const bundleKinds = {
  mutating: clusterKind(
    'admissionregistration.k8s.io',
    'MutatingWebhookConfiguration',
    'mutatingwebhookconfigurations',
  ),
  validating: clusterKind(
    'admissionregistration.k8s.io',
    'ValidatingWebhookConfiguration',
    'validatingwebhookconfigurations',
  ),
  definitions: clusterKind('apiextensions.k8s.io', 'CustomResourceDefinition', 'customresourcedefinitions'),
  apiServices: clusterKind('apiregistration.k8s.io', 'APIService', 'apiservices'),
} as const;

/** The names of the objects that trust the webhooks. */
export type BundleTargets = { readonly [Kind in keyof typeof bundleKinds]?: readonly string[] };

/** What a keeper needs. */
export interface BundleKeeperOptions {
  readonly client: Client;
  readonly host: Host;
  readonly log: Logger;
  readonly targets: BundleTargets;
  /** Where the authorities are known. */
  readonly source: { readonly bundle: string; onBundle(listener: (bundle: string) => void): Disposable };
  /** How often to look whether they are still there; 10 seconds unless given. */
  readonly intervalMs?: number;
}

/** Keeps authorities in place. */
export class BundleKeeper implements Runnable {
  readonly name = 'authorities of webhooks';
  readonly group = 'webhooks';
  readonly #options: BundleKeeperOptions;
  readonly #first: Promise<void>;
  #hasLooked: () => void = () => undefined;

  constructor(options: BundleKeeperOptions) {
    this.#options = options;
    this.#first = new Promise((resolve) => (this.#hasLooked = resolve));
  }

  /** Resolves when every object was looked at once. */
  async ready(): Promise<void> {
    await this.#first;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { host, source, intervalMs = 10_000 } = this.#options;
    let woken = new AbortController();
    using _ = source.onBundle(() => woken.abort());
    try {
      while (!signal.aborted) {
        woken = new AbortController(); // what changes while it looks is looked at afterwards
        await this.#lookAtAll(signal);
        this.#hasLooked();
        await host.sleep(intervalMs, AbortSignal.any([signal, woken.signal])).catch(() => undefined);
      }
    } finally {
      this.#hasLooked();
    }
  }

  async #lookAtAll(signal: AbortSignal): Promise<void> {
    const { targets } = this.#options;
    for (const [group, kind] of Object.entries(bundleKinds))
      for (const name of targets[group as keyof BundleTargets] ?? []) await this.#look(kind, name, signal);
  }

  /** One object that cannot be patched leaves the others alone; it is looked at again. */
  async #look(kind: AnyKind, name: string, signal: AbortSignal): Promise<void> {
    const { client, log, source } = this.#options;
    try {
      const patch = bundlePatch(await client.get(kind, name, { signal }), source.bundle);
      if (patch.length === 0) return;
      await client.patch(kind, name, jsonPatch(patch), { signal });
      log.info(`${kind.kind} ${name} trusts the webhooks of this operator now`);
    } catch (error) {
      if (signal.aborted || isNotFound(error)) return;
      log.error(`${kind.kind} ${name} could not be made to trust the webhooks of this operator: it is tried again`, {
        error,
      });
    }
  }
}
