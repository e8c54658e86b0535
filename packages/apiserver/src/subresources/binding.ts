/**
 * `pods/binding`, and `bindings` of old: gives a pod its node, once. Upstream: kubernetes pkg/registry/core/pod/storage BindingREST.
 */
import {
  badRequest,
  conflict,
  fieldsAt,
  hasAt,
  listAt,
  notSupported,
  printFieldError,
  required,
  StatusError,
  textAt,
  type ApiObject,
  type FieldError,
  type ObjectCodec,
} from '@reeve/registry';
import type { ApiResponse } from '../request/api-request.ts';
import { readBody } from '../request/read-body.ts';
import { parseWriteOptions } from '../request/write-options.ts';
import type { SubresourceHandler } from '../resource/subresource-view.ts';
import type { Call } from '../verbs/call.ts';
import { checkNamespace } from '../write/system-fields.ts';
import { changePod, withCondition } from './change-pod.ts';
import { admitPosted, postedForm } from './posted.ts';
import { created } from './success.ts';

/** Binds the pod that the URL names. */
export const bindingHandler =
  (codec: ObjectCodec): SubresourceHandler =>
  async (call, pods) => {
    const posted = { ...call, resource: pods };
    const check = (binding: ApiObject): ApiObject => {
      if (binding.metadata.name !== call.info.name)
        throw badRequest('name in URL does not match name in Binding object');
      return binding;
    };
    return bind(posted, await read(call, codec), { codec, asked: posted, check });
  };

/** Binds the pod that the body names. */
export const bindingsHandler =
  (codec: ObjectCodec) =>
  async (call: Call): Promise<ApiResponse> => {
    const pods = call.context.registry.find('', 'v1', 'pods');
    return bind({ ...call, resource: pods ?? call.resource }, await read(call, codec), { codec, asked: call });
  };

async function read(call: Call, codec: ObjectCodec): Promise<ApiObject> {
  const { object } = await readBody(call.request, { apiVersion: 'v1', kind: 'Binding', codec, isCustom: false });
  checkNamespace(object, { ...call.resource, scope: 'Namespaced' }, call.info.namespace);
  return object;
}

/** How admission is asked about a binding. */
interface Asking {
  readonly codec: ObjectCodec;
  /** The call as admission sees it. */
  readonly asked: Call;
  readonly check?: (binding: ApiObject) => ApiObject;
}

async function bind(call: Call, posted: ApiObject, { codec, asked, check }: Asking): Promise<ApiResponse> {
  const { isDryRun } = parseWriteOptions(call.request.query, 'CreateOptions');
  const form = postedForm('', 'v1', 'Binding', codec);
  const binding = await admitPosted(asked, posted, form, { isDryRun, ...(check && { check }) });
  const [problem] = targetProblems(binding);
  if (problem !== undefined) throw new StatusError(500, '', printFieldError(problem), { hasDetails: false });
  const name = binding.metadata.name ?? '';
  const change = (pod: ApiObject) => withCondition(call, bound(pod, binding), { type: 'PodScheduled' });
  await changePod(call, name, change, { isDryRun });
  return created(call);
}

function targetProblems(binding: ApiObject): readonly FieldError[] {
  const kind = textAt(binding, 'target', 'kind');
  const isNode = kind === '' || kind === 'Node';
  return [
    ...(isNode ? [] : [notSupported('target.kind', kind, ['Node', '<empty>'])]),
    ...(textAt(binding, 'target', 'name') === '' ? [required('target.name', '')] : []),
  ];
}

function bound(pod: ApiObject, { metadata, ...binding }: ApiObject): ApiObject {
  const name = pod.metadata.name ?? '';
  const node = textAt(pod, 'spec', 'nodeName');
  const refuse = (problem: string): Error => conflict({ group: '', plural: 'pods/binding' }, name, problem);
  if (pod.metadata.deletionTimestamp) throw refuse(`pod ${name} is being deleted, cannot be assigned to a host`);
  if (node !== '') throw refuse(`pod ${name} is already assigned to node ${JSON.stringify(node)}`);
  if (listAt(pod, 'spec', 'schedulingGates').length > 0)
    throw refuse(`pod ${name} has non-empty .spec.schedulingGates`);
  const merged = (list: 'annotations' | 'labels') =>
    hasAt(metadata, list) && { [list]: { ...pod.metadata[list], ...metadata[list] } };
  return {
    ...pod,
    metadata: { ...pod.metadata, ...merged('annotations'), ...merged('labels') },
    spec: { ...fieldsAt(pod, 'spec'), nodeName: textAt(binding, 'target', 'name') },
  };
}
