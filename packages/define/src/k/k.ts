/**
 * What Kubernetes has and zod has not, under one short name: `k.quantity()`, `k.listMap(item, ['name'])`, `k.rule('self.min <= self.max')`.
 */
import * as lists from './lists.ts';
import * as objects from './objects.ts';
import * as rules from './rules.ts';
import * as scalars from './scalars.ts';

/** Helpers for schemas of resources. */
export const k = { ...scalars, ...lists, ...objects, ...rules };
