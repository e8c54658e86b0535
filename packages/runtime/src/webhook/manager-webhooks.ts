/**
 * The webhooks of a manager: a server that starts before the caches, its certificates, and the authorities in the objects of the cluster. All of it exists only where there are webhooks.
 * Upstream: controller-runtime manager.GetWebhookServer, webhook.Server.
 */
import type { CertificateSource } from '@reeve/certificates';
import type { Client } from '@reeve/client';
import { InvalidInputError, refuseUnknownOptions } from '@reeve/machinery';
import type { Host } from '@reeve/machinery';
import { CertificateStore, Webhooks, WebhookServer } from '@reeve/webhook';
import type { CertificatePolicy, WebhookDeclaration, WebhookServerOptions } from '@reeve/webhook';
import type { Logger } from '../log/logger.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Permission } from '../permission/permission.ts';
import type { Runnable } from '../runnable/runnable.ts';
import { CertificateWatcher } from '../server/certificate-watcher.ts';
import { BundleKeeper, bundleKinds } from './bundle-keeper.ts';
import type { BundleTargets } from './bundle-keeper.ts';
import { Secret, secretAccess } from './secret-access.ts';

/** Certificates that the operator makes itself and keeps in a Secret. */
export interface OwnCertificates {
  readonly secret: { readonly namespace: string; readonly name: string };
  /** The names by which API servers call the webhooks: `websites-webhooks.websites-system.svc`. */
  readonly names: readonly string[];
  readonly policy?: CertificatePolicy;
  /** The objects of the cluster that have to trust them. */
  readonly targets?: BundleTargets;
  /** How often to look whether all is in place; a minute for the Secret and ten seconds for the authorities unless given. */
  readonly intervalMs?: number;
}

/** What a manager serves to API servers. */
export interface ManagerWebhookOptions {
  /** Resources with functions, and what `defineWebhook`, `defineTokenReview` and `defineAuthorizer` give. */
  readonly of?: readonly WebhookDeclaration[];
  /** How it is served, or a server of one's own, which is then run by the manager. */
  readonly server?: WebhookServer | Omit<WebhookServerOptions, 'certificates' | 'host' | 'log' | 'metrics'>;
  /** The operator's own, or from files or elsewhere. A `CertificateWatcher` is run by the manager. Not needed beside a server of one's own. */
  readonly certificates?: OwnCertificates | CertificateSource;
}

/** What webhooks need of a manager. */
export interface ManagerWebhookParts {
  readonly client: Client;
  readonly host: Host;
  readonly log: Logger;
  readonly metrics: Metrics | undefined;
  add(runnable: Runnable): void;
}

/** Makes what serves webhooks, and adds it; undefined where nothing is to be served. */
export function serveWebhooks(
  options: ManagerWebhookOptions | undefined,
  parts: ManagerWebhookParts,
): WebhookServer | undefined {
  if (options === undefined) return undefined;
  refuseUnknownOptions('webhooks of a manager', options, knownOptions);
  const webhooks = new Webhooks(options.of ?? []);
  if (options.server === undefined && webhooks.isEmpty) return undefined;
  const server = options.server instanceof WebhookServer ? options.server : newServer(options, parts);
  for (const endpoint of webhooks.endpoints()) server.handler.register(endpoint);
  parts.add(server);
  return server;
}

function newServer({ certificates, server }: ManagerWebhookOptions, parts: ManagerWebhookParts): WebhookServer {
  const { host, log, metrics } = parts;
  if (certificates === undefined)
    throw new InvalidInputError(
      'certificates',
      'webhooks are served over TLS: give certificates, as in { secret: { namespace, name }, names: [service + ".svc"] }',
    );
  const source = 'secret' in certificates ? ownCertificates(certificates, parts) : certificates;
  if (source instanceof CertificateWatcher) parts.add(source);
  return new WebhookServer({
    ...(server as Omit<WebhookServerOptions, 'certificates'>),
    certificates: source,
    host,
    log,
    ...(metrics && { metrics: metrics.webhooks }),
  });
}

/** The store is opened before the server, which is in a later group, asks for its certificate. */
function ownCertificates(
  { targets = {}, ...own }: OwnCertificates,
  { client, host, log, add }: ManagerWebhookParts,
): CertificateStore {
  const store = new CertificateStore({ ...own, access: secretAccess(client, own.secret), host, log });
  let isOpen: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (isOpen = resolve));
  add({
    name: store.name,
    group: store.group,
    ready: () => opened,
    async run(signal) {
      try {
        await store.open(signal);
      } finally {
        isOpen(); // when it failed, the manager ends with that
      }
      await store.run(signal);
    },
  });
  add(
    new BundleKeeper({
      client,
      host,
      log,
      targets,
      source: store,
      ...(own.intervalMs !== undefined && { intervalMs: own.intervalMs }),
    }),
  );
  return store;
}

/** What an operator may do to keep its certificates, for its role. */
export function webhookNeeds({
  secret,
  targets = {},
}: Pick<OwnCertificates, 'secret' | 'targets'>): readonly Permission[] {
  const { namespace, name } = secret;
  const kinds = Object.entries(bundleKinds).flatMap(([group, kind]): Permission[] => {
    const names = targets[group as keyof BundleTargets] ?? [];
    return names.length === 0 ? [] : [{ kind, verbs: ['get', 'patch'], names }];
  });
  return [
    { kind: Secret, verbs: ['create'], namespace },
    { kind: Secret, verbs: ['get', 'update'], namespace, names: [name] },
    ...kinds,
  ];
}

/** The compiler sees to it that all are here. */
const knownOptions: Readonly<Record<keyof ManagerWebhookOptions, true>> = {
  of: true,
  server: true,
  certificates: true,
};
