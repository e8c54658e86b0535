/**
 * Walks the values of an object along the spine of its schema. Parts of the schema without anything to look for are not
 * entered, and paths are only put together when asked for, so that a walk costs next to nothing where nothing is found.
 */
import type { ReadonlyJson } from '@reeve/machinery';
import { isJsonArray } from '@reeve/machinery';
import type { Step } from '../conform/step.ts';
import { fieldPath } from '../conform/step.ts';
import type { SchemaNode } from '../structural/schema-node.ts';

/** Looks at one value. `field` tells the field it is in, empty for the object itself. */
export type SpineVisitor = (node: SchemaNode, value: ReadonlyJson & object, field: () => string) => void;

/** Visits the parts of a value that are on the way to what is wanted. */
export type SpineWalk = (value: ReadonlyJson, visit: SpineVisitor) => void;

/** A walk over values of a schema; `isWanted` tells the nodes whose values are looked for. */
export function compileSpineWalk(root: SchemaNode, isWanted: (node: SchemaNode) => boolean): SpineWalk {
  const route = routeOf(root, isWanted);
  if (route === undefined) return () => {};
  return (value, visit) => new Walker(visit).walk(route, value);
}

/** Where to go inside values of one node. */
interface Route {
  readonly node: SchemaNode;
  readonly properties: readonly (readonly [string, Route])[];
  readonly additional: Route | undefined;
  readonly items: Route | undefined;
}

/** One walk under way. */
class Walker {
  readonly #visit: SpineVisitor;
  readonly #trail: Step[] = [];

  constructor(visit: SpineVisitor) {
    this.#visit = visit;
  }

  walk(route: Route, value: ReadonlyJson): void {
    if (typeof value !== 'object' || value === null) return;
    this.#visit(route.node, value, this.#field);
    if (isJsonArray(value)) {
      if (route.items !== undefined) for (let at = 0; at < value.length; at++) this.#enter(at, route.items, value[at]);
      return;
    }
    for (const [name, part] of route.properties) if (Object.hasOwn(value, name)) this.#enter(name, part, value[name]);
    if (route.additional === undefined) return;
    for (const key of Object.keys(value)) {
      if (!route.node.properties.has(key)) this.#enter({ key }, route.additional, value[key]);
    }
  }

  readonly #field = (): string => fieldPath(this.#trail);

  #enter(step: Step, route: Route, value: ReadonlyJson | undefined): void {
    this.#trail.push(step);
    this.walk(route, value ?? null);
    this.#trail.pop();
  }
}

/** The way to everything that is wanted inside a node; undefined if nothing is. */
function routeOf(node: SchemaNode, isWanted: (node: SchemaNode) => boolean): Route | undefined {
  const routeTo = (part: SchemaNode | undefined): Route | undefined => part && routeOf(part, isWanted);
  const properties = [...node.properties].flatMap(([name, part]) => {
    const route = routeTo(part);
    return route === undefined ? [] : [[name, route] as const];
  });
  const route = {
    node,
    properties,
    additional: routeTo(node.additionalProperties?.schema),
    items: routeTo(node.items),
  };
  const leadsOn = properties.length > 0 || route.additional !== undefined || route.items !== undefined;
  return leadsOn || isWanted(node) ? route : undefined;
}
