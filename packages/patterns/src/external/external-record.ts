/**
 * What an object says in its annotations about its thing outside: its name, and whether making it was begun and has succeeded. Annotations survive a backup and a move to another cluster, which a
 * status does not.
 * Upstream: Crossplane's external-name, external-create-pending and external-create-succeeded.
 */
import { annotationOf } from '@reeve/machinery';
import type { DeepReadonly, KubeObject } from '@reeve/machinery';

/** What is known of a thing. */
export interface ExternalRecord {
  /** By what the service knows it. Somebody who writes the annotation takes over a thing that exists. */
  readonly name?: string;
  /** Making it was begun: with what, and when. */
  readonly pending?: { readonly token: string; readonly sinceMs: number };
  /** Since when it is this object's own: it was made for it, or taken over. */
  readonly ownSinceMs?: number;
}

/** The annotations of a step. */
export const annotationsFor = (step: string) => ({
  name: `external.reeve.dev/${step}`,
  pending: `external.reeve.dev/${step}.create-pending`,
  own: `external.reeve.dev/${step}.since`,
});

/** `"true"` leaves all things of the object alone. */
export const pausedAnnotation = 'external.reeve.dev/paused';

/** Reads the record. */
export function recordIn(object: DeepReadonly<KubeObject>, step: string): ExternalRecord {
  const names = annotationsFor(step);
  const name = annotationOf(object, names.name);
  const [token, since = ''] = (annotationOf(object, names.pending) ?? '').split(' ');
  const own = annotationOf(object, names.own);
  return {
    ...(name && { name }),
    ...(token && { pending: { token, sinceMs: timeIn(since) } }),
    ...(own !== undefined && { ownSinceMs: timeIn(own) }),
  };
}

/** The annotations that say that a thing is about to be made. An empty name is one that the service assigns. */
export const pendingMarks = (step: string, name: string, token: string, nowMs: number) => ({
  ...(name !== '' && { [annotationsFor(step).name]: name }),
  [annotationsFor(step).pending]: `${token} ${textOf(nowMs)}`,
});

/** The annotations that say that the thing is this object's own. */
export const ownMarks = (step: string, name: string, nowMs: number) => ({
  [annotationsFor(step).name]: name,
  [annotationsFor(step).pending]: null,
  [annotationsFor(step).own]: textOf(nowMs),
});

/** The annotations that say that nothing was made, or that it is there no more. A name that was chosen stays. */
export const goneMarks = (step: string, isAssigned: boolean) => ({
  ...(isAssigned && { [annotationsFor(step).name]: null }),
  [annotationsFor(step).pending]: null,
  [annotationsFor(step).own]: null,
});

/** Somebody may have written anything. */
function timeIn(text: string): number {
  const time = Date.parse(text);
  return Number.isNaN(time) ? 0 : time;
}

const textOf = (nowMs: number): string => new Date(nowMs).toISOString();
