/**
 * Amounts of resources as numbers, which the scheduler adds and compares for every node: CPU in thousandths, everything else in units.
 */
import { amountsOf as quantitiesOf, podRequests as requestsOf, type ResourceAmounts } from '@reeve/kinds';
import type { Pod } from '@reeve/kinds/core/v1';
import type { DeepReadonly, Quantity } from '@reeve/machinery';

/** Amounts by the names of resources. */
export type Amounts = Readonly<Record<string, number>>;

/** Amounts from quantities as the API writes them; what cannot be read is left out. */
export const amountsOf = (quantities: Readonly<Record<string, string | number>> | undefined): Amounts =>
  numbersOf(quantitiesOf(quantities));

/** What the pod requests of a node. */
export const podRequests = (pod: DeepReadonly<Pod>): Amounts => numbersOf(requestsOf(pod));

export const plus = (one: Amounts, other: Amounts): Amounts => combined(one, other, (a, b) => a + b);

export const minus = (one: Amounts, other: Amounts): Amounts => combined(one, other, (a, b) => a - b);

function combined(one: Amounts, other: Amounts, combine: (a: number, b: number) => number): Amounts {
  const result: Record<string, number> = { ...one };
  for (const [name, amount] of Object.entries(other)) result[name] = combine(result[name] ?? 0, amount);
  return result;
}

const numbersOf = (amounts: ResourceAmounts): Amounts =>
  Object.fromEntries([...amounts].map(([name, amount]) => [name, numberOf(name, amount)]));

const numberOf = (name: string, amount: Quantity): number =>
  Number(name === 'cpu' ? amount.milliValue() : amount.value());
