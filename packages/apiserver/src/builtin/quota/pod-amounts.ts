/**
 * What a pod asks for, and what it is limited to, as a whole: its containers and sidecars together, or more where an init container needs more at its turn;
 * and what the pod says for itself, where it does. Upstream: component-helpers resource.PodRequests and PodLimits.
 */
import { fieldsAt, itemsAt, textAt, type Fields } from '../fields.ts';
import { amountsAt, largest, sum, type Amounts } from './amounts.ts';

export type Requirement = 'requests' | 'limits';

/** What a pod may say for itself. */
const ofPod = new Set(['cpu', 'memory']);

/** The amounts of a pod with this spec. */
export function podAmounts(spec: Fields, part: Requirement): Amounts {
  let running: Amounts = new Map();
  for (const container of itemsAt(spec, 'containers')) running = sum(running, amountsAt(container, 'resources', part));
  let sidecars: Amounts = new Map();
  let starting: Amounts = new Map();
  for (const container of itemsAt(spec, 'initContainers')) {
    const own = amountsAt(container, 'resources', part);
    const isSidecar = textAt(container, 'restartPolicy') === 'Always';
    if (isSidecar) running = sum(running, own);
    const meanwhile = sum(sidecars, own);
    if (isSidecar) sidecars = meanwhile;
    starting = largest(starting, meanwhile);
  }
  const own = [...amountsAt(spec, 'resources', part)].filter(
    ([name]) => ofPod.has(name) || name.startsWith('hugepages-'),
  );
  return new Map([...largest(running, starting), ...own]);
}

/** True of a pod that says for itself what it needs. */
export const hasOwnAmounts = (spec: Fields): boolean =>
  [...Object.keys(fieldsAt(spec, 'resources', 'requests')), ...Object.keys(fieldsAt(spec, 'resources', 'limits'))].some(
    (name) => ofPod.has(name) || name.startsWith('hugepages-'),
  );
