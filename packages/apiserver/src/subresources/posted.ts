/**
 * Objects that are posted to a subresource and never stored, such as a Binding: what admission sees of them.
 */
import { plainStrategy, type ApiObject, type ObjectCodec, type ObjectForm } from '@reeve/registry';
import { admitted } from '../verbs/admit.ts';
import type { Call } from '../verbs/call.ts';
import { tracked } from '../verbs/track.ts';

/** The kind of such objects. */
export function postedForm(group: string, version: string, kind: string, codec: ObjectCodec): ObjectForm {
  const apiVersion = group === '' ? version : `${group}/${version}`;
  return { group, version, apiVersion, kind, codec, strategy: plainStrategy, isCustom: false };
}

/** The object as admission leaves it; `check` refuses before validation. */
export function admitPosted(
  call: Call,
  object: ApiObject,
  form: ObjectForm,
  { isDryRun, check }: { readonly isDryRun: boolean; readonly check?: (object: ApiObject) => ApiObject },
): Promise<ApiObject> {
  const { namespace } = call.info;
  const placed = namespace === undefined ? object : { ...object, metadata: { ...object.metadata, namespace } };
  const managed = tracked({ ...call, resource: { ...call.resource, ...form } }, undefined, placed);
  const name = call.info.name ?? object.metadata.name ?? '';
  return admitted(call, { operation: 'CREATE', name, object: managed, old: undefined, isDryRun, form }, check);
}
