/**
 * Pods that name a class of runtimes get what the class says: overhead, nodes and taints that go with it. Upstream: the RuntimeClass admission plugin.
 */
import { deepEqual } from '@reeve/machinery';
import {
  fieldsAt,
  forbidden,
  hasAt,
  itemsAt,
  listAt,
  textAt,
  type AdmissionPlugin,
  type AdmissionRequest,
  type ApiObject,
  type Fields,
  type Store,
} from '@reeve/registry';

export function runtimeClass(store: Store): AdmissionPlugin {
  return {
    name: 'RuntimeClass',
    mutate: (request) => {
      const { object } = request as AdmissionRequest & { object: ApiObject }; // there is one when something is to be changed
      return isNewPod(request) ? withClass(object, request, store) : object;
    },
  };
}

const isNewPod = ({ resource, subresource, operation }: AdmissionRequest): boolean =>
  resource.group === '' && resource.plural === 'pods' && subresource === undefined && operation === 'CREATE';

function withClass(pod: ApiObject, request: AdmissionRequest, store: Store): ApiObject {
  const spec = fieldsAt(pod, 'spec');
  const refuse = (problem: string): Error => forbidden(request.resource, request.name, `pod rejected: ${problem}`);
  const name = textAt(spec, 'runtimeClassName');
  const found = name === '' ? undefined : store.table('node.k8s.io/runtimeclasses').get(name)?.object;
  if (name !== '' && found === undefined) throw refuse(`RuntimeClass ${JSON.stringify(name)} not found`);
  const overhead = fieldsAt(found, 'overhead', 'podFixed');
  const hasOverhead = Object.keys(overhead).length > 0;
  if (hasAt(spec, 'overhead') && !hasOverhead)
    throw refuse('Pod Overhead set without corresponding RuntimeClass defined Overhead');
  if (hasAt(spec, 'overhead') && !deepEqual(fieldsAt(spec, 'overhead'), overhead))
    throw refuse("Pod's Overhead doesn't match RuntimeClass's defined Overhead");
  const placed = withScheduling(spec, fieldsAt(found, 'scheduling'), refuse);
  return { ...pod, spec: hasOverhead ? { ...placed, overhead } : placed };
}

function withScheduling(spec: Fields, scheduling: Fields, refuse: (problem: string) => Error): Fields {
  const [own, wanted] = [fieldsAt(spec, 'nodeSelector'), fieldsAt(scheduling, 'nodeSelector')];
  const clash = Object.keys(wanted).find((key) => Object.hasOwn(own, key) && own[key] !== wanted[key]);
  if (clash !== undefined)
    throw refuse(
      `conflict: runtimeClass.scheduling.nodeSelector[${clash}] = ${String(wanted[clash])}; pod.spec.nodeSelector[${clash}] = ${String(own[clash])}`,
    );
  const taints = itemsAt(scheduling, 'tolerations').filter(
    (taint) => !itemsAt(spec, 'tolerations').some((each) => deepEqual(each, taint)),
  );
  return {
    ...spec,
    ...(Object.keys(wanted).length > 0 && { nodeSelector: { ...own, ...wanted } }),
    ...(taints.length > 0 && { tolerations: [...listAt(spec, 'tolerations'), ...taints] }),
  };
}
