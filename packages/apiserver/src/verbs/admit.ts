/**
 * What every write passes between decoding and storing: mutating admission, the strategy's preparation and validation, validating admission, warnings.
 * Upstream: rest.BeforeCreate, rest.BeforeUpdate and the admission chain of apiserver.
 */
import { invalidObject, type AdmissionRequest, type ApiObject } from '@reeve/registry';
import { metaProblems, nameProblems, segmentProblems } from '../write/meta-validation.ts';
import { prepareUpdate, validateUpdate } from '../write/prepare-update.ts';
import type { Call } from './call.ts';

/** A write as admission sees it: `old` is undefined for a create, `object` for a delete. */
export type Write = Pick<AdmissionRequest, 'name' | 'object' | 'old' | 'isDryRun'>;

/** The object of a create or an update as it may be stored. */
export async function admit(call: Call, write: Write & { readonly object: ApiObject }): Promise<ApiObject> {
  const { context, resource, warnings } = call;
  const { old } = write;
  const mutated = await context.admission.mutate({ ...admissionRequest(call, write), object: write.object });
  const prepared = old === undefined ? preparedForCreate(call, mutated) : preparedForUpdate(call, mutated, old);
  await context.admission.validate(admissionRequest(call, { ...write, object: prepared }));
  warnings.push(...resource.strategy.warnings(prepared, old));
  return prepared;
}

/** What admission plugins see of a call's write. */
export function admissionRequest({ resource, info, request, warnings }: Call, write: Write): AdmissionRequest {
  const { name, object, old, isDryRun } = write;
  return {
    operation: old === undefined ? 'CREATE' : object === undefined ? 'DELETE' : 'UPDATE',
    resource,
    subresource: info.subresource,
    namespace: info.namespace,
    name,
    object,
    old,
    isDryRun,
    user: request.user,
    warn: (text) => warnings.push(text),
  };
}

function preparedForUpdate({ resource, warnings }: Call, object: ApiObject, old: ApiObject): ApiObject {
  const prepared = prepareUpdate(object, old, resource);
  validateUpdate(prepared, old, resource, (text) => warnings.push(text));
  return prepared;
}

function preparedForCreate({ resource }: Call, object: ApiObject): ApiObject {
  const { strategy } = resource;
  const prepared = strategy.prepareForCreate(object);
  const { metadata } = prepared;
  const isNamespaced = resource.scope === 'Namespaced';
  const refuse = (problems: Parameters<typeof invalidObject>[3]) => {
    if (problems.length === 0) return;
    throw invalidObject(strategy.refusalGroup ?? resource.group, resource.kind, metadata.name ?? '', problems);
  };
  refuse([...metaProblems(metadata, isNamespaced, strategy.nameProblems), ...strategy.validate(prepared)]);
  refuse(nameProblems(metadata, segmentProblems)); // only when every other rule holds
  return prepared;
}
