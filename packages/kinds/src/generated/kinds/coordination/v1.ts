// Written by `npm run facts:kinds`: do not edit.

export { Lease } from './v1/lease.ts';
export type { LeaseSpec } from './v1/types.ts';
