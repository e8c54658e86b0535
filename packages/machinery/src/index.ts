// host
export type { Clock, Timer } from './host/clock.ts';
export type { Host } from './host/host.ts';
export type { Random } from './host/random.ts';
export type { WorkSlice } from './host/work-slice.ts';
export { defineEffect } from './host/effect.ts';
export type { Effect, EffectRegistry } from './host/effect.ts';

// object
export type { KubeObject, TypeMeta, UnstructuredObject } from './object/kube-object.ts';
export type { ManagedFieldsEntry, ObjectMeta, OwnerReference } from './object/object-meta.ts';

// kind

// words

// values

// patch

// errors
export { ReeveError } from './errors/reeve-error.ts';
export type { ErrorCode } from './errors/reeve-error.ts';
export { InvalidInputError } from './errors/invalid-input-error.ts';

// time
