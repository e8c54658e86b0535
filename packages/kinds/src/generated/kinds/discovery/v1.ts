// Written by `npm run facts:kinds`: do not edit.

export { EndpointSlice } from './v1/endpoint-slice.ts';
export type { Endpoint, EndpointConditions, EndpointHints, EndpointPort, ForNode, ForZone } from './v1/types.ts';
