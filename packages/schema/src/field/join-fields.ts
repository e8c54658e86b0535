/**
 * Paths of fields put one after the other.
 */

/** The path of a field inside another: `spec` and `ports[0]` make `spec.ports[0]`, `spec` and `[a]` make `spec[a]`. */
export function joinFields(outer: string, inner: string): string {
  if (outer === '' || inner === '') return outer + inner;
  return inner.startsWith('[') ? `${outer}${inner}` : `${outer}.${inner}`;
}
