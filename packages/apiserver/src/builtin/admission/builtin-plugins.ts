/**
 * The admission plugins for built-in kinds, in the order in which they are asked. What needs nothing but the object itself is done by its strategy.
 */
import type { Host } from '@reeve/machinery';
import type { Store } from '../../store/store.ts';
import type { AdmissionPlugin } from '../../write/admission.ts';
import { certificateRequests } from './certificate-requests.ts';
import { defaultIngressClass, defaultStorageClass } from './default-classes.ts';
import { loadRules } from './load-rules.ts';
import { podPriority } from './pod-priority.ts';
import { runtimeClass } from './runtime-class.ts';
import { ServiceAddresses } from './address-range.ts';
import { serviceAllocation } from './service-allocation.ts';

/** The plugins that every server has. */
export const builtinPlugins = (store: Store, { random, clock }: Host): readonly AdmissionPlugin[] => [
  loadRules,
  podPriority(store),
  runtimeClass(store),
  defaultStorageClass(store),
  defaultIngressClass(store),
  certificateRequests(clock),
  serviceAllocation(store, new ServiceAddresses(random)),
];
