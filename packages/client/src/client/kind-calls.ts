/**
 * The verbs as calls: every way to reach a resource, by client, by bound resource or by metadata, makes its calls here, so that they
 * cannot differ.
 */
import { InvalidInputError, nameOf, namespaceOf } from '@reeve/machinery';
import type { AnyKind, HasMetadata, ObjectName } from '@reeve/machinery';
import type { AnyOptions, ApiCall } from '../verbs/api-call.ts';
import { typed } from '../verbs/input.ts';
import type { Patch } from '../verbs/patch.ts';
import { nameIn, uidIn, type Ref } from '../verbs/ref.ts';
import { subresourceTypes } from '../verbs/subresource-objects.ts';

/** Options that may say in which namespace. */
export type PlacedOptions = AnyOptions & { readonly namespace?: string | undefined };

/** The parts of a call that say how the answer shall look. */
export type Shape = Pick<ApiCall, 'shape' | 'subresource'>;

// Calls are written out field by field: where fields come after a spread, each of them costs as much as all the others together.

export const getCall = (kind: AnyKind, ref: Ref<AnyKind>, options: AnyOptions = {}, how: Shape = plain): ApiCall => {
  const { namespace, name } = nameIn(kind, ref);
  return { verb: 'get', kind, namespace, name, subresource: how.subresource, shape: how.shape, options };
};

export const collectionCall = (
  verb: 'list' | 'watch' | 'deleteCollection',
  kind: AnyKind,
  { namespace, ...options }: PlacedOptions = {},
  { subresource, shape }: Shape = plain,
): ApiCall => ({ verb, kind, namespace, subresource, shape, options });

export const createCall = (kind: AnyKind, object: object, options: PlacedOptions = {}): ApiCall => {
  const body = typed(kind, object);
  const namespace = options.namespace ?? namespaceOf(body);
  return { verb: 'create', kind, namespace, name: nameOf(body), body, options: unplaced(options) };
};

/** An update, or an apply: the object says which one it is. */
export const objectCall = (
  verb: 'update' | 'apply',
  kind: AnyKind,
  object: object,
  options: PlacedOptions = {},
  subresource?: string,
): ApiCall => {
  const content = typed(kind, object);
  const { namespace, name } = nameOfBody(kind, content, options.namespace);
  const body = verb === 'apply' ? applied(kind, content, options) : content;
  return { verb, kind, namespace, name, subresource, body, options: unplaced(options) };
};

export const patchCall = (
  kind: AnyKind,
  ref: Ref<AnyKind>,
  { type, patch }: Patch,
  options: AnyOptions = {},
  { subresource, shape }: Shape = plain,
): ApiCall => {
  const { namespace, name } = nameIn(kind, ref);
  return { verb: 'patch', kind, namespace, name, subresource, shape, body: patch, patchType: type, options };
};

/** A delete of an object that was read means that very object: its uid is a precondition unless others are given. */
export const deleteCall = (kind: AnyKind, ref: Ref<AnyKind>, options: AnyOptions = {}): ApiCall => {
  const uid = uidIn(ref);
  const preconditions = options.preconditions ?? (uid === undefined ? undefined : { uid });
  const { namespace, name } = nameIn(kind, ref);
  return { verb: 'delete', kind, namespace, name, options: { ...options, preconditions } };
};

/** A write to a subresource, whose body is of a kind of its own or the object itself. */
export const subresourceCall = (
  verb: 'create' | 'update' | 'apply',
  kind: AnyKind,
  ref: Ref<AnyKind>,
  subresource: string,
  content: object,
  options: AnyOptions = {},
): ApiCall => {
  const type = subresourceTypes[subresource];
  const target = nameIn(kind, ref);
  const whole =
    type === undefined
      ? typed(kind, content)
      : { ...type, ...content, metadata: { ...target, ...metadataIn(content) } };
  const body = verb === 'apply' ? applied(kind, whole, options) : whole;
  return { verb, kind, namespace: target.namespace, name: target.name, subresource, body, options };
};

/** Everything that answers with bytes: logs, sessions, ports. */
export const connectCall = (
  kind: AnyKind,
  ref: Ref<AnyKind>,
  subresource: string,
  params: NonNullable<ApiCall['params']>,
  signal: AbortSignal | undefined,
): ApiCall => ({ verb: 'connect', kind, ...nameIn(kind, ref), subresource, params, options: { signal } });

const plain: Shape = {};

/** Where an object goes is part of the call and not of its options. */
function unplaced(options: PlacedOptions): AnyOptions {
  if (!('namespace' in options)) return options;
  const { namespace: _namespace, ...others } = options;
  return others;
}

const metadataIn = (body: HasMetadata): object => body.metadata ?? {};

function nameOfBody(kind: AnyKind, body: HasMetadata, namespace: string | undefined): ObjectName {
  const name = nameOf(body);
  if (name === undefined) {
    throw new InvalidInputError(
      'metadata.name',
      `A ${kind.kind} to write has no metadata.name: say which object is meant`,
    );
  }
  const place = namespace ?? namespaceOf(body);
  return place === undefined ? { name } : { namespace: place, name };
}

/** Fields are applied under a name, and never with the list of who owns what. */
function applied(kind: AnyKind, body: HasMetadata, options: AnyOptions): object {
  if (body.metadata?.managedFields === undefined) return body;
  throw new InvalidInputError(
    'metadata.managedFields',
    `A ${kind.kind} to apply has metadata.managedFields: send only the fields that ${options.fieldManager ?? 'you'} shall own`,
  );
}
