/**
 * An object with another status. The object that is given stays as it is.
 */

/** The object, saying this status. */
export const withStatus = <T extends { readonly status?: unknown }>(object: T, status: T['status']): T => ({
  ...object,
  status,
});
