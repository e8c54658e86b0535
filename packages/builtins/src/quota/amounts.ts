/**
 * Amounts by the name of what they are amounts of, as resource requirements, limit ranges and quotas give them. Upstream: ResourceList and kubernetes
 * staging k8s.io/apiserver/pkg/quota/v1.
 */
import { amountsOf, type ResourceAmounts } from '@reeve/kinds';
import { Quantity } from '@reeve/machinery';
import { fieldsAt } from '@reeve/registry';

export type Amounts = ResourceAmounts;

/** The amounts at a path of an object; what is no quantity is left out. */
export const amountsAt = (value: unknown, ...path: readonly string[]): Map<string, Quantity> =>
  amountsOf(fieldsAt(value, ...path));

/** What is more than before; what became less counts as nothing. */
export function increase(now: Amounts, before: Amounts): Map<string, Quantity> {
  const result = new Map<string, Quantity>();
  for (const [name, amount] of now) {
    const more = amount.sub(before.get(name) ?? none);
    result.set(name, more.nanos < 0n ? none : more);
  }
  return result;
}

/** Those with one of the names. */
export const only = (amounts: Amounts, names: ReadonlySet<string>): Map<string, Quantity> =>
  new Map([...amounts].filter(([name]) => names.has(name)));

export const withoutZeros = (amounts: Amounts): Map<string, Quantity> =>
  new Map([...amounts].filter(([, amount]) => !amount.isZero));

/** As in `cpu=1,memory=1Gi`, in the order of the names. */
export const printAmounts = (amounts: Amounts): string =>
  [...amounts.keys()]
    .toSorted()
    .map((name) => `${name}=${amounts.get(name)?.toString()}`)
    .join(',');

/** As fields of an object. */
export const amountFields = (amounts: Amounts): Record<string, string> =>
  Object.fromEntries(
    [...amounts.keys()].toSorted().map((name) => [name, amounts.get(name)?.toString() ?? '0'] as const),
  );

export const one = Quantity.of(1);
export const none = Quantity.of(0);
