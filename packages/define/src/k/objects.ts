/**
 * Objects that are not described field by field, and those that every API has: embedded objects, anything, references, conditions.
 * Upstream: x-kubernetes-embedded-resource, x-kubernetes-preserve-unknown-fields, meta/v1 Condition.
 */
import type { AnyKind, KubeObject, UnstructuredObject } from '@reeve/machinery';
import { z } from 'zod';
import type { ZodObject, ZodOptional, ZodString, ZodType } from 'zod';
import type { JsonSchema, TypedJsonSchema } from '../front-end/standard-schema.ts';
import { int64, time } from './scalars.ts';
import { listMap } from './lists.ts';

/** A whole Kubernetes object inside this one, with apiVersion, kind and metadata; its other fields are kept as they are. */
export const embedded = <T extends KubeObject = UnstructuredObject>(): ZodType<T> =>
  z.looseObject({}).meta({
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
  }) as unknown as ZodType<T>; // the server keeps the fields, the caller says what they are

/** Any value, kept as it is. With a schema: its fields are checked, and others kept. */
export const preserveUnknown = <T = unknown>(schema: ZodType<T> = z.any()): ZodType<T> =>
  schema.meta({ 'x-kubernetes-preserve-unknown-fields': true });

/** The name of another object. */
type Ref = ZodObject<{ name: ZodString }>;

/** The name of another object, which may be elsewhere. */
type RefAnywhere = ZodObject<{ name: ZodString; namespace: ZodOptional<ZodString> }>;

/** The name of another object; with its namespace if the kind has one and it may be elsewhere. */
export function ref(kind: AnyKind, options: { readonly anyNamespace: true }): RefAnywhere;
export function ref(kind: AnyKind, options?: { readonly anyNamespace?: boolean }): Ref;
export function ref(kind: AnyKind, { anyNamespace = false } = {}): Ref | RefAnywhere {
  const name = z.string().min(1).describe(`The name of a ${kind.kind}.`);
  const namespace = z.string().min(1).optional();
  return anyNamespace && kind.scope === 'Namespaced' ? z.object({ name, namespace }) : z.object({ name });
}

/** The conditions of a status, one per type. */
export const conditions = () => listMap(condition(), ['type']).optional();

/** What a workflow of `@reeve/patterns` keeps in the status of its owner: how each node fares, and the outputs of its tasks. */
export const workflow = () =>
  z
    .record(
      z.string(),
      z.object({
        state: z.enum([
          'Waiting',
          'Running',
          'Done',
          'Retrying',
          'Failed',
          'Skipped',
          'Deleted',
          'Removing',
          'Removed',
        ]),
        since: time(),
        message: z.string().optional(),
        input: z.string().optional(),
        attempts: z.int().min(0).optional(),
        retryAt: time().optional(),
        output: z.string().optional(),
      }),
    )
    .optional();

/** One condition. */
export const condition = () =>
  z.object({
    type: z
      .string()
      .max(316)
      .regex(
        /^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$/u,
      ),
    status: z.enum(['True', 'False', 'Unknown']),
    reason: z
      .string()
      .min(1)
      .max(1024)
      .regex(/^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/u),
    message: z.string().max(32_768),
    lastTransitionTime: time(),
    observedGeneration: int64().min(0).optional(),
  });

/** JSON Schema as it is, for who has one: `k.json<Spec>({ type: 'object', … })`. */
export const json = <T>(jsonSchema: JsonSchema): TypedJsonSchema<T> => ({ jsonSchema });
