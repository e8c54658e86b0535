/**
 * Does with objects what a server does with them, by the schema of one version. The schema is compiled when it is first needed.
 */
import type { KubeObject } from '@reeve/machinery';
import type { SchemaEngine } from '@reeve/schema';
import { compileSchema, requireStructural } from '@reeve/schema';
import type { ReadonlyJson, ReadonlyJsonObject } from '@reeve/machinery';
import type { CustomResourceVersion } from './custom-resource-definition.ts';
import { asJson } from './resource-definition.ts';
import type { LocalSchema } from './resource-definition.ts';

/** The local schema of a version. Its rules were compiled when it was made, and are compiled again with the first object that is validated. */
export function localSchema<T extends KubeObject, Input>(
  type: { readonly apiVersion: string; readonly kind: string },
  { schema, subresources }: Pick<CustomResourceVersion, 'schema' | 'subresources'>,
): LocalSchema<T, Input> {
  const openApi = schema?.openAPIV3Schema ?? anything;
  const scale = subresources?.scale;
  let compiled: SchemaEngine | undefined;
  const engine = (): SchemaEngine =>
    (compiled ??= compileSchema(
      requireStructural(openApi as ReadonlyJson, { rules: 'not compiled' }),
      scale === undefined ? {} : { scale },
    ));
  const filled = (object: object): T => engine().default(asJson({ ...object, ...type })) as unknown as T; // defaults make it one
  const conformed = (object: object): ReadonlyJsonObject => engine().conform(asJson(object)).object;
  return {
    of: (input) => filled(input as object),
    default: (object) => filled(object as object),
    conform: (object) => engine().conform(asJson(object)),
    validate: (object, old) =>
      old === undefined
        ? engine().validate(conformed(object))
        : engine().validateUpdate(conformed(object), conformed(old)),
    get engine() {
      return engine();
    },
  };
}

const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
