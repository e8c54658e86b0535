/**
 * How objects and owners say what belongs to which set: the labels and annotations of ApplySets, which kubectl knows too, and a few of our own.
 * Upstream: KEP-3659, kubectl's apply with an ApplySet.
 */

/** On each member: the identity of its set. */
export const partOfLabel = 'applyset.kubernetes.io/part-of';
/** On the object that keeps the record of a set: the identity of the set. */
export const setIdLabel = 'applyset.kubernetes.io/id';
/** On the object that keeps the record: who writes it. */
export const toolingAnnotation = 'applyset.kubernetes.io/tooling';
/** On the object that keeps the record: the kinds of the members, as `ConfigMap,Deployment.apps`. */
export const groupKindsAnnotation = 'applyset.kubernetes.io/contains-group-kinds';
/** On the object that keeps the record: the namespaces of members besides its own. */
export const namespacesAnnotation = 'applyset.kubernetes.io/additional-namespaces';
/** On each member: the owner of its set, as `App.apps.example.com/default/web`. */
export const setOwnerAnnotation = 'sets.reeve.dev/owner';
/** On a member, as label or annotation: `false` keeps it from being pruned. */
export const pruneMark = 'sets.reeve.dev/prune';
/** On an object of a set: a whole number. Objects of one number are applied together, lower ones first. */
export const waveAnnotation = 'sets.reeve.dev/wave';
/** What `toolingAnnotation` says. */
export const tooling = 'reeve/v1.0.0';
