/**
 * Asks a server what it serves: two requests where it aggregates, one more per group and version where it does not. Documents that
 * have not changed are not sent again (ETag). A group that fails is reported beside the rest.
 * Upstream: client-go discovery.DiscoveryClient.
 */
import { formatApiVersion, isNotFound } from '@reeve/machinery';
import type { ApiRequest, JsonValue, Transport } from '@reeve/machinery';
import { headerOf, parseAnswer, readBytes, send } from '../request/answer.ts';
import type { DiscoveredGroup, DiscoveredVersion, DiscoveryResult } from './discovered.ts';
import { GroupDiscoveryError } from './discovery-error.ts';
import { parseAggregated } from './parse-aggregated.ts';
import { parseApiVersions, parseGroupList, parseResourceList, versionPath, type ListedGroup } from './parse-legacy.ts';

/** What asking takes. */
export interface DiscoveryOptions {
  readonly signal?: AbortSignal | undefined;
}

/** What a server says about itself. */
export interface ServerVersion {
  readonly major: string;
  readonly minor: string;
  readonly gitVersion: string;
  readonly gitCommit: string;
  readonly gitTreeState: string;
  readonly buildDate: string;
  readonly goVersion: string;
  readonly compiler: string;
  readonly platform: string;
}

/** The discovery of one server. */
export class Discovery {
  readonly #transport: Transport;
  readonly #known = new Map<string, Document>();

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Everything that is served now. Fails only when the list of groups cannot be had. */
  async discover(options: DiscoveryOptions = {}): Promise<DiscoveryResult> {
    const [core, named] = await Promise.all([
      this.#fetch('/api', options).catch(unlessMissing),
      this.#fetch('/apis', options),
    ]);
    if (named.isAggregated && core?.isAggregated !== false) return joined([core, named]);
    const listed = [
      ...(core === undefined ? [] : listedIn(core, parseApiVersions)),
      ...listedIn(named, parseGroupList),
    ];
    return this.#eachVersion(listed, options);
  }

  /** The version of the server. Also the cheapest way to see whether it answers. */
  async serverVersion({ signal }: DiscoveryOptions = {}): Promise<ServerVersion> {
    const about = { verb: 'get', kind: 'version' };
    const request = { method: 'GET', path: '/version', headers: { accept: 'application/json' } };
    const response = await send(this.#transport, signal ? { ...request, signal } : request, about);
    const bytes = await readBytes(response, () => about);
    return parseAnswer({ ...response, bytes }, about) as unknown as ServerVersion;
  }

  async #eachVersion(groups: readonly ListedGroup[], options: DiscoveryOptions): Promise<DiscoveryResult> {
    const failures = new Map<string, Error>();
    const described = groups.map(async ({ name, preferredVersion, versions }): Promise<DiscoveredGroup> => {
      const resources = versions.map((version) => this.#version(name, version, failures, options));
      return { name, preferredVersion, versions: await Promise.all(resources) };
    });
    return { groups: await Promise.all(described), failures };
  }

  async #version(
    group: string,
    version: string,
    failures: Map<string, Error>,
    options: DiscoveryOptions,
  ): Promise<DiscoveredVersion> {
    try {
      const { content } = await this.#persistently(versionPath({ group, version }), options);
      return { version, resources: parseResourceList(content, { group, version }) };
    } catch (cause) {
      options.signal?.throwIfAborted();
      const groupVersion = formatApiVersion({ group, version });
      failures.set(groupVersion, new GroupDiscoveryError(groupVersion, 'it does not answer', { cause }));
      return { version, resources: [] };
    }
  }

  /** Aggregated servers come and go: a version that fails is asked again, twice. */
  async #persistently(path: string, options: DiscoveryOptions): Promise<Document> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#fetch(path, options);
      } catch (error) {
        if (attempt >= 2 || options.signal?.aborted || isNotFound(error)) throw error;
      }
    }
  }

  async #fetch(path: string, { signal }: DiscoveryOptions): Promise<Document> {
    const about: ApiRequest = { verb: 'discover', kind: path };
    const known = this.#known.get(path);
    const headers = { accept: ACCEPT, ...(known?.etag && { 'if-none-match': known.etag }) };
    const response = await send(this.#transport, { method: 'GET', path, headers, ...(signal && { signal }) }, about);
    const bytes = await readBytes(response, () => about);
    if (response.status === 304 && known !== undefined) return known;
    const document = {
      content: parseAnswer({ ...response, bytes }, about),
      isAggregated: isAggregated(headerOf(response.headers, 'content-type')),
      etag: headerOf(response.headers, 'etag'),
    };
    this.#known.set(path, document);
    return document;
  }
}

interface Document {
  readonly content: JsonValue;
  readonly isAggregated: boolean;
  readonly etag: string | undefined;
}

const ACCEPT = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';

/** What the answer says it is counts, not what was asked for: an older server ignores what it does not know. */
function isAggregated(contentType = ''): boolean {
  const parameters = contentType.split(';').map((part) => part.trim());
  return ['g=apidiscovery.k8s.io', 'v=v2', 'as=APIGroupDiscoveryList'].every((part) => parameters.includes(part));
}

/** A server need not have a core group. */
function unlessMissing(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}

function joined(documents: readonly (Document | undefined)[]): DiscoveryResult {
  const parts = documents.flatMap((document) => (document === undefined ? [] : [parseAggregated(document.content)]));
  return {
    groups: parts.flatMap(({ groups }) => groups),
    failures: new Map(parts.flatMap(({ failures }) => [...failures])),
  };
}

/** The groups of a document. One that is aggregated although the other is not serves for its list of groups. */
function listedIn(
  { content, isAggregated: hasAll }: Document,
  parse: (content: JsonValue) => ListedGroup[],
): ListedGroup[] {
  if (!hasAll) return parse(content);
  return parseAggregated(content).groups.map(({ name, preferredVersion, versions }) => ({
    name,
    preferredVersion,
    versions: versions.map(({ version }) => version),
  }));
}
