/**
 * The webhooks of a test: those of its resources and controllers, and others that it names. On the embedded server in memory they are called in process, so that they live in the time of
 * the test; elsewhere they are served over TLS at a port of this machine.
 * Upstream: controller-runtime envtest.WebhookInstallOptions.
 */
import { httpsOutbound } from '@reeve/apiserver';
import type { Outbound } from '@reeve/apiserver';
import { fixedCertificates, issueCertificate, makeAuthority } from '@reeve/certificates';
import type { Client } from '@reeve/client';
import { MutatingWebhookConfiguration } from '@reeve/kinds/admissionregistration/v1/mutating-webhook-configuration';
import { ValidatingWebhookConfiguration } from '@reeve/kinds/admissionregistration/v1/validating-webhook-configuration';
import type { AnyKind, Host } from '@reeve/machinery';
import {
  admissionConfigurations,
  isWebhookDeclaration,
  ReviewHandler,
  Webhooks,
  WebhookServer,
  withConversion,
} from '@reeve/webhook';
import type { WebhookPlace } from '@reeve/webhook';

/** Where a server in memory finds the webhooks. Nobody resolves the name: calls to it never leave the process. */
const inProcess = 'https://webhooks.reeve.test';

/** The webhooks of a test. */
export class RunningWebhooks {
  readonly #webhooks: Webhooks;
  readonly #host: Host;
  readonly #handler: ReviewHandler;
  readonly #stop = new AbortController();
  #at: WebhookPlace = { url: inProcess };
  #running: Promise<void> = Promise.resolve();

  private constructor(webhooks: Webhooks, host: Host) {
    this.#webhooks = webhooks;
    this.#host = host;
    this.#handler = new ReviewHandler({ host });
    for (const endpoint of webhooks.endpoints()) this.#handler.register(endpoint);
  }

  /** The webhooks among what a test declares; undefined where there are none. */
  static among(declarations: readonly unknown[], host: Host): RunningWebhooks | undefined {
    const webhooks = new Webhooks(declarations.filter(isWebhookDeclaration));
    return webhooks.isEmpty ? undefined : new RunningWebhooks(webhooks, host);
  }

  /** Carries the calls of a server in memory: those to the webhooks stay in the process. */
  outbound(): Outbound {
    const others = httpsOutbound();
    return {
      open: async (request) => {
        const url = new URL(request.url);
        if (url.origin !== inProcess) return await others.open(request);
        const { body = new Uint8Array(), signal = new AbortController().signal } = request;
        const {
          status,
          contentType,
          body: text,
        } = await this.#handler.answer({
          method: request.method,
          path: url.pathname,
          query: url.search.slice(1),
          contentType: String(request.headers['content-type'] ?? ''),
          contentLength: body.length,
          body: once(body),
          signal,
        });
        return { status, headers: { 'content-type': contentType }, body: once(Buffer.from(text)) };
      },
    };
  }

  /** Serves over TLS at a free port of this machine, for servers that are other processes. */
  async listen(onFailure: (error: unknown) => void): Promise<void> {
    const now = this.#host.clock.now();
    const dates = { notBefore: now - 3_600_000, notAfter: now + 86_400_000 };
    const authority = await makeAuthority({ name: 'reeve-test', ...dates });
    const pair = await issueCertificate(authority, {
      commonName: 'webhooks',
      use: 'server',
      names: ['127.0.0.1'],
      ...dates,
    });
    const server = new WebhookServer({
      port: 0,
      hostname: '127.0.0.1',
      certificates: fixedCertificates(pair),
      host: this.#host,
    });
    for (const endpoint of this.#webhooks.endpoints()) server.handler.register(endpoint);
    this.#running = server.run(this.#stop.signal).catch(onFailure);
    await server.ready(this.#stop.signal);
    this.#at = { url: `https://127.0.0.1:${server.port}`, bundle: authority.cert };
  }

  /** A definition as it is to be installed: with the conversion by webhook, where there is one. */
  definition<D extends Parameters<typeof withConversion>[0]>(crd: D): D {
    return withConversion(crd, this.#webhooks.conversions, this.#at);
  }

  /** Makes the server call them from now on. */
  async install(client: Client): Promise<void> {
    for (const [kind, object] of this.#configurations())
      await client.createOrUpdate(
        kind,
        object,
        (draft: object) => void Object.assign(draft, { webhooks: object.webhooks }),
      );
  }

  /** Takes away what makes the server call them, and ends. */
  async stop(client?: Client): Promise<void> {
    for (const [kind, object] of client === undefined ? [] : this.#configurations())
      await client?.delete(kind, object.metadata.name ?? '');
    this.#stop.abort();
    await this.#running;
  }

  #configurations() {
    const objects = admissionConfigurations(this.#webhooks.admission, { name: 'reeve-test', at: this.#at });
    return objects.map((object) => [kindOf(object.kind), object] as const);
  }
}

const kindOf = (kind: string | undefined): AnyKind =>
  kind === 'MutatingWebhookConfiguration' ? MutatingWebhookConfiguration : ValidatingWebhookConfiguration;

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
}
