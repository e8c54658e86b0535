/**
 * Does with objects what a server does with them, by the schema of one version. The schema is compiled when it is first needed.
 */
import type { KubeObject } from '@reeve/machinery';
import type { SchemaEngine } from '@reeve/schema';
import { compileSchema } from '@reeve/schema';
import type { ReadonlyJson, ReadonlyJsonObject } from '@reeve/machinery';
import { asJson } from './resource-definition.ts';
import type { LocalSchema } from './resource-definition.ts';

/** The local schema of a version. */
export function localSchema<T extends KubeObject, Input>(
  type: { readonly apiVersion: string; readonly kind: string },
  openApi: Record<string, unknown>,
): LocalSchema<T, Input> {
  let compiled: SchemaEngine | undefined;
  const engine = (): SchemaEngine => (compiled ??= compileSchema(openApi as ReadonlyJson));
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
