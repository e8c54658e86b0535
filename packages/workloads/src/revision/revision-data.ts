/**
 * What a ControllerRevision keeps of its owner: the pod template, in the form of a strategic merge patch that puts it back.
 * Upstream: kubernetes pkg/controller/statefulset and daemon getPatch; `kubectl rollout undo` sends it as it is.
 */
import type { ControllerRevision } from '@reeve/kinds/apps/v1';
import type { PodTemplateSpec } from '@reeve/kinds/core/v1';
import { deepEqual, isJsonObject } from '@reeve/machinery';
import type { DeepReadonly, JsonObject } from '@reeve/machinery';

/** A revision as it is read. */
export type ReadRevision = DeepReadonly<ControllerRevision>;

/** The patch that puts a template back. */
export const revisionData = (template: DeepReadonly<PodTemplateSpec>): JsonObject => ({
  spec: { template: { $patch: 'replace', ...(template as JsonObject) } }, // templates are plain JSON
});

/** True when the revision keeps this data. */
export const holdsData = (revision: ReadRevision, data: JsonObject): boolean => deepEqual(revision.data, data);

/** The template that a revision keeps; undefined when it keeps none. */
export function templateIn(revision: ReadRevision): DeepReadonly<PodTemplateSpec> | undefined {
  const { spec } = (revision.data ?? {}) as { readonly spec?: unknown };
  const template = isJsonObject(spec) ? spec['template'] : undefined;
  if (!isJsonObject(template)) return undefined;
  const { $patch: _replace, ...rest } = template;
  return rest; // written by this controller, or judged by the server when a pod is made of it
}
