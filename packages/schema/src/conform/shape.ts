/**
 * What pruning and defaulting need to know of a schema, compiled: which properties there are, what becomes of others, and
 * the defaults, each complete with the defaults of its own parts.
 * Upstream: apiserver/schema Structural, and defaulting.PruneDefaults.
 */
import type { ReadonlyJson } from '@reeve/machinery';
import { deepFreeze } from '@reeve/machinery';
import type { SchemaNode } from '../structural/schema-node.ts';
import { conformDefault } from './conform-value.ts';
import { defaultInMetadata } from './default-in-metadata.ts';

/** The form that values of a schema have. */
export interface Shape {
  /** Properties that the schema does not name are kept. */
  readonly keepsUnknown: boolean;
  /** The value is an object of its own, with apiVersion, kind and metadata. */
  readonly isEmbedded: boolean;
  readonly nullable: boolean;
  /** Frozen, and shared by all objects it is put into. */
  readonly default: ReadonlyJson | undefined;
  readonly properties: ReadonlyMap<string, Shape>;
  /** The form of other properties, or `any` when they are there but have none. */
  readonly additional: Shape | 'any' | undefined;
  readonly items: Shape | undefined;
  /** The properties with a default, in the order of the schema. */
  readonly defaults: readonly (readonly [name: string, value: ReadonlyJson])[];
}

/** Where a node stands inside the metadata of an embedded object; undefined elsewhere. */
type MetadataPlace = readonly (string | number)[] | undefined;

/** The shape of a schema. */
export const compileShape = (root: SchemaNode): Shape => shapeOf(root, undefined);

function shapeOf(node: SchemaNode, place: MetadataPlace): Shape {
  const properties = new Map(
    [...node.properties].map(([name, part]) => [name, shapeOf(part, placeOf(node, name, place))]),
  );
  const shape: Shape = {
    keepsUnknown: node.preserveUnknownFields === true,
    isEmbedded: node.embeddedResource,
    nullable: node.nullable,
    default: undefined,
    properties,
    additional: additionalOf(node, place),
    items: node.items && shapeOf(node.items, place && [...place, 0]),
    defaults: [...properties].flatMap(([name, part]) =>
      part.default === undefined ? [] : [[name, part.default] as const],
    ),
  };
  return { ...shape, default: completeDefault(node, shape, place) };
}

function placeOf(node: SchemaNode, name: string, place: MetadataPlace): MetadataPlace {
  if (place !== undefined) return [...place, name];
  return node.embeddedResource && name === 'metadata' ? [] : undefined;
}

function additionalOf({ additionalProperties }: SchemaNode, place: MetadataPlace): Shape | 'any' | undefined {
  if (additionalProperties === undefined) return undefined;
  return additionalProperties.schema === undefined
    ? 'any'
    : shapeOf(additionalProperties.schema, place && [...place, '*']);
}

function completeDefault(node: SchemaNode, shape: Shape, place: MetadataPlace): ReadonlyJson | undefined {
  const value = place === undefined ? node.default : defaultInMetadata(node.default, place);
  return value === undefined ? undefined : deepFreeze(conformDefault(value, shape));
}
