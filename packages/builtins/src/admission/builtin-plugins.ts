/**
 * The admission plugins for built-in kinds, in the order in which they are asked, without the quotas, which come after all others. What needs nothing but the object itself is done by its strategy.
 */
import type { Host } from '@reeve/machinery';
import type { AdmissionPlugin, Store } from '@reeve/registry';
import { certificateRequests } from './certificate-requests.ts';
import { defaultIngressClass, defaultStorageClass } from './default-classes.ts';
import { loadRules } from './load-rules.ts';
import { podPriority } from './pod-priority.ts';
import { podSecurity } from './pod-security.ts';
import { runtimeClass } from './runtime-class.ts';
import { limitRanges } from './limit-ranges.ts';
import { ServiceAddresses } from './address-range.ts';
import { serviceAccounts } from './service-accounts.ts';
import { serviceAllocation } from './service-allocation.ts';

/** The plugins of a server; those that need controllers behind the API only where there are some. */
export const builtinPlugins = (
  store: Store,
  host: Host,
  { hasControllers }: { readonly hasControllers: boolean },
): readonly AdmissionPlugin[] => [
  loadRules,
  ...(hasControllers ? [serviceAccounts(store, host)] : []),
  limitRanges(store),
  podPriority(store),
  podSecurity(store),
  runtimeClass(store),
  defaultStorageClass(store),
  defaultIngressClass(store),
  certificateRequests(host.clock),
  serviceAllocation(store, new ServiceAddresses(host.random)),
];
