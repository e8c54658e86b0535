/**
 * What a write did to an object, told from the states before and after. Decided without I/O.
 */
import { deletionStarted, finalizersOf, resourceVersionOf } from '@reeve/machinery';
import type { DeepReadonly, KubeObject } from '@reeve/machinery';
import { changedPaths } from '../cause/changed-paths.ts';

/** True of states between which there is nothing to write. */
export const isSame = (current: DeepReadonly<KubeObject>, next: DeepReadonly<KubeObject>): boolean =>
  current === next ||
  (resourceVersionOf(current) === resourceVersionOf(next) && changedPaths(current, next).length === 0);

/** An object that nobody has changed since it was made. */
export const isNew = ({ metadata }: KubeObject): boolean =>
  metadata.generation === 1 || metadata.generation === undefined;

/** The last finalizer of an object that is being deleted went by this write, so that it is gone. One that has time left to end goes by itself. */
export const isLetGo = (result: KubeObject, before: DeepReadonly<KubeObject> | undefined): boolean =>
  deletionStarted(result) &&
  (result.metadata.deletionGracePeriodSeconds ?? 0) === 0 &&
  finalizersOf(result).length === 0 &&
  before !== undefined &&
  finalizersOf(before).length > 0;
