// Written by `npm run facts:kinds`: do not edit.

export { PodDisruptionBudget } from './v1/pod-disruption-budget.ts';
export type { Eviction, PodDisruptionBudgetSpec, PodDisruptionBudgetStatus } from './v1/types.ts';
