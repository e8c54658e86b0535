// Written by `npm run facts:kinds`: do not edit.

export { RuntimeClass } from './v1/runtime-class.ts';
export type { Overhead, Scheduling } from './v1/types.ts';
