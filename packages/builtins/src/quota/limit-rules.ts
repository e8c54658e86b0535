/**
 * The rules of a limit range: the least and the most that something may ask for, and how far its limit may be above its request. Each gives the sentence in
 * which the server refuses. Upstream: the LimitRanger admission plugin.
 */
import { podLimits, podRequests, type PodWithResources } from '@reeve/kinds';
import type { Quantity } from '@reeve/machinery';
import { itemsAt, textAt, type Fields } from '@reeve/registry';
import { amountsAt, none, type Amounts } from './amounts.ts';

/** Something that asks for amounts. */
interface Asking {
  readonly requests: Amounts;
  readonly limits: Amounts;
}

type Rule = (
  what: string,
  bound: Quantity,
  asked: Quantity | undefined,
  limit: Quantity | undefined,
) => string | undefined;

/** The sentences in which a pod breaks a limit range. A range of pods leaves their overhead out. */
export const podViolations = (spec: Fields, range: unknown): string[] =>
  itemsAt(range, 'spec', 'limits').flatMap((limit) => {
    const type = textAt(limit, 'type');
    if (type === 'Pod') return violations(limit, askingOfPod(spec));
    if (type !== 'Container') return [];
    const containers = [...itemsAt(spec, 'containers'), ...itemsAt(spec, 'initContainers')];
    return containers.flatMap((container) => violations(limit, askingOf(container)));
  });

/** The sentences in which a claim breaks a limit range. What a claim is limited to does not count. */
export const claimViolations = (spec: Fields, range: unknown): string[] =>
  itemsAt(range, 'spec', 'limits')
    .filter((limit) => textAt(limit, 'type') === 'PersistentVolumeClaim')
    .flatMap((limit) => {
      const requests = amountsAt(spec, 'resources', 'requests');
      const asking = { requests, limits: new Map() };
      return [...broken(limit, 'min', least, asking), ...broken(limit, 'max', mostAsked, asking)];
    });

function askingOfPod(fields: Fields): Asking {
  const pod = { spec: fields as unknown as PodWithResources['spec'] }; // the codec of pods has read it
  const options = { withoutOverhead: true };
  return { requests: podRequests(pod, options), limits: podLimits(pod, options) };
}

const askingOf = (container: Fields): Asking => ({
  requests: amountsAt(container, 'resources', 'requests'),
  limits: amountsAt(container, 'resources', 'limits'),
});

const violations = (limit: Fields, asking: Asking): string[] => [
  ...broken(limit, 'min', least, asking),
  ...broken(limit, 'max', most, asking),
  ...broken(limit, 'maxLimitRequestRatio', ratio, asking),
];

function broken(limit: Fields, bound: string, rule: Rule, { requests, limits }: Asking): string[] {
  const type = textAt(limit, 'type');
  return [...amountsAt(limit, bound)].flatMap(([name, amount]) => {
    const problem = rule(
      `${name} %s per ${type} is ${amount.toString()}`,
      amount,
      requests.get(name),
      limits.get(name),
    );
    return problem === undefined ? [] : [problem];
  });
}

const least: Rule = (what, bound, asked, limit) => {
  const usage = `minimum ${what.replace('%s', 'usage')}`;
  if (asked === undefined) return `${usage}.  No request is specified`;
  if (asked.compare(bound) < 0) return `${usage}, but request is ${asked.toString()}`;
  return limit && limit.compare(bound) < 0 ? `${usage}, but limit is ${limit.toString()}` : undefined;
};

const most: Rule = (what, bound, asked, limit) => {
  const usage = `maximum ${what.replace('%s', 'usage')}`;
  if (limit === undefined) return `${usage}.  No limit is specified`;
  if (limit.compare(bound) > 0) return `${usage}, but limit is ${limit.toString()}`;
  return asked && asked.compare(bound) > 0 ? `${usage}, but request is ${asked.toString()}` : undefined;
};

const mostAsked: Rule = (what, bound, asked) => {
  const usage = `maximum ${what.replace('%s', 'usage')}`;
  if (asked === undefined) return `${usage}.  No request is specified`;
  return asked.compare(bound) > 0 ? `${usage}, but request is ${asked.toString()}` : undefined;
};

const ratio: Rule = (what, bound, asked = none, limit = none) => {
  const highest = what.replace('%s', 'max limit to request ratio');
  if (asked.isZero) return `${highest}, but no request is specified or request is 0`;
  if (limit.isZero) return `${highest}, but no limit is specified or limit is 0`;
  const given = limit.asNumber() / asked.asNumber();
  return given > bound.asNumber() ? `${highest}, but provided ratio is ${given.toFixed(6)}` : undefined;
};
