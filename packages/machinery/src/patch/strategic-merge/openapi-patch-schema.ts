/**
 * The patch schema of a type as its OpenAPI v3 schema declares it, in `x-kubernetes-patch-strategy` and
 * `x-kubernetes-patch-merge-key`. References are followed when a field is looked at, so that types that refer to
 * themselves, and documents with hundreds of types, cost only what a patch touches.
 * Upstream: apimachinery strategicpatch.PatchMetaFromOpenAPIV3.
 */
import { InvalidInputError } from '../../errors/invalid-input-error.ts';
import { setOwn } from '../../json/set-own.ts';
import type { PatchSchema } from './patch-schema.ts';

/** The parts of an OpenAPI v3 schema that concern patches. Other properties are ignored. */
export interface OpenApiPatchSchema {
  readonly $ref?: string;
  readonly allOf?: readonly OpenApiPatchSchema[];
  readonly properties?: Readonly<Record<string, OpenApiPatchSchema>>;
  readonly additionalProperties?: boolean | OpenApiPatchSchema;
  readonly items?: OpenApiPatchSchema;
  readonly 'x-kubernetes-patch-strategy'?: string;
  readonly 'x-kubernetes-patch-merge-key'?: string;
}

/** Finds the schema that a reference such as `#/components/schemas/io.k8s.api.core.v1.PodSpec` names. */
export type ResolveSchema = (ref: string) => OpenApiPatchSchema | undefined;

/** The patch schema of a type. An unknown strategy or a reference to nowhere is refused when it is met. */
export function patchSchemaFromOpenApi(schema: OpenApiPatchSchema, resolve: ResolveSchema): PatchSchema {
  return new LazyPatchSchema(schema, resolve);
}

class LazyPatchSchema implements PatchSchema {
  readonly strategy?: 'merge' | 'replace';
  readonly retainKeys?: boolean;
  readonly mergeKey?: string;
  readonly #declared: OpenApiPatchSchema;
  readonly #resolve: ResolveSchema;
  #target: OpenApiPatchSchema | undefined;
  #fields: Readonly<Record<string, PatchSchema>> | undefined;
  #values: PatchSchema | undefined;
  #items: PatchSchema | undefined;

  /** Strategy and merge key stand where the type is used, beside the reference; its fields where it is defined. */
  constructor(declared: OpenApiPatchSchema, resolve: ResolveSchema) {
    this.#declared = declared;
    this.#resolve = resolve;
    const mergeKey = declared['x-kubernetes-patch-merge-key'];
    if (mergeKey !== undefined) this.mergeKey = mergeKey;
    for (const strategy of strategiesOf(declared)) {
      if (strategy === 'retainKeys') this.retainKeys = true;
      else this.strategy = strategy;
    }
  }

  get fields(): Readonly<Record<string, PatchSchema>> {
    return (this.#fields ??= this.#makeFields());
  }

  get values(): PatchSchema {
    const { additionalProperties } = this.#resolved();
    const declared = typeof additionalProperties === 'object' ? additionalProperties : {};
    return (this.#values ??= patchSchemaFromOpenApi(declared, this.#resolve));
  }

  get items(): PatchSchema {
    return (this.#items ??= patchSchemaFromOpenApi(this.#resolved().items ?? {}, this.#resolve));
  }

  #makeFields(): Readonly<Record<string, PatchSchema>> {
    const fields: Record<string, PatchSchema> = {};
    for (const [name, declared] of Object.entries(this.#resolved().properties ?? {})) {
      setOwn(fields, name, patchSchemaFromOpenApi(declared, this.#resolve));
    }
    return fields;
  }

  #resolved(): OpenApiPatchSchema {
    return (this.#target ??= followReferences(this.#declared, this.#resolve));
  }
}

/** A field of a referenced type is declared as `{ allOf: [{ $ref }] }` when it has a default or a description. */
function followReferences(declared: OpenApiPatchSchema, resolve: ResolveSchema): OpenApiPatchSchema {
  const seen = new Set<string>();
  let schema = declared.allOf?.[0] ?? declared;
  for (let ref; (ref = schema.$ref) !== undefined; schema = schema.allOf?.[0] ?? schema) {
    const target = seen.has(ref) ? undefined : resolve(ref);
    if (target === undefined) throw new InvalidInputError(ref, `the OpenAPI reference ${ref} leads to no schema`);
    seen.add(ref);
    schema = target;
  }
  return schema;
}

function strategiesOf(declared: OpenApiPatchSchema): ('merge' | 'replace' | 'retainKeys')[] {
  const text = declared['x-kubernetes-patch-strategy'];
  return (text === undefined || text === '' ? [] : text.split(',')).map((word) => {
    const strategy = word.trim();
    if (strategy === 'merge' || strategy === 'replace' || strategy === 'retainKeys') return strategy;
    throw new InvalidInputError(
      text ?? word,
      `unexpected patch strategy ${strategy}: merge, replace and retainKeys exist`,
    );
  });
}
