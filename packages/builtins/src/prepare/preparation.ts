/**
 * What the server itself does to the objects of a kind on their way into the store. Upstream: PrepareForCreate and PrepareForUpdate of a strategy, and the
 * admission plugins that are always on and need nothing but the object.
 */
import type { Strategy } from '@reeve/registry';

/** The part of a strategy that changes objects. */
export type Preparation = Partial<
  Pick<
    Strategy,
    | 'prepareForCreate'
    | 'prepareForUpdate'
    | 'prepareForStatusUpdate'
    | 'prepareForDelete'
    | 'isHeld'
    | 'isGraceful'
    | 'graceSeconds'
    | 'substance'
  >
>;
