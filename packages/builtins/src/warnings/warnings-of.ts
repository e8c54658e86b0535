/**
 * What a server warns about in the objects of every built-in resource, and the resources that are on their way out altogether.
 * Upstream: WarningsOnCreate and WarningsOnUpdate of the strategies in kubernetes pkg/registry, and APILifecycleDeprecated of the types.
 */
import type { ApiObject } from '@reeve/registry';
import { changeWarnings } from './changed-objects.ts';
import { newObjectWarnings } from './new-objects.ts';

/** The warnings about a resource's objects, given as `plural` or `group/plural`: new ones, where there is no old one, or changed ones. */
export function warningsOf(resource: string): (object: ApiObject, old: ApiObject | undefined) => readonly string[] {
  const warn = newObjectWarnings[resource] ?? (() => []);
  const warnOfChange = changeWarnings[resource] ?? warn;
  return (object, old) => (old === undefined ? warn(object) : warnOfChange(object, old));
}

/** What every answer about a resource says when the resource is on its way out. */
export const deprecationOf = (resource: string): string | undefined => deprecations[resource];

const deprecations: Readonly<Record<string, string>> = {
  componentstatuses: 'v1 ComponentStatus is deprecated in v1.19+',
  endpoints: 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
};
