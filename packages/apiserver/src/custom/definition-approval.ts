/**
 * Groups that belong to Kubernetes need its approval, which an annotation tells. Upstream: apiextensions apihelpers.
 */
import { invalid, required, type ApiObject, type FieldError } from '@reeve/registry';
import type { Verdict } from './conditions.ts';

const annotation = 'api-approved.kubernetes.io';
const field = `metadata.annotations[${annotation}]`;
const seeAlso = 'see https://github.com/kubernetes/enhancements/pull/1111';
const missing = `protected groups must have approval annotation "${annotation}", ${seeAlso}`;
const notUnderstood = `protected groups must have approval annotation "${annotation}" with either a URL or a reason starting with "unapproved", ${seeAlso}`;

type Approval = 'missing' | 'invalid' | 'bypassed' | 'approved';

const isProtected = (group: string): boolean =>
  ['k8s.io', 'kubernetes.io'].some((domain) => group === domain || group.endsWith(`.${domain}`));

/** A definition whose approval is as good or bad as it was before is left alone. */
export function approvalProblems(definition: ApiObject, group: string, old: ApiObject | undefined): FieldError[] {
  const approval = approvalOf(definition);
  if (!isProtected(group) || (old && approvalOf(old) === approval)) return [];
  if (approval === 'missing') return [required(field, missing)];
  return approval === 'invalid' ? [invalid(field, valueOf(definition), notUnderstood)] : [];
}

/** What the status says about the approval; nothing for groups of other people. */
export function approvalVerdicts(definition: ApiObject, group: string): Verdict[] {
  if (!isProtected(group)) return [];
  const type = 'KubernetesAPIApprovalPolicyConformant';
  const value = valueOf(definition);
  switch (approvalOf(definition)) {
    case 'missing':
      return [{ type, status: 'False', reason: 'MissingAnnotation', message: missing }];
    case 'invalid':
      return [{ type, status: 'False', reason: 'InvalidAnnotation', message: notUnderstood }];
    case 'bypassed':
      return [
        { type, status: 'False', reason: 'UnapprovedAnnotation', message: `not approved: ${JSON.stringify(value)}` },
      ];
    case 'approved':
      return [{ type, status: 'True', reason: 'ApprovedAnnotation', message: `approved in ${value}` }];
  }
}

function approvalOf(definition: ApiObject): Approval {
  const value = valueOf(definition);
  if (value === '') return 'missing';
  if (value.startsWith('unapproved')) return 'bypassed';
  return /^[a-z][a-z0-9+.-]*:\/\/[^/\s]+/i.test(value) ? 'approved' : 'invalid';
}

const valueOf = ({ metadata }: ApiObject): string => metadata.annotations?.[annotation] ?? '';
