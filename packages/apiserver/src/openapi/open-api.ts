/**
 * The OpenAPI documents: of version 3 an index with a hash for each group and version, and one document each; of version 2 one document for everything, in
 * JSON or protobuf. Made when asked for, and again when what is served has changed.
 */
import { loadSchemas } from '@reeve/kinds';
import { stableHash } from '@reeve/machinery';
import type { ResourceRegistry } from '@reeve/registry';
import { parseMediaTypes } from '../negotiate/media-type.ts';
import type { ApiRequest, PlainResponse } from '../request/api-request.ts';
import { described } from './descriptions.ts';
import { publishedParts, type PublishedPart } from './published-documents.ts';
import { protobufV2 } from './protobuf-v2.ts';
import { documentV3 } from './render-v3.ts';
import { wholeV2 } from './whole-v2.ts';

interface Document {
  readonly body: Buffer;
  readonly hash: string;
}

interface Published {
  readonly generation: number;
  readonly parts: ReadonlyMap<string, PublishedPart>;
  /** Documents of version 3 that have been made. */
  readonly documents: Map<string, Document>;
  v2?: { readonly json: Document; protobuf?: Buffer };
}

type Asked = Pick<ApiRequest, 'path' | 'query' | 'headers'>;

const nothing = Buffer.alloc(0);
const protobufType = /^application\/com\.github\.proto-openapi\.spec\.v2[.@]v1\.0\+protobuf$/;

export class OpenApi {
  readonly #registry: ResourceRegistry;
  readonly #version: string;
  #published: Published | undefined;
  #builtin: ReturnType<typeof described> | undefined;

  /** `gitVersion` is the version that documents say they are of, as far as minor. */
  constructor(registry: ResourceRegistry, gitVersion: string) {
    this.#registry = registry;
    this.#version = /^v(\d+\.\d+)/.exec(gitVersion)?.[1] ?? gitVersion;
  }

  /** The answer to a path of OpenAPI, or undefined when it is none. */
  async answer(request: Asked): Promise<PlainResponse | undefined> {
    const { path } = request;
    if (path === '/openapi/v2') return this.#answerV2(request, await this.#current());
    const [, rest] = /^\/openapi\/v3(?:\/(.*))?$/.exec(path) ?? [];
    if (path !== '/openapi/v3' && rest === undefined) return undefined;
    const published = await this.#current();
    return rest === undefined ? this.#index(published) : this.#answerV3(request, rest, published);
  }

  #index(published: Published): PlainResponse {
    const paths = [...published.parts.keys()].map((path) => [path, { serverRelativeURL: this.#url(path, published) }]);
    return {
      status: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: Buffer.from(JSON.stringify({ paths: Object.fromEntries(paths) })),
    };
  }

  /** A document asked for by its hash never changes; another hash leads to the present one. */
  #answerV3({ headers, query }: Asked, path: string, published: Published): PlainResponse {
    if (!published.parts.has(path)) return { status: 404, headers: {}, body: nothing };
    const { body, hash } = this.#documentV3(path, published);
    const etag = `"${hash}"`;
    const common = { etag, vary: 'Accept' };
    const json = { 'content-type': 'application/json' };
    const asked = query.get('hash');
    if (asked !== null && asked !== '' && asked !== hash)
      return { status: 301, headers: { ...common, ...json, location: this.#url(path, published) }, body: nothing };
    const cached = asked ? { ...common, 'cache-control': 'public, immutable' } : common;
    if (headers['if-none-match'] === etag) return { status: 304, headers: cached, body: nothing };
    return { status: 200, headers: { ...cached, ...json }, body };
  }

  #answerV2({ headers }: Asked, published: Published): PlainResponse {
    const { accept = '' } = headers;
    const wanted = parseMediaTypes(accept === '' ? '*/*' : accept).find(
      ({ type }) => ['application/json', 'application/*', '*/*'].includes(type) || protobufType.test(type),
    );
    if (wanted === undefined) return { status: 406, headers: { vary: 'Accept' }, body: nothing };
    const v2 = (published.v2 ??= this.#documentV2(published));
    const etag = `"${v2.json.hash}"`;
    if (headers['if-none-match'] === etag) return { status: 304, headers: { etag, vary: 'Accept' }, body: nothing };
    const isProtobuf = protobufType.test(wanted.type);
    const type = isProtobuf ? 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf' : 'application/json';
    const body = isProtobuf
      ? (v2.protobuf ??= protobufV2(JSON.parse(v2.json.body.toString()) as Readonly<Record<string, unknown>>))
      : v2.json.body;
    return { status: 200, headers: { 'content-type': type, etag, vary: 'Accept' }, body };
  }

  #url(path: string, published: Published): string {
    return `/openapi/v3/${path}?hash=${this.#documentV3(path, published).hash}`;
  }

  #documentV3(path: string, { parts, documents }: Published): Document {
    let document = documents.get(path);
    if (document === undefined) {
      const { isCustom = false, operations = [], schemas = {} } = parts.get(path) ?? {};
      document = documentOf(documentV3(isCustom ? undefined : this.#version, operations, schemas));
      documents.set(path, document);
    }
    return document;
  }

  #documentV2({ parts }: Published): NonNullable<Published['v2']> {
    return { json: documentOf(wholeV2(this.#version, [...parts.values()])) };
  }

  async #current(): Promise<Published> {
    const builtin = await (this.#builtin ??= loadSchemas().then(described));
    const { generation } = this.#registry;
    if (this.#published?.generation !== generation) {
      const parts = new Map(publishedParts(this.#registry, builtin).map((part) => [part.path, part]));
      // Definitions come and go; what is built in stays as it was made.
      const settled = [...(this.#published?.documents ?? [])].filter(
        ([path]) => parts.get(path)?.customNames.size === 0,
      );
      this.#published = { generation, parts, documents: new Map(settled) };
    }
    return this.#published;
  }
}

function documentOf(value: object): Document {
  const text = JSON.stringify(value);
  return { body: Buffer.from(text), hash: stableHash(text).toUpperCase() };
}
