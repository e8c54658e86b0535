/**
 * Helpers for schemas of resources: what Kubernetes has and zod has not. They are exported as the namespace `k`: `k.quantity()`,
 * `k.listMap(item, ['name'])`, `k.rule('self.min <= self.max')`.
 */
export * from './lists.ts';
export * from './objects.ts';
export { atLeastOneOf, atMostOneOf, exactlyOneOf, immutable, requiredTogether, rule, rules } from './rules.ts';
export * from './scalars.ts';
