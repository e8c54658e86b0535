/**
 * The rows that `kubectl get` prints for built-in objects: one cell per column of the facts. Kinds without columns of their own show when they were created.
 * Upstream: kubernetes pkg/printers/internalversion.
 */
import type { Printer } from '@reeve/registry';
import { autoscalerCells } from './autoscalers.ts';
import { certificateCells } from './certificates.ts';
import { clusterCells } from './cluster.ts';
import { definitionCells } from './definitions.ts';
import { eventCells } from './events.ts';
import { networkCells } from './network.ts';
import { podCells } from './pods.ts';
import { policyCells } from './policies.ts';
import { nameOf } from './print.ts';
import { storageCells } from './storage.ts';
import { workloadCells } from './workloads.ts';

const tables: Readonly<Record<string, Printer>> = {
  ...autoscalerCells,
  ...certificateCells,
  ...clusterCells,
  ...definitionCells,
  ...eventCells,
  ...networkCells,
  ...podCells,
  ...policyCells,
  ...storageCells,
  ...workloadCells,
};

const nameAndBirthday: Printer = (object) => [nameOf(object), object.metadata.creationTimestamp ?? '<unknown>'];

/** How the objects of a resource are printed. */
export const builtinPrinter = (group: string, plural: string): Printer =>
  tables[group === '' ? plural : `${group}/${plural}`] ?? nameAndBirthday;
