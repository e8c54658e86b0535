/**
 * What the server does to workloads: Jobs find their pods by a label with their uid, DaemonSets count the changes of their template, and for Deployments a
 * change of annotations is a change. Upstream: kubernetes pkg/registry/apps and pkg/registry/batch.
 */
import { deepEqual } from '@reeve/machinery';
import { fieldsAt, fieldsOf, valueAt, type ApiObject } from '@reeve/registry';
import type { Preparation } from './preparation.ts';

const templateGeneration = 'deprecated.daemonset.template.generation';

export const jobPreparation: Preparation = {
  prepareForCreate: (job) => (valueAt(job, 'spec', 'manualSelector') === true ? job : withLabelsOf(withSelector(job))),
};

export const daemonSetPreparation: Preparation = {
  prepareForCreate: (set) => withTemplateGeneration(set, 1),
  prepareForUpdate: (set, old) => {
    const isSame = deepEqual(valueAt(set, 'spec', 'template') ?? null, valueAt(old, 'spec', 'template') ?? null);
    return withTemplateGeneration(set, Number(old.metadata.annotations?.[templateGeneration] ?? 0) + (isSame ? 0 : 1));
  },
};

export const deploymentPreparation: Preparation = {
  substance: ({ metadata, spec }) => ({ spec, annotations: metadata.annotations ?? {} }),
};

const longestLabel = 63;

/** Pods of a Job are told by its uid, under a name of old and a newer one. */
function withSelector(job: ApiObject): ApiObject {
  const { uid = '', name = '' } = job.metadata;
  const template = fieldsAt(job, 'spec', 'template');
  const metadata = fieldsAt(template, 'metadata');
  const labels = {
    'batch.kubernetes.io/controller-uid': uid,
    'batch.kubernetes.io/job-name': name,
    'controller-uid': uid,
    'job-name': name,
    ...fieldsAt(metadata, 'labels'),
  };
  const selector = fieldsAt(job, 'spec', 'selector');
  const matchLabels = { ...fieldsAt(selector, 'matchLabels'), 'batch.kubernetes.io/controller-uid': uid };
  const spec = {
    ...fieldsOf(job['spec']),
    selector: { ...selector, matchLabels },
    template: { ...template, metadata: { ...metadata, labels } },
  };
  // Labels that defaults took from the template are the same map, which is completed for both.
  const isShared = job.metadata.labels !== undefined && job.metadata.labels === metadata['labels'];
  return { ...job, ...(isShared && { metadata: { ...job.metadata, labels } }), spec };
}

/** A Job without labels has those of its template; the real server adds them last, so that a name that no label can hold is refused in the template alone. */
function withLabelsOf(job: ApiObject): ApiObject {
  const isRefused = (job.metadata.name ?? '').length > longestLabel;
  if (isRefused || Object.keys(job.metadata.labels ?? {}).length > 0) return job;
  const labels = fieldsAt(job, 'spec', 'template', 'metadata', 'labels') as Record<string, string>; // just made of texts
  return { ...job, metadata: { ...job.metadata, labels } };
}

function withTemplateGeneration(set: ApiObject, generation: number): ApiObject {
  const annotations = { ...set.metadata.annotations, [templateGeneration]: String(generation) };
  return { ...set, metadata: { ...set.metadata, annotations } };
}
