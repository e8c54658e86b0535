/**
 * Claims for volumes as Go prints its own form of them, which is not that of the wire: metadata stands in the claim itself, the other fields have Go's names.
 */
import { fieldsAt, fieldsOf, itemsAt, listAt, textAt, type Fields } from '@reeve/registry';

/** The claims of a StatefulSet. */
export const goClaims = (claims: unknown): unknown =>
  Array.isArray(claims) ? claims.map((claim) => goClaim(fieldsOf(claim))) : null;

const goClaim = (claim: Fields): Fields => ({
  ...fieldsAt(claim, 'metadata'),
  Spec: goSpec(fieldsAt(claim, 'spec')),
  Status: goStatus(fieldsAt(claim, 'status')),
});

const goSpec = (spec: Fields): Fields => ({
  AccessModes: spec['accessModes'] ?? null,
  Selector: spec['selector'] ?? null,
  Resources: {
    Limits: fieldsAt(spec, 'resources')['limits'] ?? null,
    Requests: fieldsAt(spec, 'resources')['requests'] ?? null,
  },
  VolumeName: textAt(spec, 'volumeName'),
  StorageClassName: spec['storageClassName'] ?? null,
  VolumeMode: spec['volumeMode'] ?? null,
  DataSource: goReference(spec['dataSource']),
  DataSourceRef: goReference(spec['dataSourceRef'], true),
  VolumeAttributesClassName: spec['volumeAttributesClassName'] ?? null,
});

function goReference(reference: unknown, isAnywhere = false): unknown {
  if (reference === undefined || reference === null) return null;
  const { apiGroup, kind, name, namespace } = fieldsOf(reference);
  const own = { APIGroup: apiGroup ?? null, Kind: kind ?? '', Name: name ?? '' };
  return isAnywhere ? { ...own, Namespace: namespace ?? null } : own;
}

const goStatus = (status: Fields): Fields => ({
  Phase: textAt(status, 'phase'),
  AccessModes: status['accessModes'] ?? null,
  Capacity: status['capacity'] ?? null,
  Conditions: listAt(status, 'conditions').length === 0 ? null : itemsAt(status, 'conditions'),
  AllocatedResources: status['allocatedResources'] ?? null,
  AllocatedResourceStatuses: status['allocatedResourceStatuses'] ?? null,
  CurrentVolumeAttributesClassName: status['currentVolumeAttributesClassName'] ?? null,
  ModifyVolumeStatus: status['modifyVolumeStatus'] ?? null,
  HealthStatus: status['healthStatus'] ?? null,
});
