/**
 * The priority of a pod, from the class that it names or from the one that is there for everybody. Upstream: the Priority admission plugin.
 */
import {
  fieldsAt,
  forbidden,
  isSet,
  numberAt,
  textAt,
  type AdmissionPlugin,
  type AdmissionRequest,
  type ApiObject,
  type Store,
} from '@reeve/registry';
import { currentObjects } from './current-objects.ts';

const classes = 'scheduling.k8s.io/priorityclasses';

export function podPriority(store: Store): AdmissionPlugin {
  return {
    name: 'Priority',
    mutate: (request) => {
      const { object, operation, resource, subresource } = request as AdmissionRequest & { object: ApiObject }; // there is one when something is to be changed
      const isNewPod =
        operation === 'CREATE' && resource.group === '' && resource.plural === 'pods' && subresource === undefined;
      return isNewPod ? withPriority(object, request, store) : object;
    },
  };
}

function withPriority(pod: ApiObject, request: AdmissionRequest, store: Store): ApiObject {
  const spec = fieldsAt(pod, 'spec');
  const name = textAt(spec, 'priorityClassName');
  const found = name === '' ? defaultClass(store) : store.table(classes).get(name)?.object;
  if (name !== '' && found === undefined)
    throw forbidden(request.resource, request.name, `no PriorityClass with name ${name} was found`);
  const priority = numberAt(found, 'value');
  if (isSet(spec['priority']) && spec['priority'] !== priority)
    throw forbidden(request.resource, request.name, givenPriority(numberAt(spec, 'priority'), priority));
  const preemptionPolicy = textAt(found, 'preemptionPolicy') || 'PreemptLowerPriority';
  if (isSet(spec['preemptionPolicy']) && spec['preemptionPolicy'] !== preemptionPolicy)
    throw forbidden(request.resource, request.name, givenPolicy(textAt(spec, 'preemptionPolicy'), preemptionPolicy));
  const className = name || found?.metadata.name;
  return {
    ...pod,
    spec: {
      ...spec,
      ...(className && { priorityClassName: className }),
      priority,
      preemptionPolicy,
    },
  };
}

const givenPriority = (given: number, computed: number): string =>
  `the integer value of priority (${given}) must not be provided in pod spec; priority admission controller computed ${computed} from the given PriorityClass name`;

const givenPolicy = (given: string, computed: string): string =>
  `the string value of PreemptionPolicy (${given}) must not be provided in pod spec; priority admission controller computed ${computed} from the given PriorityClass name`;

/** Of several classes for everybody, the lowest counts. */
function defaultClass(store: Store): ApiObject | undefined {
  const found = currentObjects(store, classes).filter((each) => each['globalDefault'] === true);
  return found.toSorted((a, b) => numberAt(a, 'value') - numberAt(b, 'value'))[0];
}
