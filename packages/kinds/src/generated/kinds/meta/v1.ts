// Written by `npm run facts:kinds`: do not edit.

export type { APIResource, APIResourceList, DeleteOptions, FieldSelectorRequirement, GroupResource, Preconditions, ShardInfo, WatchEvent } from './v1/types.ts';
