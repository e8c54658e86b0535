/**
 * OpenAPI v3: an index of group-versions with a hash each, and a document per group-version with its paths and the schemas they reach. Made when asked for,
 * and again when what is served has changed.
 */
import { loadSchemas, type OpenApiSchema } from '@reeve/kinds';
import { isJsonArray, isJsonObject, stableHash } from '@reeve/machinery';
import type { ApiRequest, PlainResponse } from '../request/api-request.ts';
import type { ResourceRegistry } from '../resource/resource-registry.ts';
import { customSchemaName, customSchemas } from './custom-schema.ts';
import { resourcePaths } from './paths.ts';

interface Made {
  readonly generation: number;
  readonly documents: Map<string, { readonly body: Buffer; readonly hash: string }>;
}

const common = ['DeleteOptions', 'Patch', 'Status', 'WatchEvent', 'APIResourceList'].map(
  (name) => `io.k8s.apimachinery.pkg.apis.meta.v1.${name}`,
);

export class OpenApiV3 {
  readonly #registry: ResourceRegistry;
  readonly #gitVersion: string;
  #made: Made | undefined;

  constructor(registry: ResourceRegistry, gitVersion: string) {
    this.#registry = registry;
    this.#gitVersion = gitVersion;
  }

  /** The answer to a path below `/openapi/v3`, or undefined when it is none of ours. */
  async answer({ path, headers }: Pick<ApiRequest, 'path' | 'headers'>): Promise<PlainResponse | undefined> {
    const [, rest] = /^\/openapi\/v3(?:\/(.*))?$/.exec(path) ?? [];
    if (!path.startsWith('/openapi/v3')) return undefined;
    const { documents } = await this.#current();
    if (!rest)
      return {
        status: 200,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: Buffer.from(JSON.stringify(indexOf(documents))),
      };
    const document = documents.get(rest);
    if (document === undefined) return undefined;
    const etag = `"${document.hash}"`;
    if (headers['if-none-match'] === etag) return { status: 304, headers: { etag }, body: Buffer.alloc(0) };
    return {
      status: 200,
      headers: { 'content-type': 'application/json', etag, 'cache-control': 'public, immutable', vary: 'Accept' },
      body: document.body,
    };
  }

  async #current(): Promise<Made> {
    const { generation } = this.#registry;
    if (this.#made?.generation !== generation) this.#made = { generation, documents: this.#make(await loadSchemas()) };
    return this.#made;
  }

  #make(builtin: Readonly<Record<string, OpenApiSchema>>): Made['documents'] {
    const names = schemaNames(builtin);
    const documents: Made['documents'] = new Map();
    for (const { name, versions } of this.#registry.groups()) {
      for (const version of versions) {
        const resources = this.#registry.inVersion(name, version);
        const custom = Object.assign({}, ...resources.filter(({ isCustom }) => isCustom).map(customSchemas)) as Record<
          string,
          OpenApiSchema
        >;
        const customNames = new Map(
          resources
            .filter(({ isCustom }) => isCustom)
            .map((resource) => [`${name}/${version}/${resource.kind}`, customSchemaName(resource)]),
        );
        const schemaOf = (group: string, wanted: string, kind: string) =>
          customNames.get(`${group}/${wanted}/${kind}`) ?? names.get(`${group}/${wanted}/${kind}`);
        const paths = Object.assign({}, ...resources.map((resource) => resourcePaths(resource, schemaOf))) as Record<
          string,
          object
        >;
        const all = { ...builtin, ...custom };
        const schemas = reachable([...common, ...referencesIn(paths), ...Object.keys(custom)], all);
        const text = JSON.stringify({
          openapi: '3.0.0',
          info: { title: 'Kubernetes', version: this.#gitVersion },
          paths,
          components: { schemas },
        });
        documents.set(name === '' ? `api/${version}` : `apis/${name}/${version}`, {
          body: Buffer.from(text),
          hash: stableHash(text).toUpperCase(),
        });
      }
    }
    return documents;
  }
}

function indexOf(documents: Made['documents']): object {
  return {
    paths: Object.fromEntries(
      [...documents].map(([path, { hash }]) => [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` }]),
    ),
  };
}

function schemaNames(schemas: Readonly<Record<string, OpenApiSchema>>): Map<string, string> {
  return new Map(
    Object.entries(schemas).flatMap(([name, schema]) =>
      (
        (schema['x-kubernetes-group-version-kind'] as { group: string; version: string; kind: string }[] | undefined) ??
        []
      ).map(({ group, version, kind }) => [`${group}/${version}/${kind}`, name] as const),
    ),
  );
}

/** The schemas that some names lead to, themselves included. */
function reachable(
  names: readonly string[],
  all: Readonly<Record<string, OpenApiSchema>>,
): Record<string, OpenApiSchema> {
  const found = new Map<string, OpenApiSchema>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const schema = all[name];
    if (schema === undefined || found.has(name)) continue;
    found.set(name, schema);
    waiting.push(...referencesIn(schema));
  }
  return Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function referencesIn(value: unknown): string[] {
  if (isJsonArray(value)) return value.flatMap(referencesIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === '$ref' && typeof item === 'string' ? [item.slice('#/components/schemas/'.length)] : referencesIn(item),
  );
}
