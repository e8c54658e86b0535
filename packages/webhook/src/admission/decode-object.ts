/**
 * The objects of a request, as objects of the kind that a webhook is for.
 * Upstream: controller-runtime admission.Decoder.
 */
import type { AdmissionRequest, AnyKind, DeepReadonly, KindObject, KubeObject } from '@reeve/machinery';
import { ReviewError } from '../http/review-error.ts';

/** The new object. What has no `apiVersion` and `kind` gets those of the kind; another kind's object is a `ReviewError`. */
export const decodeObject = <K extends AnyKind>(request: AdmissionRequest, kind?: K): DeepReadonly<KindObject<K>> =>
  decoded(request, request.object, 'object', kind);

/** The object as it is stored. */
export const decodeOldObject = <K extends AnyKind>(request: AdmissionRequest, kind?: K): DeepReadonly<KindObject<K>> =>
  decoded(request, request.oldObject, 'oldObject', kind);

function decoded<K extends AnyKind>(
  { operation, subResource = '', kind: requested }: AdmissionRequest,
  object: DeepReadonly<KubeObject> | null | undefined,
  field: string,
  kind: K | undefined,
): DeepReadonly<KindObject<K>> {
  if (object === null || object === undefined)
    throw new ReviewError(400, `there is no content to decode: request.${field} of this ${operation} is empty`);
  const { apiVersion, kind: name } = object;
  const isOther =
    kind !== undefined && apiVersion !== undefined && (apiVersion !== kind.apiVersion || name !== kind.kind);
  if (isOther && (subResource === '' || subResource === 'status'))
    throw new ReviewError(
      400,
      `unable to decode ${apiVersion} ${name ?? ''} into ${kind.apiVersion} ${kind.kind}: the webhook is for the latter, correct its rules`,
    );
  const type = kind ?? { apiVersion: versionOf(requested), kind: requested.kind };
  const whole = apiVersion === undefined ? { apiVersion: type.apiVersion, kind: type.kind, ...object } : object;
  return whole as DeepReadonly<KindObject<K>>; // an object of this kind, as the server says
}

const versionOf = ({ group, version }: { readonly group: string; readonly version: string }): string =>
  group === '' ? version : `${group}/${version}`;
