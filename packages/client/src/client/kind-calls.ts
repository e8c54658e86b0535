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

export const getCall = (kind: AnyKind, ref: Ref<AnyKind>, options: AnyOptions = {}, shape?: Shape): ApiCall => {
  const { namespace, name } = nameIn(kind, ref);
  return { verb: 'get', kind, namespace, name, ...shape, options };
};

export const collectionCall = (
  verb: 'list' | 'watch' | 'deleteCollection',
  kind: AnyKind,
  { namespace, ...options }: PlacedOptions = {},
  shape: Shape = {},
): ApiCall => ({ verb, kind, namespace, ...shape, options });

export const createCall = (kind: AnyKind, object: object, { namespace, ...options }: PlacedOptions = {}): ApiCall => {
  const body = typed(kind, object);
  return { verb: 'create', kind, namespace: namespace ?? namespaceOf(body), name: nameOf(body), body, options };
};

/** An update, or an apply: the object says which one it is. */
export const objectCall = (
  verb: 'update' | 'apply',
  kind: AnyKind,
  object: object,
  { namespace, ...options }: PlacedOptions = {},
  subresource?: string,
): ApiCall => {
  const body = typed(kind, object);
  return {
    verb,
    kind,
    ...nameOfBody(kind, body, namespace),
    subresource,
    body: verb === 'apply' ? applied(kind, body, options) : body,
    options,
  };
};

export const patchCall = (
  kind: AnyKind,
  ref: Ref<AnyKind>,
  { type, patch }: Patch,
  options: AnyOptions = {},
  shape: Shape = {},
): ApiCall => ({
  verb: 'patch',
  kind,
  ...nameIn(kind, ref),
  ...shape,
  body: patch,
  patchType: type,
  options,
});

/** A delete of an object that was read means that very object: its uid is a precondition unless others are given. */
export const deleteCall = (kind: AnyKind, ref: Ref<AnyKind>, options: AnyOptions = {}): ApiCall => {
  const uid = uidIn(ref);
  const preconditions = options.preconditions ?? (uid === undefined ? undefined : { uid });
  return { verb: 'delete', kind, ...nameIn(kind, ref), options: { ...options, preconditions } };
};

/** A write to a subresource, whose body is of a kind of its own or the object itself. */
export const subresourceCall = (
  verb: 'create' | 'update' | 'apply',
  kind: AnyKind,
  ref: Ref<AnyKind>,
  subresource: string,
  body: object,
  options: AnyOptions = {},
): ApiCall => {
  const type = subresourceTypes[subresource];
  const target = nameIn(kind, ref);
  const content =
    type === undefined ? typed(kind, body) : { ...type, ...body, metadata: { ...target, ...metadataIn(body) } };
  return {
    verb,
    kind,
    ...target,
    subresource,
    body: verb === 'apply' ? applied(kind, content, options) : content,
    options,
  };
};

/** Everything that answers with bytes: logs, sessions, ports. */
export const connectCall = (
  kind: AnyKind,
  ref: Ref<AnyKind>,
  subresource: string,
  params: NonNullable<ApiCall['params']>,
  signal: AbortSignal | undefined,
): ApiCall => ({ verb: 'connect', kind, ...nameIn(kind, ref), subresource, params, options: { signal } });

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
