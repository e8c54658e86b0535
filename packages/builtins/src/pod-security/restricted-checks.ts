/**
 * The checks that the level `restricted` has beyond `baseline`: what a pod has to give up. Upstream: pod-security-admission policy/check_….go.
 */
import { fieldsAt, hasAt, isSet, itemsAt, textAt, textsAt, type Fields } from '@reeve/registry';
import { seccompProfile, type PodCheck } from './baseline-checks.ts';
import { containersOf, inOrder, namesOf, plural, quoted, setters, theContainers } from './words.ts';

const contextOf = (part: Fields): Fields => fieldsAt(part, 'securityContext');

/** Pods of Windows have none of this. */
export const unlessWindows =
  (check: PodCheck): PodCheck =>
  (spec, annotations) =>
    textAt(spec, 'os', 'name') === 'windows' ? undefined : check(spec, annotations);

export const allowPrivilegeEscalation: PodCheck = (spec) => {
  const bad = namesOf(
    containersOf(spec).filter((container) => contextOf(container)['allowPrivilegeEscalation'] !== false),
  );
  return bad.length === 0
    ? undefined
    : {
        reason: 'allowPrivilegeEscalation != false',
        detail: `${theContainers(bad)} must set securityContext.allowPrivilegeEscalation=false`,
      };
};

export const noCapabilities: PodCheck = (spec) => {
  const containers = containersOf(spec);
  const addedBy = (container: Fields): readonly string[] =>
    textsAt(contextOf(container), 'capabilities', 'add').filter((capability) => capability !== 'NET_BIND_SERVICE');
  const keeping = containers.filter(
    (container) => !textsAt(contextOf(container), 'capabilities', 'drop').includes('ALL'),
  );
  const adding = containers.filter((container) => addedBy(container).length > 0);
  const details = [
    ...(keeping.length > 0
      ? [`${theContainers(namesOf(keeping))} must set securityContext.capabilities.drop=["ALL"]`]
      : []),
    ...(adding.length > 0
      ? [
          `${theContainers(namesOf(adding))} must not include ${quoted(inOrder(adding.flatMap(addedBy)))} in securityContext.capabilities.add`,
        ]
      : []),
  ];
  return details.length === 0 ? undefined : { reason: 'unrestricted capabilities', detail: details.join('; ') };
};

const allowedVolumes =
  'configMap csi downwardAPI emptyDir ephemeral image persistentVolumeClaim projected secret'.split(' ');
const otherVolumes =
  'hostPath gcePersistentDisk awsElasticBlockStore gitRepo nfs iscsi glusterfs rbd flexVolume cinder cephfs flocker fc azureFile vsphereVolume quobyte azureDisk photonPersistentDisk portworxVolume scaleIO storageos'.split(
    ' ',
  );

export const restrictedVolumes: PodCheck = (spec) => {
  const bad = itemsAt(spec, 'volumes').filter((volume) => !allowedVolumes.some((type) => isSet(volume[type])));
  if (bad.length === 0) return undefined;
  const types = inOrder(bad.map((volume) => otherVolumes.find((type) => isSet(volume[type])) ?? 'unknown'));
  return {
    reason: 'restricted volume types',
    detail: `${plural(bad.length, 'volume')} ${quoted(namesOf(bad))} ${plural(bad.length, 'uses', 'use')} ${plural(types.length, 'restricted volume type')} ${quoted(types)}`,
  };
};

export const runAsNonRoot: PodCheck = (spec) => {
  const reason = 'runAsNonRoot != true';
  const ofPod = contextOf(spec)['runAsNonRoot'];
  const containers = containersOf(spec);
  const explicit = containers.filter((container) => contextOf(container)['runAsNonRoot'] === false);
  const who = setters(ofPod === false, namesOf(explicit));
  if (who !== '') return { reason, detail: `${who} must not set securityContext.runAsNonRoot=false` };
  const implicit = containers.filter((container) => ofPod !== true && !isSet(contextOf(container)['runAsNonRoot']));
  return implicit.length === 0
    ? undefined
    : { reason, detail: `pod or ${theContainers(namesOf(implicit))} must set securityContext.runAsNonRoot=true` };
};

export const runAsUser: PodCheck = (spec) => {
  const isRoot = (part: Fields): boolean => contextOf(part)['runAsUser'] === 0;
  const who = setters(isRoot(spec), namesOf(containersOf(spec).filter(isRoot)));
  return who === '' ? undefined : { reason: 'runAsUser=0', detail: `${who} must not set runAsUser=0` };
};

/** A profile has to be set, and be one that is allowed. */
export const requiredSeccompProfile: PodCheck = (spec, annotations) => {
  const wrong = seccompProfile(spec, annotations);
  if (wrong !== undefined || hasAt(contextOf(spec), 'seccompProfile')) return wrong;
  const bad = namesOf(containersOf(spec).filter((container) => !hasAt(contextOf(container), 'seccompProfile')));
  return bad.length === 0
    ? undefined
    : {
        reason: 'seccompProfile',
        detail: `pod or ${theContainers(bad)} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`,
      };
};
