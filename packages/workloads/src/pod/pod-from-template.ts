/**
 * Makes a pod of a template: labels, annotations and finalizers of the template, its spec, and a name that begins with the owner's. Nothing is written here.
 * Upstream: kubernetes pkg/controller GetPodFromTemplate.
 */
import { Pod } from '@reeve/kinds/core/v1';
import type { PodTemplateSpec } from '@reeve/kinds/core/v1';
import { annotationsOf, finalizersOf, generateName, isDns1123Subdomain, labelsOf, nameOf } from '@reeve/machinery';
import type { DeepReadonly, DeepWritable, HasMetadata, ObjectMeta, Random } from '@reeve/machinery';

/** What the name of a pod is made of; one that is given may say what it would be generated from. */
export type PodNaming = { readonly name: string; readonly generateName?: string } | { readonly random: Random };

/** A pod of the template, which its owner has yet to create. */
export function podFromTemplate(
  template: DeepReadonly<PodTemplateSpec>,
  owner: HasMetadata,
  naming: PodNaming,
  more: Pick<ObjectMeta, 'labels' | 'annotations' | 'finalizers'> = {},
): Pod {
  const finalizers = [...finalizersOf(template), ...(more.finalizers ?? [])];
  const annotations = { ...annotationsOf(template), ...more.annotations };
  return Pod.of({
    metadata: {
      ...namesOf(owner, naming),
      labels: { ...labelsOf(template), ...more.labels },
      ...(Object.keys(annotations).length > 0 && { annotations }),
      ...(finalizers.length > 0 && { finalizers }),
    },
    spec: (template.spec ?? { containers: [] }) as DeepWritable<Pod['spec']>, // shared, and frozen where it was
  });
}

/** What generated names of an owner's objects begin with: its name and a dash, where that leaves room. */
export function podNamePrefix(owner: HasMetadata): string {
  const name = nameOf(owner) ?? '';
  return isDns1123Subdomain(`${name}-x`) ? `${name}-` : name;
}

/** A drawn name keeps its `generateName`, as one that a server draws does. The name is ours so that a try again after a lost answer finds what the first one made. */
function namesOf(owner: HasMetadata, naming: PodNaming): Pick<ObjectMeta, 'name' | 'generateName'> {
  if ('name' in naming) return { ...naming };
  const prefix = podNamePrefix(owner);
  return { name: generateName(prefix, naming.random), generateName: prefix };
}
