/** A resource with rules everywhere, and what becomes of objects of it. */
import { z } from 'zod';
import { defineResource, k } from '@reeve/define';
import type { Transport } from '@reeve/machinery';
import { ask } from '../server.ts';

const volume = z
  .object({ name: z.string().max(20), size: z.int() })
  .meta(k.rule('self.size >= oldSelf.size', { message: 'a volume cannot shrink', fieldPath: '.size' }));

const store = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Disk'), path: z.string().max(50) }),
  z.object({ type: z.literal('Bucket'), name: z.string().max(50) }),
]);

export const Machine = defineResource({
  group: 'rules.example.com',
  version: 'v1',
  kind: 'Machine',
  spec: z
    .object({
      min: z.int().default(1),
      max: z.int(),
      zone: z.string().max(10).meta(k.immutable('zone cannot be changed')).optional(),
      volumes: k.listMap(volume, ['name']).max(10).optional(),
      limits: z
        .record(
          z.string(),
          z
            .string()
            .max(10)
            .meta(k.rule('isQuantity(self)', { messageExpression: "self + ' is no quantity'" })),
        )
        .meta({ maxProperties: 5 })
        .optional(),
      store: store.optional(),
      a: z.string().optional(),
      b: z.string().optional(),
      'node-name': z.string().max(20).optional(),
      source: z.object({ url: z.string(), path: z.string() }).partial().meta(k.exactlyOneOf('url', 'path')).optional(),
      target: z.object({ url: z.string(), path: z.string() }).partial().meta(k.atLeastOneOf('url', 'path')).optional(),
    })
    .meta(k.rule('self.min <= self.max', { message: 'min must not be above max', fieldPath: '.min' }))
    .meta(k.atMostOneOf('a', 'b'))
    .meta(k.requiredTogether('b', 'node-name'))
    .meta(
      k.rule('!oldSelf.hasValue() || oldSelf.value().max <= self.max || self.max == 0', {
        optionalOldSelf: true,
        reason: 'FieldValueForbidden',
        message: 'max only grows',
      }),
    ),
  status: z.object({ ready: z.int() }).meta(k.rule('self.ready >= 0', { message: 'ready counts' })),
  rules: [
    k.rule("!self.metadata.name.startsWith('x-')", { message: 'names must not begin with x-' }),
    k.rule('!has(self.status) || self.status.ready <= self.spec.max', { message: 'more are ready than there may be' }),
  ],
});

interface Change {
  readonly spec: object;
  readonly old?: object;
  readonly name?: string;
  /** What is said of it; nothing if it is taken. */
  readonly says: readonly string[];
}

/** Objects, and what is wrong with them. */
export const changes: Readonly<Record<string, Change>> = {
  'what is right': { spec: { max: 3 }, says: [] },
  'a default counts': { spec: { max: 0 }, says: ['spec.min: Invalid value: min must not be above max'] },
  'a name': { name: 'x-a', spec: { max: 3 }, says: ['<nil>: Invalid value: names must not begin with x-'] },
  'two of one kind': {
    spec: { max: 3, a: 'x', b: 'y', 'node-name': 'n' },
    says: ['spec: Invalid value: at most one of the fields in [a b] must be set'],
  },
  'one of two that belong together': {
    spec: { max: 3, b: 'y' },
    says: ['spec: Invalid value: all or none of the fields in [b node-name] must be set'],
  },
  'two of which one must be set': {
    spec: { max: 3, source: { url: 'u', path: 'p' }, target: { url: 'u', path: 'p' } },
    says: ['spec.source: Invalid value: exactly one of the fields in [url path] must be set'],
  },
  'none of those that must be set': {
    spec: { max: 3, source: {}, target: {} },
    says: [
      'spec.source: Invalid value: exactly one of the fields in [url path] must be set',
      'spec.target: Invalid value: at least one of the fields in [url path] must be set',
    ],
  },
  'a field of another variant': {
    spec: { max: 3, store: { type: 'Disk', path: '/', name: 'x' } },
    says: ['spec.store.name: Forbidden: name is not allowed when type is Disk'],
  },
  'the value of a map, in a message that is made': {
    spec: { max: 3, limits: { cpu: '1', memory: 'much' } },
    says: ['spec.limits[memory]: Invalid value: much is no quantity'],
  },
  'a field that was set': {
    old: { max: 3, zone: 'a' },
    spec: { max: 3, zone: 'b' },
    says: ['spec.zone: Invalid value: zone cannot be changed'],
  },
  'a field that was not set': { old: { max: 3 }, spec: { max: 3, zone: 'b' }, says: [] },
  'an element of a list, found by its key': {
    old: {
      max: 3,
      volumes: [
        { name: 'a', size: 5 },
        { name: 'b', size: 5 },
      ],
    },
    spec: {
      max: 3,
      volumes: [
        { name: 'b', size: 4 },
        { name: 'c', size: 1 },
        { name: 'a', size: 6 },
      ],
    },
    says: ['spec.volumes[0].size: Invalid value: a volume cannot shrink'],
  },
  'an old value that is optional': {
    old: { max: 3 },
    spec: { max: 2 },
    says: ['spec: Forbidden: max only grows'],
  },
  'nothing about rules when the form is wrong': {
    spec: { min: 9, max: '3' },
    says: [
      'spec.max: Invalid value: spec.max in body must be of type integer: "string"',
      '<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
    ],
  },
};

/** The object of a change. */
export const objectOf = (spec: object, name = 'a') => ({
  apiVersion: Machine.apiVersion,
  kind: Machine.kind,
  metadata: { name },
  spec,
});

interface Cause {
  readonly field: string;
  readonly message: string;
}

/** A cause as these tests compare it. */
export const text = ({ field, message }: Cause): string => `${field}: ${withoutValue(message)}`;

/** Messages of rules about scalars begin with the value, which is not looked at here. */
const withoutValue = (message: string): string => message.replace(/^Invalid value: "[^"]*": /u, 'Invalid value: ');

/** What a server refuses an object for: it is created, and changed if there is an old one. */
export async function refusals(
  transport: Transport,
  spec: object,
  name: string,
  old: object | undefined,
): Promise<string[]> {
  const path = Machine.path({ namespace: 'default' });
  if (old === undefined) return causesOf(await ask(transport, 'POST', path, objectOf(spec, name)));
  const created = await ask(transport, 'POST', path, objectOf(old, name));
  const { metadata } = created.body as { metadata?: object };
  return causesOf(await ask(transport, 'PUT', `${path}/${name}`, { ...objectOf(spec, name), metadata }));
}

function causesOf({ status, body }: Awaited<ReturnType<typeof ask>>): string[] {
  if (status < 300) return [];
  const { causes = [] } = body['details'] as { causes?: readonly Cause[] };
  return causes.map(text);
}
