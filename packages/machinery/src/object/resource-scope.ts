/**
 * Whether objects of a kind live in namespaces.
 * Upstream: apiextensions ResourceScope, meta.RESTScope.
 */

/** `Namespaced` objects live in a namespace each, `Cluster` ones in none. */
export type ResourceScope = 'Namespaced' | 'Cluster';
