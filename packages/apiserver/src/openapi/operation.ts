/**
 * One operation of an OpenAPI document, before it is written in version 2 or 3: the two say the same in different places.
 */
import type { KindFacts } from '@reeve/kinds';

export type Method = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch';

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path';
  readonly type: 'string' | 'integer' | 'boolean';
}

export interface Operation {
  readonly path: string;
  readonly method: Method;
  readonly tag: string;
  readonly id: string;
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
  readonly parameters: readonly Parameter[];
  /** The schema of the body by name. */
  readonly body?: { readonly schema: string | undefined; readonly isRequired: boolean };
  /** Status codes with the schema of their answer by name; without one it is text. */
  readonly answers: readonly (readonly [code: number, schema: string | undefined])[];
  readonly action?: string;
  readonly kind?: KindFacts;
}

/** The operations of one path, and the parameters that all of them take. */
export interface PathItem {
  readonly path: string;
  readonly operations: readonly Operation[];
  readonly shared: readonly Parameter[];
}

export const query = (name: string, type: Parameter['type'] = 'string'): Parameter => ({ name, in: 'query', type });
export const inPath = (name: string): Parameter => ({ name, in: 'path', type: 'string' });

/** Operations by path, in the order of paths; what all operations of a path take is taken out of each. */
export function pathItems(operations: readonly Operation[]): PathItem[] {
  const byPath = new Map<string, Operation[]>();
  for (const operation of operations) {
    const others = byPath.get(operation.path);
    if (others) others.push(operation);
    else byPath.set(operation.path, [operation]);
  }
  return [...byPath]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, own]) => {
      const shared = sorted((own[0]?.parameters ?? []).filter((each) => own.every((other) => takes(other, each))));
      return { path, shared, operations: own.map((operation) => without(operation, shared)) };
    });
}

const takes = ({ parameters }: Operation, { name, in: place }: Parameter): boolean =>
  parameters.some((each) => each.name === name && each.in === place);

function without(operation: Operation, shared: readonly Parameter[]): Operation {
  const own = operation.parameters.filter(
    (each) => !shared.some(({ name, in: place }) => name === each.name && place === each.in),
  );
  return { ...operation, parameters: sorted(own) };
}

const sorted = (parameters: readonly Parameter[]): Parameter[] =>
  parameters.toSorted((a, b) => (a.name === b.name ? (a.in < b.in ? -1 : 1) : a.name < b.name ? -1 : 1));
