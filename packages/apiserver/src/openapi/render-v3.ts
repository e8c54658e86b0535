/**
 * Operations and schemas written as OpenAPI 3.0.
 */
import { pathItems, type Operation, type Parameter } from './operation.ts';
import { reachable } from './schema-references.ts';

type Schemas = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export const refV3 = (schema: string): { $ref: string } => ({ $ref: `#/components/schemas/${schema}` });
export const phrases: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  401: 'Unauthorized',
};

const bearerToken = {
  type: 'apiKey',
  description: 'Bearer Token authentication',
  name: 'authorization',
  in: 'header',
};

/** A whole document: these operations and the schemas they lead to. Those of definitions are of no version of the server. */
export function documentV3(version: string | undefined, operations: readonly Operation[], schemas: Schemas): object {
  const used = reachable(operations.flatMap(schemasOf), schemas);
  return {
    openapi: '3.0.0',
    info:
      version === undefined ? { title: 'Kubernetes CRD Swagger', version: 'v0.1.0' } : { title: 'Kubernetes', version },
    paths: pathsV3(operations),
    components: {
      ...(Object.keys(used).length > 0 && { schemas: used }),
      ...(version !== undefined && { securitySchemes: { BearerToken: bearerToken } }),
    },
  };
}

/** The names of the schemas that an operation takes and answers with. */
export const schemasOf = ({ body, answers }: Operation): string[] =>
  [body?.schema, ...answers.map(([, schema]) => schema)].filter((name) => name !== undefined);

function pathsV3(operations: readonly Operation[]): Record<string, object> {
  return Object.fromEntries(
    pathItems(operations).map(({ path, operations: own, shared }) => [
      path,
      {
        ...Object.fromEntries(own.map((operation) => [operation.method, operationV3(operation)])),
        ...(shared.length > 0 && { parameters: shared.map(parameterV3) }),
      },
    ]),
  );
}

function operationV3({ tag, id, consumes, produces, parameters, body, answers, action, kind }: Operation): object {
  return {
    tags: [tag],
    operationId: id,
    ...(parameters.length > 0 && { parameters: parameters.map(parameterV3) }),
    ...(body && {
      requestBody: { content: contentV3(consumes, body.schema), ...(body.isRequired && { required: true }) },
    }),
    responses: {
      ...Object.fromEntries(
        answers.map(([code, schema]) => [code, { description: phrases[code], content: contentV3(produces, schema) }]),
      ),
      401: { description: phrases[401] },
    },
    ...(action && { 'x-kubernetes-action': action }),
    ...(kind && { 'x-kubernetes-group-version-kind': kind }),
  };
}

function contentV3(types: readonly string[], schema: string | undefined): object {
  const shown = schema === undefined ? { type: 'string' } : refV3(schema);
  return Object.fromEntries(types.toSorted().map((type) => [type, { schema: shown }]));
}

const parameterV3 = ({ name, in: place, type }: Parameter): object => ({
  name,
  in: place,
  ...(place === 'path' && { required: true }),
  schema: { type, uniqueItems: true },
});
