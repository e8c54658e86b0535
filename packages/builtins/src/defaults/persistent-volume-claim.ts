/**
 * What a claim has when its manifest does not say, alone or as a template. Upstream: kubernetes pkg/apis/core/v1 SetDefaults_PersistentVolumeClaim.
 */
import { hasAt, isSet, textAt, type Fields } from '@reeve/registry';
import { all, always, fill, type Fill } from './fill.ts';

/** Completes the spec of a claim. */
export const claimSpecDefaults: Fill = (spec) => fill(spec, { volumeMode: 'Filesystem' });

/** Completes a claim. */
export const claimDefaults: Fill = (claim) => always(claim, 'spec', all(claimSpecDefaults, withBothSources));

/** Completes the template of a claim, which is shown as a whole object. */
export const claimTemplateDefaults: Fill = (claim) => ({
  kind: 'PersistentVolumeClaim',
  apiVersion: 'v1',
  metadata: {},
  ...always(claim, 'spec', claimSpecDefaults),
  status: { phase: 'Pending' },
});

/** What a claim is filled from is told twice, once under the name of old, which knows only a few kinds of sources. */
function withBothSources(spec: Fields): Fields {
  if (hasAt(spec, 'dataSource') === hasAt(spec, 'dataSourceRef')) return spec;
  const { dataSource, dataSourceRef, ...rest } = spec;
  if (isSet(dataSource)) return isOldSource(dataSource) ? { ...spec, dataSourceRef: dataSource } : rest;
  return textAt(dataSourceRef, 'namespace') === '' ? { ...spec, dataSource: dataSourceRef } : spec;
}

function isOldSource(source: unknown): boolean {
  const [kind, group] = [textAt(source, 'kind'), textAt(source, 'apiGroup')];
  if (kind === '' || textAt(source, 'name') === '') return true; // refused by validation
  return group === ''
    ? kind === 'PersistentVolumeClaim'
    : group === 'snapshot.storage.k8s.io' && kind === 'VolumeSnapshot';
}
