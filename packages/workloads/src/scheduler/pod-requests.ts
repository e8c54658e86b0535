/**
 * What a pod asks of a node: the sum of its containers, or the most that its init containers need at one time, whichever is more, and its overhead. CPU counts in thousandths,
 * everything else in units.
 * Upstream: component-helpers resource.PodRequests.
 */
import { parseQuantity } from '@reeve/machinery';
import type { DeepReadonly } from '@reeve/machinery';
import type { Pod } from '@reeve/kinds/core/v1';
import { isSidecar } from '../kubelet/declared-behaviour.ts';

/** Amounts by the names of resources. */
export type Amounts = Readonly<Record<string, number>>;

/** Amounts from quantities as the API writes them; what cannot be read counts as nothing. */
export const amountsOf = (quantities: Readonly<Record<string, string | number>> | undefined): Amounts =>
  Object.fromEntries(Object.entries(quantities ?? {}).map(([name, text]) => [name, amountOf(name, String(text))]));

/** What the pod asks for. */
export function podRequests({ spec }: DeepReadonly<Pod>): Amounts {
  const inits = spec.initContainers ?? [];
  const staying = inits.filter(isSidecar);
  const running = [...spec.containers, ...staying].map(requestsOf).reduce(plus, {});
  let [peak, before]: [Amounts, Amounts] = [{}, {}];
  for (const init of inits) {
    if (isSidecar(init)) before = plus(before, requestsOf(init));
    peak = most(peak, isSidecar(init) ? before : plus(before, requestsOf(init)));
  }
  const ofContainers = most(running, peak);
  const ofPod = { ...ofContainers, ...amountsOf(spec.resources?.requests) };
  return plus(ofPod, amountsOf(spec.overhead));
}

export const plus = (one: Amounts, other: Amounts): Amounts => combined(one, other, (a, b) => a + b);

export const minus = (one: Amounts, other: Amounts): Amounts => combined(one, other, (a, b) => a - b);

const most = (one: Amounts, other: Amounts): Amounts => combined(one, other, Math.max);

function combined(one: Amounts, other: Amounts, combine: (a: number, b: number) => number): Amounts {
  const result: Record<string, number> = { ...one };
  for (const [name, amount] of Object.entries(other)) result[name] = combine(result[name] ?? 0, amount);
  return result;
}

const requestsOf = ({ resources }: DeepReadonly<Pod>['spec']['containers'][number]): Amounts =>
  amountsOf(resources?.requests);

const known = new Map<string, number>();

/** Few quantities are written again and again. */
function amountOf(name: string, text: string): number {
  const key = `${name === 'cpu' ? 'm' : ''}${text}`;
  const amount = known.get(key) ?? parsedAmount(name, text);
  if (known.size < 10_000) known.set(key, amount);
  return amount;
}

function parsedAmount(name: string, text: string): number {
  try {
    const quantity = parseQuantity(text);
    return Number(name === 'cpu' ? quantity.milliValue() : quantity.value());
  } catch {
    return 0;
  }
}
