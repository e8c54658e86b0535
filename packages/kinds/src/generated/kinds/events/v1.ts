// Written by `npm run facts:kinds`: do not edit.

export { Event } from './v1/event.ts';
export type { EventSeries } from './v1/types.ts';
