/**
 * The webhooks of a program that is developed: served at a port of this machine, with a certificate for this session, and exchanged when the program is saved. The embedded server calls them
 * there; another one only where it reaches this machine.
 */
import { fixedCertificates, issueCertificate, makeAuthority } from '@reeve/certificates';
import type { Client } from '@reeve/client';
import { isIpAddress } from '@reeve/machinery';
import type { Host, Logger } from '@reeve/machinery';
import { WebhookServer } from '@reeve/webhook';
import type { WebhookPlace } from '@reeve/webhook';
import { UsageError } from '../error/usage-error.ts';
import { installConfigurations } from '../webhook/install-configurations.ts';
import { ProgramWebhooks } from '../webhook/program-webhooks.ts';
import type { Defined, Program } from '../program/program.ts';

/** What webhooks in development need. */
export interface DevWebhookOptions {
  readonly client: Client;
  readonly host: Host;
  readonly log: Logger;
  /** Where a server of another machine reaches this one, as `https://192.0.2.1:9443`; undefined for the embedded one. */
  readonly url?: string | undefined;
}

/** The name of the configurations on the server. */
const name = 'reeve-dev';

/** What runs. */
interface Serving {
  readonly server: WebhookServer;
  readonly at: WebhookPlace;
  readonly running: Promise<void>;
}

/** Webhooks in development. Nothing is made before a program has some. */
export class DevWebhooks {
  readonly #options: DevWebhookOptions;
  readonly #stop = new AbortController();
  #serving: Serving | undefined;

  constructor(options: DevWebhookOptions) {
    if (options.url !== undefined) addressOf(options.url);
    this.#options = options;
  }

  /** The definitions of a program as they are to be installed. Its webhooks are served from now on. */
  async serve(program: Program, signal: AbortSignal): Promise<readonly Defined[]> {
    const webhooks = named(program);
    if (webhooks.isEmpty && this.#serving === undefined) return program.definitions;
    const { server, at } = (this.#serving ??= await this.#open(signal));
    server.handler.replace(webhooks.all.endpoints());
    return program.definitions.map((one) => ({ ...one, crd: webhooks.definition(one.crd, at) }));
  }

  /** Makes the server call the webhooks of a program, and no others. */
  async install(program: Program, signal: AbortSignal): Promise<void> {
    if (this.#serving === undefined) return;
    const configurations = named(program).configurations(this.#serving.at);
    await installConfigurations(configurations, { client: this.#options.client, name, signal });
  }

  /** Has the server call nothing any more, and ends. */
  async stop(): Promise<void> {
    if (this.#serving === undefined) return;
    const { client, host } = this.#options;
    const { signal } = new AbortController();
    const removed = installConfigurations([], { client, name, signal });
    await Promise.race([removed, host.sleep(2000)]).catch(() => undefined); // a server that has ended keeps nothing
    this.#stop.abort();
    await this.#serving.running;
  }

  /** Certificates for this session, and a server with them. */
  async #open(signal: AbortSignal): Promise<Serving> {
    const { host, log, url } = this.#options;
    const now = host.clock.now();
    const dates = { notBefore: now - 3_600_000, notAfter: now + 30 * 86_400_000 };
    const authority = await makeAuthority({ name: 'reeve-dev', ...dates });
    const { hostname, port } = url === undefined ? { hostname: '127.0.0.1', port: 0 } : addressOf(url);
    const pair = await issueCertificate(authority, {
      commonName: 'webhooks',
      use: 'server',
      names: [hostname],
      ...dates,
    });
    const server = new WebhookServer({
      port,
      ...(url === undefined && { hostname }),
      certificates: fixedCertificates(pair),
      host,
      log,
    });
    const running = server.run(this.#stop.signal);
    await Promise.race([server.ready(signal), running]);
    return { server, running, at: { url: url ?? `https://127.0.0.1:${server.port}`, bundle: authority.cert } };
  }
}

const named = (program: Program): ProgramWebhooks => new ProgramWebhooks(program, { name, namespace: 'default' });

function addressOf(url: string): { readonly hostname: string; readonly port: number } {
  const { protocol, hostname, port } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '', port: '' };
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (protocol !== 'https:' || (!isIpAddress(host) && !/^[a-z0-9.-]+$/.test(host)))
    throw new UsageError(
      `--webhook-url ${url} is no address for webhooks: write one as https://192.0.2.1:9443, at which the API server reaches this machine`,
    );
  return { hostname: host, port: port === '' ? 443 : Number(port) };
}
