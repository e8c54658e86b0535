/**
 * The version of reeve. A test compares it with package.json.
 */

/** The version of this package, and of all that are released with it. */
export const version = '0.0.0';
