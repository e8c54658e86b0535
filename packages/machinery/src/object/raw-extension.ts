/**
 * A field that holds any object at all, such as the object of an admission request. It travels as plain JSON, so nothing is
 * wrapped or decoded twice: `isKubeObject` tells whether it is an object with metadata, and a `Kind` whether it is its own.
 * Upstream: apimachinery runtime.RawExtension.
 */

/** Any JSON object, of a kind that the enclosing type does not know. */
export interface RawExtension {
  [field: string]: unknown;
}
