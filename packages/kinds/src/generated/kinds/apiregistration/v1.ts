// Written by `npm run facts:kinds`: do not edit.

export { APIService } from './v1/api-service.ts';
export type { APIServiceCondition, APIServiceSpec, APIServiceStatus, ServiceReference } from './v1/types.ts';
