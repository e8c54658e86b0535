/**
 * The trackers of everything that is served, made when a resource or subresource is first written. Types of custom resources go with their definition.
 */
import { formatTime, parseApiVersion, type Clock } from '@reeve/machinery';
import type { ApiObject, ObjectCodec, ObjectForm, ResourceRegistry, ServedResource } from '@reeve/registry';
import { customValueSchema } from './custom-value-schema.ts';
import { FieldTracker } from './field-tracker.ts';
import { builtinReset, customReset } from './reset-fields.ts';
import type { ValueSchemas } from './schema-from-openapi.ts';
import type { TypedKind } from './typed-kind.ts';
import type { ValueSchema } from './value-schema.ts';

/** Who the server is as a manager. */
const serverName = 'kube-apiserver';

export interface FieldTrackersOptions {
  readonly registry: ResourceRegistry;
  /** The types of the built-in document. */
  readonly schemas: ValueSchemas;
  /** The name of a built-in kind's schema in it. */
  schemaName(group: string, version: string, kind: string): string;
  readonly clock: Clock;
}

/** A custom resource in one version, as the managers of its fields know it: served, or only in its definition. */
type CustomKind = Pick<ServedResource, 'group' | 'plural' | 'kind' | 'apiVersion' | 'schema'>;

export class FieldTrackers {
  readonly #options: FieldTrackersOptions;
  /** By codec, of which there is one per kind and version, and a new one when a definition changes. */
  readonly #kinds = new WeakMap<ObjectCodec, TypedKind>();
  readonly #trackers = new WeakMap<TypedKind, Map<string, FieldTracker>>();

  constructor(options: FieldTrackersOptions) {
    this.#options = options;
  }

  /** The tracker of a resource, or of its subresource. */
  for(resource: ServedResource, subresource = ''): FieldTracker {
    const kind = this.#kindOf(resource);
    return this.#tracker(kind, subresource, () => {
      const hasStatus = resource.subresources.has('status');
      return resource.isCustom
        ? customReset(resource.apiVersion, subresource, hasStatus)
        : builtinReset(resource, subresource, hasStatus);
    });
  }

  /** A built-in object as the server itself has changed it. */
  ofServer(object: ApiObject, plural: string, subresource: string, old: ApiObject): ApiObject {
    const { group, version } = parseApiVersion(object.apiVersion ?? '');
    const resource = this.#options.registry.find(group, version, plural);
    return resource ? this.for(resource, subresource).update(old, object, serverName) : object;
  }

  /** The type of the objects of a kind. */
  schemaOf(form: ObjectForm & Partial<ServedResource>): ValueSchema {
    return this.#remembered(form.codec, () =>
      form.isCustom ? this.#custom(form as ServedResource) : this.#builtin(form),
    ).schema;
  }

  /** The tracker of Scale, which looks the same for every resource that has one. */
  forScale(codec: ObjectCodec): FieldTracker {
    const kind = this.#remembered(codec, () =>
      this.#builtin({ group: 'autoscaling', version: 'v1', kind: 'Scale', codec }),
    );
    return this.#tracker(kind, 'scale', () => (fields) => fields);
  }

  #tracker(kind: TypedKind, subresource: string, reset: () => ReturnType<typeof builtinReset>): FieldTracker {
    const trackers = this.#trackers.get(kind) ?? new Map<string, FieldTracker>();
    this.#trackers.set(kind, trackers);
    let tracker = trackers.get(subresource);
    if (tracker === undefined) {
      const now = () => formatTime(this.#options.clock.now());
      trackers.set(subresource, (tracker = new FieldTracker({ kind, subresource, reset: reset(), now })));
    }
    return tracker;
  }

  #kindOf(resource: ServedResource): TypedKind {
    return this.#remembered(resource.codec, () =>
      resource.isCustom ? this.#custom(resource) : this.#builtin(resource),
    );
  }

  #remembered(codec: ObjectCodec, make: () => TypedKind): TypedKind {
    let kind = this.#kinds.get(codec);
    if (kind === undefined) this.#kinds.set(codec, (kind = make()));
    return kind;
  }

  #builtin(
    resource: Pick<ServedResource, 'group' | 'version' | 'kind' | 'codec'> & Partial<ServedResource>,
  ): TypedKind {
    const { group, version, kind, codec, storage } = resource;
    return {
      apiVersion: group === '' ? version : `${group}/${version}`,
      kind,
      schema: this.#options.schemas.named(this.#options.schemaName(group, version, kind)),
      empty: codec.decode({}).object,
      isLoose: false,
      inVersion: (apiVersion) => this.#inVersion(resource, apiVersion),
      fromStorage: (object) => (storage?.conversion?.plain ?? storage)?.fromStorage(object) ?? object,
      toStorage: (object) => (storage?.conversion?.plain ?? storage)?.toStorage(object) ?? object,
    };
  }

  #custom(resource: CustomKind): TypedKind {
    const { apiVersion, kind, schema } = resource;
    return {
      apiVersion,
      kind,
      schema: customValueSchema(schema, this.#options.schemas),
      empty: { apiVersion, kind, metadata: {} },
      isLoose: true,
      inVersion: (other) => this.#inVersion(resource, other),
      fromStorage: (object) => ({ ...object, apiVersion }),
      toStorage: (object) => object,
    };
  }

  /** The same resource in another version of its group. */
  #inVersion(
    kind: Pick<ServedResource, 'group' | 'kind'> & Partial<ServedResource>,
    apiVersion: string,
  ): TypedKind | undefined {
    const { group, plural, unservedSchemas } = kind;
    const other = parseApiVersion(apiVersion);
    if (plural === undefined || other.group !== group) return undefined;
    const resource = this.#options.registry.find(group, other.version, plural);
    if (resource !== undefined) return this.#kindOf(resource);
    if (!unservedSchemas?.has(other.version)) return undefined;
    return this.#custom({ group, plural, kind: kind.kind, apiVersion, schema: unservedSchemas.get(other.version) });
  }
}
