/**
 * The admission plugins for built-in kinds, in the order in which they are asked, without the quotas, which come after all others. What needs nothing but the object itself is done by its strategy.
 */
import type { Host } from '@reeve/machinery';
import type { AdmissionPlugin, Store } from '@reeve/registry';
import { certificateRequests } from './certificate-requests.ts';
import { defaultIngressClass, defaultStorageClass } from './default-classes.ts';
import { loadRules } from './load-rules.ts';
import { claimResize } from './claim-resize.ts';
import {
  alwaysPullImages,
  defaultTolerations,
  denyExternalAddresses,
  nodeTaints,
  storageProtection,
} from './object-plugins.ts';
import { podPriority } from './pod-priority.ts';
import { podSecurity } from './pod-security.ts';
import { runtimeClass } from './runtime-class.ts';
import { limitRanges } from './limit-ranges.ts';
import { ServiceAddresses } from './address-range.ts';
import { serviceAccounts } from './service-accounts.ts';
import { serviceAllocation } from './service-allocation.ts';

/** The plugins of a server, of which it takes those that are on. */
export const builtinPlugins = (store: Store, host: Host): readonly AdmissionPlugin[] => [
  loadRules,
  limitRanges(store),
  serviceAccounts(store, host),
  nodeTaints,
  alwaysPullImages,
  podSecurity(store),
  podPriority(store),
  defaultTolerations,
  defaultStorageClass(store),
  storageProtection,
  claimResize(store),
  runtimeClass(store),
  defaultIngressClass(store),
  denyExternalAddresses,
  certificateRequests(host.clock),
  serviceAllocation(store, new ServiceAddresses(host.random)),
];
