/**
 * The rows of pods and of templates for pods.
 */
import { fieldsAt, itemsAt, textAt, type ApiObject, type Printer } from '@reeve/registry';
import { printAge } from '@reeve/machinery';
import { summarizePod } from './pod-status.ts';
import { ageOf, conditionStatus, nameOf, orElse, printContainers, printLabels } from './print.ts';

const pods: Printer = (pod, now) => {
  const { ready, total, status, restarts, lastRestart } = summarizePod(pod);
  const ago = restarts > 0 && lastRestart !== undefined ? ` (${printAge(lastRestart, now)} ago)` : '';
  return [
    nameOf(pod),
    `${ready}/${total}`,
    status,
    `${restarts}${ago}`,
    ageOf(pod, now),
    orElse(textAt(itemsAt(pod, 'status', 'podIPs')[0], 'ip'), '<none>'),
    orElse(textAt(pod, 'spec', 'nodeName'), '<none>'),
    orElse(textAt(pod, 'status', 'nominatedNodeName'), '<none>'),
    readinessGates(pod),
  ];
};

const podTemplates: Printer = (object) => [
  nameOf(object),
  ...printContainers(fieldsAt(object, 'template', 'spec')),
  printLabels(fieldsAt(object, 'template', 'metadata', 'labels')),
];

export const podCells: Readonly<Record<string, Printer>> = { pods, podtemplates: podTemplates };

function readinessGates(pod: ApiObject): string {
  const gates = itemsAt(pod, 'spec', 'readinessGates');
  if (gates.length === 0) return '<none>';
  const open = gates.filter((gate) => conditionStatus(pod, textAt(gate, 'conditionType')) === 'True');
  return `${open.length}/${gates.length}`;
}
