/**
 * What a claim has when its manifest does not say, alone or as a template. Upstream: kubernetes pkg/apis/core/v1 SetDefaults_PersistentVolumeClaim.
 */
import { hasAt, isSet, textAt, type Fields } from '../fields.ts';
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

/** What a claim is filled from is told twice, once under the name of old. */
function withBothSources(spec: Fields): Fields {
  if (hasAt(spec, 'dataSource') === hasAt(spec, 'dataSourceRef')) return spec;
  const { dataSource, dataSourceRef } = spec;
  if (isSet(dataSource)) return { ...spec, dataSourceRef: dataSource };
  return textAt(dataSourceRef, 'namespace') === '' ? { ...spec, dataSource: dataSourceRef } : spec;
}
