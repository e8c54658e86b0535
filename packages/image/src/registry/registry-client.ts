/**
 * One repository of a registry: its manifests and blobs. Tokens are asked for when the registry wants one, and kept. Attempts that fail on the way, or that the registry
 * puts off (429 and 5xx), are repeated a few times, as everything here can be repeated.
 * Upstream: the distribution specification 1.1 of the Open Container Initiative.
 */
import { ImageError } from '../image-error.ts';
import type { Machine, WebRequest, WebResponse } from '../machine/machine.ts';
import { digestOf, manifestTypes } from '../oci/manifest.ts';
import type { Descriptor } from '../oci/manifest.ts';
import { authorize, isLoopback, noCredentials, readChallenge } from './authorization.ts';
import { discard, textOfBody } from './body.ts';
import { credentialsFor } from './credentials.ts';

const attempts = 4;
const firstPauseMs = 500;
const longestPauseMs = 60_000;
const mostRedirects = 5;

/** Which repository, and what for. */
export interface RepositoryOptions {
  readonly registry: string;
  readonly repository: string;
  /** True where blobs and manifests are written. */
  readonly writes: boolean;
  readonly signal: AbortSignal | undefined;
}

/** A call to a repository: the path below `/v2/NAME/`, or an address that the registry has named. */
interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: WebRequest['body'];
}

/** What a manifest is, and its text. */
export interface FoundManifest {
  readonly descriptor: Descriptor;
  readonly text: string;
}

/** A repository of a registry. */
export class RegistryClient {
  readonly #machine: Machine;
  readonly #options: RepositoryOptions;
  readonly #base: string;
  #authorization: string | undefined;

  constructor(machine: Machine, options: RepositoryOptions) {
    this.#machine = machine;
    this.#options = options;
    const isLocal = isLoopback(options.registry.replace(/:\d+$/, ''));
    this.#base = `${isLocal ? 'http' : 'https'}://${options.registry}`; // as Docker does it: only this machine is spoken to without TLS
  }

  /** The name for people. */
  get name(): string {
    return `${this.#options.registry}/${this.#options.repository}`;
  }

  /** A manifest or index by tag or digest; undefined when it is not there. */
  async manifest(name: string): Promise<FoundManifest | undefined> {
    const answer = await this.#call({
      method: 'GET',
      path: `manifests/${name}`,
      headers: { accept: manifestTypes.join(', ') },
    });
    if (answer.status === 404) return await discard(answer).then(() => undefined);
    await this.#expect(answer, [200], `read ${name}`);
    const text = await textOfBody(answer);
    const digest = digestOf(text);
    if (name.startsWith('sha256:') && name !== digest)
      throw new ImageError('REEVE_IMAGE_REGISTRY', `${this.name} answered ${digest} when it was asked for ${name}`);
    const mediaType = (answer.headers['content-type'] ?? '').replace(/\s*;.*$/, '');
    return { descriptor: { mediaType, digest, size: Buffer.byteLength(text) }, text };
  }

  /** The bytes of a blob. */
  async blob({ digest }: Descriptor): Promise<AsyncIterable<Uint8Array>> {
    const answer = await this.#call({ method: 'GET', path: `blobs/${digest}` });
    await this.#expect(answer, [200], `read the layer ${digest}`);
    return answer.body;
  }

  async hasBlob({ digest }: Descriptor): Promise<boolean> {
    const answer = await this.#call({ method: 'HEAD', path: `blobs/${digest}` });
    await discard(answer);
    if (answer.status !== 404) await this.#expect(answer, [200], `look for ${digest}`);
    return answer.status === 200;
  }

  /** Takes over a blob of another repository of the registry without sending it; false when it did not. */
  async mountBlob({ digest }: Descriptor, from: string): Promise<boolean> {
    const answer = await this.#call({
      method: 'POST',
      path: `blobs/uploads/?mount=${encodeURIComponent(digest)}&from=${encodeURIComponent(from)}`,
    });
    await discard(answer);
    return answer.status === 201;
  }

  /** Sends a blob. */
  async putBlob({ digest, size }: Descriptor, content: () => AsyncIterable<Uint8Array>): Promise<void> {
    await this.#repeated(async () => {
      const start = await this.#call({ method: 'POST', path: 'blobs/uploads/', headers: { 'content-length': '0' } });
      await this.#expect(start, [202], `begin to send ${digest}`);
      const place = new URL(this.#location(start));
      place.searchParams.append('digest', digest);
      return await this.#send({
        method: 'PUT',
        path: place.href,
        headers: { 'content-type': 'application/octet-stream', 'content-length': String(size) },
        body: content,
      });
    }).then((answer) => this.#expect(answer, [201], `send ${digest}`));
  }

  /** Sends a manifest under a tag or its digest. Returns true when the registry lists what refers to other images by itself. */
  async putManifest(name: string, mediaType: string, text: string): Promise<boolean> {
    const answer = await this.#call({
      method: 'PUT',
      path: `manifests/${name}`,
      headers: { 'content-type': mediaType },
      body: text,
    });
    await this.#expect(answer, [201], `write ${name}`);
    return answer.headers['oci-subject'] !== undefined;
  }

  #location(answer: WebResponse): string {
    const { location } = answer.headers;
    if (location === undefined || !URL.canParse(location, this.#base))
      throw new ImageError('REEVE_IMAGE_REGISTRY', `${this.name} does not say where the content is to be sent`);
    return new URL(location, this.#base).href;
  }

  #call(call: Call): Promise<WebResponse> {
    return this.#repeated(() => this.#send(call));
  }

  /** Repeats what failed on the way and what the registry puts off. */
  async #repeated(send: () => Promise<WebResponse>): Promise<WebResponse> {
    const { signal } = this.#options;
    for (let attempt = 1, pauseMs = firstPauseMs; ; attempt += 1, pauseMs *= 2) {
      let waitMs = pauseMs;
      try {
        const answer = await send();
        if ((answer.status !== 429 && answer.status < 500) || attempt === attempts) return answer;
        await discard(answer);
        const seconds = Number(answer.headers['retry-after']);
        if (seconds >= 0) waitMs = Math.min(seconds * 1000, longestPauseMs);
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof ImageError || attempt === attempts) throw this.#unreachable(error);
      }
      await this.#machine.host.sleep(waitMs, signal);
    }
  }

  #unreachable(error: unknown): ImageError {
    if (error instanceof ImageError) return error;
    return new ImageError('REEVE_IMAGE_REGISTRY', `${this.#base} does not answer, after ${attempts} attempts`, {
      cause: error,
      next: 'check the name of the registry and the connection; --ca-file names an authority that is to be trusted',
    });
  }

  /** Sends once, shows credentials where they are wanted, and follows redirections, which get no credentials. */
  async #send({ method, path, headers = {}, body }: Call): Promise<WebResponse> {
    const { registry, repository, signal } = this.#options;
    let url = /^https?:/.test(path) ? path : `${this.#base}/v2/${repository}/${path}`;
    let isAuthorized = false;
    for (let redirects = 0; ;) {
      const isOurs = new URL(url).origin === new URL(this.#base).origin;
      const shown = isOurs && this.#authorization !== undefined ? { authorization: this.#authorization } : {};
      const answer = await this.#machine.request({ method, url, headers: { ...headers, ...shown }, body, signal });
      if (answer.status === 401 && isOurs && !isAuthorized) {
        await discard(answer);
        const challenge = readChallenge(answer.headers['www-authenticate']);
        if (challenge === undefined) throw noCredentials(registry);
        const actions = this.#options.writes ? 'pull,push' : 'pull';
        const scope = challenge.parameters['scope'] ?? `repository:${repository}:${actions}`;
        const credentials = await credentialsFor(this.#machine, registry);
        this.#authorization = await authorize(this.#machine, { challenge, credentials, scope, registry, signal });
        isAuthorized = true;
      } else if ([301, 302, 303, 307, 308].includes(answer.status) && redirects < mostRedirects) {
        await discard(answer);
        redirects += 1;
        url = new URL(this.#location(answer), url).href;
      } else return answer;
    }
  }

  async #expect(answer: WebResponse, statuses: readonly number[], what: string): Promise<void> {
    if (statuses.includes(answer.status)) return;
    const reason = reasonOf(await textOfBody(answer).catch(() => ''));
    if (answer.status === 401) throw noCredentials(this.#options.registry);
    throw new ImageError(
      'REEVE_IMAGE_REGISTRY',
      `${this.name} answered ${answer.status} when asked to ${what}${reason}`,
      {
        httpStatus: answer.status,
        next: answer.status === 403 ? 'check that the account may write to this repository' : undefined,
      },
    );
  }
}

/** What a registry says about a refusal, in its form for errors. */
function reasonOf(text: string): string {
  try {
    const { errors = [] } = JSON.parse(text) as { errors?: { code?: string; message?: string }[] };
    const said = errors.map(({ code, message }) => [code, message].filter(Boolean).join(': ')).join('; ');
    return said === '' ? '' : `: ${said}`;
  } catch {
    return '';
  }
}
