/**
 * What is special about each built-in kind, put together from the tables and functions of this folder. Upstream: the strategies of kubernetes pkg/registry.
 */
import type { ResourceFacts } from '@reeve/kinds';
import { plainStrategy, type Strategy } from '@reeve/registry';
import { defaultsOf } from '../defaults/defaults-of.ts';
import { nameRuleOf } from '../facts/name-rules.ts';
import { preparationOf } from '../prepare/preparation-of.ts';
import { strategyFactsOf } from '../facts/strategy-facts.ts';
import { subresourceStrategiesOf } from '../subresources/subresource-strategies.ts';
import { validationOf } from '../validation/validation-of.ts';
import { deprecationOf, warningsOf } from '../warnings/warnings-of.ts';

const hourMs = 3_600_000;

/** The strategy of a served built-in resource. */
export function builtinStrategy(group: string, version: string, facts: ResourceFacts): Strategy {
  const resource = group === '' ? facts.plural : `${group}/${facts.plural}`;
  const hasStatus = (facts.subresources ?? []).some(({ name }) => name === 'status');
  return {
    ...plainStrategy,
    ...strategyFactsOf(resource),
    nameProblems: nameRuleOf(resource),
    hasStatus,
    defaults: defaultsOf(resource, version),
    ...preparationOf(resource, version, hasStatus),
    ...validationOf(resource),
    tellsOnce: group !== 'apiregistration.k8s.io' && group !== 'apiextensions.k8s.io',
    subresources: subresourceStrategiesOf(resource),
    warnings: warningsOf(resource),
    deprecation: deprecationOf(resource),
    ...(resource === 'events.k8s.io/events' && { refusalGroup: '' }),
    ttlMs: facts.kind === 'Event' ? hourMs : undefined,
  };
}
