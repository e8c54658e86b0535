/**
 * What the embedded server has, over whatever it is reached.
 */
import type { Capability } from './client-case.ts';

export const embeddedCapabilities: readonly Capability[] = [
  'core',
  'crds',
  'openapi',
  'scale',
  'apply',
  'tokens',
  'impersonation',
  'eviction',
  'binding',
  'approval',
];
