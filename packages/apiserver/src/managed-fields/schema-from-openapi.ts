/**
 * Value types from OpenAPI v3: list and map types, keys and their defaults, and what is known of nothing. Types that are named are made when they are first
 * met, so that those that contain themselves can be. Upstream: kube-openapi schemaconv.
 */
import { deduced, untyped, type FieldSchema, type MapSchema, type ValueSchema } from './value-schema.ts';

/** A schema of a document, with the extensions that matter here. */
export interface OpenApiNode {
  readonly $ref?: string;
  readonly allOf?: readonly OpenApiNode[];
  readonly type?: string;
  readonly format?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, OpenApiNode>>;
  readonly additionalProperties?: OpenApiNode | boolean;
  readonly items?: OpenApiNode;
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-patch-strategy'?: string;
  readonly 'x-kubernetes-patch-merge-key'?: string;
  readonly 'x-kubernetes-map-type'?: string;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
}

/** Finds a named schema of the document. */
export type FindSchema = (name: string) => OpenApiNode | undefined;

const quantity = 'io.k8s.apimachinery.pkg.api.resource.Quantity';
const rawExtension = 'io.k8s.apimachinery.pkg.runtime.RawExtension';

/** Makes value types of one document, each named one once. */
export class ValueSchemas {
  readonly #find: FindSchema;
  readonly #named = new Map<string, ValueSchema>([
    [quantity, { scalar: 'untyped' }],
    [rawExtension, untyped],
  ]);

  constructor(find: FindSchema) {
    this.#find = find;
  }

  /** The type of a named schema; anything at all where there is none. */
  named(name: string): ValueSchema {
    const known = this.#named.get(name);
    if (known) return known;
    const node = this.#find(name);
    const made = node ? this.inline(node) : deduced;
    this.#named.set(name, made);
    return made;
  }

  /** The type of a schema that has no name. */
  inline(node: OpenApiNode): ValueSchema {
    return this.#typeOf(node, false);
  }

  /** `isWithinOpen`: somewhere above, unknown fields are kept, and so they are here and below. */
  #typeOf(node: OpenApiNode, isWithinOpen: boolean): ValueSchema {
    const isOpen = isWithinOpen || node['x-kubernetes-preserve-unknown-fields'] === true;
    switch (node.type) {
      case undefined:
      case '':
        return { scalar: 'untyped', list: this.#listOf(node, isOpen), map: this.#mapOf(node, isOpen) };
      case 'object':
        return { map: this.#mapOf(node, isOpen) };
      case 'array':
        return { list: this.#listOf(node, isOpen) };
      case 'integer':
      case 'number':
        return { scalar: 'numeric' };
      case 'boolean':
        return { scalar: 'boolean' };
      default:
        return { scalar: isPlainText(node) ? 'string' : 'untyped' };
    }
  }

  #refer(node: OpenApiNode, isOpen: boolean): ValueSchema {
    const ref = node.$ref ?? (node.allOf?.length === 1 ? node.allOf[0]?.$ref : undefined);
    if (ref === undefined) return this.#typeOf(node, isOpen);
    const mapType = node['x-kubernetes-map-type'];
    const type = () => this.named(ref.slice(ref.lastIndexOf('/') + 1));
    return lazily(() => (mapType === undefined ? type() : withMapType(type(), mapType === 'atomic')));
  }

  #mapOf(node: OpenApiNode, isOpen: boolean): MapSchema {
    const fields = new Map<string, FieldSchema>();
    for (const [name, field] of Object.entries(node.properties ?? {}))
      fields.set(name, { type: this.#refer(field, isOpen), default: field.default });
    return { isAtomic: node['x-kubernetes-map-type'] === 'atomic', fields, others: this.#othersOf(node, isOpen) };
  }

  #othersOf({ additionalProperties, properties = {} }: OpenApiNode, isOpen: boolean): ValueSchema | undefined {
    if (typeof additionalProperties === 'object') return this.#refer(additionalProperties, isOpen);
    if (additionalProperties !== undefined) return additionalProperties ? deduced : undefined;
    return isOpen || Object.keys(properties).length === 0 ? deduced : undefined;
  }

  #listOf(node: OpenApiNode, isOpen: boolean): NonNullable<ValueSchema['list']> {
    return { ...identityOf(node), items: node.items ? this.#refer(node.items, isOpen) : untyped };
  }
}

/** A type that is looked up when somebody asks for its shapes. */
function lazily(find: () => ValueSchema): ValueSchema {
  let found: ValueSchema | undefined;
  const type = (): ValueSchema => (found ??= find());
  return {
    get scalar() {
      return type().scalar;
    },
    get list() {
      return type().list;
    },
    get map() {
      return type().map;
    },
  };
}

/** What a reference says about a map or list goes before what the type says of itself. */
function withMapType(type: ValueSchema, isAtomic: boolean): ValueSchema {
  if (type.map) return { ...type, map: { ...type.map, isAtomic } };
  return type.list ? { ...type, list: { ...type.list, isAtomic } } : type;
}

function identityOf(node: OpenApiNode): { isAtomic: boolean; keys: readonly string[] } {
  const listType = node['x-kubernetes-list-type'];
  if (listType !== undefined)
    return {
      isAtomic: listType === 'atomic',
      keys: listType === 'map' ? (node['x-kubernetes-list-map-keys'] ?? []) : [],
    };
  const isMerged = (node['x-kubernetes-patch-strategy'] ?? '').split(',').includes('merge');
  const key = node['x-kubernetes-patch-merge-key'];
  return { isAtomic: !isMerged, keys: isMerged && key !== undefined ? [key] : [] };
}

/** Text with a format may come as something else. */
function isPlainText({ type, format = '' }: OpenApiNode): boolean {
  return type === 'string' && (format === '' || format === 'byte');
}
