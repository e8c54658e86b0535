/**
 * Annotations of pods that mean something to the system. Upstream: ValidatePodSpecificAnnotations in kubernetes pkg/apis/core/validation.
 */
import { invalid, itemsAt, textAt, textOf, type FieldError, type Fields } from '@reeve/registry';
import { none, relativePath, when } from '../checks.ts';

const mirror = 'kubernetes.io/config.mirror';
const cost = 'controller.kubernetes.io/pod-deletion-cost';
const seccomp = 'seccomp.security.alpha.kubernetes.io/pod';
const seccompOfContainer = 'container.seccomp.security.alpha.kubernetes.io/';
const armour = 'container.apparmor.security.beta.kubernetes.io/';

/** The problems of the annotations of a pod or a template, at their path. */
export function annotationProblems(annotations: Fields, spec: Fields, field: string): readonly FieldError[] {
  const at = (key: string): string => `${field}[${key}]`;
  const entries = Object.entries(annotations).map(([key, value]) => [key, textOf(value)] as const);
  return entries.flatMap(([key, value]) => {
    if (key === mirror)
      return when(
        textAt(spec, 'nodeName') === '',
        invalid(at(key), value, 'must set spec.nodeName if mirror pod annotation is set'),
      );
    if (key === cost) return when(!isCost(value), invalid(at(key), value, 'must be a 32bit integer'));
    if (key === seccomp || key.startsWith(seccompOfContainer)) return profileProblems(value, at(key));
    return key.startsWith(armour) ? armourProblems(key.slice(armour.length), value, spec, at(key)) : none;
  });
}

const isCost = (text: string): boolean => /^(-?[1-9][0-9]*|0)$/u.test(text) && Math.abs(Number(text)) <= 2_147_483_647;

function profileProblems(profile: string, field: string): readonly FieldError[] {
  if (['runtime/default', 'docker/default', 'unconfined'].includes(profile)) return none;
  if (profile.startsWith('localhost/')) return relativePath(profile.slice('localhost/'.length), field);
  return [invalid(field, profile, 'must be a valid seccomp profile')];
}

function armourProblems(container: string, profile: string, spec: Fields, field: string): readonly FieldError[] {
  const isThere = ['initContainers', 'containers', 'ephemeralContainers'].some((name) =>
    itemsAt(spec, name).some((each) => textAt(each, 'name') === container),
  );
  const isProfile =
    profile === '' || ['runtime/default', 'unconfined'].includes(profile) || profile.startsWith('localhost/');
  return [
    ...when(!isThere, invalid(field, container, 'container not found')),
    ...when(!isProfile, invalid(field, profile, `invalid AppArmor profile name: ${JSON.stringify(profile)}`)),
  ];
}
