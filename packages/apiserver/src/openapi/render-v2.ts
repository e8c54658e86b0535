/**
 * Operations and schemas written as OpenAPI 2.0, also called Swagger.
 */
import { pathItems, type Operation, type Parameter } from './operation.ts';
import { phrases } from './render-v3.ts';
import type { Schema } from './map-schema.ts';

/** The one document of a server: everything it serves. */
export function documentV2(
  version: string,
  operations: readonly Operation[],
  definitions: Readonly<Record<string, Schema>>,
): Schema {
  return {
    swagger: '2.0',
    info: { title: 'Kubernetes', version },
    paths: Object.fromEntries(
      pathItems(operations).map(({ path, operations: own, shared }) => [
        path,
        {
          ...Object.fromEntries(own.map((operation) => [operation.method, operationV2(operation)])),
          ...(shared.length > 0 && { parameters: shared.map(parameterV2) }),
        },
      ]),
    ),
    definitions,
    securityDefinitions: {
      BearerToken: { description: 'Bearer Token authentication', type: 'apiKey', name: 'authorization', in: 'header' },
    },
    security: [{ BearerToken: [] }],
  };
}

function operationV2({ tag, id, consumes, produces, parameters, body, answers, action, kind }: Operation): object {
  const taken = [...(body ? [bodyV2(body)] : []), ...parameters.map(parameterV2)];
  return {
    ...(consumes.length > 0 && { consumes }),
    produces,
    schemes: ['https'],
    tags: [tag],
    operationId: id,
    ...(taken.length > 0 && { parameters: taken }),
    responses: {
      ...Object.fromEntries(
        answers.map(([code, schema]) => [code, { description: phrases[code], schema: schemaV2(schema) }]),
      ),
      401: { description: phrases[401] },
    },
    ...(action && { 'x-kubernetes-action': action }),
    ...(kind && { 'x-kubernetes-group-version-kind': kind }),
  };
}

const bodyV2 = ({ schema, isRequired }: NonNullable<Operation['body']>): object => ({
  name: 'body',
  in: 'body',
  ...(isRequired && { required: true }),
  schema: schemaV2(schema),
});

const schemaV2 = (schema: string | undefined): object =>
  schema === undefined ? { type: 'string' } : { $ref: `#/definitions/${schema}` };

const parameterV2 = ({ name, in: place, type }: Parameter): object => ({
  uniqueItems: true,
  type,
  name,
  in: place,
  ...(place === 'path' && { required: true }),
});
