/**
 * What a volume has when its manifest does not say. Upstream: kubernetes pkg/apis/core/v1 SetDefaults_Volume and the functions per source.
 */
import { isSet, textAt } from '@reeve/registry';
import { fromFieldDefaults, pullPolicyFor } from './container.ts';
import { all, each, fill, fillZeros, within, type Fill } from './fill.ts';
import { claimSpecDefaults } from './persistent-volume-claim.ts';

/** Files belong to root and everybody may read them. */
const mode = { defaultMode: 0o644 };
const blockDevice = { pool: 'rbd', user: 'admin', keyring: '/etc/ceph/keyring' };
const azureDisk = { cachingMode: 'ReadWrite', kind: 'Shared', fsType: 'ext4', readOnly: false };

/** Completes what pods' volumes and persistent volumes have in common. */
export const volumeSourceDefaults: Fill = all(
  (volume) => within(volume, 'hostPath', (source) => (isSet(source['type']) ? source : { ...source, type: '' })),
  (volume) => within(volume, 'iscsi', (source) => fill(source, { iscsiInterface: 'default' })),
  (volume) => within(volume, 'rbd', (source) => fill(source, blockDevice)),
  (volume) => within(volume, 'azureDisk', (source) => fill(source, azureDisk)),
  (volume) => within(volume, 'scaleIO', (source) => fill(source, { storageMode: 'ThinProvisioned', fsType: 'xfs' })),
);

/** Completes a volume of a pod or of a pod's template. */
export const volumeDefaults: Fill = all(
  (volume) => (hasSource(volume) ? volume : { ...volume, emptyDir: {} }),
  volumeSourceDefaults,
  (volume) => within(volume, 'secret', (source) => fill(source, mode)),
  (volume) => within(volume, 'configMap', (source) => fill(source, mode)),
  (volume) => within(volume, 'downwardAPI', (source) => filesFromFields(fill(source, mode))),
  (volume) => within(volume, 'projected', projectedDefaults),
  (volume) =>
    within(volume, 'image', (source) => fill(source, { pullPolicy: pullPolicyFor(textAt(source, 'reference')) })),
  (volume) => within(volume, 'ephemeral', ephemeralDefaults),
);

const hasSource = (volume: Parameters<Fill>[0]): boolean =>
  Object.entries(volume).some(([name, source]) => name !== 'name' && isSet(source));

const filesFromFields: Fill = (source) => each(source, 'items', fromFieldDefaults);

const projectedDefaults: Fill = (source) =>
  each(fill(source, mode), 'sources', (part) =>
    within(within(part, 'downwardAPI', filesFromFields), 'serviceAccountToken', (token) =>
      fillZeros(token, { expirationSeconds: 3600 }),
    ),
  );

const ephemeralDefaults: Fill = (source) =>
  within(source, 'volumeClaimTemplate', (claim) => within(claim, 'spec', claimSpecDefaults));
