/**
 * The way to a value inside an object, and the two ways in which the server prints it: the paths of pruned fields put a dot
 * before the key of a map, the paths of field errors put it in brackets.
 */

/** A property, the index of an element, or a key of a map. */
export type Step = string | number | { readonly key: string };

/** The path of a pruned field: `spec.labels.a.b`. */
export const prunedPath = (steps: readonly Step[]): string =>
  steps
    .map((step) => printStep(typeof step === 'object' ? step.key : step))
    .join('')
    .replace(/^\./, '');

/** The path of a field error: `spec.labels[a].b`. */
export const fieldPath = (steps: readonly Step[]): string => steps.map(printStep).join('').replace(/^\./, '');

function printStep(step: Step): string {
  if (typeof step === 'object') return `[${step.key}]`;
  return typeof step === 'number' ? `[${step}]` : `.${step}`;
}
