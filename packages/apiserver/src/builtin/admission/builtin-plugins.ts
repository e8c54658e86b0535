/**
 * The admission plugins for built-in kinds, in the order in which they are asked. What needs nothing but the object itself is done by its strategy.
 */
import type { Random } from '@reeve/machinery';
import type { Store } from '../../store/store.ts';
import type { AdmissionPlugin } from '../../write/admission.ts';
import { defaultIngressClass, defaultStorageClass } from './default-classes.ts';
import { podPriority } from './pod-priority.ts';
import { ServiceAddresses } from './address-range.ts';
import { serviceAllocation } from './service-allocation.ts';

/** The plugins that every server has. */
export const builtinPlugins = (store: Store, random: Random): readonly AdmissionPlugin[] => [
  podPriority(store),
  defaultStorageClass(store),
  defaultIngressClass(store),
  serviceAllocation(store, new ServiceAddresses(random)),
];
