/**
 * Reads a server's OpenAPI v3: an index of documents, one per group and version. A document's address carries a hash of its content,
 * so one that was read is good until the index names another.
 * Upstream: client-go openapi3.
 */
import { isJsonArray, isJsonObject, patchSchemaFromOpenApi } from '@reeve/machinery';
import type { AnyKind, GroupVersion, JsonObject, PatchSchema, ReadonlyJson, Transport } from '@reeve/machinery';
import { parseAnswer, readBytes, send } from '../request/answer.ts';
import { NoMatchError } from './discovery-error.ts';
import type { DiscoveryOptions } from './discovery.ts';

/** The OpenAPI documents of one server. */
export class OpenApi {
  readonly #transport: Transport;
  readonly #documents = new Map<string, { readonly url: string; readonly document: JsonObject }>();

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Where documents are, by path: `apis/apps/v1` leads to the address of its document. */
  async paths(options: DiscoveryOptions = {}): Promise<ReadonlyMap<string, string>> {
    const { paths } = await this.#get('/openapi/v3', options);
    const entries = isJsonObject(paths) ? Object.entries(paths) : [];
    return new Map(entries.flatMap(([path, entry]) => (hasUrl(entry) ? [[path, entry.serverRelativeURL]] : [])));
  }

  /** The document of a group and version. */
  async document({ group, version }: GroupVersion, options: DiscoveryOptions = {}): Promise<JsonObject> {
    const path = group === '' ? `api/${version}` : `apis/${group}/${version}`;
    const url = (await this.paths(options)).get(path);
    if (url === undefined) throw new NoMatchError(`OpenAPI document ${path}`);
    const known = this.#documents.get(path);
    if (known?.url === url) return known.document;
    const document = await this.#get(url, options);
    this.#documents.set(path, { url, document });
    return document;
  }

  /** The schema of a kind, and how to find the schemas that it refers to. */
  async schemaOf(kind: AnyKind, options: DiscoveryOptions = {}): Promise<KindSchema> {
    const document = await this.document(kind, options);
    const components = isJsonObject(document['components']) ? document['components'] : {};
    const schemas = isJsonObject(components['schemas']) ? components['schemas'] : {};
    const schema = Object.values(schemas).find((each) => isSchemaOf(kind, each)) as JsonObject | undefined;
    if (schema === undefined) throw new NoMatchError(`schema of ${kind.kind} in ${kind.apiVersion}`);
    return { schema, resolve: (ref) => schemas[ref.slice(ref.lastIndexOf('/') + 1)] as JsonObject | undefined };
  }

  /** How strategic merge patches of a kind treat its lists. */
  async patchSchemaOf(kind: AnyKind, options: DiscoveryOptions = {}): Promise<PatchSchema> {
    const { schema, resolve } = await this.schemaOf(kind, options);
    return patchSchemaFromOpenApi(schema, resolve);
  }

  async #get(path: string, { signal }: DiscoveryOptions): Promise<JsonObject> {
    const about = { verb: 'get', kind: path.split('?', 1)[0] ?? path };
    const request = { method: 'GET', path, headers: { accept: 'application/json' }, ...(signal && { signal }) };
    const response = await send(this.#transport, request, about);
    // servers send the index as plain text
    const bytes = await readBytes(response, () => about);
    const value = parseAnswer({ status: response.status, headers: {}, bytes }, about);
    return isJsonObject(value) ? value : {};
  }
}

/** A schema, and how to find others. */
export interface KindSchema {
  readonly schema: JsonObject;
  readonly resolve: (ref: string) => JsonObject | undefined;
}

const hasUrl = (entry: ReadonlyJson): entry is { readonly serverRelativeURL: string } =>
  isJsonObject(entry) && typeof entry['serverRelativeURL'] === 'string';

function isSchemaOf({ gvk }: AnyKind, schema: ReadonlyJson): boolean {
  const types = isJsonObject(schema) ? schema['x-kubernetes-group-version-kind'] : undefined;
  return isJsonArray(types) && types.some((type) => isJsonObject(type) && isSame(type, gvk));
}

const isSame = (type: Readonly<Record<string, unknown>>, { group, version, kind }: AnyKind['gvk']): boolean =>
  type['group'] === group && type['version'] === version && type['kind'] === kind;
